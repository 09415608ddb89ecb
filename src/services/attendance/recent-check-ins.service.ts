import type { Page, PageRequest } from '../../db/pages.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import type { RecentCheckIn } from '../../domain/attendance/check-ins.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { notFound } from '../../errors.ts';
import type { ReadModels, Store } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';

/** Who arrived at events, or at conferences, and who checked them in. */
export class RecentCheckInsService {
  readonly #store: Store;
  readonly #attendables: Attendables<Attendable>;
  readonly #checkInsOf: (read: ReadModels) => ReadModels['eventRecentCheckIns'];

  constructor(deps: {
    store: Store;
    attendables: Attendables<Attendable>;
    checkInsOf: (read: ReadModels) => ReadModels['eventRecentCheckIns'];
  }) {
    this.#store = deps.store;
    this.#attendables = deps.attendables;
    this.#checkInsOf = deps.checkInsOf;
  }

  /** @throws AppError NOT_FOUND */
  async list(
    attendableId: number,
    sort: Sort<'checked_in_at'>,
    request: PageRequest<SortPosition>,
  ): Promise<Page<RecentCheckIn, SortPosition>> {
    const { noun, find } = this.#attendables;
    if (!(await find(this.#store, attendableId))) throw notFound(noun);
    return this.#checkInsOf(this.#store.read).list(attendableId, sort, request);
  }
}
