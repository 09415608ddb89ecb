import { differences } from '../../domain/changes.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import {
  checkTimes,
  type Event,
  type EventInput,
  type EventView,
  eventColumns,
  eventView,
  MAX_PENDING,
} from '../../domain/programme/events.ts';
import { AppError, conflict, invalid, notFound, unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

export type SideEventInput = EventInput &
  Pick<Event, 'title' | 'starts_at' | 'ends_at' | 'timezone'> & {
    readonly contact?: string | null | undefined;
  };

/** Absent fields keep their value. */
export type SideEventChanges = Omit<EventInput, 'status' | 'kind' | 'slug'> & {
  readonly contact?: string | null | undefined;
};

/** Side-event requests of users. */
export class SideEventsService {
  readonly #deps;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Creates a pending side event, which an administrator approves or rejects. Safe to repeat: the
   * same title, times and conference return the pending event with `created: false`.
   *
   * @throws AppError VALIDATION_ERROR unless `starts_at` is in the future and `ends_at` is after it;
   *   NOT_FOUND for the conference; CONFERENCE_CANCELLED; REGISTRATION_CLOSED for an archived one;
   *   TOO_MANY_PENDING; UNAUTHORIZED if the user was erased
   *   concurrently
   */
  async request(
    userId: number,
    { contact, ...given }: SideEventInput,
  ): Promise<{ event: EventView; created: boolean }> {
    const now = this.#deps.now();
    checkFuture(given, now);
    checkTimes(given);

    const { conference_id } = given;
    return this.#deps.store.transaction(async (tx) => {
      // The lock order of imports and registrations: slugs, conference, user. The lock on the user
      // serializes their requests and an erasure.
      const slug = await tx.events.findFreeSlug(given.title);
      const conference = await lockConference(tx, conference_id);
      const user = await tx.users.lock(userId);
      if (!user || user.erased_at !== null) throw unauthorized();

      const pending = await tx.events.listPendingOf(userId);
      const same = pending.find((event) => isSame(event, given));
      if (same) return { event: pendingView(same, now), created: false };
      checkTakesEvents(conference);
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
      return { event: pendingView(event, now), created: true };
    });
  }

  /**
   * Updates the given fields of the user's own pending request; null clears one.
   *
   * @throws AppError NOT_FOUND also for the request of another user, and for the conference; CONFLICT
   *   once it is decided; VALIDATION_ERROR, CONFERENCE_CANCELLED and REGISTRATION_CLOSED as for a new
   *   request
   */
  async update(
    userId: number,
    id: number,
    { contact, ...given }: SideEventChanges,
  ): Promise<EventView> {
    const now = this.#deps.now();
    return this.#deps.store.transaction(async (tx) => {
      const conference = await lockConference(tx, given.conference_id);
      const event = await lockPending(tx, userId, id);
      if (conference?.id !== event.conference_id) checkTakesEvents(conference);
      const { after } = differences<Event>(event, eventColumns(given));
      if (after.starts_at !== undefined) checkFuture({ starts_at: after.starts_at }, now);
      checkTimes({ ...event, ...after });
      if (Object.keys(after).length === 0 && contact === undefined) return pendingView(event, now);
      return pendingView(await tx.events.update(id, { ...after, contact }, []), now);
    });
  }

  /**
   * Deletes the user's own pending request.
   *
   * @throws AppError NOT_FOUND also for the request of another user; CONFLICT once it is decided
   */
  async delete(userId: number, id: number): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      await lockPending(tx, userId, id);
      await tx.events.delete(id);
    });
  }
}

async function lockConference(
  tx: Tx,
  id: number | null | undefined,
): Promise<Conference | undefined> {
  if (!id) return undefined;
  const conference = await tx.conferences.lockPublic(id);
  if (!conference) throw notFound('conference');
  return conference;
}

/** @throws AppError CONFERENCE_CANCELLED; REGISTRATION_CLOSED for an archived conference */
function checkTakesEvents(conference: Conference | undefined): void {
  if (conference?.status === 'cancelled') {
    throw new AppError('CONFERENCE_CANCELLED', 'This conference is cancelled');
  }
  if (conference?.status === 'archived') {
    throw new AppError('REGISTRATION_CLOSED', 'This conference is archived');
  }
}

/** A pending event is closed, whatever the status of its conference. */
const pendingView = (event: Event, now: Date): EventView =>
  eventView({ ...event, conference_status: null }, now);

/** Locks a request of the user. An administrator decides under the same lock. */
async function lockPending(tx: Tx, userId: number, id: number): Promise<Event> {
  const event = await tx.events.lock(id);
  if (event?.submitted_by !== userId) throw notFound('event');
  if (event.status !== 'pending') {
    throw conflict(null, `This event is ${event.status}, no longer pending`, 'status', {
      status: event.status,
    });
  }
  return event;
}

function checkFuture({ starts_at }: Pick<Event, 'starts_at'>, now: Date): void {
  if (Date.parse(starts_at) <= now.getTime()) {
    throw invalid('starts_at', 'expected a time in the future', 'future');
  }
}

const tooMany = () =>
  new AppError('TOO_MANY_PENDING', `You already have ${MAX_PENDING} pending side-event requests`);

const isSame = (event: Event, given: SideEventInput) =>
  event.title === given.title &&
  event.starts_at === given.starts_at &&
  event.ends_at === given.ends_at &&
  event.conference_id === (given.conference_id ?? null);
