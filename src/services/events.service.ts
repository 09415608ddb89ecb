import type { NumberedRequest, Page } from '../db/pages.ts';
import type { Store } from '../db/store.ts';
import type { Attendance } from '../domain/attendances.ts';
import { type Event, type EventView, eventView } from '../domain/events.ts';
import { notFound } from '../errors.ts';
import type { EventsFilter, When } from '../repositories/read-models/events.read-model.ts';

/** An event, and how the one who asks stands to it. */
export interface EventViewFor extends EventView {
  readonly attendance: Attendance;
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
    const page = await this.#store.eventsReadModel.list(filter, now.toISOString(), request);
    return { ...page, rows: page.rows.map((event) => eventView(event, now)) };
  }

  /** What a person goes to or waits for: by start, past ones latest first. */
  async listOf(
    userId: number,
    when: When | undefined,
    request: NumberedRequest,
  ): Promise<Page<EventViewFor>> {
    const now = this.#now();
    const page = await this.#store.eventsReadModel.listOf(
      userId,
      { when, now: now.toISOString() },
      request,
    );
    return { ...page, rows: page.rows.map((event) => viewFor(event, now)) };
  }

  /**
   * With a viewer, also how that one stands to it.
   * @throws AppError NOT_FOUND for what is not approved or cancelled, or of a draft conference
   */
  async find(id: number, viewerId: number | undefined): Promise<EventView | EventViewFor> {
    const { eventsReadModel } = this.#store;
    if (viewerId === undefined) return this.#shown(await eventsReadModel.find({ id }));
    const event = await eventsReadModel.findFor(viewerId, id);
    if (!event) throw notFound('event');
    return viewFor(event, this.#now());
  }

  /** @throws AppError NOT_FOUND as `find` */
  async findBySlug(slug: string): Promise<EventView> {
    return this.#shown(await this.#store.eventsReadModel.find({ slug }));
  }

  #shown(event: Event | undefined): EventView {
    if (!event) throw notFound('event');
    return eventView(event, this.#now());
  }
}

function viewFor(event: Event & { readonly attendance: Attendance }, now: Date): EventViewFor {
  const { attendance, ...columns } = event;
  return { ...eventView(columns, now), attendance };
}
