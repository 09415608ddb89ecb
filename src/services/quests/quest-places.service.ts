import { attendableKeys } from '../../domain/attendance/attendables.ts';
import type { Event } from '../../domain/programme/events.ts';
import { eventAfter, placeAfter, type QuestPlace } from '../../domain/quests/admin-quests.ts';
import type { Quest, QuestChanges } from '../../domain/quests/quests.ts';
import { notFound } from '../../errors.ts';
import type { Tx } from '../../repositories/store.ts';

/** The conference and event that a transaction of these changes locks. */
export const keysOf = ({ conference_id, event_id }: QuestChanges) =>
  attendableKeys({ conferences: [conference_id], events: [event_id] });

/**
 * Locks the given conference, or the conference of the given event, and the event: they are locked
 * before the quest, whose references would lock them later.
 *
 * @throws AppError NOT_FOUND
 */
export async function lockPlaces(
  tx: Tx,
  { conference_id, event_id }: QuestChanges,
): Promise<Event | undefined> {
  const found = event_id ? await tx.events.find(event_id) : undefined;
  if (event_id && !found) throw notFound('event');
  const conferenceId = conference_id ?? found?.conference_id;
  if (conferenceId && !(await tx.conferences.lock(conferenceId))) throw notFound('conference');
  const event = event_id ? await tx.events.lock(event_id) : undefined;
  if (event_id && !event) throw notFound('event');
  return event;
}

/** Empty unless a place is given. */
export async function changedPlace(
  tx: Tx,
  quest: Quest,
  given: QuestChanges,
): Promise<Partial<QuestPlace>> {
  if (given.conference_id === undefined && given.event_id === undefined) return {};
  const eventId = eventAfter(quest, given);
  return placeAfter(quest, given, eventId === null ? undefined : await tx.events.find(eventId));
}
