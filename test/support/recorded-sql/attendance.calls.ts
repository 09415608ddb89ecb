import { Readable } from 'node:stream';
import type { Tx } from '../../../src/repositories/store.ts';
import type { SomeCalls } from './calls.ts';
import { AFTER_ID, afterIn, NOW, PAGE, type Rows } from './rows.ts';

const ADMISSION = { spots: 1, now: NOW };
const ATTENDEE = { messenger_id: 1, first_name: 'Wei', company: 'Quayside', ticket_type: 'vip' };

const stagedLines = (tx: Pick<Tx, 'attendeeImports'>) =>
  Readable.from([tx.attendeeImports.lineOf(1, ['a hash'], ATTENDEE)]);
const stage = (tx: Tx) => tx.attendeeImports.insertLines(stagedLines(tx));

export const attendanceCalls = (rows: Rows) =>
  ({
    attendeeImports: {
      insertLines: [{ args: [Readable.from([])] }],
      updateIdentified: [{ before: stage, args: [rows.conference.id] }],
      deleteRefused: [{ before: stage, args: [rows.conference.id] }],
      upsertAttendances: [{ before: stage, args: [rows.conference.id, ADMISSION] }],
      upsertInvitations: [{ before: stage, args: [rows.conference.id, NOW] }],
    },
    conferenceAttendances: attendancesOf(rows.conference.id, rows),
    eventAttendances: attendancesOf(rows.event.id, rows),
    invitations: {
      listOpenFor: [[rows.user]],
      listClaimable: [[rows.conference.id]],
      updateClaimed: [[rows.conference.id, [1], ADMISSION]],
      deleteAllOf: [[rows.user]],
    },
    read: {
      adminConferenceAttendees: adminAttendeesOf(rows.conference.id),
      adminEventAttendees: adminAttendeesOf(rows.event.id),
      conferenceAttendees: attendeesOf(rows.conference.id, rows),
      eventAttendees: attendeesOf(rows.event.id, rows),
    },
  }) satisfies SomeCalls;

const attendancesOf = (id: number, { user, other }: Rows): SomeCalls['eventAttendances'] & {} => ({
  find: [[id, user.id]],
  findCheckIn: [[id, user.id]],
  updateCheckIn: [[id, user.id, { checked_in_at: NOW, check_in_nonce: null }]],
  upsert: [[id, other.id, { status: 'registered', registered_at: NOW }]],
  upsertAsSeen: [[{ id }, other.id, { status: 'registered', registered_at: NOW }]],
  listWithWaitlist: [[[id]]],
  updateCancelled: [[id, user.id]],
  updateFirstWaitlisted: [[id, 1]],
});

const adminAttendeesOf = (id: number): SomeCalls['read']['adminEventAttendees'] & {} => ({
  list: [
    {
      note: 'every filter',
      args: [
        id,
        { sort: 'registered_at', status: 'waitlisted', q: 'Person' },
        { ...PAGE, page: 1 },
      ],
    },
    {
      note: 'after a cursor',
      args: [id, { sort: '-registered_at' }, afterIn('-registered_at', 7)],
    },
  ],
});

const attendeesOf = (id: number, { user }: Rows): SomeCalls['read']['eventAttendees'] & {} => ({
  list: [
    { note: 'anonymous', args: [id, {}, PAGE] },
    {
      note: 'every filter',
      args: [id, { viewerId: user.id, q: 'per son', interest: 'design' }, PAGE],
    },
    { note: 'after a cursor', args: [id, { viewerId: user.id }, AFTER_ID] },
  ],
});
