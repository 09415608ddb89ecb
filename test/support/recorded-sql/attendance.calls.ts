import { Readable } from 'node:stream';
import { WHOLE_OFFLINE_LIST } from '../../../src/domain/attendance/offline-attendee-lists.ts';
import type { Tx } from '../../../src/repositories/store.ts';
import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { AFTER_ID, afterIn, NOW, PAGE, RECENTLY, type Rows } from './rows.ts';

/** The id of a guest whom no row has. */
const NOBODY = 999_999;
const ADMISSION = { spots: 1, now: NOW };
const ATTENDEE = {
  messenger_id: 1,
  ticket_code_end: null,
  source_id: 1,
  email: 'wei@example.org',
  first_name: 'Wei',
  company: 'Quayside',
  ticket_type: 'vip',
};
const HASHES = {
  messenger: ['a'],
  ticket: ['b'],
  scan: ['d'],
  order: ['e'],
  email: ['c'],
  username: undefined,
};

const SCAN = { day: '2026-05-14', scanned_at: NOW, device: 'Door 1', administrator_id: null };
const IMPORT_ID = '3f0e8c1a-52d7-4b7e-9a55-0c6f2f1f7a10';
const stagedLines = (tx: Pick<Tx, 'attendeeImports'>) =>
  Readable.from([tx.attendeeImports.lineOf(1, HASHES, ATTENDEE)]);
const stage = (tx: Tx) => tx.attendeeImports.insertLines(stagedLines(tx));
const place = (rows: Rows) => async (tx: Tx) => {
  await stage(tx);
  await tx.attendeeImports.updateSeats(rows.conference.id, 1);
};

export const attendanceCalls = (rows: Rows) =>
  ({
    attendeeImports: {
      insertLines: [{ args: [Readable.from([])] }],
      updateIdentified: [{ before: stage, args: [rows.conference.id] }],
      updateStrangers: [{ before: stage, args: [rows.conference.id] }],
      deleteErased: [{ before: stage, args: [rows.conference.id] }],
      deleteRefused: [{ before: stage, args: [rows.conference.id] }],
      updateSeats: [{ before: stage, args: [rows.conference.id, 1] }],
      listPreviewed: [{ before: place(rows), args: [rows.conference.id, [1]] }],
      listChanged: [{ before: place(rows), args: [rows.conference.id] }],
      upsertAttendances: [{ before: place(rows), args: [rows.conference.id, NOW] }],
      upsertInvitations: [
        {
          before: place(rows),
          args: [rows.conference.id, { now: NOW, keyId: 'a key', importId: IMPORT_ID }],
        },
      ],
      updateKeys: [{ before: stage, args: ['a key'] }],
      countWaiting: [{ before: place(rows), args: [rows.conference.id] }],
    },
    conferenceAttendances: registrationsOf(rows.conference.id, rows),
    checkpointScans: {
      lockCheckpoint: [[{ conference_id: rows.conference.id, id: rows.checkpoint.id }, NOW]],
      list: [[NOBODY, rows.checkpoint.id, 'a nonce']],
      insert: [
        [{ ...SCAN, checkpoint: rows.checkpoint, direction: 'in', nonce: null }, rows.registration],
      ],
      updateEarlier: [[1, SCAN, rows.registration]],
      updateUndone: [[rows.registration, { checkpoint_id: rows.checkpoint.id, day: '2026-05-14' }]],
      deleteAllOf: [[rows.user.id]],
      deleteOld: [[NOW]],
    },
    conferenceCheckIns: checkInsOf(rows.conference.id, rows),
    conferencePeople: {
      listBatches: [[]],
      updateCounts: [[{ conference_id: rows.conference.id, after: 0, upto: 1_000 }]],
    },
    eventAttendances: attendancesOf(rows.event.id, rows),
    eventCheckIns: checkInsOf(rows.event.id, rows),
    guests: {
      insertWalkIn: [
        [
          rows.conference.id,
          { first_name: 'Wei', last_name: null, company: null, ticket_type: null },
          { isOver: false, checkIn: null },
        ],
      ],
      listEmailsToKeep: [
        { before: place(rows), args: [rows.conference.id, { after: 0, limit: 100 }] },
      ],
      updateKeptEmails: [[[{ invitation_id: NOBODY, encrypted: Buffer.of(1) }]]],
      listByTicketCodes: [[rows.conference.id, ['a hash']]],
      listOfSource: [[{ conference_id: rows.conference.id, source_id: 1 }, [NOBODY]]],
      findAbsent: [
        [
          { conference_id: rows.conference.id, source_id: 1 },
          { hashes: ['a'], limit: 10 },
        ],
      ],
      updateErased: [[rows.conference.id, NOBODY, { hashes: ['a hash'], keyId: 'a key' }]],
      deleteKeyless: [[rows.conference.id, NOBODY]],
      deleteAllOf: [[rows.user]],
      updateWithoutNames: [[NOW, 100]],
      updateWithoutEmails: [[NOW, 100]],
    },
    invitationClaims: {
      listOpenFor: [[rows.user]],
      listClaimable: [[rows.conference.id]],
      updateClaimed: [[rows.conference.id, [NOBODY], ADMISSION]],
      updateClaimedByCode: [
        [
          {
            conferenceId: rows.conference.id,
            id: NOBODY,
            userId: rows.user.id,
            proof: 'link',
            now: NOW,
            seat: { status: 'registered', attendees: 0, invited: 0, freed: 0 },
          },
        ],
      ],
      findOther: [[rows.conference.id, rows.user.id, NOBODY]],
      findReopenable: [[rows.conference.id, rows.user.id]],
      listReopenable: [[rows.user.id, NOW]],
      updateReopened: [[rows.user.id, [rows.conference.id], NOW]],
      updateBarsOfErased: [[rows.user.id, 'a hash']],
      updateBarsOfReturned: [[rows.user.id, ['a hash']]],
    },
    invitations: {
      find: [
        { note: 'of any conference', args: [{ id: NOBODY }] },
        { note: 'of one conference', args: [{ conference_id: rows.conference.id, id: NOBODY }] },
      ],
      lock: [[rows.conference.id, NOBODY]],
      findByShopCode: [[rows.conference.id, ['a hash']]],
      listIdsByTicketCode: [[rows.conference.id, ['a hash']]],
      listMany: [[rows.conference.id, [NOBODY]]],
      listOpenAfter: [
        { note: 'of all', args: [rows.conference.id, { ids: null, after: 0, limit: 10 }] },
        { note: 'of some', args: [rows.conference.id, { ids: [NOBODY], after: 0, limit: 10 }] },
      ],
      listOpenByKeys: [
        [
          rows.conference.id,
          { tickets: ['a'], emails: ['b'], messengerIds: [1], usernames: ['c'] },
        ],
      ],
      update: [[rows.conference.id, NOBODY, { company: 'Quayside' }]],
      updateTicketType: [[rows.conference.id, [NOBODY], 'vip']],
      updateWithdrawn: [[rows.conference.id, [NOBODY], NOW]],
      updateWithdrawnReopened: [[rows.conference.id, NOBODY, { hasSeat: true }]],
      updateSeated: [[rows.conference.id, NOBODY, { isOver: true }]],
      lockImported: [[rows.conference.id, IMPORT_ID]],
      updateRevoked: [
        { note: 'of all', args: [rows.conference.id, null] },
        { note: 'of some', args: [rows.conference.id, [NOBODY]] },
      ],
    },
    read: {
      adminConferenceAttendees: withInvitationsOf(rows),
      adminEventAttendees: adminAttendeesOf(rows.event.id, rows),
      conferenceAttendees: attendeesOf(rows.conference.id, rows),
      eventAttendees: attendeesOf(rows.event.id, rows),
      personalAttendances: {
        listAttendances: [[rows.user.id]],
        listRegistrations: [[rows.user.id]],
        listInvitations: [[rows.user.id]],
      },
      conferenceRecentCheckIns: recentCheckInsOf(rows.conference.id, { hasGuests: true }),
      eventRecentCheckIns: recentCheckInsOf(rows.event.id),
      badges: {
        list: [
          [rows.conference.id, {}, { after: undefined, limit: 500 }],
          {
            note: 'filtered',
            args: [
              rows.conference.id,
              {
                ticket_type: 'speaker',
                since: RECENTLY,
                ids: [rows.user.id],
                invitation_ids: [NOBODY],
              },
              { after: { as_of: RECENTLY, name: 'a', queue_number: 1 }, limit: 500 },
            ],
          },
        ],
      },
      checkpointScans: {
        listStats: [[rows.conference.id]],
        listLatest: [[rows.conference.id, { userIds: [rows.user.id], guestIds: [NOBODY] }]],
        listGroup: [[rows.registration.id]],
        listPersonal: [[rows.user.id]],
      },
      eventOfflineLists: { list: [[rows.event.id, WHOLE_OFFLINE_LIST, { limit: 2_000 }]] },
      conferenceOfflineLists: {
        list: [
          { note: 'all', args: [rows.conference.id, WHOLE_OFFLINE_LIST, { limit: 2_000 }] },
          {
            note: 'changes',
            args: [
              rows.conference.id,
              { ...WHOLE_OFFLINE_LIST, since: RECENTLY },
              { limit: 2_000 },
            ],
          },
          {
            note: 'all, at a checkpoint',
            args: [
              rows.conference.id,
              WHOLE_OFFLINE_LIST,
              { limit: 2_000, checkpointId: rows.checkpoint.id },
            ],
          },
          {
            note: 'changes, at a checkpoint',
            args: [
              rows.conference.id,
              { ...WHOLE_OFFLINE_LIST, since: RECENTLY },
              { limit: 2_000, checkpointId: rows.checkpoint.id },
            ],
          },
        ],
      },
    },
  }) satisfies SomeCalls;

const attendancesOf = (id: number, { user, other }: Rows) =>
  ({
    find: [[id, user.id]],
    lock: [[id, user.id]],
    lockMany: [[id, [user.id]]],
    upsert: [[id, other.id, { status: 'registered', registered_at: NOW }]],
    upsertAsSeen: [[{ id }, other.id, { status: 'registered', registered_at: NOW }]],
    lockStatus: [[id, user.id]],
    upsertPlaces: [
      [
        id,
        [{ user_id: other.id, version: 2 }],
        { status: 'registered', registered_at: NOW, over: 1 },
      ],
    ],
    updateOrganizerNotes: [[id, [{ user_id: user.id, version: 2 }], { desk_note: 'A note' }]],
    deleteOrganizerNotesOf: [[user.id]],
    delete: [[id, [user.id], NOW]],
    listWithWaitlist: [[[id]]],
    updateCancelled: [[id, [user.id], NOW]],
    updateCancelledAsSeen: [
      [{ attendableId: id, user_id: user.id, status: 'registered', now: NOW }],
    ],
    updateFirstInQueue: [[id, user.id]],
    updateFirstWaitlisted: [[id, 1, { isTyped: false }]],
  }) satisfies SomeCalls['eventAttendances'];

/** As of events, and with ticket types. */
const registrationsOf = (id: number, rows: Rows): SomeCalls['eventAttendances'] & {} => {
  const calls = attendancesOf(id, rows);
  const { status, registered_at } = { status: 'registered', registered_at: NOW } as const;
  return {
    ...calls,
    upsert: [
      ...calls.upsert,
      {
        note: 'with a ticket type',
        args: [id, rows.other.id, { status, registered_at, ticket_type: 'Standard' }],
      },
    ],
    updateFirstWaitlisted: [
      ...calls.updateFirstWaitlisted,
      { note: 'with ticket types', args: [id, 1, { isTyped: true }] },
    ],
  };
};

const checkInsOf = (id: number, { user }: Rows): SomeCalls['eventCheckIns'] & {} => ({
  find: [[id, { user_id: user.id }]],
  lock: [[id, { user_id: user.id }]],
  count: [[id]],
  update: [
    [
      {
        status: 'registered',
        registered_at: NOW,
        waitlist_position: null,
        checked_in_at: null,
        desk_note: null,
        check_in_nonce: null,
        queue_number: 1,
        is_cancelled: false,
        cancelled_at: null,
        user,
        guest: null,
        registration_id: null,
        has_group: false,
      },
      {
        status: 'checked_in',
        record: {
          checked_in_at: NOW,
          check_in_nonce: null,
          check_in_device: 'Main entrance',
          check_in_key: 'kg3aaaaa',
          check_in_administrator_id: 1,
        },
      },
      {
        by: { name: 'an admin', request_id: 'a request' },
        action: 'event.check_in',
        subjectId: id,
      },
    ],
  ],
});

const recentCheckInsOf = (
  id: number,
  given: { hasGuests?: true } = {},
): SomeCalls['read']['eventRecentCheckIns'] & {} => ({
  list: [
    { note: 'newest first', args: [id, { sort: '-checked_in_at', ...given }, PAGE] },
    {
      note: 'after a cursor',
      args: [id, { sort: 'checked_in_at', ...given }, afterIn('checked_in_at', NOW)],
    },
  ],
});

const ATTENDEE_FILTERS = {
  status: 'waitlisted',
  q: 'Person',
  is_blocked: true,
  checked_in_from: NOW,
  checked_in_to: NOW,
  answers: 'missing',
  withAnswers: 'not_sensitive',
} as const;

type AdminAttendeesCalls = SomeCalls['read']['adminEventAttendees'] & {};

const withInvitationsOf = (rows: Rows): AdminAttendeesCalls => {
  const { conference } = rows;
  const { list, ...calls } = adminAttendeesOf(conference.id, rows);
  return {
    ...calls,
    list: [
      ...list,
      {
        note: 'by ticket type',
        args: [conference.id, { sort: 'registered_at', ticket_type: 'vip' }, PAGE],
      },
      {
        note: 'claimed by username',
        args: [conference.id, { sort: 'registered_at', claimed_by: 'username' }, PAGE],
      },
      {
        note: 'in the order of ticket types, after a cursor',
        args: [conference.id, { sort: '-ticket_type' }, afterIn('-ticket_type', 'vip')],
      },
      {
        note: 'with invitations',
        args: [
          conference.id,
          { sort: 'registered_at', status: 'all', q: 'Person', byContacts: true },
          { ...PAGE, page: 1 },
        ],
      },
      {
        note: 'with invitations, without contacts',
        args: [
          conference.id,
          { sort: 'registered_at', status: 'all', q: 'Person' },
          { ...PAGE, page: 1 },
        ],
      },
      {
        note: 'invitations after a cursor',
        args: [
          conference.id,
          { sort: '-registered_at', status: 'invited' },
          afterIn('-registered_at', 7),
        ],
      },
      {
        note: 'withdrawn invitations',
        args: [conference.id, { sort: 'registered_at', status: 'withdrawn' }, { ...PAGE, page: 1 }],
      },
    ],
  };
};

const adminAttendeesOf = (id: number, { user }: Rows): AdminAttendeesCalls => ({
  findAttendee: [[id, user.id]],
  findInvitee: [[id, NOBODY]],
  countByStatus: [[id]],
  list: [
    ...filteredBy(ATTENDEE_FILTERS, (filter) => [
      id,
      { ...filter, byContacts: true, sort: 'registered_at' },
      { ...PAGE, page: 1 },
    ]),
    {
      note: 'by q, without contacts',
      args: [id, { sort: 'registered_at', q: 'Person' }, { ...PAGE, page: 1 }],
    },
    {
      note: 'after a cursor',
      args: [id, { sort: '-registered_at' }, afterIn('-registered_at', 7)],
    },
    {
      note: 'by arrival, after a cursor',
      args: [id, { sort: '-checked_in_at' }, afterIn('-checked_in_at', '-infinity')],
    },
    {
      note: 'by name, after a cursor',
      // Behind all: who is on the waitlist has a place, which a second statement counts.
      args: [id, { sort: 'name' }, afterIn('name', 'zz')],
    },
    {
      note: 'by company, after a cursor',
      args: [id, { sort: '-company' }, afterIn('-company', 'quayside')],
    },
  ],
});

const attendeesOf = (id: number, { user }: Rows): SomeCalls['read']['eventAttendees'] & {} => ({
  list: [
    { note: 'anonymous', args: [id, {}, PAGE] },
    ...filteredBy({ q: 'per son', interest: 'design' }, (filter) => [
      id,
      { ...filter, viewerId: user.id },
      PAGE,
    ]),
    { note: 'after a cursor', args: [id, { viewerId: user.id }, AFTER_ID] },
  ],
});
