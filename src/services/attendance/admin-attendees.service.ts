import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import { holdsSeat } from '../../domain/attendance/attendances.ts';
import type { Attendee, AttendeeCounts, Invitee } from '../../domain/attendance/attendees.ts';
import { type PublicProfile, publicProfile } from '../../domain/people/profiles.ts';
import { answerCells, answerColumn } from '../../domain/registration/forms.ts';
import { sortOf } from '../../domain/sorts.ts';
import { notFound } from '../../errors.ts';
import type { Row as Cells } from '../../formats/tables/table-content.ts';
import { SharedReads } from '../../lib/shared-reads.ts';
import type {
  AdminAttendeePosition,
  Placed,
} from '../../repositories/attendance/admin-attendees.read-model.ts';
import type { AdminAttendeesFilter } from '../../repositories/attendance/admin-attendees.sql.ts';
import type {
  AttendeePosition,
  AttendeesView,
} from '../../repositories/attendance/attendees.read-model.ts';
import type { ReadModels, Store } from '../../repositories/store.ts';
import { type Attendables, findExisting } from './attendables.service.ts';
import type { CodedSeat } from './seat-codes.service.ts';

/**
 * Rows per batch of an export. With 1,000, V8 promotes the rows to its old generation: an export of
 * 100,000 rows accumulates 150 MiB of garbage. With 250, it accumulates less than 30 MiB.
 */
const BATCH_ROWS = 250;

/** The counts read each attendance of the list, which a screen requests again and again. */
const COUNTS_MAX_AGE_MS = 1_000;

/** A list, and whether its rows have ticket codes. */
interface AttendeesRequest extends AdminAttendeesFilter {
  readonly hasCodes?: boolean;
}

/** The rows of a file in batches, and the columns of answers in it. */
interface AttendeesFile {
  readonly answerColumns: readonly string[];
  readonly batches: AsyncIterable<readonly Cells[]>;
}

/** The attendee list of events, or of conferences. */
type AttendeeListOf<Row> = (read: ReadModels) => {
  list(
    attendableId: number,
    filter: AdminAttendeesFilter,
    request: PageRequest<AdminAttendeePosition>,
  ): Promise<Page<Placed<Row>, AdminAttendeePosition>>;
  countByStatus(attendableId: number): Promise<AttendeeCounts>;
};

type AttendeesPage<Row> = Page<Row, AdminAttendeePosition> & {
  /** Of the whole list, whatever its filters; at most a second old. */
  readonly counts: AttendeeCounts;
};

interface Deps<Row extends Attendee | Invitee, Stored extends object> {
  readonly store: Store;
  readonly attendables: Attendables<Attendable>;
  readonly attendeesOf: AttendeeListOf<Stored>;
  /** Decrypts what a row has encrypted. */
  readonly shown: (row: Stored) => Row;
  /** The code that the door scans. */
  readonly codeOf: (attendableId: number, seat: CodedSeat) => string;
  readonly now: () => Date;
}

/**
 * All attendees of an event or a conference for administrators, including hidden and blocked ones.
 */
export class AdminAttendeesService<Row extends Attendee | Invitee, Stored extends object = Row> {
  readonly #deps: Deps<Row, Stored>;
  readonly #counts: SharedReads<number, AttendeeCounts>;

  constructor(deps: Deps<Row, Stored>) {
    this.#deps = deps;
    this.#counts = new SharedReads({ maxAgeMs: COUNTS_MAX_AGE_MS, now: deps.now });
  }

  /**
   * A list with ticket codes is an export, which the audit log records.
   * @throws AppError NOT_FOUND
   */
  async list(
    by: Administrator,
    attendableId: number,
    filter: AttendeesRequest,
    request: PageRequest<AdminAttendeePosition>,
  ): Promise<AttendeesPage<Row>> {
    await findExisting(this.#deps.attendables, this.#deps.store, attendableId);
    if (filter.hasCodes) await this.#record(by, attendableId, { ...filter, format: 'json' });
    const page = await this.#page(attendableId, filter, request);
    const list = this.#deps.attendeesOf(this.#deps.store.read);
    const counts = await this.#counts.get(attendableId, () => list.countByStatus(attendableId));
    return { ...page, counts };
  }

  /**
   * Returns all attendees in batches. Each batch is read when the consumer asks for it, so an
   * attendee who cancels or registers during the export can be missing or appear twice.
   *
   * The audit log records the export, since a file of personal data leaves the service. It does not
   * record the search words, which can be a name.
   *
   * @throws AppError NOT_FOUND
   */
  async export(
    by: Administrator,
    attendableId: number,
    { format, ...filter }: AttendeesRequest & { readonly format: string },
  ): Promise<AttendeesFile> {
    await findExisting(this.#deps.attendables, this.#deps.store, attendableId);
    await this.#record(by, attendableId, { ...filter, format });
    const owner = { noun: this.#deps.attendables.noun, id: attendableId };
    const questions = filter.withAnswers
      ? await this.#deps.store.read.formAnswers.listColumns(owner, filter.withAnswers)
      : [];
    return {
      answerColumns: questions.map(answerColumn),
      batches: this.#batches(attendableId, filter),
    };
  }

  async #record(
    by: Administrator,
    attendableId: number,
    {
      format,
      status,
      ticket_type,
      hasCodes = false,
      withAnswers,
    }: AttendeesRequest & { readonly format: string },
  ): Promise<void> {
    const include = [hasCodes && 'ticket_code', withAnswers && 'answers'].filter(Boolean).join();
    const after = {
      format,
      ...(status && { status }),
      ...(ticket_type && { ticket_type }),
      ...(include && { include }),
    };
    const action = `${this.#deps.attendables.noun}.export_attendees` as const;
    await this.#deps.store.transaction((tx) =>
      tx.audit.record(by, action, attendableId, { after }),
    );
  }

  async *#batches(
    attendableId: number,
    filter: AttendeesRequest,
  ): AsyncGenerator<readonly Cells[]> {
    // A search needs the count of a numbered page, which decides how it matches. No text is after
    // all others.
    const start = filter.q ? undefined : beforeAll(filter.sort);
    const first = start ? { after: start } : { page: 1 };
    let request: PageRequest<AdminAttendeePosition> | undefined = { limit: BATCH_ROWS, ...first };
    while (request) {
      const page: Page<Row, AdminAttendeePosition> = await this.#page(
        attendableId,
        filter,
        request,
      );
      yield page.rows.map(({ answers = [], ...row }) => {
        const cells: Omit<Attendee | Invitee, 'answers'> = row;
        return { ...cells, ...answerCells(answers) };
      });
      request = page.next ? { limit: BATCH_ROWS, after: page.next } : undefined;
    }
  }

  async #page(
    attendableId: number,
    { hasCodes = false, ...filter }: AttendeesRequest,
    request: PageRequest<AdminAttendeePosition>,
  ): Promise<Page<Row, AdminAttendeePosition>> {
    const page = await this.#deps.store.search(filter.q, (read) =>
      this.#deps.attendeesOf(read).list(attendableId, filter, request),
    );
    const rows = page.rows.map(({ queue_number, ...stored }) => {
      const row = this.#deps.shown(stored as unknown as Stored);
      if (!hasCodes) return row;
      const { user_id } = row;
      const invitation_id = row.user_id === null ? row.invitation_id : null;
      const seat = { user_id, invitation_id, queue_number };
      return { ...row, ticket_code: hasSeat(row) ? this.#deps.codeOf(attendableId, seat) : null };
    });
    return { ...page, rows };
  }
}

/** An open invitation without a place in the queue holds a seat. */
const hasSeat = (row: Attendee | Invitee): boolean =>
  row.user_id === null
    ? row.status === 'invited' && row.waitlist_position === null
    : holdsSeat(row.status);

/** The position before the first row; undefined in an order of texts. */
function beforeAll(sort: AdminAttendeesFilter['sort']): AdminAttendeePosition | undefined {
  const { key, isDescending } = sortOf(sort);
  const number = isDescending ? Number.MAX_SAFE_INTEGER : 0;
  const instant = isDescending ? 'infinity' : '-infinity';
  if (key === 'registered_at') return [sort, number, number];
  return key === 'checked_in_at' ? [sort, instant, number] : undefined;
}

/** The public attendee lists: listed users with a seat. */
export class AttendeesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Lists the attendees of an event as an anonymous viewer sees them, newest first, without those
   * hidden from the caller.
   *
   * @throws AppError NOT_FOUND also if the event is not public
   */
  async listOfEvent(
    eventId: number,
    callerId: number | undefined,
    request: PageRequest<AttendeePosition>,
  ): Promise<Page<PublicProfile, AttendeePosition>> {
    if (!(await this.#store.read.events.find({ id: eventId }))) throw notFound('event');
    const hidden = await this.#store.read.blocks.listHidden(callerId);
    const page = await this.#store.read.eventAttendees.list(eventId, { hidden }, request);
    return { ...page, rows: page.rows.map(publicProfile) };
  }

  /**
   * Lists the attendees of a conference as the viewer may see them, newest first. Includes the
   * viewer.
   *
   * @throws AppError NOT_FOUND also if the conference is a draft
   */
  async listOfConference(
    conferenceId: number,
    view: AttendeesView,
    request: PageRequest<AttendeePosition>,
  ): Promise<Page<PublicProfile, AttendeePosition>> {
    const conference = await this.#store.read.conferences.find({ id: conferenceId });
    if (!conference) throw notFound('conference');
    const hidden = await this.#store.read.blocks.listHidden(view.viewerId);
    const page = await this.#store.search(view.q, (read) =>
      read.conferenceAttendees.list(conferenceId, { ...view, hidden }, request),
    );
    return { ...page, rows: page.rows.map(publicProfile) };
  }
}
