import { seatKeyboard } from '../../../src/domain/messaging/bot-callbacks.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { BotTransport } from '../../../src/integrations/messenger/bot-transport.ts';
import { BotTest, idOf } from '../../support/bot.ts';
import { aConference, anEvent, people } from '../../support/factories.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';

let test: BotTest;
let ada: User;
let ben: User;

beforeAll(async () => {
  test = await BotTest.start();
});
beforeEach(async () => {
  await test.reset();
  [ada, ben] = await people(test.api.db, 2, { language_code: 'en', messenger_reachable: true });
});
afterAll(async () => test[Symbol.asyncDispose]());

/** The user presses the button of a notice about the subject; returns the answer to the press. */
async function press(user: User, subject: string): Promise<string | undefined> {
  const transport = new BotTransport({ apiRoot: test.sandbox.url, botToken: BOT_TOKEN });
  const keyboard = [seatKeyboard(subject, 'en')];
  const text = 'You have a seat';
  const sent = await transport.send({ chat_id: idOf(user), text, entities: [], keyboard });
  await transport.close();
  if (sent.kind !== 'sent') throw new Error(sent.kind);
  const data = keyboard[0]?.[0]?.callback_data ?? '';
  const query = test.sandbox.press(sent.message_id, data);
  await test.post(test.sandbox.updates.at(-1) ?? {}).expect(200);
  await test.work();
  return query.answer?.text;
}

const GIVEN_UP = 'You gave up your seat.';
const KEPT = 'You have checked in, or it is over: the seat stays yours.';

describe('a broadcast that asks who still comes', () => {
  const ask = (audience: object) =>
    test.api
      .admin()
      .post('/api/v1/admin/notifications/bulk-send')
      .send({ title: 'Still coming?', body: 'Tell us.', ask: 'seat', audience });

  it('has the button for those with a seat, and one press gives it to the next', async () => {
    const { id } = await aConference(test.api.db, {
      ...{ capacity: 1, starts_on: '2030-05-14', ends_on: '2030-05-15' },
    });
    for (const user of [ada, ben])
      await test.api.as(user).post(`/api/v1/conferences/${id}/register`).expect(201);
    const { body } = await ask({ conference_ids: [id] }).expect(201);
    await test.api.services.broadcastFanout.run(body.id, AbortSignal.timeout(10_000));
    await test.sendAll();

    const [message] = test.sandbox.chat(idOf(ada));
    expect(message?.keyboard[0]).toMatchObject([{ callback_data: `sg_c_${id}` }]);
    expect(test.sandbox.chat(idOf(ben))).toEqual([]);
    expect(await press(ada, `conference_seat:${id}`)).toBe(GIVEN_UP);
    const statuses = await test.api.db('registrations').orderBy('user_id').pluck('status');
    expect(statuses).toEqual(['cancelled', 'registered']);
  });

  it('is for one conference alone', async () => {
    const [one, other] = [await aConference(test.api.db), await aConference(test.api.db)];
    for (const audience of [
      { all: true },
      { conference_ids: [one.id, other.id] },
      { conference_ids: [one.id], interests: ['looms'] },
    ]) {
      const { body } = await ask(audience).expect(400);
      expect(body.error).toBe('audience: expected one conference alone beside ask');
    }
  });
});

describe('I cannot come', () => {
  it('frees the seat of an event, and the next in the queue gets it', async () => {
    const { id } = await anEvent(test.api.db, { capacity: 1 });
    await test.api.as(ada).post('/api/v1/events/attend').send({ event_id: id }).expect(201);
    await test.api.as(ben).post('/api/v1/events/attend').send({ event_id: id }).expect(201);

    expect(await press(ada, `event_seat:${id}`)).toBe(GIVEN_UP);

    const statuses = await test.api.db('event_attendances').orderBy('user_id').pluck('status');
    expect(statuses).toEqual(['cancelled', 'registered']);
    const notices = await test.api.db('notifications').where({ user_id: ben.id }).pluck('type');
    expect(notices).toEqual(['event_promoted']);
  });

  it('frees the seat of a conference once, whatever is pressed again', async () => {
    const { id } = await aConference(test.api.db, { capacity: 5 });
    await test.api.as(ada).post(`/api/v1/conferences/${id}/register`).expect(201);

    for (const _ of [1, 2]) expect(await press(ada, `conference_seat:${id}`)).toBe(GIVEN_UP);

    const { attendee_count } = await test.api.db('conferences').where({ id }).first();
    expect(attendee_count).toBe(0);
  });

  it('keeps the seat of a user who has arrived, and of an event that is over', async () => {
    const { id } = await anEvent(test.api.db);
    await test.api.as(ada).post('/api/v1/events/attend').send({ event_id: id }).expect(201);
    await test.api.as(ben).post('/api/v1/events/attend').send({ event_id: id }).expect(201);
    const at = '2020-05-14T09:00:00.000Z';
    await test.api
      .db('event_attendances')
      .where({ user_id: ada.id })
      .update({ status: 'checked_in', checked_in_at: at });
    expect(await press(ada, `event_seat:${id}`)).toBe(KEPT);

    const over = { starts_at: at, ends_at: '2020-05-14T10:00:00.000Z' };
    await test.api.db('events').where({ id }).update(over);
    expect(await press(ben, `event_seat:${id}`)).toBe(KEPT);
  });

  it('is not for a user without a seat, nor for a blocked one', async () => {
    const { id } = await anEvent(test.api.db);
    expect(await press(ada, `event_seat:${id}`)).toBe('This is not for you.');
    expect(await press(ada, 'conference_seat:999999')).toBe('This is not for you.');
    await test.api.db('users').where({ id: ben.id }).update({ is_blocked: true });
    expect(await press(ben, `event_seat:${id}`)).toBe('Your account is blocked.');
  });
});
