import type { Scope } from '../../../src/domain/administration/scopes.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aQuest,
  aSpeaker,
  aTask,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
  conference = await aConference(api.db, { description: 'Looms.', venue: 'Museum Quay' });
});
afterAll(() => api.close());

const request = (key?: string, id = conference.id) =>
  api.admin(key).get(`/api/v1/admin/conferences/${id}/readiness`);
const readiness = async (key?: string) => (await request(key).expect(200)).body;
/** The ids of each finding, or its message. */
const found = async (key?: string): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (await readiness(key)).findings.map(
      ({ code, ids, message }: { code: string; ids?: number[]; message: string }) => [
        code,
        ids ?? message,
      ],
    ),
  );
const aKeyWith = async (scopes: readonly Scope[], conference_ids: number[] | null) =>
  (await aKey(api.db, { scopes, conference_ids })).secret;

describe('GET /admin/conferences/:id/readiness', () => {
  it('says that a new conference has no programme', async () => {
    expect(await readiness()).toEqual({
      is_ready: false,
      findings: [
        {
          code: 'programme_missing',
          severity: 'error',
          message: 'The conference has no agenda items and no events',
        },
      ],
    });
  });

  it('finds what is missing in the rows, and nothing in rows that are gone', async () => {
    const { db } = api;
    const [ada, grace] = [
      await aSpeaker(db, { photo_url: 'https://hallway.example/a.png', bio: 'Ada' }, [conference]),
      await aSpeaker(db, { status: 'draft' }, [conference]),
    ];
    const times = { starts_at: '2026-05-15T09:00:00.000Z', ends_at: '2026-05-15T10:00:00.000Z' };
    const first = await anAgendaItem(db, conference, { ...times, room: 'Dock 1' }, [ada]);
    const second = await anAgendaItem(db, conference, { ...times, room: 'dock 1 ' }, [ada]);
    // In the zone of the conference, which is in the east.
    const early = await anAgendaItem(
      db,
      conference,
      { starts_at: '2026-05-13T21:59:00.000Z', ends_at: '2026-05-13T22:30:00.000Z' },
      [ada],
    );
    await anAgendaItem(db, conference, {
      kind: 'social',
      starts_at: '2026-05-16T21:00:00.000Z',
      ends_at: '2026-05-16T22:00:00.000Z',
    });
    await anAgendaItem(db, conference, { ...times, status: 'cancelled', room: 'Dock 1' });
    const gone = await anEvent(db, { conference_id: conference.id, status: 'cancelled' });
    await anAgendaItem(db, conference, { ...times, event_id: gone.id, room: 'Dock 1' });
    const inRoom = await anEvent(db, { conference_id: conference.id });
    await anAgendaItem(db, conference, { event_id: inRoom.id, kind: 'workshop', room: 'Quay' });
    const nowhere = await anEvent(db, { conference_id: conference.id });
    await db('agenda_groups').where({ name: 'Quay' }).update({ capacity: 20 });
    const ofConference = { conference_id: conference.id };
    const large = await anEvent(db, { ...ofConference, venue_name: 'quay', capacity: 21 });
    const crowded = await anEvent(db, { ...ofConference, venue_name: 'Attic', attendee_count: 21 });
    await anAgendaItem(db, conference, {
      ...times,
      event_id: crowded.id,
      kind: 'workshop',
      room: 'Quay',
    });
    await anEvent(db, { ...ofConference, venue_name: 'Quay', capacity: 20 });
    const pending = await anEvent(db, { conference_id: conference.id, status: 'pending' });
    const empty = await aQuest(db, { conference_id: conference.id });
    await aTask(db, empty, { deleted_at: '2026-05-01T00:00:00.000Z' });
    const inactive = await aQuest(db, { conference_id: conference.id, is_active: false });
    await aQuest(db, { conference_id: conference.id, deleted_at: '2026-05-01T00:00:00.000Z' });

    const quests = { quests_without_tasks: [empty.id], quests_inactive: [inactive.id] };
    const others = {
      agenda_items_outside_days: [early.id],
      agenda_items_in_one_room: expect.arrayContaining([first.id, second.id]),
      agenda_items_with_one_speaker: expect.arrayContaining([first.id, second.id]),
      agenda_items_without_room: [early.id],
      speakers_unpublished: [grace.id],
      speakers_without_photo: [grace.id],
      speakers_without_bio: [grace.id],
      speakers_without_talk: [grace.id],
      events_without_location: [nowhere.id],
      events_over_room_capacity: [large.id, crowded.id],
      side_events_pending: [pending.id],
    };
    expect(await found()).toEqual({ ...others, ...quests });
    expect(await found(await aKeyWith(['content:read'], [conference.id]))).toEqual(others);
    expect(await found(await aKeyWith(['content:read', 'quests:read'], null))).toMatchObject(
      quests,
    );
  });

  it('counts no talk whose event is rejected, as the list of speakers does', async () => {
    const other = await aConference(api.db);
    const speaker = await aSpeaker(api.db, {}, [other]);
    const event = await anEvent(api.db, { conference_id: other.id, status: 'rejected' });
    await anAgendaItem(api.db, other, { event_id: event.id }, [speaker]);

    const { body } = await request(undefined, other.id).expect(200);
    expect(body.findings).toContainEqual(
      expect.objectContaining({ code: 'speakers_without_talk', ids: [speaker.id] }),
    );
    const listed = `/api/v1/admin/speakers?conference_id=${other.id}&missing=talk`;
    expect((await api.admin().get(listed).expect(200)).body.data).toHaveLength(1);
  });

  it('sends nine statements, however much it finds', async () => {
    expect(await countQueries(api.db, () => readiness())).toBe(9);
  });

  it('answers 404 for another conference', async () => {
    const secret = await aKeyWith(['content:read'], [conference.id]);
    const { id } = await aConference(api.db);
    await request(secret, id).expect(404, failure('NOT_FOUND', 'conference not found'));
    await request(undefined, 999_999).expect(404, failure('NOT_FOUND', 'conference not found'));
  });
});
