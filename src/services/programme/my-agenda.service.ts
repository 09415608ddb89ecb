import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { AgendaItemView } from '../../domain/programme/agenda.ts';
import { type FavoriteItem, favoriteWarning } from '../../domain/programme/my-agenda.ts';
import { notFound } from '../../errors.ts';
import type { MyAgendaFilter } from '../../repositories/programme/my-agenda.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** The agenda items that a user keeps. */
export class MyAgendaService {
  readonly #deps;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
  }

  /** Sorted by start. Each item has the clashes: items and events of the user at the same time. */
  async list(
    userId: number,
    filter: Omit<MyAgendaFilter, 'now'>,
    request: NumberedRequest,
  ): Promise<Page<FavoriteItem>> {
    const now = this.#deps.now().toISOString();
    const page = await this.#deps.store.read.myAgenda.list(userId, { ...filter, now }, request);
    return { ...page, rows: await this.#withWarnings(userId, page.rows) };
  }

  /**
   * Keeps an item. Safe to repeat.
   * @throws AppError NOT_FOUND also for an item that is not public
   */
  async keep(userId: number, id: number): Promise<FavoriteItem> {
    const isKept = await this.#deps.store.agendaFavorites.insert(userId, id);
    const item = isKept ? await this.#deps.store.read.myAgenda.find(userId, id) : undefined;
    if (!item) throw notFound('agenda item');
    const [favorite] = await this.#withWarnings(userId, [item]);
    return favorite as FavoriteItem;
  }

  /** Removes an item from those that the user keeps. Safe to repeat. */
  async remove(userId: number, id: number): Promise<void> {
    await this.#deps.store.agendaFavorites.delete(userId, id);
  }

  /** Loads the clashes of all items with one query. */
  async #withWarnings(userId: number, items: readonly AgendaItemView[]): Promise<FavoriteItem[]> {
    const ids = items.map(({ id }) => id);
    const clashes = await this.#deps.store.read.myAgenda.listClashes(userId, ids);
    const byItem = Map.groupBy(clashes, ({ of_id }) => of_id);
    return items.map((item) => ({
      ...item,
      warnings: (byItem.get(item.id) ?? []).map(favoriteWarning),
    }));
  }
}
