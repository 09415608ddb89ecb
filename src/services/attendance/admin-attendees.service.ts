import type { Page, PageRequest } from '../../db/pages.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import { type Attendee, attendeeView } from '../../domain/attendance/attendees.ts';
import { notFound } from '../../errors.ts';
import type { AdminAttendeesFilter } from '../../repositories/attendance/admin-attendees.read-model.ts';
import type { Store } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';

/**
 * How many rows an export reads at a time. Of 1,000 at a time V8 takes the rows for long-lived, and
 * lets 150 MiB of their garbage gather in an export of 100,000; of 250, less than 30.
 */
const BATCH_ROWS = 250;

/** Who comes to events, or to conferences, as organisers see them: hidden and blocked people too. */
export class AdminAttendeesService {
  readonly #store: Store;
  readonly #attendables: Attendables<Attendable>;

  constructor(deps: { store: Store; attendables: Attendables<Attendable> }) {
    this.#store = deps.store;
    this.#attendables = deps.attendables;
  }

  /** In the order of arrival. @throws AppError NOT_FOUND */
  async list(
    attendableId: number,
    filter: AdminAttendeesFilter,
    request: PageRequest<number>,
  ): Promise<Page<ReturnType<typeof attendeeView>, number>> {
    await this.#checkExists(attendableId);
    const attendees = this.#attendables.attendeesIn(this.#store);
    const page = await attendees.list(attendableId, filter, request);
    return { ...page, rows: page.rows.map(attendeeView) };
  }

  /**
   * All of them, in batches that are read when the one before is taken: who comes or goes meanwhile
   * may be missing, or stand there twice.
   *
   * @throws AppError NOT_FOUND
   */
  async export(
    attendableId: number,
    filter: AdminAttendeesFilter,
  ): Promise<AsyncIterable<readonly Attendee[]>> {
    await this.#checkExists(attendableId);
    return this.#batches(attendableId, filter);
  }

  async *#batches(
    attendableId: number,
    filter: AdminAttendeesFilter,
  ): AsyncGenerator<readonly Attendee[]> {
    const attendees = this.#attendables.attendeesIn(this.#store);
    let after: number | null | undefined = 0;
    while (typeof after === 'number') {
      const page: Page<Attendee, number> = await attendees.list(attendableId, filter, {
        limit: BATCH_ROWS,
        after,
      });
      yield page.rows;
      after = page.next;
    }
  }

  async #checkExists(attendableId: number): Promise<void> {
    const { noun, find } = this.#attendables;
    if (!(await find(this.#store, attendableId))) throw notFound(noun);
  }
}
