import { type BotTextKey, botText } from '../../../src/domain/messaging/bot-replies.ts';
import { LANGUAGES } from '../../../src/messages/catalogs.ts';
import { APP_URL, BotTest, idOf } from '../../support/bot.ts';
import { aUser, people } from '../../support/factories.ts';

let test: BotTest;

/** A person whom the service does not know, in each test another one. */
let stranger = 910_000_001;
const english = (key: BotTextKey) => botText(key, 'en');
const open = (parameter = '') => [
  [{ text: 'Open', url: `${APP_URL}${parameter}`, style: 'primary' }],
];

beforeAll(async () => {
  test = await BotTest.start();
});
beforeEach(async () => {
  stranger += 1;
  await test.reset();
});
afterAll(async () => test[Symbol.asyncDispose]());

describe('/start', () => {
  it.each([
    ['/start', ''],
    ['/start e_12', '?startapp=e_12'],
    ['/start@hallway_bot n_5', '?startapp=n_5'],
    ['/START q_3', '?startapp=q_3'],
    ['/start <b>&"', ''],
    ['/start x_12', ''],
    ['/start e_12 and more', ''],
  ])('%s greets with one button', async (text, parameter) => {
    const user = await aUser(test.api.db);
    await test.handle(test.message(idOf(user), text));
    expect(test.textsTo(user)).toEqual([english('greeting')]);
    expect(test.answersTo(user)[0]?.keyboard).toEqual(open(parameter));
  });

  it('marks the user as reachable', async () => {
    const user = await aUser(test.api.db, { messenger_reachable: false });
    await test.handle(test.message(idOf(user), '/start'));
    expect(await test.member(user)).toMatchObject({ messenger_reachable: true });
  });

  it('greets a person whom the service does not know, and stores nothing of them', async () => {
    await test.handle(test.message(stranger, '/start e_12', { language_code: 'de-AT' }));

    expect(test.textsTo(stranger)).toEqual([botText('greeting', 'de')]);
    expect(test.answersTo(stranger)[0]?.keyboard).toEqual([
      [{ text: 'Öffnen', url: `${APP_URL}?startapp=e_12`, style: 'primary' }],
    ]);
    expect(await test.api.db('users').where({ messenger_id: stranger })).toEqual([]);
    const kept = [await test.api.db('messenger_updates'), await test.api.db('rate_limit_counters')];
    expect(JSON.stringify(kept)).not.toContain(`${stranger}`);
  });

  it.each(['/stop', '/notify', '/language de', 'Hello'])(
    'greets a stranger who writes %s',
    async (text) => {
      await test.handle(test.message(stranger, text));
      expect(test.textsTo(stranger)).toEqual([english('greeting')]);
    },
  );

  it('has no button without the address of the app', async () => {
    await using other = await BotTest.start({ env: { MESSENGER_APP_URL: '' } });
    await other.handle(other.message(stranger, '/start e_12'));
    expect(other.answersTo(stranger)).toMatchObject([{ keyboard: [] }]);
  });

  it('tells a blocked user so, without a button', async () => {
    const user = await aUser(test.api.db, { is_blocked: true });
    await test.handle(test.message(idOf(user), '/start'));
    expect(test.textsTo(user)).toEqual([english('blocked')]);
    expect(test.answersTo(user)).toMatchObject([{ keyboard: [] }]);
  });
});

describe('/stop and /notify', () => {
  it('turn messages off and on', async () => {
    const user = await aUser(test.api.db);
    await test.handle(test.message(idOf(user), '/stop'));
    expect(await test.member(user)).toMatchObject({ notifications_enabled: false });
    await test.endGap();
    await test.handle(test.message(idOf(user), '/notify', { date: 1 }));
    expect(await test.member(user)).toMatchObject({ notifications_enabled: true });
    expect(test.textsTo(user)).toEqual([english('stopped'), english('notified')]);
  });

  it('count by their dates, not by their order of arrival', async () => {
    const user = await aUser(test.api.db);
    const stop = test.message(idOf(user), '/stop', { date: 100 });
    const notify = test.message(idOf(user), '/notify', { date: 101 });
    await test.handle(notify, stop);
    expect(await test.member(user)).toMatchObject({ notifications_enabled: true });
  });

  it('an old command changes nothing that the user has chosen in the app since', async () => {
    const user = await aUser(test.api.db);
    await test.post(test.message(idOf(user), '/stop')).expect(200);
    await test.api.as(user).put('/api/v1/notifications/enable').send({ enabled: true }).expect(200);
    await test.work();
    expect(await test.member(user)).toMatchObject({ notifications_enabled: true });
  });
});

describe('/language', () => {
  it('asks with a button for each language, and one for that of the messenger', async () => {
    const user = await aUser(test.api.db);
    await test.handle(test.message(idOf(user), '/language'));
    const [question] = test.answersTo(user);
    expect(test.textsTo(user)).toEqual([english('language_question')]);
    expect(question?.keyboard.flat().map(({ text }) => text)).toEqual([
      'English',
      'Deutsch',
      'español',
      'العربية',
      english('language_of_messenger'),
    ]);
  });

  it('sets the language of its button, and the answer is in it', async () => {
    const user = await aUser(test.api.db, { language_code: 'en' });
    await test.handle(test.press(idOf(user), 'l_ar'));
    expect(await test.member(user)).toMatchObject({ language: 'ar' });
    await test.handle(test.message(idOf(user), '/help'));
    expect(test.textsTo(user)).toEqual([botText('help', 'ar')]);
  });

  it('goes back to the language of the messenger', async () => {
    const user = await aUser(test.api.db, { language_code: 'es' });
    await test.handle(test.press(idOf(user), 'l_ar'), test.press(idOf(user), 'l_', '2'));
    expect(await test.member(user)).toMatchObject({ language: null });
  });

  it('takes the language as an argument', async () => {
    const user = await aUser(test.api.db);
    await test.handle(test.message(idOf(user), '/language de-CH'));
    expect(await test.member(user)).toMatchObject({ language: 'de' });
    expect(test.textsTo(user)).toEqual([botText('language_set', 'de')]);
  });

  it.each(['tlh', 'x', '../../etc', '<b>'])('asks again for %s', async (argument) => {
    const user = await aUser(test.api.db);
    await test.handle(test.message(idOf(user), `/language ${argument}`));
    expect(await test.member(user)).toMatchObject({ language: null });
    expect(test.textsTo(user)).toEqual([english('language_question')]);
  });

  it.each(['l_tlh', 'l_xx-YY', 'l_de;drop'])('changes nothing by forged data: %s', async (data) => {
    const user = await aUser(test.api.db);
    await test.handle(test.press(idOf(user), 'l_es'), test.press(idOf(user), data, '2'));
    expect(await test.member(user)).toMatchObject({ language: 'es' });
  });
});

describe('other messages', () => {
  it('/help lists the commands', async () => {
    const user = await aUser(test.api.db);
    await test.handle(test.message(idOf(user), '/help'));
    expect(test.textsTo(user)).toEqual([english('help')]);
  });

  it.each(['Hello', '/unknown', '/', '', '/startle', 'start'])(
    'are answered by one sentence and the button: %j',
    async (text) => {
      const user = await aUser(test.api.db);
      await test.handle(test.message(idOf(user), text));
      expect(test.textsTo(user)).toEqual([english('other')]);
      expect(test.answersTo(user)[0]?.keyboard).toEqual(open());
    },
  );

  it.each(LANGUAGES)('are answered in the language of the user: %s', async (language) => {
    const user = await aUser(test.api.db, { language_code: language });
    for (const [text, key] of [
      ['/start', 'greeting'],
      ['/stop', 'stopped'],
      ['/notify', 'notified'],
      ['/language', 'language_question'],
      ['/help', 'help'],
      ['Hello', 'other'],
    ] as const) {
      await test.endGap();
      await test.handle(test.message(idOf(user), text));
      expect(test.textsTo(user).at(-1)).toBe(botText(key, language));
    }
  });
});

describe('the number of answers', () => {
  it('is 5 in 15 seconds, for ten messages at once to several processes', async () => {
    const user = await aUser(test.api.db);
    await Promise.all(
      Array.from({ length: 10 }, () => test.post(test.message(idOf(user), '/start')).expect(200)),
    );
    for (let turns = 0; turns < 12; turns += 1) {
      await test.freeChats();
      await test.workAtOnce();
    }
    expect(test.answersTo(user)).toHaveLength(5);
    expect(await test.work()).toEqual([]);
  });

  it('is 20 in an hour', async () => {
    const user = await aUser(test.api.db);
    for (let n = 0; n < 22; n += 1) {
      await test.endGap();
      await test.handle(test.message(idOf(user), '/start'));
    }
    expect(test.answersTo(user)).toHaveLength(20);
  });

  it('limits no command: /stop takes effect without an answer', async () => {
    const user = await aUser(test.api.db);
    const starts = Array.from({ length: 5 }, () => test.message(idOf(user), '/start'));
    const outcomes = await test.handle(...starts, test.message(idOf(user), '/stop'));
    expect(outcomes.at(-1)).toBe('no answer');
    expect(await test.member(user)).toMatchObject({ notifications_enabled: false });
  });

  it('is that of each chat', async () => {
    const [one, other] = [await aUser(test.api.db), await aUser(test.api.db)];
    await test.handle(test.message(idOf(one), '/start'), test.message(idOf(other), '/start'));
    expect([test.answersTo(one).length, test.answersTo(other).length]).toEqual([1, 1]);
  });
});

describe('messages of one chat within a second', () => {
  it('are answered one after the other, and the next chat does not wait for them', async () => {
    const [user, other] = [await aUser(test.api.db), await aUser(test.api.db)];
    const help = test.message(idOf(user), '/help');
    const outcomes = await test.handle(
      test.message(idOf(user), '/start'),
      help,
      test.message(idOf(other), '/start'),
    );
    expect(outcomes).toEqual(['answered', 'postponed', 'answered']);

    await test.freeChats();
    expect(await test.again(help)).toBe('answered');
    expect(test.textsTo(user)).toEqual([english('greeting'), english('help')]);
  });

  it('are answered in the order of their arrival', async () => {
    const user = await aUser(test.api.db);
    const [help, stop] = [test.message(idOf(user), '/help'), test.message(idOf(user), '/stop')];
    await test.handle(test.message(idOf(user), '/start'), help, stop);
    await test.freeChats();
    expect(await test.again(stop)).toBe('postponed');
    expect(await test.again(help)).toBe('answered');
    await test.freeChats();
    expect(await test.again(stop)).toBe('answered');
    expect(test.textsTo(user)).toEqual([english('greeting'), english('help'), english('stopped')]);
  });

  it('wait a minute at most for one whose answer fails', async () => {
    const user = await aUser(test.api.db);
    const [start, help] = [test.message(idOf(user), '/start'), test.message(idOf(user), '/help')];
    test.sandbox.answerTo({ method: 'sendMessage' }, (nth) => (nth === 1 ? 'server_error' : 'ok'));
    await expect(test.handle(start)).rejects.toThrow('bot: messenger failed to take an answer');
    await test.freeChats();
    expect(await test.handle(help)).toEqual(['postponed']);

    await test.api
      .db('messenger_updates')
      .where({ update_id: start.update_id })
      .update({ received_at: test.api.db.raw(`received_at - interval '1 minute'`) });
    expect(await test.again(help)).toBe('answered');
  });
});

describe('my_chat_member', () => {
  it('sets whether the user is reachable', async () => {
    const user = await aUser(test.api.db, { messenger_reachable: true });
    await test.handle(test.memberChange(idOf(user), 'kicked', 0));
    expect(await test.member(user)).toMatchObject({ messenger_reachable: false });
    await test.handle(test.memberChange(idOf(user), 'member', 5));
    expect(await test.member(user)).toMatchObject({ messenger_reachable: true });
    expect(test.answersTo(user)).toEqual([]);
  });

  it.each([
    [
      'blocked last',
      [
        ['member', 10],
        ['kicked', 20],
      ],
      false,
    ],
    [
      'allowed last',
      [
        ['kicked', 10],
        ['member', 20],
      ],
      true,
    ],
    [
      'blocked, allowed, blocked',
      [
        ['kicked', 1],
        ['member', 2],
        ['kicked', 3],
      ],
      false,
    ],
  ] as const)('counts by the dates, in any order: %s', async (_what, changes, expected) => {
    const user = await aUser(test.api.db, { messenger_reachable: !expected });
    const updates = changes.map(([status, date]) => test.memberChange(idOf(user), status, date));
    await test.handle(...updates.toReversed());
    expect(await test.member(user)).toMatchObject({ messenger_reachable: expected });
  });

  it('a late /start does not undo that the user has blocked the bot since', async () => {
    const user = await aUser(test.api.db, { messenger_reachable: true });
    const start = test.message(idOf(user), '/start', { date: 10 });
    await test.handle(test.memberChange(idOf(user), 'kicked', 20), start);
    expect(await test.member(user)).toMatchObject({ messenger_reachable: false });
  });

  it('older news does not undo a message that the messenger has refused since', async () => {
    const user = await aUser(test.api.db);
    await test.api.store.users.updateUnreachable([user.id]);
    await test.handle(test.memberChange(idOf(user), 'member', 0));
    expect(await test.member(user)).toMatchObject({ messenger_reachable: false });
  });

  it('news of the future, which only a forger has, counts as news of now', async () => {
    const user = await aUser(test.api.db, { messenger_reachable: true });
    await test.handle(test.memberChange(idOf(user), 'kicked', 4_000_000_000));
    await test.api
      .db('users')
      .where({ id: user.id })
      .update({
        messenger_member_at: test.api.db.raw("messenger_member_at - interval '1 hour'"),
        messenger_refused_at: test.api.db.raw("messenger_refused_at - interval '1 hour'"),
      });
    const now = Math.floor(Date.now() / 1_000) - 1_778_749_200;
    await test.handle(test.memberChange(idOf(user), 'member', now));
    expect(await test.member(user)).toMatchObject({ messenger_reachable: true });
  });

  it('of a stranger changes nothing', async () => {
    expect(await test.handle(test.memberChange(stranger, 'kicked', 0))).toEqual(['no answer']);
  });
});

describe('an answer that the messenger', () => {
  it('refuses because the user has blocked the bot makes the user unreachable', async () => {
    const user = await aUser(test.api.db, { messenger_reachable: true });
    test.sandbox.answerTo({ method: 'sendMessage', chat_id: idOf(user) }, () => 'blocked');
    expect(await test.handle(test.message(idOf(user), '/start'))).toEqual(['answered']);
    expect(await test.member(user)).toMatchObject({ messenger_reachable: false });
  });

  it('fails to take is sent by the retry of the job, and the command takes effect once', async () => {
    const user = await aUser(test.api.db);
    const update = test.message(idOf(user), '/stop');
    test.sandbox.answerTo({ method: 'sendMessage' }, (nth) => (nth === 1 ? 'server_error' : 'ok'));
    await expect(test.handle(update)).rejects.toThrow('bot: messenger failed to take an answer');
    await test.api.db('users').where({ id: user.id }).update({ notifications_enabled: true });

    await test.freeChats();
    expect(await test.again(update)).toBe('answered');
    expect(await test.again(update)).toBe('no answer');
    expect(test.textsTo(user)).toEqual([english('stopped')]);
    expect(await test.member(user)).toMatchObject({ notifications_enabled: true });
  });

  it('limits is sent later, and pauses no other chat', async () => {
    const [user, other] = [await aUser(test.api.db), await aUser(test.api.db)];
    const update = test.message(idOf(user), '/start');
    test.sandbox.answerTo({ method: 'sendMessage', chat_id: idOf(user) }, (nth) =>
      nth === 1 ? { retry_after: 7 } : 'ok',
    );
    expect(await test.handle(update)).toEqual(['postponed']);
    const [job] = await test.api.db('pgboss.job').where({ name: 'apply-bot-update' });
    const waitMs = Date.parse(job.start_after) - Date.parse(job.created_on);
    expect(waitMs / 1_000).toBeCloseTo(7, 0);
    expect(await test.again(update)).toBe('postponed');
    expect(test.answersTo(user)).toEqual([]);

    expect(await test.handle(test.message(idOf(other), '/start'))).toContain('answered');
    await test.endGap();
    expect(await test.again(update)).toBe('answered');
  });
});

describe('the rate of all messages', () => {
  it('is paused for all once the messenger limits the answers of two chats', async () => {
    const [one, two, other] = await people(test.api.db, 3);
    test.sandbox.answerTo({ method: 'sendMessage' }, () => ({ retry_after: 5 }));
    await test.handle(test.message(idOf(one), '/start'), test.message(idOf(two), '/start'));
    test.sandbox.answerTo({ method: 'sendMessage' }, () => 'ok');

    const outcome = await test.handle(test.message(idOf(other), '/start'));
    expect(outcome).not.toContain('answered');
    expect(test.answersTo(other)).toEqual([]);
  });

  it('is kept by answers to many chats at once', async () => {
    const users = await people(test.api.db, 12);
    await using limited = await BotTest.start({ on: test.api, env: { MESSENGER_RATE: '5' } });
    for (const user of users) await limited.post(limited.message(idOf(user), '/start')).expect(200);
    await limited.untilHandled();

    expect(users.map((user) => limited.textsTo(user))).toEqual(
      users.map(() => [english('greeting')]),
    );
    expect(limited.sandbox.mostInAnySecond()).toBeLessThanOrEqual(5);
  });

  it('does not delay the answer to a press', async () => {
    const user = await aUser(test.api.db);
    await test.api.services.sending.pause({ scope: 'all', until: null, reason: null });
    expect(await test.handle(test.press(idOf(user), 'l_de'))).toEqual(['answered']);
    await test.api.services.sending.resume();
  });

  it('waits while an operator has stopped the sending', async () => {
    const user = await aUser(test.api.db);
    const update = test.message(idOf(user), '/start');
    await test.api.services.sending.pause({ scope: 'all', until: null, reason: null });
    expect(await test.handle(update)).toEqual(['postponed']);
    await test.api.services.sending.resume();
    expect(await test.again(update)).toBe('answered');
  });
});
