import { createHash } from 'node:crypto';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { whileErasing } from '../../support/erasure.ts';
import {
  aConnection,
  aNotification,
  anAttendance,
  anEvent,
  aQuest,
  aSpeaker,
  aTask,
  aUser,
} from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';

const MINUTE = 60_000;
const UNAUTHORIZED = { error: 'Unauthorized', code: 'UNAUTHORIZED' };
const INVALID_TOKEN = { error: 'Invalid token', code: 'INVALID_TOKEN' };
const FORBIDDEN = { error: 'Forbidden', code: 'FORBIDDEN' };

let api: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await deleteRows(api.db, 'users');
  ada = await aUser(api.db, { first_name: 'Ada', last_name: 'Lovelace', username: 'ada' });
  grace = await aUser(api.db, { first_name: 'Grace' });
});

const insertNotification = (user: User) =>
  api.db('notifications').insert({ user_id: user.id, type: 'message', title: 't', body: 'b' });

describe('GET /users/me/export', () => {
  const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const exportOf = (user: User) => api.as(user).get('/api/v1/users/me/export');
  const rowsOf = ({ id }: User) => api.db('users').where({ id });

  /** A spreadsheet broadcast that is not sent yet, with a variable for this user. */
  async function aLocker({ id: user_id }: User, locker: string) {
    const [job] = await api
      .db('notification_jobs')
      .insert({
        title: 'Your locker',
        body: 'Number {{locker}}',
        audience: {},
        channels: ['in_app'],
        scheduled_at: '2026-05-15T09:00:00.000Z',
      })
      .returning('id');
    await api.db('broadcast_recipients').insert({ job_id: job.id, user_id, variables: { locker } });
  }

  it('answers a file with all data that is stored about the caller', async () => {
    await api.as(ada).patch('/api/v1/users/me').send({ last_name: 'King', bio: 'Notes' });
    await api.as(ada).put('/api/v1/users/socials').send({ github: 'ada' });
    await aConnection(api.db, [ada, grace]);
    await api.db('connections').update({ message: 'Loved your talk!' });
    await aConnection(api.db, [await aUser(api.db, { first_name: 'Linus' }), ada], 'pending');
    const event = await anEvent(api.db, { title: 'Notes' });
    await anAttendance(api.db, [ada, event], 'checked_in');
    const asked = await anEvent(api.db, { title: 'Looms', source: 'request', status: 'pending' });
    await api
      .db('events')
      .where({ id: asked.id })
      .update({ submitted_by: ada.id, contact: '@ada' });
    await api.db('notifications').insert({
      user_id: ada.id,
      type: 'event_promoted',
      title: 'You have a seat',
      body: 'A seat became free',
      data: { event_id: event.id },
    });
    const { id: notification_id } = await aNotification(api.db, ada, {
      title: 'For the messenger',
      in_app: false,
    });
    await api.db('deliveries').insert({
      notification_id,
      user_id: ada.id,
      status: 'failed',
      reason: 'blocked',
      answered_at: '2026-05-13T09:00:00.000Z',
    });
    await rowsOf(ada).update({ messenger_refused_at: '2026-05-13T09:00:00.000Z' });
    await aLocker(ada, '12');
    const speaker = await aSpeaker(api.db, { name: 'Ada King', user_id: ada.id });
    await api.as(ada).post('/api/v1/users/me/calendar-link').expect(201);
    const quest = await aQuest(api.db);
    const options = ['a', 'b'].map((id) => ({ id, label: `Option ${id}` }));
    const poll = await aTask(api.db, quest, {
      type: 'poll',
      config: { options, results: 'always' },
    });
    await aTask(api.db, quest);
    const vote = { task_id: poll.id, option_ids: ['a'] };
    await api.as(ada).post('/api/v1/quests/tasks/complete').send(vote).expect(201);
    await api.db('registration_requests').insert({
      quest_id: quest.id,
      user_id: ada.id,
      source: 'self',
      message: 'Please',
      requested_at: api.now(),
    });
    const { body: me } = await api.as(ada).get('/api/v1/users/me');
    const { counts: _, share_url: __, ...own } = me;

    const res = await exportOf(ada).expect(200);

    expect(res.get('Content-Type')).toMatch(/^application\/json/);
    expect(res.get('Content-Disposition')).toBe('attachment; filename="hallway-export.json"');
    expect(res.get('Cache-Control')).toBe('private, no-store, no-transform');
    expect(res.body).toEqual({
      exported_at: api.now().toISOString(),
      profile: {
        ...own,
        language: null,
        messenger_first_name: 'Ada',
        messenger_last_name: 'Lovelace',
        messenger_photo_url: null,
        own_photo_url: null,
        photo_media_id: null,
        messenger_signed_at: null,
        messenger_refused_at: '2026-05-13T09:00:00.000Z',
        messenger_member_at: null,
        notifications_set_at: null,
        own_first_name: null,
        own_last_name: 'King',
        edited_fields: ['bio'],
        is_blocked: false,
        last_seen_at: '2026-05-14T09:00:00.000Z',
        signed_out_at: null,
      },
      blocks: [],
      user_reports: [],
      dismissed_recommendations: [],
      favorites: [],
      enrichment: null,
      connections: [
        {
          id: expect.any(Number),
          user: { id: grace.id, first_name: 'Grace' },
          direction: 'sent',
          status: 'accepted',
          message: 'Loved your talk!',
          created_at: INSTANT,
          responded_at: '2026-05-14T09:00:00.000Z',
          met_at: null,
          met_conference_id: null,
          note: null,
        },
        {
          id: expect.any(Number),
          user: { id: expect.any(Number), first_name: 'Linus' },
          direction: 'received',
          status: 'pending',
          message: null,
          created_at: INSTANT,
          responded_at: null,
          met_at: null,
          met_conference_id: null,
          note: null,
        },
      ],
      event_attendances: [
        {
          event: {
            id: event.id,
            title: 'Notes',
            starts_at: '2026-05-15T09:00:00.000Z',
            ends_at: '2026-05-15T10:00:00.000Z',
          },
          status: 'checked_in',
          registered_at: '2026-05-01T12:00:00.000Z',
          checked_in_at: '2026-05-14T08:00:00.000Z',
          desk_note: null,
        },
      ],
      conference_attendances: [],
      form_answers: [],
      invitations: [],
      check_ins: [],
      seat_requests: [],
      submitted_events: [
        {
          id: asked.id,
          title: 'Looms',
          status: 'pending',
          starts_at: '2026-05-15T09:00:00.000Z',
          ends_at: '2026-05-15T10:00:00.000Z',
          contact: '@ada',
          conference_id: null,
          description: null,
          timezone: 'Europe/Berlin',
          venue_name: null,
          venue_address: null,
          venue_latitude: null,
          venue_longitude: null,
          image_url: null,
          url: null,
          capacity: null,
          rejection_reason: null,
          created_at: INSTANT,
        },
      ],
      speaker: (await api.anonymous().get(`/api/v1/speakers/${speaker.id}`)).body,
      calendar_link: { created_at: api.now().toISOString() },
      media: [],
      feedback: [],
      partner: null,
      mint: null,
      questions: [],
      question_votes: [],
      question_reports: [],
      quests: {
        participations: [
          {
            quest: { id: quest.id, title: quest.title },
            status: 'in_progress',
            source: 'self',
            started_at: api.now().toISOString(),
            completed_at: null,
          },
        ],
        submissions: [
          {
            id: expect.any(Number),
            task: { id: poll.id, title: poll.title },
            status: 'approved',
            source: 'self',
            text: null,
            media_id: null,
            option_ids: ['a'],
            submitted_at: api.now().toISOString(),
            decided_at: api.now().toISOString(),
            reason: null,
          },
        ],
        votes: [{ task: { id: poll.id, title: poll.title }, option_id: 'a' }],
        registration_requests: [
          {
            id: expect.any(Number),
            quest: { id: quest.id, title: quest.title },
            status: 'pending',
            source: 'self',
            message: 'Please',
            reason: null,
            requested_at: api.now().toISOString(),
            decided_at: null,
          },
        ],
        points: [
          {
            id: expect.any(Number),
            delta: 10,
            kind: 'task',
            quest: { id: quest.id, title: quest.title },
            task: { id: poll.id, title: poll.title },
            reason: null,
            earned_at: api.now().toISOString(),
            created_at: INSTANT,
          },
        ],
      },
      notifications: [
        {
          id: expect.any(Number),
          type: 'event_promoted',
          title: 'You have a seat',
          body: 'A seat became free',
          action_url: null,
          start: { kind: 'event', id: event.id },
          data: { event_id: event.id },
          created_at: INSTANT,
          clicked_at: null,
          dismissed_at: null,
        },
        expect.objectContaining({ title: 'For the messenger', data: {} }),
      ],
      deliveries: [
        {
          notification_id,
          status: 'failed',
          reason: 'blocked',
          answered_at: '2026-05-13T09:00:00.000Z',
        },
      ],
      message_variables: [{ locker: '12' }],
      notification_settings: null,
    });
  });

  it('contains no data of other users', async () => {
    await aConnection(api.db, [ada, grace]);
    await anAttendance(api.db, [ada, await anEvent(api.db)]);
    const [notification] = await insertNotification(ada).returning('id');
    await api.db('deliveries').insert({ notification_id: notification.id, user_id: ada.id });
    await aLocker(ada, '12');
    await aConnection(api.db, [await aUser(api.db), ada]);
    await aSpeaker(api.db, { user_id: ada.id });
    await api.as(ada).post('/api/v1/users/me/calendar-link').expect(201);

    const { body } = await exportOf(grace).expect(200);

    expect(body.connections.map(({ user }: { user: object }) => user)).toEqual([
      { id: ada.id, first_name: 'Ada' },
    ]);
    expect([body.event_attendances, body.notifications]).toEqual([[], []]);
    expect([body.deliveries, body.message_variables]).toEqual([[], []]);
    expect([body.speaker, body.calendar_link]).toEqual([null, null]);
  });

  it('sends the same number of queries for any amount of data', async () => {
    const few = await countQueries(api.db, () => exportOf(ada).expect(200));
    for (let n = 0; n < 5; n += 1) {
      await anAttendance(api.db, [ada, await anEvent(api.db)]);
      await aConnection(api.db, [ada, await aUser(api.db)]);
    }
    expect(await countQueries(api.db, () => exportOf(ada).expect(200))).toBe(few);
  });

  it('requires a user', () => api.anonymous().get('/api/v1/users/me/export').expect(401));
});

describe('DELETE /users/me', () => {
  const ME = '/api/v1/users/me';
  const erase = (user: User) => api.as(user).delete(ME).expect(200, { id: user.id, deleted: true });

  /** Ada's mini app with launch data that is signed now. */
  const openApp = (names: { last_name?: string } = {}) =>
    api.fromMessenger({
      id: ada.messenger_id as number,
      first_name: 'Ada',
      last_name: 'Lovelace',
      username: 'ada',
      ...names,
    });
  const rowsOfAda = () => api.db('users').where({ messenger_id: ada.messenger_id });

  it('invalidates every token at once, even for a second erasure', async () => {
    const other = api.as(ada);

    await erase(ada);

    await other.get(ME).expect(401, INVALID_TOKEN);
    await other.delete(ME).expect(401, INVALID_TOKEN);
  });

  it('keeps a row without personal data, so that contributions have an author', async () => {
    const mark = 'Personal';
    await api
      .as(ada)
      .patch(ME)
      .send({
        first_name: mark,
        last_name: mark,
        headline: mark,
        company: mark,
        job_title: mark,
        bio: mark,
        interests: [mark],
        looking_for: mark,
        offering: mark,
      })
      .expect(200);
    await api.as(ada).put('/api/v1/users/socials').send({ github: mark }).expect(200);
    await api
      .as(ada)
      .put('/api/v1/users/onboarding')
      .send({ status: 'completed', step: mark })
      .expect(200);
    await rowsOfAda().update({ messenger_photo_url: mark, language_code: mark, points: 7 });

    await erase(ada);

    const row = await api.db('users').where({ id: ada.id }).first();
    expect(row).toMatchObject({
      first_name: 'Deleted user',
      last_name: null,
      messenger_id: null,
      points: 7,
      is_listed: false,
      erased_at: api.now().toISOString(),
    });
    expect(JSON.stringify(row)).not.toMatch(/personal|\bada\b|lovelace/i);
  });

  it('deletes connections, notifications and the values of the audit log', async () => {
    const linus = await aUser(api.db);
    await aConnection(api.db, [ada, grace]);
    await aConnection(api.db, [linus, ada], 'pending');
    await aConnection(api.db, [linus, grace]);
    await Promise.all([insertNotification(ada), insertNotification(grace)]);
    await api.admin().post(`/api/v1/admin/users/${ada.id}/block`).expect(200);

    await erase(ada);

    expect(await api.db('connections')).toMatchObject([
      { requester_id: linus.id, recipient_id: grace.id },
    ]);
    expect(await api.db('notifications')).toMatchObject([{ user_id: grace.id }]);
    expect(await api.db('audit_log').where({ subject_id: ada.id })).toMatchObject([
      { action: 'user.block', before: null, after: null },
    ]);
  });

  it('removes only the user from the audit rows about a speaker', async () => {
    const createSpeaker = (name: string, user: User) =>
      api.admin().post('/api/v1/admin/speakers').send({ name, user_id: user.id }).expect(201);
    const { body: speaker } = await createSpeaker('Ada', ada);
    await createSpeaker('Grace', grace);
    const put = api.admin().put(`/api/v1/admin/speakers/${speaker.id}`);
    await put.send({ user_id: null, title: 'Countess' }).expect(200);

    await erase(ada);

    const rows = await api.db('audit_log').where({ subject_type: 'speaker' }).orderBy('id');
    expect(rows).toMatchObject([
      { after: { name: 'Ada' } },
      { after: { name: 'Grace', user_id: grace.id } },
      { before: { title: null }, after: { title: 'Countess' } },
    ]);
    const [created, , unlinked] = rows;
    for (const values of [created.after, unlinked.before]) {
      expect(Object.keys(values)).not.toContain('user_id');
    }
  });

  it('promotes the first attendee of the waitlist and notifies them', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    await anAttendance(api.db, [ada, event]);
    await anAttendance(api.db, [grace, event], 'waitlisted');
    await anAttendance(api.db, [await aUser(api.db), event], 'waitlisted');

    await erase(ada);

    const attendances = await api.db('event_attendances').orderBy('queue_number');
    expect(attendances.map(({ status }) => status)).toEqual([
      'cancelled',
      'registered',
      'waitlisted',
    ]);
    expect(await api.db('events').where({ id: event.id })).toMatchObject([{ attendee_count: 1 }]);
    expect(await api.db('notifications')).toMatchObject([
      { user_id: grace.id, type: 'event_promoted', data: { event_id: event.id } },
    ]);
  });

  it('leaves no seat to an erased user when the attendee and the waitlisted user are erased at once', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    await anAttendance(api.db, [ada, event]);
    await anAttendance(api.db, [grace, event], 'waitlisted');

    await Promise.all([erase(ada), erase(grace)]);

    expect(await api.db('event_attendances').pluck('status')).toEqual(['cancelled', 'cancelled']);
    expect(await api.db('events').where({ id: event.id })).toMatchObject([{ attendee_count: 0 }]);
  });

  it('keeps only a keyed hash of the messenger id, the time and the block', async () => {
    await api.db('erased_people').delete();

    await erase(ada);

    const [kept, ...others] = await api.db('erased_people');
    expect(others).toEqual([]);
    expect(kept).toEqual({
      messenger_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      key_id: expect.stringMatching(/^[0-9a-f]{8}$/),
      erased_at: api.now().toISOString(),
      is_blocked: false,
    });
    const unkeyed = ['sha256', 'sha3-256'].map((name) =>
      createHash(name).update(String(ada.messenger_id)).digest('hex'),
    );
    expect(unkeyed).not.toContain(kept.messenger_hash);
  });

  it('is not undone by a mini app that is still open', async () => {
    const app = openApp();
    await erase(ada);
    api.advance(MINUTE);

    await app.get(ME).expect(401, UNAUTHORIZED);
    await app.get('/api/v1/users').expect(401, UNAUTHORIZED);
    await app.post('/api/v1/messenger/upsert').expect(401, UNAUTHORIZED);
    await app.post('/api/v1/auth/login').expect(401, UNAUTHORIZED);
    expect(await rowsOfAda()).toEqual([]);
  });

  it('lets the person create a new account by a later sign-in', async () => {
    await api.as(ada).patch(ME).send({ headline: 'Analyst' }).expect(200);
    await erase(ada);
    api.advance(1_000);

    const res = await openApp().post('/api/v1/messenger/upsert').expect(201);

    expect(res.body).toMatchObject({
      messenger_id: ada.messenger_id,
      first_name: 'Ada',
      headline: null,
    });
    expect(res.body.id).not.toBe(ada.id);
    await api.as(ada).get(ME).expect(401, INVALID_TOKEN);
  });

  it('can be repeated with a new account, which replaces the time of erasure', async () => {
    await erase(ada);
    api.advance(MINUTE);
    const app = openApp();
    await app.delete(ME).expect(200);
    api.advance(MINUTE);

    await app.get(ME).expect(401, UNAUTHORIZED);
    await openApp().get(ME).expect(200);
  });

  it("does not undo an administrator's block", async () => {
    await rowsOfAda().update({ is_blocked: true });
    await erase(ada);
    api.advance(MINUTE);

    await openApp().post('/api/v1/auth/login').expect(403, FORBIDDEN);
    await openApp().get(ME).expect(403, FORBIDDEN);
    expect(await rowsOfAda()).toMatchObject([{ is_blocked: true }]);
  });

  it('is not undone by requests in progress', async () => {
    const requests = () =>
      Promise.all([
        api.as(ada).patch(ME).send({ headline: 'Analyst' }),
        api.as(ada).delete(ME),
        openApp({ last_name: 'King' }).get(ME),
      ]);
    const [patched, erased, refreshed] = await whileErasing(api, ada, requests, 3);

    expect(patched.body).toEqual(UNAUTHORIZED);
    expect(erased.body).toEqual({ id: ada.id, deleted: true });
    expect(refreshed.body).toEqual(UNAUTHORIZED);
    expect(await api.db('users').where({ id: ada.id })).toMatchObject([
      { headline: null, messenger_last_name: 'Lovelace' },
    ]);
  });

  it('requires a user', () => api.anonymous().delete(ME).expect(401, UNAUTHORIZED));
});
