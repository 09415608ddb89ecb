import { POOL_LIMITS } from '../../../src/db/knex.ts';
import { startApi } from '../../support/api.ts';
import { BotTest, messageFrom, WEBHOOK_PATH, WEBHOOK_SECRET } from '../../support/bot.ts';
import { aUser } from '../../support/factories.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';

let test: BotTest;

const OTHER_SECRET = 'the-other-webhook-secret-of-tests-2';
const STRANGER = 910_000_001;

beforeAll(async () => {
  test = await BotTest.start({
    env: { MESSENGER_WEBHOOK_SECRET: `${WEBHOOK_SECRET},${OTHER_SECRET}` },
  });
});
beforeEach(() => test.reset());
afterAll(async () => test[Symbol.asyncDispose]());

const rows = () => test.api.db('messenger_updates').orderBy('update_id');
const jobs = () =>
  test.api
    .db('pgboss.job')
    .whereRaw("name like 'apply-bot-%'")
    .orderBy('created_on')
    .select('name', 'data');

describe('POST /messenger/webhook', () => {
  it('accepts each secret of the list', async () => {
    for (const secret of [WEBHOOK_SECRET, OTHER_SECRET]) {
      const update = test.message(STRANGER, '/start');
      expect((await test.post(update, secret).expect(200)).body).toEqual({ ok: true });
    }
  });

  it.each([
    ['a wrong secret', 'a-secret-of-another-bot-0123456789'],
    ['the beginning of the secret', WEBHOOK_SECRET.slice(0, -1)],
    ['the whole list', `${WEBHOOK_SECRET},${OTHER_SECRET}`],
    ['an empty secret', ''],
  ])('refuses %s', async (_what, secret) => {
    await test.post(test.message(STRANGER, '/start'), secret).expect(401);
    expect(await rows()).toEqual([]);
  });

  it('refuses an update without a secret', async () => {
    await test.api
      .anonymous()
      .post(WEBHOOK_PATH)
      .send(test.message(STRANGER, '/start'))
      .expect(401);
    expect(await rows()).toEqual([]);
  });

  it('refuses a wrong secret before it reads the body', async () => {
    for (const [type, body] of [
      ['application/json', '{"update_id":'],
      ['application/json', JSON.stringify({ text: 'a'.repeat(257 * 1_024) })],
      ['text/plain', 'no JSON'],
    ] as const) {
      await test.api
        .anonymous()
        .post(WEBHOOK_PATH)
        .set('X-Telegram-Bot-Api-Secret-Token', 'a-secret-of-another-bot-0123456789')
        .type(type)
        .send(body)
        .expect(401);
    }
  });

  it('refuses every secret while none is configured', async () => {
    await using other = await BotTest.start({ env: { MESSENGER_WEBHOOK_SECRET: '' } });
    await other.post(other.message(STRANGER, '/start'), '').expect(401);
    await other.post(other.message(STRANGER, '/start')).expect(401);
  });

  it('refuses a body of more than 256 KiB', async () => {
    await test.post(test.message(STRANGER, 'a'.repeat(257 * 1_024))).expect(413);
    await test.post(test.message(STRANGER, 'a'.repeat(250 * 1_024))).expect(200);
  });

  it('records the update and its job in one transaction, once for five deliveries', async () => {
    const update = test.message(STRANGER, '/start');
    await Promise.all(Array.from({ length: 5 }, () => test.post(update).expect(200)));

    const key = { bot_id: 7_000_000_001, update_id: update.update_id };
    expect(await rows()).toMatchObject([key]);
    expect(await jobs()).toEqual([{ name: 'apply-bot-update', data: key }]);
  });

  it('takes ids in any order: the messenger may start again at 1', async () => {
    for (const update_id of [9, 3, 1_000_000, 2]) {
      await test.post({ update_id, message: messageFrom(STRANGER, '/help') }).expect(200);
    }
    expect(await jobs()).toHaveLength(4);
  });

  it('stores no text that a person wrote, and no name', async () => {
    await test.post(test.message(STRANGER, 'My secret wish')).expect(200);
    await test.post(test.message(STRANGER, '/start e_1 and more')).expect(200);

    const stored = JSON.stringify([await rows(), await jobs()]);
    expect(stored).not.toMatch(/secret wish|and more|Mina/);
  });

  const chat = { id: STRANGER, type: 'private' };
  const group = { id: -100_123, type: 'supergroup', title: 'Everyone' };
  const from = { id: STRANGER, is_bot: false, first_name: 'Mina' };
  const text = '/start';
  const date = 1_778_749_200;
  it.each([
    ['a group', { message: { from, chat: group, date, text } }],
    [
      'a press in a group',
      { callback_query: { id: '1', from, message: { chat: group }, data: 'ca_1' } },
    ],
    ['a press of an inline message', { callback_query: { id: '1', from, inline_message_id: 'x' } }],
    [
      'a group that the bot joins',
      { my_chat_member: { from, chat: group, date, new_chat_member: { status: 'member' } } },
    ],
    ['a channel', { channel_post: { chat: { id: -1, type: 'channel' }, date, text } }],
    ['another bot', { message: { from: { ...from, is_bot: true }, chat, date, text } }],
    [
      'another chat than the sender names',
      { message: { from: { ...from, id: 5 }, chat, date, text } },
    ],
    ['an edited message', { edited_message: { from, chat, date, text } }],
    ['a kind of the future', { message_of_2031: { from, chat } }],
    ['nothing', {}],
    ['a chat without a type', { message: { from, chat: { id: STRANGER }, date, text } }],
    [
      'an id that is no number',
      { message: { from: { ...from, id: `${STRANGER}` }, chat, date, text } },
    ],
    ['a date of the year 200000', { message: { from, chat, date: 6e15, text } }],
    ['null', { message: null, callback_query: null }],
    [
      'the id of a press with NUL',
      { callback_query: { id: '\0', from, message: { chat }, data: 'ca_1' } },
    ],
  ])('accepts and drops an update from %s', async (_what, content) => {
    await test.post(test.update(content)).expect(200);
    expect(await rows()).toMatchObject([{ person_id: null, content: null }]);
    expect(await jobs()).toEqual([]);
  });

  it.each([
    ['a list', []],
    ['no id', {}],
    ['an id that is no number', { update_id: 'one' }],
  ])('refuses a body that is no update: %s', async (_what, body) => {
    await test.post(body).expect(400);
  });

  it('answers 503 while the database is away, so that the messenger repeats the update', async () => {
    const update = test.message(STRANGER, '/start');
    await using proxy = await FaultProxy.before(test.api.databaseUrl);
    const env = { MESSENGER_WEBHOOK_SECRET: WEBHOOK_SECRET };
    await using cut = await startApi({ on: { databaseUrl: proxy.url }, limits: POOL_LIMITS, env });
    await proxy.close();
    await cut
      .anonymous()
      .post(WEBHOOK_PATH)
      .set('X-Telegram-Bot-Api-Secret-Token', WEBHOOK_SECRET)
      .send(update)
      .expect(503);
    expect(await rows()).toEqual([]);

    await test.post(update).expect(200);
    expect(await jobs()).toHaveLength(1);
  });

  it('is forgotten after 48 hours', async () => {
    await test.handle(test.message(STRANGER, '/start'), test.message(STRANGER, '/help'));
    const [, second] = await rows();
    await test.api
      .db('messenger_updates')
      .whereNot({ update_id: second.update_id })
      .update({ received_at: test.api.db.raw("now() - interval '48 hours 1 minute'") });
    await test.api
      .db('messenger_updates')
      .where({ update_id: second.update_id })
      .update({ received_at: test.api.db.raw("now() - interval '47 hours 59 minutes'") });

    expect(await test.api.store.messengerUpdates.deleteOld()).toBe(1);
    expect(await rows()).toMatchObject([{ update_id: second.update_id }]);
  });

  it('keeps nothing of the sender once it is handled', async () => {
    await test.handle(test.message(STRANGER, '/start'));
    expect(await rows()).toMatchObject([{ person_id: null, content: null }]);
  });

  it('is emptied by the erasure of its sender, and its job does nothing then', async () => {
    const user = await aUser(test.api.db);
    await test.post(test.message(Number(user.messenger_id), '/start')).expect(200);
    await test.api.as(user).delete('/api/v1/users/me').expect(200);

    expect(await rows()).toMatchObject([{ person_id: null, content: null }]);
    expect(await test.work()).toEqual(['no answer']);
  });
});
