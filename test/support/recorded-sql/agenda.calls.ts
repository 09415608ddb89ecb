import type { SomeCalls } from './calls.ts';
import { LATER, NOW, PAGE, type Rows } from './rows.ts';

const SPEAKER_KEYS = [{ source: 'sea.example', person_key: 'id:6' }];

export const agendaCalls = ({ conference, event, sideEvent, item, speaker }: Rows) =>
  ({
    agendaItems: {
      findReferences: [[item.id]],
      lock: [[item.id]],
      listNotified: [
        { note: 'by id', args: [{ ids: [item.id] }] },
        { note: 'kept ones of events', args: [{ event_ids: [event.id] }] },
      ],
      listSpeakerIds: [[item.id]],
      insert: [[{ conference_id: conference.id, title: 'a', starts_at: NOW, ends_at: LATER }]],
      update: [[item.id, { title: 'b', room: 'Quay 1' }]],
      delete: [[item.id]],
      deleteSpeakers: [[item.id]],
      insertSpeakers: [
        { before: (tx) => tx.agendaItems.deleteSpeakers(item.id), args: [item.id, [speaker.id]] },
      ],
      insertSpeakersOfConference: [
        { note: 'of an item', args: [{ id: item.id }] },
        { note: 'of the item of an event', args: [{ event_id: event.id }] },
      ],
      insertForEvents: [
        {
          before: (tx) => tx.agendaItems.deleteOfEvent(event.id),
          args: [[{ event_id: event.id, kind: 'talk', track: 'Looms' }]],
        },
      ],
      updateFromEvents: [[[event.id, sideEvent.id]]],
      deleteOfEvent: [[event.id]],
    },
  }) satisfies Partial<SomeCalls>;

const IMPORTED = {
  title: 'a',
  description: null,
  kind: 'talk' as const,
  track: null,
  room: 'Quay 1',
  starts_at: NOW,
  ends_at: LATER,
  language: 'en',
  url: null,
  links: [{ title: null, url: 'https://sea.example/looms.pdf' }],
  import_key: 'a guid',
  import_source: 'sea.example',
};

const MOVED = {
  event_id: null,
  title: 'a',
  starts_at: NOW,
  ends_at: LATER,
  room: 'Quay 1',
  status: 'scheduled',
  questions: 'off',
  edited_fields: ['room'],
  cancelled_by_import: false,
} as const;
const MOVED_EVENT = {
  starts_at: NOW,
  ends_at: LATER,
  registration_closes_at: NOW,
  venue_name: 'Quay 1',
  status: 'approved',
  source: 'extcal',
  edited: ['venue'],
} as const;

const ROOMS = (conference: { id: number }) =>
  ({ conference_id: conference.id, kind: 'room' }) as const;

export const agendaGroupCalls = ({ conference, event, item, room }: Rows) =>
  ({
    agendaGroups: {
      lock: [[ROOMS(conference), room]],
      lockAllOf: [[ROOMS(conference)]],
      insert: [[ROOMS(conference), { name: 'Quay 9' }]],
      update: [[room, { name: 'Quay 8' }]],
      updateOrder: [[[room]]],
      delete: [[room]],
      countUses: [[{ ...ROOMS(conference), name: 'Quay 1' }]],
      upsertNamed: [[conference.id, { room: ['Quay 1', 'Quay 2'], track: ['Looms'] }]],
    },
    agendaMoves: {
      lockEventsIn: [[conference.id, 'Quay 1']],
      lockItemsIn: [[{ ...ROOMS(conference), name: 'Quay 1' }]],
      updateItemGroups: [[[item.id], { kind: 'room', name: 'Quay 1' }]],
      updateEventRooms: [[[event.id], 'Quay 1']],
      listConferences: [[[item.id]]],
      upsertMove: [
        [
          { conference_id: conference.id, move_hash: 'ab'.repeat(32), minutes: 10 },
          { mayRepeat: false },
        ],
      ],
      lockEventsOf: [[{ ids: [item.id], now: NOW }]],
      lockItemsOf: [
        { note: 'by id', args: [{ ids: [item.id], now: NOW }, 1_001] },
        {
          note: 'every filter',
          args: [
            { conference_id: conference.id, from: NOW, to: LATER, room: 'a', track: 'b', now: NOW },
            1_001,
          ],
        },
      ],
      updateItems: [[[{ ...MOVED, id: item.id }]]],
      updateEvents: [[[{ ...MOVED_EVENT, id: event.id }]]],
    },
  }) satisfies Partial<SomeCalls>;

const FOLLOWED = (conference_id: number, id: number) => ({
  ...{ conference_id, ids: [id] },
  ...{ mark: ' #1', url_hash: 'a'.repeat(64) },
});

export const agendaImportCalls = ({ conference, item, speaker }: Rows) =>
  ({
    agendaImports: {
      lockItems: [[conference.id]],
      insertItems: [[conference.id, [IMPORTED]]],
      listItems: [[[item.id]]],
      updateItems: [
        [
          [
            {
              ...IMPORTED,
              id: item.id,
              status: 'scheduled',
              cancelled_by_import: false,
              edited_fields: ['room'],
            },
          ],
        ],
      ],
      updateSources: [[[{ id: item.id, import_source: 'sea.example' }]]],
      updateToCancelled: [[[item.id]]],
      updateEventsFollowed: [[FOLLOWED(conference.id, item.id)]],
      updateFollowed: [[FOLLOWED(conference.id, item.id)]],
      deleteItemSpeakers: [[[item.id]]],
      insertItemSpeakers: [
        {
          before: (tx) => tx.agendaImports.deleteItemSpeakers([item.id]),
          args: [[{ agenda_item_id: item.id, speaker_ids: [speaker.id] }]],
        },
      ],
    },
    importedSpeakers: {
      insertMany: [[[{ name: 'a', slug: 'an-imported', status: 'draft' }]]],
      insertLineup: [[conference.id, [speaker.id]]],
      updateMany: [
        { note: 'all', args: [[{ id: speaker.id, replaces: true, title: 'b' }], null] },
        {
          note: 'of a limited key',
          args: [[{ id: speaker.id, replaces: true, title: 'b' }], [conference.id]],
        },
      ],
    },
    speakerKeys: {
      lockSources: [[['sea.example', 'conference:1']]],
      listSources: [[[speaker.id]]],
      lockKnown: [
        { note: 'all', args: [conference.id, SPEAKER_KEYS, null] },
        { note: 'of a limited key', args: [conference.id, SPEAKER_KEYS, [conference.id]] },
      ],
      insertMany: [[[{ source: 'sea.example', person_key: 'id:6', speaker_id: speaker.id }]]],
      updateSpeaker: [[{ from: 1, to: speaker.id }]],
      findCoalesced: [[1]],
      insertCoalesced: [[{ from: 1, to: speaker.id }]],
    },
  }) satisfies Partial<SomeCalls>;

export const favoriteCalls = ({ user, item }: Rows) =>
  ({
    agendaInterest: { updateBands: [[{ limit: 50, conference_id: null }]] },
    agendaFavorites: {
      insert: [[user.id, item.id]],
      delete: [[user.id, item.id]],
      deleteAllOf: [[user.id]],
    },
  }) satisfies Partial<SomeCalls>;

export const agendaReads = ({ user, conference, event, item }: Rows) =>
  ({
    agendaGroups: {
      list: [[ROOMS(conference), PAGE]],
      listUnused: [[ROOMS(conference)]],
      findRoomCapacity: [[conference.id, 'Quay 1']],
    },
    agendaMoves: {
      listTimedQuests: [
        [{ event_ids: [event.id], conference_id: conference.id, now: NOW, most: 100 }],
      ],
    },
    agenda: {
      find: [
        { note: 'no filter', args: [conference, {}] },
        {
          note: 'every filter',
          args: [
            conference,
            {
              day: '2026-05-14',
              track: 'Data',
              room: 'Quay 1',
              kind: 'talk' as const,
              q: 'open ing',
              updated_since: NOW,
            },
          ],
        },
      ],
      findItem: [[item.id]],
      findPublicItem: [[item.id]],
      list: [
        { note: 'by start', args: [conference, { sort: 'starts_at' }, PAGE] },
        {
          note: 'every filter',
          args: [
            conference,
            {
              sort: '-title',
              day: '2026-05-14',
              track: 'main',
              room: 'hall',
              kind: 'talk' as const,
              status: 'scheduled',
            },
            PAGE,
          ],
        },
      ],
      listClashes: [
        { note: 'all', args: [[item.id], null] },
        { note: 'of a limited key', args: [[item.id], [conference.id]] },
      ],
    },
    myAgenda: {
      list: [
        { note: 'all', args: [user.id, { now: NOW }, PAGE] },
        {
          note: 'every filter',
          args: [user.id, { conference_id: conference.id, when: 'upcoming', now: NOW }, PAGE],
        },
      ],
      find: [[user.id, item.id]],
      listClashes: [[user.id, [item.id]]],
      listPersonal: [[user.id]],
    },
  }) satisfies Partial<SomeCalls['read']>;
