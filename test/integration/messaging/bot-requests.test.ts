import { requestKeyboard } from '../../../src/domain/messaging/bot-callbacks.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { BotTransport } from '../../../src/integrations/messenger/bot-transport.ts';
import { BotTest, idOf } from '../../support/bot.ts';
import { aConnection, people } from '../../support/factories.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { until } from '../../support/until.ts';

let test: BotTest;
let ada: User;
let ben: User;
let zoe: User;
/** Ada's request to Ben. */
let id: number;

beforeAll(async () => {
  test = await BotTest.start();
});
beforeEach(async () => {
  await test.reset();
  [ada, ben, zoe] = await people(test.api.db, 3, { language_code: 'en' });
  await aConnection(test.api.db, [ada, ben], 'pending');
  id = (await test.api.db('connections').first('id')).id;
});
afterAll(async () => test[Symbol.asyncDispose]());

const status = async () => (await test.api.db('connections').where({ id }).first('status'))?.status;
const connections = (user: User) => test.api.as(user);
const path = () => `/api/v1/connections/${id}`;

/** The user presses a button, in a message that the bot has sent; returns the answer to the press. */
async function press(user: User, data: string): Promise<string | undefined> {
  const query = await pressed(user, data);
  await test.work();
  return query.answer?.text;
}

/** As `press`, before a worker takes the update. */
async function pressed(user: User, data: string) {
  const transport = new BotTransport({ apiRoot: test.sandbox.url, botToken: BOT_TOKEN });
  const text = 'A request';
  const keyboard = [...[requestKeyboard(id, 'en')], ...[[{ text: 'x', callback_data: data }]]];
  const sent = await transport.send({ chat_id: idOf(user), text, entities: [], keyboard });
  await transport.close();
  if (sent.kind !== 'sent') throw new Error(sent.kind);
  const query = test.sandbox.press(sent.message_id, data);
  const update = test.sandbox.updates.at(-1);
  await test.post(update ?? {}).expect(200);
  return query;
}

describe('Accept and Decline', () => {
  it('accepts by the rules of the API, and notifies the requester', async () => {
    expect(await press(ben, `ca_${id}`)).toBe('You are connected now.');
    expect(await status()).toBe('accepted');
    const { body } = await test.api.as(ada).get('/api/v1/notifications').expect(200);
    expect(body.notifications ?? body.items ?? body.data).toMatchObject([
      { type: 'connection_accepted' },
    ]);
  });

  it('declines, and tells the requester nothing', async () => {
    expect(await press(ben, `cd_${id}`)).toBe('You declined this request.');
    expect(await status()).toBe('rejected');
    expect(await test.api.db('notifications').where({ user_id: ada.id })).toEqual([]);
  });

  it('names the changed request, so that a worker edits its message', async () => {
    await press(ben, `ca_${id}`);
    expect(await test.api.db('changed_subjects').pluck('subject')).toContain(`connection:${id}`);
  });

  it('answers the press in the language of the presser', async () => {
    await test.api.db('users').where({ id: ben.id }).update({ language: 'ar' });
    expect(await press(ben, `ca_${id}`)).toBe('أنتما الآن على تواصل.');
  });

  it('again gives the same answer, and changes nothing', async () => {
    await press(ben, `ca_${id}`);
    expect(await press(ben, `ca_${id}`)).toBe('You are connected now.');
    expect(await test.api.db('notifications').where({ user_id: ada.id })).toHaveLength(1);
  });

  it.each([
    ['cd', 'ca', 'You declined this request.'],
    ['ca', 'cd', 'You are connected now.'],
  ])('too late answers with the present state: %s, then %s', async (first, second, answer) => {
    await press(ben, `${first}_${id}`);
    expect(await press(ben, `${second}_${id}`)).toBe(answer);
  });

  it.each(['ca', 'cd'])('is only for the recipient: %s', async (prefix) => {
    for (const user of [ada, zoe]) {
      expect(await press(user, `${prefix}_${id}`)).toBe('This is not for you.');
    }
    expect(await status()).toBe('pending');
  });

  it('is not for a person whom the service does not know, nor for a blocked user', async () => {
    const stranger = { ...ben, messenger_id: 910_000_009 };
    expect(await press(stranger, `ca_${id}`)).toBe('This is not for you.');
    await test.api.db('users').where({ id: ben.id }).update({ is_blocked: true });
    expect(await press(ben, `ca_${id}`)).toBe('Your account is blocked.');
    expect(await status()).toBe('pending');
  });

  it.each(['', 'ca_', 'ca_0', 'ca_1e3', 'ca_9007199254740993', 'cx_1', 'ca_1; drop', 'l_xx'])(
    'forged data changes nothing: %j',
    async (data) => {
      await test.handle(test.press(idOf(ben), data));
      expect(await status()).toBe('pending');
    },
  );

  it('mutes reminders, and says so again', async () => {
    for (const _ of [1, 2])
      expect(await press(ben, 'mr')).toBe(
        'Reminders are muted. In the app you turn them on again.',
      );
    const { body } = await test.api.as(ben).get('/api/v1/notifications/preferences').expect(200);
    expect(body.topics).toMatchObject({ reminders: false, connections: true });
  });

  it('a request of another pair, or of none, is not for the presser', async () => {
    expect(await press(ben, 'ca_999999')).toBe('This request is no longer open.');
    await aConnection(test.api.db, [ada, zoe], 'pending');
    const other = await test.api.db('connections').whereNot({ id }).first('id');
    expect(await press(ben, `ca_${other.id}`)).toBe('This is not for you.');
    expect(await status()).toBe('pending');
  });

  it('a withdrawn request is no longer open', async () => {
    await connections(ada).delete(path()).expect(200);
    expect(await press(ben, `ca_${id}`)).toBe('This request is no longer open.');
    expect(await status()).toBe('withdrawn');
  });

  it('counts an answer that comes too late for the messenger as done', async () => {
    test.sandbox.answerTo({ method: 'answerCallbackQuery' }, () => ({
      error_code: 400,
      description:
        'Bad Request: query is too old and response timeout expired or query ID is invalid',
    }));
    expect(await test.handle(test.press(idOf(ben), `ca_${id}`))).toEqual(['answered']);
    expect(await status()).toBe('accepted');
  });

  it('is retried until the messenger has the answer, and accepts once', async () => {
    test.sandbox.answerTo({ method: 'answerCallbackQuery' }, (nth) =>
      nth === 1 ? 'server_error' : 'ok',
    );
    const query = await pressed(ben, `ca_${id}`);
    const [update] = test.sandbox.updates.slice(-1);
    await expect(test.work()).rejects.toThrow('bot: messenger failed to take an answer');
    expect(await status()).toBe('accepted');

    expect(await test.again(update ?? { update_id: 0 }, 'apply-bot-press')).toBe('answered');
    expect(query.answer?.text).toBe('You are connected now.');
    expect(await test.api.db('notifications').where({ user_id: ada.id })).toHaveLength(1);
  });
});

describe('Accept in the chat', () => {
  /** Runs the press at once with something else. */
  async function against(other: () => Promise<{ status: number }>) {
    const query = await pressed(ben, `ca_${id}`);
    const [outcomes, { status: httpStatus }] = await Promise.all([test.work(), other()]);
    return { outcomes, answer: query.answer?.text, httpStatus };
  }

  it.each([1, 2, 3])('against Reject in the app: one of them wins, run %i', async () => {
    const { answer, httpStatus } = await against(() =>
      connections(ben).put(path()).send({ status: 'rejected' }),
    );
    const isAccepted = (await status()) === 'accepted';
    expect([answer, httpStatus]).toEqual(
      isAccepted ? ['You are connected now.', 409] : ['You declined this request.', 200],
    );
  });

  it.each([1, 2, 3])('against a withdrawal: the request is over or accepted, run %i', async () => {
    const { answer } = await against(() => connections(ada).delete(path()));
    const now = await status();
    // A withdrawal after the acceptance deletes the connection.
    if (now === 'withdrawn') expect(answer).toBe('This request is no longer open.');
    else expect([now, answer]).toEqual([undefined, 'You are connected now.']);
  });

  it.each([
    ['requester', () => ada, () => ben],
    ['recipient', () => ben, () => ada],
  ])('against a block by the %s: no connection stays beside it', async (_who, blocker, blocked) => {
    const { answer, httpStatus } = await against(() =>
      test.api.as(blocker()).put(`/api/v1/users/${blocked().id}/block`),
    );
    expect(httpStatus).toBe(200);
    expect(await status()).toBeUndefined();
    expect(await test.api.db('notifications')).toEqual([]);
    expect(answer).toMatch(/^(You are connected now|This request is no longer open)\.$/);
  });

  it.each([
    ['requester', () => ada],
    ['recipient', () => ben],
  ])('against the erasure of the %s: nothing of the connection stays', async (_who, user) => {
    const { outcomes, answer, httpStatus } = await against(() =>
      test.api.as(user()).delete('/api/v1/users/me'),
    );
    expect(httpStatus).toBeLessThan(300);
    expect(await status()).toBeUndefined();
    // The erasure of the recipient before the job takes the press with it.
    if (outcomes[0] === 'no answer') expect(user()).toBe(ben);
    else
      expect(answer).toMatch(
        /^(You are connected now|This request is no longer open|This is not for you)\.$/,
      );
  });
});

describe('a worker', () => {
  it('answers a press, whose query the messenger shows as loading, and a command', async () => {
    const worker = await test.startWorker();
    const query = await pressed(ben, `ca_${id}`);
    await test.post(test.message(idOf(zoe), '/start')).expect(200);
    await until(() => query.answer !== undefined && test.answersTo(zoe).length === 1);

    expect(await status()).toBe('accepted');
    await worker.stop(5_000);
  });
});
