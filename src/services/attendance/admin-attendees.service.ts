import type { Page, PageRequest } from '../../db/pages.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import { type Attendee, attendeeView } from '../../domain/attendance/attendees.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import { sortOf } from '../../domain/sorts.ts';
import { notFound } from '../../errors.ts';
import type {
  AdminAttendeePosition,
  AdminAttendeesFilter,
} from '../../repositories/attendance/admin-attendees.read-model.ts';
import type { Store } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';

/**
 * Rows per batch of an export. With 1,000, V8 promotes the rows to its old generation: an export of
 * 100,000 rows accumulates 150 MiB of garbage. With 250, it accumulates less than 30 MiB.
 */
const BATCH_ROWS = 250;

/**
 * All attendees of an event or a conference for administrators, including hidden and blocked ones.
 */
export class AdminAttendeesService {
  readonly #store: Store;
  readonly #attendables: Attendables<Attendable>;

  constructor(deps: { store: Store; attendables: Attendables<Attendable> }) {
    this.#store = deps.store;
    this.#attendables = deps.attendables;
  }

  /** @throws AppError NOT_FOUND */
  async list(
    attendableId: number,
    filter: AdminAttendeesFilter,
    request: PageRequest<AdminAttendeePosition>,
  ): Promise<Page<ReturnType<typeof attendeeView>, AdminAttendeePosition>> {
    await this.#checkExists(attendableId);
    const attendees = this.#attendables.attendeesIn(this.#store);
    const page = await attendees.list(attendableId, filter, request);
    return { ...page, rows: page.rows.map(attendeeView) };
  }

  /**
   * Returns all attendees in batches. Each batch is read when the consumer asks for it, so an
   * attendee who cancels or registers meanwhile can be missing or appear twice.
   *
   * The audit log records the export, since a file of personal data leaves the service. It does not
   * record the search words, which can be a name.
   *
   * @throws AppError NOT_FOUND
   */
  async export(
    by: Administrator,
    attendableId: number,
    { format, ...filter }: AdminAttendeesFilter & { readonly format: string },
  ): Promise<AsyncIterable<readonly Attendee[]>> {
    await this.#checkExists(attendableId);
    const { status, ticket_type } = filter;
    const after = { format, ...(status && { status }), ...(ticket_type && { ticket_type }) };
    const action = `${this.#attendables.noun}.export_attendees` as const;
    await this.#store.transaction((tx) => tx.audit.record(by, action, attendableId, { after }));
    return this.#batches(attendableId, filter);
  }

  async *#batches(
    attendableId: number,
    filter: AdminAttendeesFilter,
  ): AsyncGenerator<readonly Attendee[]> {
    const attendees = this.#attendables.attendeesIn(this.#store);
    const end = sortOf(filter.sort).isDescending ? Number.MAX_SAFE_INTEGER : 0;
    // Only a search needs the count of a numbered page, which decides how it matches.
    const first = filter.q ? { page: 1 } : { after: [filter.sort, end, end] as const };
    let request: PageRequest<AdminAttendeePosition> | undefined = { limit: BATCH_ROWS, ...first };
    while (request) {
      const page: Page<Attendee, AdminAttendeePosition> = await attendees.list(
        attendableId,
        filter,
        request,
      );
      yield page.rows;
      request = page.next ? { limit: BATCH_ROWS, after: page.next } : undefined;
    }
  }

  async #checkExists(attendableId: number): Promise<void> {
    const { noun, find } = this.#attendables;
    if (!(await find(this.#store, attendableId))) throw notFound(noun);
  }
}
