import type { Page, PageRequest } from '../../db/pages.ts';
import { type Attendee, attendeeView } from '../../domain/attendance/attendees.ts';
import type { Gathering } from '../../domain/attendance/gatherings.ts';
import { notFound } from '../../errors.ts';
import type { AdminAttendeesFilter } from '../../repositories/attendance/admin-attendees.read-model.ts';
import type { Store } from '../../repositories/store.ts';
import type { Gatherings } from './gatherings.service.ts';

/**
 * How many rows an export reads at a time. Of 1,000 at a time V8 takes the rows for long-lived, and
 * lets 150 MiB of their garbage gather in an export of 100,000; of 250, less than 30.
 */
const BATCH = 250;

/** Who comes to events, or to conferences, as organisers see them: hidden and blocked people too. */
export class AdminAttendeesService {
  readonly #store: Store;
  readonly #gatherings: Gatherings<Gathering>;

  constructor(deps: { store: Store; gatherings: Gatherings<Gathering> }) {
    this.#store = deps.store;
    this.#gatherings = deps.gatherings;
  }

  /** In the order of arrival. @throws AppError NOT_FOUND */
  async list(
    gatheringId: number,
    filter: AdminAttendeesFilter,
    request: PageRequest<number>,
  ): Promise<Page<ReturnType<typeof attendeeView>, number>> {
    await this.#expect(gatheringId);
    const attendees = this.#gatherings.attendeesIn(this.#store);
    const page = await attendees.list(gatheringId, filter, request);
    return { ...page, rows: page.rows.map(attendeeView) };
  }

  /**
   * All of them, in batches that are read when the one before is taken: who comes or goes meanwhile
   * may be missing, or stand there twice.
   *
   * @throws AppError NOT_FOUND
   */
  async export(
    gatheringId: number,
    filter: AdminAttendeesFilter,
  ): Promise<AsyncIterable<readonly Attendee[]>> {
    await this.#expect(gatheringId);
    return this.#batches(gatheringId, filter);
  }

  async *#batches(
    gatheringId: number,
    filter: AdminAttendeesFilter,
  ): AsyncGenerator<readonly Attendee[]> {
    const attendees = this.#gatherings.attendeesIn(this.#store);
    let after: number | null | undefined = 0;
    while (typeof after === 'number') {
      const page: Page<Attendee, number> = await attendees.list(gatheringId, filter, {
        limit: BATCH,
        after,
      });
      yield page.rows;
      after = page.next;
    }
  }

  async #expect(gatheringId: number): Promise<void> {
    const { noun, find } = this.#gatherings;
    if (!(await find(this.#store, gatheringId))) throw notFound(noun);
  }
}
