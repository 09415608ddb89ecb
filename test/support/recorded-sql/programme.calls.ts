import {
  agendaCalls,
  agendaGroupCalls,
  agendaImportCalls,
  agendaReads,
  favoriteCalls,
} from './agenda.calls.ts';
import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { overviewReads } from './overview.calls.ts';
import { questionCalls, questionReads } from './questions.calls.ts';
import { LATER, NOW, PAGE, RECENTLY, type Rows } from './rows.ts';

const EVERY_EVENT_FILTER = {
  kind: 'main',
  tag: 'talk',
  q: 'open ing',
  from: NOW,
  to: LATER,
  upcoming: true,
} as const;

const FEED_EVENT = {
  title: 'Opening',
  description: null,
  starts_at: NOW,
  ends_at: LATER,
  all_day: false,
  timezone: 'UTC',
  venue_name: null,
  venue_latitude: null,
  venue_longitude: null,
  url: null,
  image_url: null,
  organizer: null,
  tags: [],
  feed_recurrence_id: '',
  feed_revision: null,
  feed_fingerprint: 'a fingerprint',
  status: 'approved',
  cancelled_by_feed: false,
};

export const programmeCalls = (rows: Rows) =>
  ({
    ...agendaCalls(rows),
    ...agendaGroupCalls(rows),
    ...agendaImportCalls(rows),
    ...favoriteCalls(rows),
    ...conferenceCalls(rows),
    ...eventCalls(rows),
    ...questionCalls(rows),
    ...speakerCalls(rows),
    calendarLinks: {
      upsert: [[{ user_id: rows.user.id, token_hash: 'a'.repeat(64), created_at: NOW }]],
      find: [[rows.user.id]],
      findOwner: [['a hash']],
      delete: [[rows.user.id]],
    },
    read: {
      ...agendaReads(rows),
      ...conferenceReads(rows),
      ...eventReads(rows),
      ...questionReads(rows),
      ...speakerReads(rows),
      ...overviewReads(rows),
    },
  }) satisfies SomeCalls;

const PAGE_FIELDS = { title: 'Wi-Fi', body: 'No password', image_url: null, translations: {} };

const conferenceCalls = ({ user, conference, draft, room, page }: Rows) =>
  ({
    conferencePages: {
      lock: [[{ id: page, conference_id: conference.id }]],
      listIds: [[conference.id]],
      listRoomIds: [[conference.id, [room]]],
      insert: [[{ conference_id: conference.id, kind: 'text' }, PAGE_FIELDS]],
      update: [[page, PAGE_FIELDS]],
      updateOrder: [[[page]]],
      insertMarks: [[page, [{ room_id: room, x: 1, y: 2 }]]],
      deleteMarks: [[page]],
      delete: [[page]],
    },
    conferenceCopies: {
      insertConference: [[conference.id, { name: 'a', slug: 'a' }, { timezone: 'UTC', days: 364 }]],
      insertAgendaGroups: [[{ from: conference.id, to: draft.id }, 'room']],
      insertPages: [[{ from: conference.id, to: draft.id }]],
      insertTicketTypes: [
        [
          { from: conference.id, to: draft.id },
          { timezone: 'UTC', days: 364 },
        ],
      ],
      insertCheckpoints: [[{ from: conference.id, to: draft.id }]],
      insertAgendaItems: [
        [
          { from: conference.id, to: draft.id },
          { timezone: 'UTC', days: 364 },
        ],
      ],
    },
    conferences: {
      find: [[conference.id]],
      lock: [[conference.id]],
      lockPublic: [[conference.id]],
      listIdsOf: [[user.id, NOW]],
      lockMany: [[[conference.id]]],
      lockAttendedBy: [[[user.id], NOW]],
      countMany: [[[conference.id]]],
      findAny: [[]],
      findFreeSlug: [['a name']],
      insert: [
        [{ slug: 'a', name: 'a', starts_on: '2026-05-14', ends_on: '2026-05-15', timezone: 'UTC' }],
      ],
      update: [[conference.id, { name: 'b', city: 'Rotterdam' }]],
      updateContentTimestamps: [[conference.id, { inCalendars: true }]],
      countContents: [[conference.id]],
      delete: [[draft.id]],
    },
  }) satisfies Partial<SomeCalls>;

const eventCalls = ({ user, conference, event, sideEvent }: Rows) =>
  ({
    events: {
      find: [[event.id]],
      lock: [[event.id]],
      lockWithConferenceStatus: [[event.id]],
      lockPublic: [[event.id]],
      listIdsOf: [[user.id, NOW]],
      lockMany: [[[event.id]]],
      lockAttendedBy: [[[user.id], NOW]],
      lockAllOf: [[conference.id]],
      listImported: [[[event.id]]],
      listPendingOf: [[user.id]],
      findFreeSlug: [['a title']],
      findFreeSlugs: [[['a title', 'another title']]],
      insert: [
        [
          {
            slug: 'a',
            title: 'a',
            status: 'approved',
            starts_at: NOW,
            ends_at: LATER,
            timezone: 'UTC',
            source: 'admin',
          },
        ],
      ],
      update: [[event.id, { title: 'b', capacity: 10 }, ['title']]],
      delete: [[sideEvent.id]],
      deleteAllOf: [[conference.id]],
      insertDeletedFeedEvents: [[[event.id]]],
      deleteContactsOf: [[user.id]],
      deleteUnpublishedOf: [[user.id]],
    },
    eventImports: {
      lockImport: [[conference.id]],
      lockStored: [[conference.id, ['uid']]],
      listEdited: [[[event.id]]],
      listDeleted: [[conference.id, ['uid']]],
      insertMany: [
        [
          { conference_id: conference.id, url_hash: null },
          [{ ...FEED_EVENT, slug: 'fed', feed_uid: 'uid', feed_variant: '' }],
        ],
      ],
      updateMany: [[[{ ...FEED_EVENT, id: event.id }]]],
      updateToCancelled: [[[event.id]]],
      updateRevisions: [
        [[{ id: event.id, feed_revision: { sequence: 1, changed_at: NOW, is_override: false } }]],
      ],
      updateUrlHash: [[[event.id], 'a'.repeat(64)]],
      listBrought: [
        { note: 'all', args: [{ conference_id: conference.id, url_hash: 'a'.repeat(64) }, null] },
        {
          note: 'of a limited key',
          args: [{ conference_id: conference.id, url_hash: 'a'.repeat(64) }, [conference.id]],
        },
      ],
      listTracks: [[conference.id]],
      listMissingFromAgenda: [[conference.id, [event.id]]],
      updateAgendaItemDeleted: [[event.id, true]],
    },
  }) satisfies Partial<SomeCalls>;

const speakerCalls = ({ user, conference, draft, speaker }: Rows) =>
  ({
    lineups: { list: [[conference.id]], updateOrder: [[conference.id, [speaker.id]]] },
    speakers: {
      lock: [[speaker.id]],
      lockExclusively: [[speaker.id]],
      lockMany: [[[speaker.id]]],
      lockTalks: [[[speaker.id]]],
      listConferenceIds: [[[speaker.id]]],
      lockOfUser: [[user.id]],
      findFreeSlug: [['a name']],
      findFreeSlugs: [[['a name', 'another name']]],
      insert: [[{ slug: 'a', name: 'a', status: 'draft', socials: {} }]],
      update: [[speaker.id, { name: 'b', socials: {} }]],
      updateLineupToPublished: [[conference.id]],
      updateLineupToDrafts: [[conference.id]],
      updateTalkTimestamps: [[speaker.id]],
      countTalks: [[{ speaker_id: speaker.id, conference_id: conference.id }]],
      upsertConference: [[{ speaker_id: speaker.id, conference_id: draft.id }, 1]],
      updateTalks: [[{ from: speaker.id, to: speaker.id }]],
      upsertLineups: [[{ from: speaker.id, to: speaker.id }]],
      deleteConference: [[{ speaker_id: speaker.id, conference_id: conference.id }]],
      deleteConferences: [[speaker.id]],
      delete: [[speaker.id]],
      deleteUserLink: [[user.id]],
    },
  }) satisfies Partial<SomeCalls>;

const conferenceReads = ({ user, conference, page }: Rows) =>
  ({
    conferencePages: {
      list: [[conference.id, PAGE]],
      listChanged: [
        { note: 'all', args: [conference.id, undefined, PAGE] },
        { note: 'changes', args: [conference.id, RECENTLY, PAGE] },
      ],
      find: [[{ id: page, conference_id: conference.id }]],
    },
    calendars: {
      findEvent: [[1]],
      listEventsOf: [[user.id, NOW]],
      listKeptBy: [[user.id, NOW]],
      listAgenda: [[conference.id]],
    },
    conferenceEvents: {
      list: [
        { note: 'anonymous', args: [conference, { limit: 20, after: [NOW, 7] }, undefined] },
        ...filteredBy({ day: '2026-05-14', kind: 'main' }, (filter) => [
          conference,
          { ...filter, limit: 20 },
          user.id,
        ]),
      ],
    },
    conferences: {
      list: [
        ...filteredBy({ upcoming: true, past: true, q: 'harb our' }, (filter) => [
          filter,
          NOW,
          PAGE,
        ]),
        { note: 'by two letters', args: [{ q: 'ha' }, NOW, PAGE] },
        { note: 'changes, upcoming', args: [{ upcoming: true, updated_since: NOW }, NOW, PAGE] },
        { note: 'changes, past', args: [{ past: true, updated_since: NOW }, NOW, PAGE] },
      ],
      listAll: [
        ...filteredBy({ status: 'draft', upcoming: true, past: true, q: 'harbor' }, (filter) => [
          { ...filter, sort: '-starts_on' },
          NOW,
          PAGE,
        ]),
        { note: 'by name', args: [{ sort: 'name' }, NOW, PAGE] },
        {
          note: 'of a limited key',
          args: [{ sort: 'name', conference_ids: [conference.id] }, NOW, PAGE],
        },
      ],
      find: [
        { note: 'by id', args: [{ id: conference.id }] },
        { note: 'by slug', args: [{ slug: conference.slug }] },
      ],
      findAny: [[conference.id]],
      countOutsideDays: [[conference.id]],
      findRegistrationContext: [[user.id, conference.id]],
    },
  }) satisfies Partial<SomeCalls['read']>;

const eventReads = ({ user, conference, event }: Rows) =>
  ({
    adminEvents: {
      listRoomClashes: [[event.id]],
      list: [
        ...filteredBy(
          {
            ...EVERY_EVENT_FILTER,
            conference_id: conference.id,
            status: 'approved',
            source: 'admin',
            has_seats: false,
            submitted_by: user.id,
          },
          (filter) => [{ ...filter, sort: '-starts_at' }, NOW, PAGE],
        ),
        { note: 'by title', args: [{ sort: 'title' }, NOW, PAGE] },
        { note: 'by creation', args: [{ sort: '-created_at' }, NOW, PAGE] },
        {
          note: 'of a limited key',
          args: [{ sort: '-starts_at', conference_ids: [conference.id] }, NOW, PAGE],
        },
      ],
      listPending: [
        { note: 'by id', args: [{ sort: 'id' }, PAGE] },
        { note: 'by start', args: [{ sort: 'starts_at' }, PAGE] },
        { note: 'by title', args: [{ sort: 'title' }, PAGE] },
        { note: 'of a conference', args: [{ sort: 'id', conference_id: conference.id }, PAGE] },
        {
          note: 'of a limited key',
          args: [{ sort: 'id', conference_ids: [conference.id] }, PAGE],
        },
      ],
      find: [[event.id]],
    },
    events: {
      list: [
        ...filteredBy({ ...EVERY_EVENT_FILTER, conference_id: conference.id }, (filter) => [
          filter,
          NOW,
          PAGE,
        ]),
        { note: 'by two letters', args: [{ q: 'op' }, NOW, PAGE] },
        { note: 'changes', args: [{ updated_since: RECENTLY }, NOW, PAGE] },
        { note: 'changes, upcoming', args: [{ upcoming: true, updated_since: NOW }, NOW, PAGE] },
        {
          note: 'changes, of a conference',
          args: [{ conference_id: conference.id, updated_since: NOW }, NOW, PAGE],
        },
      ],
      find: [
        { note: 'by id', args: [{ id: event.id }] },
        { note: 'by slug', args: [{ slug: event.slug }] },
      ],
      findWithAttendance: [[user.id, event.id]],
      findRegistrationContext: [[user.id, event.id]],
      listOf: [
        { note: 'all', args: [user.id, { when: undefined, now: NOW }, PAGE] },
        { note: 'past', args: [user.id, { when: 'past', now: NOW }, PAGE] },
      ],
    },
  }) satisfies Partial<SomeCalls['read']>;

const speakerReads = ({ conference, speaker }: Rows) => {
  const everyFilter = { q: 'hen rike', conference_id: conference.id, is_featured: true };
  return {
    speakers: {
      list: [
        ...filteredBy(everyFilter, (filter) => [filter, PAGE]),
        { note: 'by a word', args: [{ q: 'henrike' }, PAGE] },
        { note: 'changes', args: [{ updated_since: NOW }, PAGE] },
        {
          note: 'changes, of a conference',
          args: [{ conference_id: conference.id, updated_since: NOW }, PAGE],
        },
      ],
      listOf: [
        { note: 'the lineup', args: [conference.id, undefined, PAGE] },
        { note: 'changes', args: [conference.id, NOW, PAGE] },
      ],
      find: [
        { note: 'by id', args: [{ id: speaker.id }] },
        { note: 'by slug', args: [{ slug: speaker.slug }] },
      ],
      listConferencesOf: [[speaker.id]],
      listTalksOf: [[speaker.id]],
    },
    adminSpeakers: {
      list: [
        ...filteredBy({ ...everyFilter, status: 'draft' }, (filter) => [
          { ...filter, sort: 'name' },
          PAGE,
        ]),
        { note: 'without a photo', args: [{ missing: ['photo'], sort: 'name' }, PAGE] },
        { note: 'without a bio', args: [{ missing: ['bio'], sort: 'name' }, PAGE] },
        {
          note: 'without a photo, a bio or a talk',
          args: [
            {
              missing: ['photo', 'bio', 'talk'],
              conference_id: conference.id,
              sort: 'name',
            },
            PAGE,
          ],
        },
        { note: 'not featured', args: [{ is_featured: false, sort: 'name' }, PAGE] },
        {
          note: 'of a limited key',
          args: [{ sort: 'name', conference_ids: [conference.id] }, PAGE],
        },
      ],
      find: [
        { note: 'with all conferences', args: [speaker.id, null] },
        { note: 'of a limited key', args: [speaker.id, [conference.id]] },
      ],
    },
  } satisfies Partial<SomeCalls['read']>;
};
