import type { Scope } from '../../../src/domain/administration/scopes.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aRegistration,
  aSpeaker,
  aUser,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await deleteRows(api.db, 'conferences', 'events', 'speakers', 'quests');
  conference = await aConference(api.db, {
    description: 'Looms and tides.',
    venue: 'Museum Quay',
    city: 'Hamburg',
    country: 'DE',
    website: 'https://sea.example',
    image_url: 'https://sea.example/a.png',
    capacity: 800,
    registration_mode: 'invited',
    registration_closes_at: '2026-05-01T10:00:00.000Z',
    event_access: 'registered',
    broadcast_gap_minutes: 120,
  });
});

const admin = (path: string) => `/api/v1/admin/${path}`;
const request = (given: object = {}, key?: string, id = conference.id) =>
  api
    .admin(key)
    .post(admin(`conferences/${id}/duplicate`))
    .send({ name: 'Next year', starts_on: '2027-01-14', ...given });
const duplicate = async (given: object = {}) => (await request(given).expect(201)).body;
const aKeyWith = async (scopes: readonly Scope[], conference_ids: number[] | null = null) =>
  (await aKey(api.db, { scopes, conference_ids })).secret;

describe('POST /admin/conferences/:id/duplicate', () => {
  it('makes a draft on other days, with the fields of organizers and no people', async () => {
    await aRegistration(api.db, [await aUser(api.db), conference]);
    await anAgendaItem(api.db, conference);
    await anEvent(api.db, { conference_id: conference.id });
    await aSpeaker(api.db, {}, [conference]);

    const copy = await duplicate({ slug: 'next' });
    const agenda = { rooms: 0, tracks: 0, agenda_items: 0, pages: 0, checkpoints: 0 };
    const asked = { form_questions: 0, ticket_types: 0 };
    const copied = { ...agenda, ...asked, quests: 0, quest_tasks: 0, reminder_templates: 0 };
    expect(copy).toEqual({
      id: expect.any(Number),
      slug: 'next',
      name: 'Next year',
      description: 'Looms and tides.',
      starts_on: '2027-01-14',
      ends_on: '2027-01-16',
      timezone: 'Europe/Berlin',
      venue: 'Museum Quay',
      city: 'Hamburg',
      country: 'DE',
      website: 'https://sea.example',
      image_url: 'https://sea.example/a.png',
      capacity: 800,
      spots_left: 800,
      registration_mode: 'invited',
      waitlist: 'auto',
      guests_per_person: 0,
      guest_claim_by: null,
      transfers_until: null,
      // At noon by the clock of Berlin, which is an hour behind in winter.
      registration_closes_at: '2027-01-01T11:00:00.000Z',
      registration_state: 'closed',
      event_access: 'registered',
      rating_ask: 'evening',
      ratings_need_check_in: false,
      show_interest: false,
      broadcast_gap_minutes: 120,
      status: 'draft',
      attendee_count: 0,
      invited_count: 0,
      over_capacity_count: 0,
      event_count: 0,
      version: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      copied,
      left_out: { quest_tasks: 0 },
    });
    const path = admin(`conferences/${copy.id}`);
    expect((await api.admin().get(path).expect(200)).body).toMatchObject({ slug: 'next' });
    expect((await api.admin().get(`${path}/agenda`).expect(200)).body.data).toEqual([]);
    expect(await api.db('conference_speakers').where('conference_id', copy.id)).toEqual([]);
    const { body } = await api.admin().get(admin('audit-log?action=conference.duplicate'));
    expect(body.data[0]).toMatchObject({
      subject_id: copy.id,
      after: { duplicate_of: conference.id, name: 'Next year', copied },
    });
  });

  it('copies the scheduled agenda at its local times, without events, speakers and links', async () => {
    const { db } = api;
    const speaker = await aSpeaker(db, {}, [conference]);
    const event = await anEvent(db, { conference_id: conference.id });
    const gone = await anEvent(db, { conference_id: conference.id, status: 'cancelled' });
    const shown = { kind: 'workshop', track: 'Looms', room: 'Dock 1', position: 3 };
    await anAgendaItem(
      db,
      conference,
      {
        ...shown,
        event_id: event.id,
        description: 'Bring a loom.',
        language: 'en',
        url: 'https://sea.example/talks/1',
        links: JSON.stringify([{ title: 'Slides', url: 'https://sea.example/slides' }]),
        edited_fields: ['title'],
      },
      [speaker],
    );
    await db('agenda_items').update({ import_key: 'a-guid', import_source: 'sea.example' });
    await anAgendaItem(db, conference, { status: 'cancelled' });
    await anAgendaItem(db, conference, { event_id: gone.id });

    const copy = await duplicate({ parts: ['agenda'] });
    expect(copy.copied).toMatchObject({ agenda_items: 1, quests: 0 });
    expect(await db('agenda_items').where('conference_id', copy.id)).toEqual([
      expect.objectContaining({
        ...shown,
        description: 'Bring a loom.',
        language: 'en',
        starts_at: '2027-01-14T10:00:00.000Z',
        ends_at: '2027-01-14T11:00:00.000Z',
        event_id: null,
        url: null,
        links: [],
        import_key: null,
        import_source: null,
        edited_fields: [],
        status: 'scheduled',
        version: 1,
      }),
    ]);
  });

  it('copies rooms and tracks, or makes those that agenda items name', async () => {
    const post = (path: string, body: object) =>
      api
        .admin()
        .post(admin(`conferences/${conference.id}/${path}`))
        .send(body)
        .expect(201);
    await post('rooms', { name: 'Dock 1', capacity: 80 });
    await post('rooms', { name: 'Attic', capacity: 20, color: '#3366cc' });
    await post('rooms', { name: 'Cellar' });
    await post('tracks', { name: 'Looms', color: '#cc3366' });
    await anAgendaItem(api.db, conference, { room: 'Attic', track: 'Looms' });
    const groups = (of: number, kind: string) =>
      api
        .db('agenda_groups')
        .where({ conference_id: of, kind })
        .orderBy('position')
        .select('name', 'position', 'capacity', 'color');

    const whole = await duplicate({ parts: ['agenda', 'rooms', 'tracks'] });
    expect(whole.copied).toMatchObject({ rooms: 3, tracks: 1, agenda_items: 1 });
    expect(await groups(whole.id, 'room')).toEqual([
      { name: 'Dock 1', position: 0, capacity: 80, color: null },
      { name: 'Attic', position: 1, capacity: 20, color: '#3366cc' },
      { name: 'Cellar', position: 2, capacity: null, color: null },
    ]);
    expect(await groups(whole.id, 'track')).toEqual([
      { name: 'Looms', position: 0, capacity: null, color: '#cc3366' },
    ]);

    const named = await duplicate({ parts: ['agenda', 'tracks'] });
    expect(named.copied).toMatchObject({ rooms: 0, tracks: 1, agenda_items: 1 });
    expect(await groups(named.id, 'room')).toEqual([
      { name: 'Attic', position: 0, capacity: null, color: null },
    ]);
    expect(await groups(named.id, 'track')).toEqual(await groups(whole.id, 'track'));
  });

  it('keeps an end after its start where clocks skip an hour', async () => {
    // In Berlin from 2:30 to 3:10, of which 2:30 does not exist on 2027-03-28.
    await anAgendaItem(api.db, conference, {
      starts_at: '2026-05-14T00:30:00.000Z',
      ends_at: '2026-05-14T01:10:00.000Z',
    });
    const copy = await duplicate({ starts_on: '2027-03-28', parts: ['agenda'] });
    expect(await api.db('agenda_items').where('conference_id', copy.id)).toEqual([
      expect.objectContaining({
        starts_at: '2027-03-28T01:30:00.000Z',
        ends_at: '2027-03-28T02:10:00.000Z',
      }),
    ]);
  });

  it('copies quests with their tasks and templates: inactive, with new codes', async () => {
    const post = async (path: string, body: object) =>
      (await api.admin().post(admin(path)).send(body).expect(201)).body;
    const event = await anEvent(api.db, { conference_id: conference.id });
    const quest = await post('quests', {
      title: 'Harbor hunt',
      conference_id: conference.id,
      event_id: event.id,
      is_active: true,
      is_featured: true,
      access: 'registered',
      completion_points: 20,
      starts_at: '2026-05-14T07:00:00.000Z',
      ends_at: '2026-05-16T15:00:00.000Z',
    });
    await api
      .admin()
      .post(admin(`quests/${quest.id}/rotate-secret`))
      .send({})
      .expect(200);
    const options = [
      { id: 'a', label: 'Ada' },
      { id: 'b', label: 'Grace' },
    ];
    for (const task of [
      { type: 'code', config: { code: 'HARBOR-7' }, opens_at: '2026-05-14T10:00:00.000Z' },
      { type: 'quiz', config: { options, correct_option_ids: ['b'] } },
      { type: 'conference_registration', config: { conference_id: conference.id } },
      { type: 'event_attendance', config: { event_id: event.id } },
      { type: 'link', config: { url: 'https://sea.example' }, is_required: false },
    ]) {
      await post(`quests/${quest.id}/tasks`, { title: `A ${task.type}`, points: 5, ...task });
    }
    for (const name of ['First', 'Second']) {
      await post(`quests/${quest.id}/reminder-templates`, { name, body: 'Come back!' });
    }

    const copy = await duplicate({ parts: ['templates', 'quests'] });
    expect(copy).toMatchObject({
      copied: { agenda_items: 0, quests: 1, quest_tasks: 4, reminder_templates: 2 },
      left_out: { quest_tasks: 1 },
    });
    const quests = await api.db('quests').where({ conference_id: copy.id });
    expect(quests).toEqual([
      expect.objectContaining({
        slug: 'harbor-hunt-2',
        title: 'Harbor hunt',
        event_id: null,
        is_active: false,
        is_featured: false,
        public_api_enabled: false,
        secret_encrypted: null,
        access: 'registered',
        completion_points: 20,
        participant_count: 0,
        starts_at: '2027-01-14T08:00:00.000Z',
        ends_at: '2027-01-16T16:00:00.000Z',
      }),
    ]);
    const read = async (path: string) => (await api.admin().get(admin(path)).expect(200)).body;
    const { tasks } = await read(`quests/${quests[0].id}`);
    expect(tasks).toMatchObject([
      { type: 'code', points: 5, opens_at: '2027-01-14T11:00:00.000Z' },
      { type: 'quiz', config: { options } },
      { type: 'conference_registration', config: { conference_id: copy.id } },
      { type: 'link', config: { url: 'https://sea.example' }, is_required: false },
    ]);
    const [{ code }] = (await read(`quests/${quests[0].id}/codes`)).codes;
    expect(code).not.toBe('HARBOR-7');
    expect((await read(`quests/${quest.id}/codes`)).codes).toMatchObject([{ code: 'HARBOR-7' }]);
    const templates = await api.db('reminder_templates').where('quest_id', quests[0].id);
    expect(templates.map(({ name, is_default }) => [name, is_default])).toEqual([
      ['First', true],
      ['Second', false],
    ]);

    // The quiz of the copy takes the same option.
    await api.db('conferences').update({ status: 'published', starts_on: '2026-05-14' });
    await api.db('quests').update({ is_active: true, starts_at: null, access: 'anyone' });
    const answer = (option: string, user: Awaited<ReturnType<typeof aUser>>) =>
      api
        .as(user)
        .post('/api/v1/quests/tasks/complete')
        .send({ task_id: tasks[1].id, option_ids: [option] });
    await answer('a', await aUser(api.db)).expect(400);
    await answer('b', await aUser(api.db)).expect(201);
  });

  it('makes all or nothing', async () => {
    await anAgendaItem(api.db, conference);
    const first = await duplicate({ slug: 'next', parts: ['agenda'] });
    const taken = 'slug: expected one that is not in use';
    await request({ slug: 'next', parts: ['agenda'] }).expect(409, failure('CONFLICT', taken));
    expect(await api.db('agenda_items').whereNot('conference_id', conference.id)).toHaveLength(1);
    // Two at once without a slug get one each.
    const copies = await Promise.all([duplicate(), duplicate()]);
    expect(new Set([first, ...copies].map(({ slug }) => slug)).size).toBe(3);
  });

  it('makes one copy of a request with an Idempotency-Key', async () => {
    const once = () => request().set('Idempotency-Key', 'a-key').expect(201);
    const [first, second] = [await once(), await once()];
    expect(second.body).toEqual(first.body);
    expect(await api.db('conferences')).toHaveLength(2);
  });

  it('needs all conferences, and quests:write for quests', async () => {
    const limited = await aKeyWith(['content:write'], [conference.id]);
    await request({}, limited).expect(403);
    const content = await aKeyWith(['content:write']);
    await request({}, content).expect(201);
    const refused = await request({ parts: ['quests'] }, content).expect(403);
    expect(refused.headers['www-authenticate']).toBe(
      'HallwayKey error="insufficient_scope", scope="quests:write"',
    );
    await request({ parts: ['quests'] }, await aKeyWith(['content:write', 'quests:write'])).expect(
      201,
    );
  });

  it('refuses what it cannot copy, and a conference that does not exist', async () => {
    await request({ parts: ['templates'] }).expect(
      400,
      failure('VALIDATION_ERROR', 'parts: expected quests beside templates'),
    );
    await request({ parts: ['people'] }).expect(400);
    await request({ starts_on: undefined }).expect(400);
    await request({}, undefined, 999_999).expect(404, failure('NOT_FOUND', 'conference not found'));
  });
});
