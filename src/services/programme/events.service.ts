import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Attendance } from '../../domain/attendance/attendances.ts';
import { type EventView, eventView, PUBLIC_STATUSES } from '../../domain/programme/events.ts';
import { notFound } from '../../errors.ts';
import type {
  EventsFilter,
  EventWithAttendance,
  When,
} from '../../repositories/programme/events.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** An event, and how the one who asks stands to it. */
export interface EventViewFor extends EventView {
  readonly attendance: Attendance;
  /** Only of what they asked for and is not public. */
  readonly rejection_reason?: string | null;
}

/** Events as people find them. */
export class EventsService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#now = deps.now;
  }

  /** The approved ones, by start. */
  async list(filter: EventsFilter, request: NumberedRequest): Promise<Page<EventView>> {
    const now = this.#now();
    const page = await this.#store.read.events.list(filter, now.toISOString(), request);
    return { ...page, rows: page.rows.map((event) => eventView(event, now)) };
  }

  /** What a person goes to, waits for or asked for: by start, past ones latest first. */
  async listOf(
    userId: number,
    when: When | undefined,
    request: NumberedRequest,
  ): Promise<Page<EventViewFor>> {
    const now = this.#now();
    const page = await this.#store.read.events.listOf(
      userId,
      { when, now: now.toISOString() },
      request,
    );
    return { ...page, rows: page.rows.map((event) => viewFor(event, now)) };
  }

  /**
   * With a viewer, also how that one stands to it.
   * @throws AppError NOT_FOUND for what is of a draft conference; save for who asked for it, also
   *   for what is pending or rejected
   */
  async find(id: number, viewerId: number | undefined): Promise<EventView | EventViewFor> {
    if (viewerId === undefined) return this.#findPublic({ id });
    const event = await this.#store.read.events.findWithAttendance(viewerId, id);
    if (!event) throw notFound('event');
    return viewFor(event, this.#now());
  }

  /** @throws AppError NOT_FOUND for what not everybody may know of */
  async findBySlug(slug: string): Promise<EventView> {
    return this.#findPublic({ slug });
  }

  async #findPublic(by: { id: number } | { slug: string }): Promise<EventView> {
    const event = await this.#store.read.events.find(by);
    if (!event) throw notFound('event');
    return eventView(event, this.#now());
  }
}

function viewFor({ attendance, ...event }: EventWithAttendance, now: Date): EventViewFor {
  const isPublic = PUBLIC_STATUSES.some((status) => status === event.status);
  return {
    ...eventView(event, now),
    attendance,
    ...(!isPublic && { rejection_reason: event.rejection_reason }),
  };
}
