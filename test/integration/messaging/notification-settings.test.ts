import { TOPICS } from '../../../src/domain/messaging/notifications.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { whileErasing } from '../../support/erasure.ts';
import { anEvent, aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  ada = await aUser(api.db, { messenger_reachable: true });
});

const ENABLE = '/api/v1/notifications/enable';
const PREFERENCES = '/api/v1/notifications/preferences';
const UNAUTHORIZED = { error: 'Unauthorized', code: 'UNAUTHORIZED' };

const enable = (body?: object) => api.as(ada).put(ENABLE).send(body);
const change = (body: object) => api.as(ada).put(PREFERENCES).send(body);
const preferences = async (user = ada) => (await api.as(user).get(PREFERENCES).expect(200)).body;

/** Approves a side-event request of Ada's, and returns the messages that this queued. */
async function messagesOfApproval() {
  const event = await anEvent(api.db, {
    source: 'request',
    status: 'pending',
    submitted_by: ada.id,
  });
  await api.admin().post(`/api/v1/admin/events/${event.id}/approve`).expect(200);
  expect(await api.db('notifications').whereRaw(`data->>'event_id' = ?`, [event.id])).toMatchObject(
    [{ user_id: ada.id, type: 'event_approved', in_app: true }],
  );
  const messages = await api.db('deliveries').where({ user_id: ada.id });
  await api.db('deliveries').delete();
  return messages;
}

describe('PUT /notifications/enable', () => {
  it('turns messages off, but not the inbox', async () => {
    expect(await messagesOfApproval()).toMatchObject([{ status: 'queued' }]);

    const { body } = await enable({ enabled: false }).expect(200);
    expect(body).toEqual({ notifications_enabled: false });
    await enable({ enabled: false }).expect(200);

    expect(await messagesOfApproval()).toEqual([]);
    const me = await api.as(ada).get('/api/v1/users/me').expect(200);
    expect(me.body).toMatchObject({
      notifications_enabled: false,
      messenger_reachable: true,
      counts: { unread_notifications: 2 },
    });
  });

  it.each([
    ['enabled: true', { enabled: true }],
    ['an empty body', {}],
    ['no body', undefined],
  ])('turns messages on with %s', async (_how, body) => {
    await enable({ enabled: false }).expect(200);

    expect((await enable(body).expect(200)).body).toEqual({ notifications_enabled: true });
    expect(await messagesOfApproval()).toHaveLength(1);
  });

  it('makes a user reachable again after the messenger refused a message', async () => {
    await api
      .db('users')
      .where({ id: ada.id })
      .update({ messenger_reachable: false, messenger_refused_at: api.now() });
    expect(await messagesOfApproval()).toEqual([]);

    await enable().expect(200);

    expect(await api.db('users').where({ id: ada.id })).toMatchObject([
      { notifications_enabled: true, messenger_reachable: true, messenger_refused_at: null },
    ]);
    expect(await messagesOfApproval()).toHaveLength(1);
  });

  it.each(['yes', 1, null])('answers 400 for %j', async (enabled) => {
    const { body } = await enable({ enabled }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain('enabled: ');
  });
});

describe('GET /notifications/preferences', () => {
  it('defaults to all topics and no quiet hours', async () => {
    expect(await preferences()).toEqual({
      topics: {
        connections: true,
        events: true,
        conferences: true,
        quests: true,
        partner: true,
        messages: true,
        reminders: true,
      },
      quiet_hours: null,
      reminders: { minutes: 10, for: ['favorites', 'seats'] },
    });
    expect(await api.db('notification_settings').where({ user_id: ada.id })).toEqual([]);
  });
});

describe('PUT /notifications/preferences', () => {
  const NIGHT = { start: '22:00', end: '07:00', timezone: 'Europe/Berlin', strict: false };

  it('changes the given topics and no others', async () => {
    const { topics: all, reminders } = await preferences();

    const first = await change({ topics: { quests: false, partner: false } }).expect(200);
    expect(first.body).toEqual({
      topics: { ...all, quests: false, partner: false },
      quiet_hours: null,
      reminders,
    });
    const next = await change({ topics: { quests: true, events: false } }).expect(200);
    expect(next.body).toEqual({
      topics: { ...all, partner: false, events: false },
      quiet_hours: null,
      reminders,
    });
    const again = await change({ topics: { quests: true, events: false } }).expect(200);
    expect(again.body).toEqual(next.body);
    expect(await preferences()).toEqual(next.body);
  });

  it('sets, changes and removes quiet hours as a whole', async () => {
    expect((await change({ quiet_hours: NIGHT }).expect(200)).body.quiet_hours).toEqual(NIGHT);
    const { body } = await change({ topics: { messages: false } }).expect(200);
    expect(body).toMatchObject({ topics: { messages: false }, quiet_hours: NIGHT });

    const noon = { start: '12:00', end: '13:30', timezone: 'Asia/Kathmandu' };
    expect((await change({ quiet_hours: noon }).expect(200)).body).toMatchObject({
      topics: { messages: false },
      quiet_hours: noon,
    });
    const none = await change({ quiet_hours: null }).expect(200);
    expect(none.body).toMatchObject({ topics: { messages: false }, quiet_hours: null });
    expect(await preferences()).toEqual(none.body);
  });

  it('sets quiet hours that hold back all messages, until they are set without that', async () => {
    const strict = { ...NIGHT, strict: true };
    expect((await change({ quiet_hours: strict }).expect(200)).body.quiet_hours).toEqual(strict);
    await change({ topics: { messages: false } }).expect(200);
    expect((await preferences()).quiet_hours).toEqual(strict);

    const { strict: _, ...times } = NIGHT;
    expect((await change({ quiet_hours: times }).expect(200)).body.quiet_hours).toEqual(NIGHT);
  });

  it('changes the minutes and the kinds of reminders, each alone', async () => {
    const first = await change({ reminders: { minutes: 0 } }).expect(200);
    expect(first.body.reminders).toEqual({ minutes: 0, for: ['favorites', 'seats'] });
    const second = await change({ reminders: { for: ['seats', 'seats'] } }).expect(200);
    expect(second.body.reminders).toEqual({ minutes: 0, for: ['seats'] });
    const { body } = await change({ topics: { quests: false } }).expect(200);
    expect(body.reminders).toEqual({ minutes: 0, for: ['seats'] });
    const last = { minutes: 30, for: [] };
    expect((await change({ reminders: last }).expect(200)).body.reminders).toEqual(last);
    expect((await preferences()).reminders).toEqual(last);
  });

  it('changes nothing without known fields', async () => {
    const before = await change({ topics: { quests: false }, quiet_hours: NIGHT }).expect(200);
    for (const body of [{}, { topics: {} }, { topics: { cats: false } }]) {
      expect((await change(body).expect(200)).body).toEqual(before.body);
    }
  });

  it('keeps all of several parallel changes', async () => {
    const topics = [...TOPICS];
    await Promise.all(topics.map((topic) => change({ topics: { [topic]: false } }).expect(200)));

    const { topics: changed } = await preferences();
    expect(Object.keys(changed).toSorted()).toEqual(topics.toSorted());
    expect(Object.values(changed)).toEqual(topics.map(() => false));
  });

  it('changes nothing for other users', async () => {
    const grace = await aUser(api.db);
    await change({ topics: { events: false }, quiet_hours: NIGHT }).expect(200);

    const theirs = await preferences(grace);
    expect(theirs).toMatchObject({ topics: { events: true }, quiet_hours: null });
  });

  it('stops messages of a muted topic only', async () => {
    await change({ topics: { events: false } }).expect(200);
    expect(await messagesOfApproval()).toEqual([]);

    await change({ topics: { events: true, messages: false } }).expect(200);
    expect(await messagesOfApproval()).toHaveLength(1);
  });

  it.each([
    ['topics', { topics: ['events'] }],
    ['topics', { topics: null }],
    ['topics.events', { topics: { events: 'no' } }],
    ['reminders', { reminders: null }],
    ['reminders.minutes', { reminders: { minutes: 15 } }],
    ['reminders.minutes', { reminders: { minutes: null } }],
    ['reminders.for', { reminders: { for: 'seats' } }],
    ['reminders.for', { reminders: { for: ['seats', 'favorites', 'seats'] } }],
    ['reminders.for.0', { reminders: { for: ['waitlist'] } }],
    ['quiet_hours', { quiet_hours: '22:00' }],
    ['quiet_hours.start', { quiet_hours: { end: '07:00', timezone: 'Europe/Berlin' } }],
    ['quiet_hours.start', { quiet_hours: { ...NIGHT, start: '24:00' } }],
    ['quiet_hours.start', { quiet_hours: { ...NIGHT, start: '9:00' } }],
    ['quiet_hours.end', { quiet_hours: { ...NIGHT, end: '07:60' } }],
    ['quiet_hours.end', { quiet_hours: { ...NIGHT, end: '07:00:00' } }],
    ['quiet_hours.end', { quiet_hours: { ...NIGHT, end: null } }],
    ['quiet_hours.end', { quiet_hours: { ...NIGHT, end: '22:00' } }],
    ['quiet_hours.timezone', { quiet_hours: { start: '22:00', end: '07:00' } }],
    ['quiet_hours.strict', { quiet_hours: { ...NIGHT, strict: 'yes' } }],
    ['quiet_hours.timezone', { quiet_hours: { ...NIGHT, timezone: 'Moon/Crater' } }],
    ['quiet_hours.timezone', { quiet_hours: { ...NIGHT, timezone: '+02:00' } }],
    ['quiet_hours.timezone', { quiet_hours: { ...NIGHT, timezone: 'CET' } }],
    ['quiet_hours.timezone', { quiet_hours: { ...NIGHT, timezone: 'AET' } }],
  ])('answers 400 for an invalid %s', async (field, given) => {
    const { body } = await change({ topics: { quests: false }, ...given }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
    expect(await api.db('notification_settings').where({ user_id: ada.id })).toEqual([]);
  });
});

describe('notification settings', () => {
  it('are exported, and deleted when the user is erased', async () => {
    const { body } = await change({ topics: { quests: false } }).expect(200);

    const exported = await api.as(ada).get('/api/v1/users/me/export').expect(200);
    expect(exported.body.notification_settings).toEqual({ ...body, seen_up_to: 0 });
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    expect(await api.db('notification_settings').where({ user_id: ada.id })).toEqual([]);
  });

  it('are not stored for a user who is being erased', async () => {
    const both = () => Promise.all([enable(), change({ topics: { quests: false } })]);
    const answers = await whileErasing(api, ada, both, 2);

    expect(answers.map(({ body }) => body)).toEqual([UNAUTHORIZED, UNAUTHORIZED]);
    expect(await api.db('notification_settings').where({ user_id: ada.id })).toEqual([]);
  });

  it.each([
    ['put', ENABLE],
    ['get', PREFERENCES],
    ['put', PREFERENCES],
  ] as const)('answer 401 or 403 without an active user: %s %s', async (method, path) => {
    await api.anonymous()[method](path).expect(401);
    await api.admin()[method](path).expect(401);
    const blocked = await aUser(api.db, { is_blocked: true });
    await api.as(blocked)[method](path).expect(403);
  });
});
