import {
  type ChangedKind,
  changedCount,
  changedOwnRows,
  changedRows,
} from '../domain/administration/stream-changes.ts';
import type { Event } from '../domain/programme/events.ts';
import type { ATTENDANCE_REPOSITORIES } from './attendance/attendance-repositories.ts';
import type { AttendancesRepository, OrganizerEdit } from './attendance/attendances.repository.ts';
import type { CheckInsRepository } from './attendance/check-ins.repository.ts';
import type { ScannedRegistration } from './attendance/checkpoint-scans.repository.ts';
import type { Bound } from './bindings.ts';
import type { FeedbackRepository } from './feedback/feedback.repository.ts';
import type { RatingsRepository } from './feedback/ratings.repository.ts';
import type { MESSAGING_REPOSITORIES } from './messaging/messaging-repositories.ts';
import type { PROGRAMME_REPOSITORIES } from './programme/programme-repositories.ts';
import type { QUEST_REPOSITORIES } from './quests/quest-repositories.ts';
import type { REGISTRATION_REPOSITORIES } from './registration/registration-repositories.ts';
import type { SOURCE_REPOSITORIES } from './sources/sources-repositories.ts';

type Repositories = Bound<
  typeof ATTENDANCE_REPOSITORIES &
    typeof MESSAGING_REPOSITORIES &
    typeof PROGRAMME_REPOSITORIES &
    typeof QUEST_REPOSITORIES &
    typeof REGISTRATION_REPOSITORIES &
    typeof SOURCE_REPOSITORIES
> & { readonly feedback: FeedbackRepository; readonly ratings: RatingsRepository };

/** The names of the rows that a call of a method changed, by its result and its arguments. */
type ChangesOf<Method> = Method extends (...args: infer Args) => Promise<infer Result>
  ? (result: Result, ...args: Args) => readonly string[]
  : never;
type Writes<Repository> = { readonly [Method in keyof Repository]?: ChangesOf<Repository[Method]> };

/** The ids of attendances and check-ins are those of their users, as in the lists of attendees; guests have none. */
const checkIns = (kind: ChangedKind): Writes<CheckInsRepository> => ({
  update(changed, { user }, _checkIn, { subjectId }) {
    if (!changed) return [];
    return user
      ? changedRows('check_in', [kind, subjectId], [user.id])
      : changedCount('attendance', subjectId, 1);
  },
});

const scanned = ({ conference_id, user_id }: ScannedRegistration) =>
  user_id === null
    ? changedCount('attendance', conference_id, 1)
    : changedRows('check_in', ['conference', conference_id], [user_id]);

const usersOf = (edits: readonly OrganizerEdit[]) => edits.map(({ user_id }) => user_id);

function attendances(kind: ChangedKind): Writes<AttendancesRepository> {
  const changed = (id: number, userIds: readonly number[]) =>
    changedRows('attendance', [kind, id], userIds);
  return {
    upsert: (attendance, id, userId) => (attendance ? changed(id, [userId]) : []),
    upsertAsSeen: (attendance, { id }, userId) => (attendance ? changed(id, [userId]) : []),
    updateCancelledAsSeen: (seats, { attendableId, user_id }) =>
      seats ? changed(attendableId, [user_id]) : [],
    upsertPlaces: (_, id, edits) => changed(id, usersOf(edits)),
    updateOrganizerNotes: (_, id, edits) => changed(id, usersOf(edits)),
    updateCancelled: ({ userIds }, id) => changed(id, userIds),
    updateFirstInQueue: (isMoved, id, userId) => (isMoved ? changed(id, [userId]) : []),
    updateFirstWaitlisted: ({ userIds }, id) => changed(id, userIds),
    delete: (_, id, userIds) => changed(id, userIds),
  };
}

const broadcasts = (ids: readonly number[]) => changedOwnRows('broadcast', 'broadcast', ids);
const submissions = (ids: readonly number[]) => changedOwnRows('submission', 'submission', ids);
const requests = (ids: readonly number[]) =>
  changedOwnRows('registration_request', 'registration_request', ids);
const feedback = (ids: readonly number[]) => changedOwnRows('feedback', 'feedback', ids);
const agendaItems = (ids: readonly number[]) => changedOwnRows('agenda', 'agenda_item', ids);
const questions = (
  rows: readonly { readonly id: number; readonly agenda_item_id: number }[],
): string[] =>
  rows.flatMap(({ id, agenda_item_id }) =>
    changedRows('question', ['agenda_item', agenda_item_id], [id]),
  );
const source = ({ id, conference_id }: { readonly id: number; readonly conference_id: number }) =>
  changedRows('source', ['conference', conference_id], [id]);
const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
/** The events that attendees requested, of those that a statement found. */
const sideEvents = (events: readonly Pick<Event, 'id' | 'source'>[]) => {
  const requested = events.filter(({ source }) => source === 'request');
  return changedOwnRows('side_event', 'event', idsOf(requested));
};

interface OfConference {
  readonly id: number;
  readonly conference_id: number | null;
}
/** Rows that no statement finds any more. */
const deleted = (topic: 'agenda' | 'side_event', rows: readonly OfConference[]) =>
  rows.flatMap(({ id, conference_id }) => changedRows(topic, ['conference', conference_id], [id]));
const sideEvent = (event: (OfConference & { readonly source: string }) | undefined) =>
  event?.source === 'request' ? deleted('side_event', [event]) : [];

/**
 * What the live stream of administrators says about each write: the topic, the ids, and the row that
 * knows their conference. It costs no statement: conferences are looked up once for all changes of a
 * second, after their commits. A test names the write methods that are missing here, by the recorded SQL.
 */
export const STREAM_CHANGES: {
  readonly [Name in keyof Repositories]?: Writes<Repositories[Name]>;
} = {
  checkpointScans: {
    insert: (_, _scan, registration) => scanned(registration),
    updateEarlier: (_, _id, _record, registration) => scanned(registration),
    updateUndone: (undone, registration) => (undone ? scanned(registration) : []),
  },
  conferenceCheckIns: checkIns('conference'),
  eventCheckIns: checkIns('event'),
  conferenceAttendances: attendances('conference'),
  eventAttendances: attendances('event'),
  attendeeImports: {
    upsertAttendances: ({ created, updated }, id) =>
      changedCount('attendance', id, created + updated),
    upsertInvitations: ({ created, updated }, id) =>
      changedCount('attendance', id, created + updated),
  },
  guests: {
    insertWalkIn: (_, conferenceId) => changedCount('attendance', conferenceId, 1),
    updateErased: (_, conferenceId) => changedCount('attendance', conferenceId, 1),
    deleteKeyless: (_, conferenceId) => changedCount('attendance', conferenceId, 1),
    // Those without a seat are gone unreported: their conferences are not known here.
    deleteAllOf: (conferenceIds) =>
      conferenceIds.flatMap((id) => changedCount('attendance', id, 1)),
  },
  invitations: {
    update: (_, conferenceId) => changedCount('attendance', conferenceId, 1),
    updateTicketType: (_, conferenceId, ids) =>
      changedCount('attendance', conferenceId, ids.length),
    updateWithdrawn: (_, conferenceId, ids) => changedCount('attendance', conferenceId, ids.length),
    updateWithdrawnReopened: (_, conferenceId) => changedCount('attendance', conferenceId, 1),
    updateSeated: (_, conferenceId) => changedCount('attendance', conferenceId, 1),
  },
  invitationClaims: {
    updateReopened: (_, userId, conferenceIds) =>
      conferenceIds.flatMap((id) => changedRows('attendance', ['conference', id], [userId])),
    updateClaimed: (_, conferenceId, ids) => changedCount('attendance', conferenceId, ids.length),
    updateClaimedByCode: (_, { conferenceId }) => changedCount('attendance', conferenceId, 1),
  },
  submissions: {
    upsert: ({ id }) => submissions([id]),
    updateApproved: ({ id }) => submissions([id]),
    updateRejected: (_, id) => submissions([id]),
    updateReopened: (_, id) => submissions([id]),
  },
  registrationRequests: {
    upsert: ({ id }) => requests([id]),
    insertIfAbsent: requests,
    updateDecided: (_, ids) => requests(ids),
    updateAdmitted: requests,
  },
  seatRequests: {
    upsert: ({ id }) => requests([id]),
    updateDecided: (_, ids) => requests(ids),
    updateOutdated: requests,
  },
  ownGuests: {
    insertMany: (_, { conferenceId, guests }) =>
      changedCount('attendance', conferenceId, guests.length),
    update: (_, conferenceId) => changedCount('attendance', conferenceId, 1),
  },
  transfers: {
    updateGiven: (_, { conferenceId, userId }) =>
      changedRows('attendance', ['conference', conferenceId], [userId]),
    updateTakenBack: (_, { conferenceId, userId }) =>
      changedRows('attendance', ['conference', conferenceId], [userId]),
  },
  personalQuestData: {
    updateSubmissionsOf: submissions,
    updateRequestsOf: requests,
  },
  events: {
    insert: sideEvent,
    update: sideEvent,
    delete: sideEvent,
    deleteUnpublishedOf: (rows) => deleted('side_event', rows),
  },
  agendaItems: {
    insert: ({ id }) => agendaItems([id]),
    update: (_, id) => agendaItems([id]),
    delete: (rows) => deleted('agenda', rows),
    deleteOfEvent: (rows) => deleted('agenda', rows),
    insertForEvents: agendaItems,
    updateFromEvents: agendaItems,
  },
  agendaImports: {
    insertItems: agendaItems,
    updateItems: (_, items) => agendaItems(idsOf(items)),
    updateToCancelled: (_, ids) => agendaItems(ids),
    updateFollowed: agendaItems,
  },
  agendaMoves: {
    updateItems: (_, items) => agendaItems(idsOf(items)),
    updateItemGroups: (_, ids) => agendaItems(ids),
    updateEvents: (_, events) => sideEvents(events),
    updateEventRooms: sideEvents,
  },
  conferenceCopies: {
    insertAgendaItems: (count, { to }) => changedCount('agenda', to, count),
  },
  questions: {
    insert: (question) => questions([question]),
    insertVote: (vote) => (vote?.is_new ? questions([vote]) : []),
    updateReported: questions,
    updateStatus: questions,
    updateMerged: questions,
    updateErasedOf: questions,
    deleteOwn: questions,
    deleteVote: questions,
  },
  broadcasts: {
    insert: ({ id }) => broadcasts([id]),
    updateContent: (_, id) => broadcasts([id]),
    updateRetried: (_, id) => broadcasts([id]),
    delete: (_, id) => broadcasts([id]),
    updateScheduledAt: ({ id }) => broadcasts([id]),
    updateStarted: (_, id) => broadcasts([id]),
    updateProgress: (_, id) => broadcasts([id]),
    updateCancelled: ({ id }) => broadcasts([id]),
    updateRecalled: ({ id }) => broadcasts([id]),
    updateFailed: (_, id) => broadcasts([id]),
    updateRemindersCancelled: broadcasts,
    updateCompleted: broadcasts,
  },
  anchoredBroadcasts: {
    updateTimes: broadcasts,
    updateMissed: (_, id) => broadcasts([id]),
  },
  announcements: {
    updatePin: ({ id }) => broadcasts([id]),
    updateUnpinned: (_, id) => broadcasts([id]),
  },
  feedback: {
    insertOnce: ({ id, is_new }) => (is_new ? feedback([id]) : []),
    update: (_, id) => feedback([id]),
    updateAll: (_, ids) => feedback(ids),
    updateErasedOf: feedback,
  },
  sources: {
    insert: (id, { conference_id }) => source({ id, conference_id }),
    update: (_, of) => source(of),
    updateForgotten: (_, of) => source(of),
    updateQueued: (_, lease) => source(lease),
    updateLeased: (_, lease) => source(lease),
    updateEnded: (_, lease) => source(lease),
    updateFailed: (_, lease) => source(lease),
    updateReleased: (_, lease) => source(lease),
    updateCalm: (_, of) => source(of),
    delete: (_, of) => source(of),
  },
  ratings: { upsert: ({ id }) => feedback([id]), delete: feedback },
};
