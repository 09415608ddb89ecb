import {
  checkTimes,
  type Event,
  type EventInput,
  type EventView,
  eventColumns,
  eventView,
  MAX_PENDING,
} from '../../domain/programme/events.ts';
import { AppError, invalid, notFound, unauthorized } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

/** What somebody says of an event they ask for. */
export type SideEventInput = EventInput &
  Pick<Event, 'title' | 'starts_at' | 'ends_at' | 'timezone'> & {
    readonly contact?: string | null | undefined;
  };

/** Side events that people ask for. */
export class SideEventsService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#now = deps.now;
  }

  /**
   * Asks for a side event, which waits until an administrator decides. Safe to repeat: the same
   * title and times for the same conference return what waits already, with `created: false`.
   *
   * @throws AppError VALIDATION_ERROR for times out of order or past; NOT_FOUND for the conference;
   *   TOO_MANY_PENDING; UNAUTHORIZED for somebody erased meanwhile
   */
  async request(
    userId: number,
    { contact, ...given }: SideEventInput,
  ): Promise<{ event: EventView; created: boolean }> {
    const now = this.#now();
    if (Date.parse(given.starts_at) <= now.getTime()) {
      throw invalid('starts_at', 'expected a time to come');
    }
    checkTimes(given);

    return this.#store.transaction(async (tx) => {
      // Locked in the order in which imports and registrations do: slugs, conference, person. The
      // person's own requests wait for each other here, and for an erasure of the person.
      const slug = await tx.events.findFreeSlug(given.title);
      const { conference_id } = given;
      if (conference_id && !(await tx.conferences.lockPublic(conference_id))) {
        throw notFound('conference');
      }
      const person = await tx.users.lock(userId);
      if (!person || person.erased_at !== null) throw unauthorized();

      const pending = await tx.events.listPendingOf(userId);
      const same = pending.find((event) => isSame(event, given));
      if (same) return { event: eventView(same, now), created: false };
      if (pending.length >= MAX_PENDING) throw tooMany();

      const event = await tx.events.insert({
        ...eventColumns(given),
        slug,
        kind: 'side',
        status: 'pending',
        source: 'request',
        submitted_by: userId,
        contact: contact ?? null,
      });
      return { event: eventView(event, now), created: true };
    });
  }
}

const tooMany = () =>
  new AppError('TOO_MANY_PENDING', `${MAX_PENDING} of your requests are waiting already`);

const isSame = (event: Event, given: SideEventInput) =>
  event.title === given.title &&
  event.starts_at === given.starts_at &&
  event.ends_at === given.ends_at &&
  event.conference_id === (given.conference_id ?? null);
