import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { ClaimCodesService } from '../../../src/services/attendance/seat-codes.service.ts';
import { WelcomesService } from '../../../src/services/messaging/welcomes.service.ts';
import { startApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { DeliveryTest } from '../../support/deliveries.ts';
import { aConference } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { until } from '../../support/until.ts';

const WELCOME = { title: 'Welcome', body: 'Good to have you here', is_on: true };

let test: DeliveryTest;
let conference: Conference;
let ada: User;
let bea: User;

beforeAll(async () => {
  test = await DeliveryTest.start();
});
afterEach(() => test.stopWorkers());
afterAll(() => test.close());
beforeEach(async () => {
  await test.reset();
  const { db } = test.api;
  await db('conferences').delete();
  conference = await aConference(db, { starts_on: '2099-05-14', ends_on: '2099-05-16' });
  [ada, bea] = await test.reachableUsers(2);
});

const path = () => `/api/v1/admin/conferences/${conference.id}/welcome`;
const put = (given: object = {}) =>
  test.api
    .admin()
    .put(path())
    .send({ ...WELCOME, ...given });
const register = (user: User) =>
  test.api.as(user).post(`/api/v1/conferences/${conference.id}/register`);
const leave = (user: User) =>
  test.api.as(user).delete(`/api/v1/conferences/${conference.id}/register`);
const give = (user: User) =>
  test.api
    .admin()
    .post(`/api/v1/admin/conferences/${conference.id}/attendees`)
    .send({ user_id: user.id });
const run = (service = test.api.services.welcomes) => service.send(new AbortController().signal);
const inbox = async (user: User) =>
  (await test.api.as(user).get('/api/v1/notifications').expect(200)).body.data.filter(
    ({ type }: { type: string }) => type === 'welcome',
  );
const textsTo = ({ messenger_id }: User) =>
  test.fake.calls.filter(({ chat_id }) => chat_id === messenger_id).map(({ text }) => text);
const audited = () =>
  test.api.db('audit_log').orderBy('id', 'desc').first('action', 'before', 'after');

describe('the endpoints', () => {
  it('create, show, replace and delete it', async () => {
    expect((await test.api.admin().get(path()).expect(404)).body).toEqual(failure('NOT_FOUND'));
    const start = { kind: 'conference', id: conference.id };
    const { body } = await put({ start }).expect(200);
    expect(body).toEqual({
      conference_id: conference.id,
      ...WELCOME,
      translations: {},
      action_url: null,
      start,
      since: expect.any(String),
      version: 1,
    });
    expect(await audited()).toMatchObject({ action: 'conference.update_welcome', before: null });
    expect((await test.api.admin().get(path()).expect(200)).body).toEqual(body);
    expect((await put({ start }).expect(200)).body).toEqual(body);
    const off = (await put({ is_on: false }).expect(200)).body;
    expect(off).toMatchObject({ is_on: false, since: null, version: 2 });
    await test.api.admin().delete(path()).expect(200, { id: conference.id, deleted: true });
    expect(await audited()).toMatchObject({ action: 'conference.delete_welcome', after: null });
    await test.api.admin().delete(path()).expect(404);
  });

  it('keep since while it stays on', async () => {
    const { since } = (await put().expect(200)).body;
    expect((await put({ title: 'Hello' }).expect(200)).body.since).toBe(since);
  });

  it.each([
    [{ title: 'Hello {{name}}' }, 'title'],
    [{ body: '{{quest_title}}' }, 'body'],
    [{ translations: { de: { title: '{{x}}', body: 'Hier' } } }, 'translations.de.title'],
    [{ action_url: 'https://x.example', start: { kind: 'event', id: 1 } }, 'start'],
    [{ is_on: 'yes' }, 'is_on'],
  ])('refuse %j', async (given, field) => {
    const { body } = await put(given).expect(400);
    expect(body.error).toMatch(new RegExp(`^${field}: `));
  });

  it('need broadcasts:send to write, and a conference', async () => {
    const { secret } = await aKey(test.api.db, { scopes: ['broadcasts:read', 'broadcasts:write'] });
    const { admin } = test.api;
    await put().expect(200);
    await admin(secret).get(path()).expect(200);
    expect((await admin(secret).put(path()).send(WELCOME).expect(403)).body).toEqual(
      failure('FORBIDDEN'),
    );
    await admin(secret).delete(path()).expect(403);
    await admin().put('/api/v1/admin/conferences/999999/welcome').send(WELCOME).expect(404);
  });

  it('answer 404 to an If-Match where there is none', async () => {
    await put().set('If-Match', `"${conference.id}.1"`).expect(404);
  });

  it('of two that create it at once leave one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => put({ title: `${n}` })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await test.api.db('conference_welcomes')).toHaveLength(1);
  });
});

describe('who gets a seat', () => {
  it('after it was switched on is welcomed once, in their language', async () => {
    await test.api.db('users').where({ id: ada.id }).update({ language: 'de-AT' });
    await put({
      title: 'Hello {{first_name}}',
      action_url: 'https://x.example/map',
      translations: { de: { title: 'Hallo, {{first_name}}', body: 'Zu {{conference_name}}' } },
    }).expect(200);
    await register(ada).expect(201);

    expect(await run()).toEqual({ welcomed: 1 });
    expect(await run()).toEqual({ welcomed: 0 });
    await test.sendAll();

    const [notice, ...others] = await inbox(ada);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      title: `Hallo, ${ada.first_name}`,
      body: `Zu ${conference.name}`,
      action_url: 'https://x.example/map',
      data: { conference_id: conference.id },
      start: { kind: 'conference', id: conference.id },
    });
    expect(textsTo(ada)).toHaveLength(1);
    expect(textsTo(ada)[0]).toContain('Hallo');
  });

  it('before that is not, also when they are checked in later', async () => {
    await register(ada).expect(201);
    await put().expect(200);
    await test.api
      .db('registrations')
      .update({ status: 'checked_in', checked_in_at: test.api.now() });
    expect(await run()).toEqual({ welcomed: 0 });
  });

  it('while it is off is not, at a draft or an ended conference neither', async () => {
    await put({ is_on: false }).expect(200);
    await register(ada).expect(201);
    expect(await run()).toEqual({ welcomed: 0 });
    await put().expect(200);
    await register(bea).expect(201);
    await test.api.db('conferences').update({ status: 'cancelled' });
    expect(await run()).toEqual({ welcomed: 0 });
    await test.api
      .db('conferences')
      .update({ status: 'published', ends_on: '2026-05-01', starts_on: '2026-05-01' });
    expect(await run()).toEqual({ welcomed: 0 });
  });

  it('again is not, and does not on the waitlist', async () => {
    await test.api.db('conferences').update({ capacity: 1 });
    await put().expect(200);
    await register(ada).expect(201);
    await register(bea).expect(201);
    expect(await run()).toEqual({ welcomed: 1 });
    expect(await inbox(bea)).toEqual([]);
    // Bea is promoted.
    await leave(ada).expect(200);
    expect(await run()).toEqual({ welcomed: 1 });
    await leave(bea).expect(200);
    await register(ada).expect(201);
    expect(await run()).toEqual({ welcomed: 0 });
  });

  it('by a claim is welcomed after it', async () => {
    await put().expect(200);
    await test.api
      .admin()
      .post(`/api/v1/admin/conferences/${conference.id}/bulk-upload`)
      .send({ attendees: [{ first_name: 'Ada', ticket_code: 'q7w5z1kqq9p4l0mmxc2b' }] })
      .expect(200);
    expect(await run()).toEqual({ welcomed: 0 });
    const codes = new ClaimCodesService({ secrets: test.api.configWith({}).ticketSecrets });
    const { id, claim_epoch: epoch } = await invitationsIn(test.api.db).first('id', 'claim_epoch');
    const code = `i_${codes.codeOf({ invitation_id: id, epoch })}`;
    const claim = test.api
      .as(ada)
      .post(`/api/v1/conferences/${conference.id}/claim`)
      .send({ code });
    expect((await claim).status).toBeLessThan(300);
    expect(await run()).toEqual({ welcomed: 1 });
  });

  it('in the place of another user is welcomed, too', async () => {
    await put().expect(200);
    await register(ada).expect(201);
    await run();
    await test.api.db('registrations').update({ user_id: bea.id });
    expect(await run()).toEqual({ welcomed: 1 });
    expect(await inbox(bea)).toHaveLength(1);
  });

  it('leaves what the door knows of them as it is', async () => {
    await put().expect(200);
    await register(ada).expect(201);
    const read = () =>
      test.api.db('registrations').first('changed_at', 'badge_changed_at', 'version');
    const before = await read();
    await run();
    expect(await read()).toEqual(before);
  });

  it('is not written to where they mute conferences', async () => {
    await put().expect(200);
    await test.api
      .db('notification_settings')
      .insert({ user_id: ada.id, muted_topics: ['conferences'] });
    await register(ada).expect(201);
    await run();
    await test.sendAll();
    expect(await inbox(ada)).toHaveLength(1);
    expect(textsTo(ada)).toEqual([]);
  });
});

describe('a message about the seat', () => {
  it('carries the welcome if it is not sent yet', async () => {
    await put({ body: 'Doors open at nine' }).expect(200);
    await give(ada).expect(201);
    await run();
    await test.sendAll();
    expect(textsTo(ada)).toHaveLength(1);
    expect(textsTo(ada)[0]).toContain('You have a seat');
    expect(textsTo(ada)[0]).toContain('Doors open at nine');
    const { body } = await test.api.as(ada).get('/api/v1/notifications').expect(200);
    const seat = body.data.find(({ type }: { type: string }) => type === 'seat_given');
    expect(seat.body).not.toContain('Doors');
    expect(await inbox(ada)).toHaveLength(1);
  });

  it('does not if it was sent: the welcome follows', async () => {
    await put().expect(200);
    await give(ada).expect(201);
    await test.sendAll();
    await run();
    await test.api.db('messenger_chats').delete();
    await test.sendAll();
    expect(textsTo(ada)).toHaveLength(2);
  });
});

it('is sent once by two workers', async () => {
  await using other = await startApi({ on: test.api });
  await put().expect(200);
  const users = await test.reachableUsers(40);
  for (const user of users) await register(user).expect(201);

  const runs = await Promise.all([
    run(),
    run(other.services.welcomes),
    run(new WelcomesService(test.api)),
  ]);

  expect(runs.reduce((sum, { welcomed }) => sum + welcomed, 0)).toBe(40);
  await test.sendAll();
  expect(users.map((user) => textsTo(user).length)).toEqual(users.map(() => 1));
});

it('waits while an operator has paused broadcasts', async () => {
  const pause = (given: object) =>
    test.api.admin().put('/api/v1/admin/operations/sending').send(given).expect(200);
  await put().expect(200);
  await register(ada).expect(201);
  await run();
  await pause({ paused: true, scope: 'broadcasts' });
  await test.insertMessages([bea]);
  await test.sendAll();
  expect([textsTo(ada).length, textsTo(bea).length]).toEqual([0, 1]);
  await pause({ paused: false });
  await test.sendAll();
  expect(textsTo(ada)).toHaveLength(1);
});

it('comes after messages to single users', async () => {
  await put().expect(200);
  await register(ada).expect(201);
  await run();
  await test.insertMessages([bea]);
  await test.createSender({ rate: 1 }).run(new AbortController().signal);
  const chats = test.fake.calls.map(({ chat_id }) => chat_id);
  expect(chats).toEqual([bea.messenger_id, ada.messenger_id]);
});

it('is sent by a worker within seconds', async () => {
  await put().expect(200);
  await test.startWorker();
  await register(ada).expect(201);
  await until(async () => textsTo(ada).length === 1);
  expect(textsTo(ada)[0]).toContain('Good to have you here');
}, 30_000);
