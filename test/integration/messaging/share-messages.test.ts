import { plainText } from '../../../src/development/bot-contents.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { APP_URL } from '../../support/bot.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aQuest,
  aSpeaker,
  aUser,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { FakeBotApi } from '../../support/fake-bot-api.ts';

const METHOD = 'savePreparedInlineMessage';

let fake: FakeBotApi;
let api: TestApi;
let ada: User;

beforeAll(async () => {
  fake = await FakeBotApi.start();
  const MESSENGER_API_ROOT = fake.url;
  const env = { MESSENGER_TRANSPORT: 'bot', MESSENGER_API_ROOT, MESSENGER_APP_URL: APP_URL };
  api = await startApi({ env });
});
beforeEach(async () => {
  fake.reset();
  fake.sandbox.account.shares.length = 0;
  await deleteRows(api.db, 'rate_limit_counters');
  ada = await aUser(api.db, { language_code: 'de' });
});
afterAll(async () => {
  await api.close();
  await fake.close();
});

const share = (kind: string, id: number, user = ada) =>
  api.as(user).post('/api/v1/share-messages').send({ kind, id });

/** What the bot prepared last: its text, the times in it and what its button opens. */
function shared() {
  const { runs = [], keyboard = [], chat_id } = fake.sandbox.account.shares.at(-1) ?? {};
  const times = runs.flatMap(({ time }) => time?.unix_time ?? []);
  return { text: plainText(runs), times, url: keyboard[0]?.[0]?.url, chat_id };
}
const unix = (time: string) => Date.parse(time) / 1_000;

describe('a message to share', () => {
  it('is prepared for the user, with time, place and link', async () => {
    const event = await anEvent(api.db, { title: '🎉 شادي', venue_name: 'Dock 1' });
    const { body } = await share('event', event.id).expect(201);
    const [prepared] = fake.sandbox.account.shares;
    expect(body).toEqual({
      prepared_message_id: prepared?.id,
      expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(shared()).toEqual({
      text: '🎉 شادي\n\nFr., 15. Mai 2026, 11:00–12:00 Uhr (Europe/Berlin), Dock 1',
      times: [unix(event.starts_at), unix(event.ends_at)],
      url: `${APP_URL}?startapp=e_${event.id}`,
      chat_id: ada.messenger_id,
    });
    const [call] = fake.sandbox.calls;
    expect(call?.payload).toMatchObject({ user_id: ada.messenger_id, allow_user_chats: true });
    expect(JSON.stringify(call?.payload)).not.toContain(ada.messenger_first_name);
  });

  it('says that a thing is cancelled', async () => {
    const event = await anEvent(api.db, { title: 'Looms', status: 'cancelled' });
    await share('event', event.id).expect(201);
    expect(shared().text).toBe('Looms\n\nAbgesagt: Looms');
  });

  it('is of a session in the zone of its conference, and of a conference', async () => {
    const conference = await aConference(api.db, { venue: 'Hall', city: 'Bremen' });
    const item = await anAgendaItem(api.db, conference, { title: 'Keynote', room: 'Attic' });
    await share('agenda_item', item.id).expect(201);
    expect(shared()).toMatchObject({
      text: 'Keynote\n\nDo., 14. Mai 2026, 11:00–12:00 Uhr (Europe/Berlin), Attic',
      url: `${APP_URL}?startapp=a_${item.id}`,
    });
    await share('conference', conference.id).expect(201);
    expect(shared()).toMatchObject({
      text: `${conference.name}\n\n14.–16. Mai 2026, Hall, Bremen`,
      times: [],
      url: `${APP_URL}?startapp=c_${conference.id}`,
    });
  });

  it('is of a speaker with the next talk, else without one', async () => {
    const conference = await aConference(api.db);
    const speaker = await aSpeaker(api.db, { name: 'Mary', company: 'Looms' }, [conference]);
    await share('speaker', speaker.id).expect(201);
    expect(shared()).toMatchObject({
      text: 'Mary\n\nLooms',
      url: APP_URL,
    });
    const talk = await anAgendaItem(api.db, conference, { title: 'Weaving' }, [speaker]);
    await share('speaker', speaker.id).expect(201);
    expect(shared()).toMatchObject({
      text: 'Mary\n\nLooms\nWeaving\nDo., 14. Mai 2026, 11:00–12:00 Uhr (Europe/Berlin)',
      url: `${APP_URL}?startapp=a_${talk.id}`,
    });
  });

  it('is of a quest, with its period if it has one', async () => {
    const quest = await aQuest(api.db, { title: 'Hunt' });
    await share('quest', quest.id).expect(201);
    expect(shared()).toMatchObject({ text: 'Hunt', url: `${APP_URL}?startapp=q_${quest.id}` });
    const period = { starts_at: '2026-05-14T08:00:00.000Z', ends_at: '2026-05-15T08:00:00.000Z' };
    const timed = await aQuest(api.db, { title: 'Days', ...period });
    await share('quest', timed.id).expect(201);
    expect(shared().times).toEqual([unix(period.starts_at), unix(period.ends_at)]);
  });
});

describe('is refused', () => {
  it('for what is not public, also to a user who may see it', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const pending = await anEvent(api.db, { status: 'pending', submitted_by: ada.id });
    const hidden = await anAgendaItem(api.db, draft);
    const speaker = await aSpeaker(api.db, {}, [draft]);
    const quest = await aQuest(api.db, { is_active: false });
    for (const [kind, id] of [
      ['conference', draft.id],
      ['event', pending.id],
      ['agenda_item', hidden.id],
      ['speaker', speaker.id],
      ['quest', quest.id],
      ['event', 999_999],
    ] as const) {
      const { body } = await share(kind, id).expect(404);
      expect([kind, body]).toMatchObject([kind, failure('NOT_FOUND')]);
    }
    expect(fake.sandbox.calls).toEqual([]);
  });

  it('after 20 in an hour, whatever the settings, also at once', async () => {
    const { id } = await aQuest(api.db);
    const answers = await Promise.all(Array.from({ length: 24 }, () => share('quest', id)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(4).fill(429)]);
    const { body, headers } = await share('quest', id).expect(429);
    expect(body).toMatchObject(failure('RATE_LIMITED'));
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
    expect(fake.sandbox.account.shares).toHaveLength(20);
    await share('quest', id, await aUser(api.db)).expect(201);
  });

  it.each([
    ['fails', 'server_error'],
    ['refuses the user', { error_code: 400, description: 'Bad Request: user not found' }],
    ['refuses the token', 'unauthorized'],
    ['asks to slow down', { retry_after: 3 }],
    ['answers nonsense', 'nonsense'],
    ['closes the connection', 'cut'],
  ] as const)('when the messenger %s', async (_, behavior) => {
    fake.sandbox.answerTo({ method: METHOD }, () => behavior);
    const { id } = await aQuest(api.db);
    const { body } = await share('quest', id).expect(502);
    expect(body).toMatchObject(failure('UPSTREAM_ERROR'));
  });

  it.each([
    ['without a bot', { MESSENGER_TRANSPORT: '' }],
    ['without an address of the app', { MESSENGER_APP_URL: '' }],
  ])('%s', async (_, env) => {
    await using other = await startApi({
      on: api,
      env: { MESSENGER_TRANSPORT: 'bot', MESSENGER_APP_URL: APP_URL, ...env },
    });
    const { body } = await other
      .as(ada)
      .post('/api/v1/share-messages')
      .send({ kind: 'quest', id: 1 })
      .expect(503);
    expect(body).toMatchObject(failure('SERVICE_UNAVAILABLE', 'No bot is configured'));
  });

  it('of another kind', async () => {
    await share('user', ada.id).expect(400);
  });
});

describe('the sandbox', () => {
  const valid = {
    user_id: 7,
    allow_user_chats: true,
    result: {
      type: 'article',
      id: 'x',
      title: 'Looms',
      input_message_content: { message_text: 'Looms' },
    },
  };
  const call = (payload: object) => () =>
    fake.sandbox.account.call(METHOD, { ...valid, ...payload }, 1);
  const withResult = (result: object) => call({ result: { ...valid.result, ...result } });

  it('shows what a person may share', async () => {
    const quest = await aQuest(api.db, { title: 'Hunt <1>' });
    await share('quest', quest.id).expect(201);
    const html = await (await fetch(`${fake.url}/chats/${ada.messenger_id}`)).text();
    expect(html).toContain('<b>Hunt &#60;1&#62;</b>');
    expect(html).toContain('prepared to share, in no chat yet');
    expect(html).toContain(`↗ q_${quest.id}`);
  });

  it('refuses what the Bot API refuses', () => {
    expect(call({})()).toMatchObject({ id: expect.any(String) });
    for (const [refused, problem] of [
      [call({ user_id: 0 }), 'user not found'],
      [call({ allow_user_chats: false }), 'chat types'],
      [call({ result: undefined }), 'unsupported type'],
      [withResult({ id: 'x'.repeat(65) }), 'RESULT_ID_INVALID'],
      [withResult({ title: '' }), 'ARTICLE_TITLE_EMPTY'],
      [withResult({ input_message_content: { message_text: ' ' } }), 'message text is empty'],
      [
        withResult({
          reply_markup: { inline_keyboard: [[{ text: 'x', callback_data: 'x' }]] },
        }),
        'BUTTON_TYPE_INVALID',
      ],
    ] as const) {
      expect(refused).toThrow(problem);
    }
  });
});
