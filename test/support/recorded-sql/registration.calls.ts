import type { SomeCalls } from './calls.ts';
import { AFTER_ID, afterIn, LATER, NOW, PAGE, type Rows } from './rows.ts';

const DECISION = {
  status: 'rejected',
  reason: 'a reason',
  decided_at: LATER,
  decided_by_administrator_id: null,
} as const;
const KINDS = ['conference', 'event', 'quest'] as const;

export const registrationCalls = ({ user, other, conference, event, checkpoint }: Rows) => {
  const key = { conference_id: conference.id, user_id: user.id };
  const of = { conferenceId: conference.id, userId: user.id };
  const viewer = { viewerId: other.id, hidden: [user.id] };
  const listed = { sort: 'requested_at', kinds: KINDS, status: 'pending' } as const;
  return {
    seatRequests: {
      find: [[key]],
      lock: [[{ event_id: event.id, user_id: user.id }]],
      listByIds: [[[1]]],
      lockByIds: [[[1]]],
      countPendingOf: [[user.id]],
      upsert: [[key, { ticket_type_id: null, guests: [], requested_at: NOW }]],
      updateDecided: [[[1], DECISION]],
      updateOutdated: [[LATER, 10]],
    },
    checkpoints: {
      list: [[conference.id]],
      find: [[{ id: checkpoint.id, conference_id: conference.id }]],
      lock: [[{ id: checkpoint.id, conference_id: conference.id }]],
      hasScans: [[checkpoint.id]],
      insert: [[conference.id, { name: 'Dock 1', kind: 'room', counts: 'each' }]],
      update: [[checkpoint.id, { name: 'Dock 2' }]],
      updateOrder: [[[checkpoint.id]]],
      updateRetired: [[checkpoint.id, LATER]],
      delete: [[checkpoint.id]],
    },
    ownGuests: {
      list: [[conference.id, user.id]],
      find: [[conference.id, user.id, 1]],
      insertMany: [
        [
          {
            conferenceId: conference.id,
            invited_by: user.id,
            guests: [{ first_name: 'Ida' }],
            seats: 1,
          },
        ],
      ],
      listUnclaimedIds: [[conference.id, [user.id]]],
      update: [[conference.id, 1, { last_name: 'Rhodes' }]],
      updateInviterErased: [[user.id]],
      listDueConferences: [[NOW]],
      listLapsed: [[conference.id]],
    },
    transfers: {
      findFacts: [[of]],
      findOpen: [[of]],
      listGivers: [[conference.id, [user.id]]],
      updateGiven: [[of]],
      updateTakenBack: [[{ ...of, now: NOW }]],
      listUnclaimedAtStart: [[NOW, 10]],
    },
    read: {
      hostedEvents: {
        listAttendees: [
          [event.id, viewer, PAGE],
          { note: 'after a cursor', args: [event.id, viewer, AFTER_ID] },
        ],
        listRequests: [
          [event.id, viewer, PAGE],
          { note: 'after a cursor', args: [event.id, viewer, AFTER_ID] },
        ],
      },
      registrationRequests: {
        find: [[1]],
        listPersonal: [[user.id]],
        listOfQuests: [
          { note: 'by status', args: [{ sort: 'id', status: 'pending' }, PAGE] },
          { note: 'of a quest', args: [{ sort: 'id', quest_id: 1, status: 'pending' }, PAGE] },
          {
            note: 'after a cursor',
            args: [{ sort: '-id', status: 'rejected' }, afterIn('-id', 7)],
          },
        ],
        list: [
          { note: 'of every kind', args: [listed, PAGE] },
          { note: 'of a quest', args: [{ ...listed, sort: 'id', quest_id: 1 }, PAGE] },
          { note: 'of an event', args: [{ ...listed, event_id: event.id }, PAGE] },
          { note: 'of a conference', args: [{ ...listed, conference_id: conference.id }, PAGE] },
          { note: 'of a ticket type', args: [{ ...listed, ticket_type_id: 1 }, PAGE] },
          { note: 'with words', args: [{ ...listed, q: 'ada', byContacts: true }, PAGE] },
          { note: 'with answers', args: [{ ...listed, withAnswers: 'not_sensitive' }, PAGE] },
          { note: 'after a cursor', args: [{ ...listed, sort: '-id' }, afterIn('-id', 7)] },
          { note: 'of a limited key', args: [{ ...listed, conference_ids: [1] }, PAGE] },
        ],
      },
    },
  } satisfies SomeCalls;
};
