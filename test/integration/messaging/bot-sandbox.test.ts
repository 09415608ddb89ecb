import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import { Api, GrammyError } from 'grammy';
import { textOf } from '../../../src/development/bot-account.ts';
import { BotSandbox } from '../../../src/development/bot-sandbox.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { until } from '../../support/until.ts';

const MINA = 900_000_001;
const BOLD = { entities: [{ type: 'bold' as const, offset: 0, length: 3 }] };
const BUTTON = {
  inline_keyboard: [[{ text: 'Open', url: 'https://t.me/hallway_sandbox_bot?startapp=n_1' }]],
};
const ACCEPT = { inline_keyboard: [[{ text: 'Accept', callback_data: 'ca_1' }]] };

let sandbox: BotSandbox;
let api: Api;

beforeEach(async () => {
  sandbox = await BotSandbox.start();
  api = new Api(BOT_TOKEN, { apiRoot: sandbox.url });
});
afterEach(() => sandbox.close());

/** The description of the refusal of a call. */
async function refusal(call: Promise<unknown>): Promise<string> {
  const error = await call.catch((cause: unknown) => cause);
  return error instanceof GrammyError ? `${error.error_code} ${error.description}` : 'none';
}

const texts = (chatId = MINA) => sandbox.chat(chatId).map(textOf);

it('is at its port, and at the next free one where another service has it', async () => {
  const portOf = ({ url }: BotSandbox) => Number(new URL(url).port);
  const taken = portOf(sandbox);
  let port: number;
  {
    await using other = await BotSandbox.start({ port: taken });
    port = portOf(other);
    expect(port).toBeGreaterThan(taken);
    expect(port).toBeLessThan(taken + 100);
  }
  await using again = await BotSandbox.start({ port });
  expect(portOf(again)).toBe(port);
});

describe('a chat', () => {
  it('has messages, edits and deletions as its person sees them', async () => {
    const sent = await api.sendMessage(MINA, 'R&D\n\nat 10', {
      ...BOLD,
      reply_markup: BUTTON,
    });
    const other = await api.sendMessage(MINA, 'Gone soon');
    await api.editMessageText(MINA, sent.message_id, 'R&D\n\nat 11', BOLD);
    await api.deleteMessage(MINA, other.message_id);

    expect(texts()).toEqual(['R&D\n\nat 11']);
    const [message] = sandbox.chat(MINA);
    expect(message).toMatchObject({
      message_id: sent.message_id,
      from: 'bot',
      // An edit without a keyboard takes the buttons away.
      keyboard: [],
      edited_at: expect.any(Number),
      earlier: [
        {
          runs: [
            { text: 'R&D', isBold: true },
            { text: '\n\nat 10', isBold: false },
          ],
          keyboard: BUTTON.inline_keyboard,
        },
      ],
    });
    expect(sandbox.chats.all(MINA)).toHaveLength(2);
    await api.editMessageReplyMarkup(MINA, sent.message_id, { reply_markup: ACCEPT });
    expect(sandbox.chat(MINA)[0]?.keyboard).toEqual(ACCEPT.inline_keyboard);
  });

  it('refuses what Telegram refuses, in its words', async () => {
    const { message_id: id } = await api.sendMessage(MINA, 'At 10', { reply_markup: BUTTON });
    const edit = (text: string, chatId = MINA, messageId = id) =>
      refusal(api.editMessageText(chatId, messageId, text, { reply_markup: BUTTON }));
    expect(await edit('At 10')).toContain('400 Bad Request: message is not modified');
    expect(await edit('At 11', MINA + 1)).toBe('400 Bad Request: message to edit not found');
    expect(await edit('At 11', MINA, id + 1)).toBe('400 Bad Request: message to edit not found');
    sandbox.write(MINA, 'Hello');
    expect(await edit('At 11', MINA, id + 1)).toBe("400 Bad Request: message can't be edited");
    expect(await edit('x'.repeat(4_097))).toBe('400 Bad Request: message is too long');

    sandbox.chats.age(48 * 3_600_000);
    expect(await edit('At 11')).toBe('none');
    expect(await refusal(api.deleteMessage(MINA, id))).toBe(
      "400 Bad Request: message can't be deleted for everyone",
    );
    sandbox.chats.clear(MINA);
    expect(await refusal(api.deleteMessage(MINA, id))).toBe(
      '400 Bad Request: message to delete not found',
    );
    sandbox.setBlocked(MINA, true);
    expect(await edit('At 12')).toBe('403 Forbidden: bot was blocked by the user');
    sandbox.setBlocked(MINA, false);
    expect(await edit('At 12')).toBe('400 Bad Request: message to edit not found');
  });

  it.each([
    ['a button with nothing', { text: 'Open' }, 'text buttons are unallowed'],
    ['callback data of 65 bytes', { text: 'A', callback_data: 'é'.repeat(33) }, 'BUTTON_DATA'],
    ['a URL without a protocol', { text: 'A', url: 'x.example' }, 'Wrong HTTP URL'],
    ['a web app', { text: 'A', web_app: { url: 'https://x.example' } }, 'BUTTON_TYPE_INVALID'],
  ])('refuses %s', async (_, button, description) => {
    const reply_markup = { inline_keyboard: [[button]] };
    const sent = api.sendMessage(MINA, 'Hello', { reply_markup: reply_markup as never });
    expect(await refusal(sent)).toContain(description);
    expect(texts()).toEqual([]);
  });
});

describe('a pressed button', () => {
  it('makes an update, which is answered once and in time', async () => {
    const { message_id } = await api.sendMessage(MINA, 'Connect?', { reply_markup: ACCEPT });
    const query = sandbox.press(message_id, 'ca_1');
    expect(await api.getUpdates()).toMatchObject([
      {
        callback_query: {
          id: query.id,
          from: { id: MINA, is_bot: false },
          message: { message_id, chat: { id: MINA, type: 'private' } },
          data: 'ca_1',
        },
      },
    ]);
    await api.answerCallbackQuery(query.id, { text: 'Accepted' });
    expect(sandbox.queries[0]?.answer).toMatchObject({ text: 'Accepted', show_alert: false });
    const old = '400 Bad Request: query is too old and response timeout expired';
    expect(await refusal(api.answerCallbackQuery(query.id))).toContain(old);
    expect(await refusal(api.answerCallbackQuery('99'))).toContain(old);

    await api.editMessageText(MINA, message_id, 'Connected');
    expect(() => sandbox.press(message_id, 'ca_1')).toThrow('no message');
  });
});

describe('updates', () => {
  it('are polled until an offset confirms them, by one poller', async () => {
    const { update_id } = sandbox.write(MINA, '/start e_12');
    const [update] = await api.getUpdates();
    expect(update).toMatchObject({
      update_id,
      message: {
        from: { id: MINA, first_name: `Person ${MINA}` },
        text: '/start e_12',
        entities: [{ type: 'bot_command', offset: 0, length: 6 }],
      },
    });
    expect(await api.getUpdates()).toEqual([update]);
    const first = api.getUpdates({ offset: update_id + 1, timeout: 30 });
    await until(() => sandbox.calls.length === 3);
    const second = api.getUpdates({ offset: update_id + 1, timeout: 30 });
    expect(await refusal(first)).toContain('409 Conflict: terminated by other getUpdates request');
    sandbox.write(MINA, 'Hello');
    expect(await second).toMatchObject([{ update_id: update_id + 1, message: { text: 'Hello' } }]);
  });

  it('are only those that the bot allows', async () => {
    await api.getUpdates({ allowed_updates: ['my_chat_member'] });
    sandbox.write(MINA, 'Hello');
    sandbox.setBlocked(MINA, true);
    expect(await api.getUpdates()).toMatchObject([
      { my_chat_member: { chat: { id: MINA }, new_chat_member: { status: 'kicked' } } },
    ]);
    expect(sandbox.updates).toHaveLength(2);
  });

  it('reach the webhook with its secret, one after the other, until it takes them', async () => {
    const taken: [headers: IncomingHttpHeaders, update: object][] = [];
    let refused = 0;
    await using webhook = Object.assign(
      createServer(async (request, response) => {
        const update = await json(request);
        if (refused++ === 0) return response.writeHead(503).end();
        taken.push([request.headers, Object(update)]);
        response.end();
      }),
    );
    webhook.listen(0, '127.0.0.1');
    await once(webhook, 'listening');
    const address = webhook.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/webhook`;
    expect(await refusal(api.setWebhook('http://elsewhere.example/'))).toContain('bad webhook');
    await api.setWebhook(url, { secret_token: 'the-secret_1' });
    expect(await refusal(api.getUpdates())).toContain("409 Conflict: can't use getUpdates");

    sandbox.write(MINA, 'One');
    await until(() => refused === 1);
    sandbox.write(MINA, 'Two');
    await until(() => taken.length === 2);
    expect(taken).toMatchObject([
      [{ 'x-telegram-bot-api-secret-token': 'the-secret_1' }, { message: { text: 'One' } }],
      [{ 'x-telegram-bot-api-secret-token': 'the-secret_1' }, { message: { text: 'Two' } }],
    ]);
    expect(await api.getWebhookInfo()).toMatchObject({
      url,
      last_error_message: 'Wrong response from the webhook: 503 Service Unavailable',
    });
    await api.deleteWebhook();
    expect(await api.getWebhookInfo()).toMatchObject({ url: '', pending_update_count: 0 });
  });
});

it('keeps what the bot says of itself, by language', async () => {
  const commands = [{ command: 'start', description: 'Open Hallway' }];
  await api.setMyCommands(commands);
  await api.setMyCommands([], { language_code: 'de' });
  expect(await api.getMyCommands()).toEqual(commands);
  expect(await api.getMyCommands({ language_code: 'de' })).toEqual([]);
  await api.setMyDescription('Meet people', { language_code: 'en' });
  expect(await api.getMyDescription({ language_code: 'en' })).toEqual({
    description: 'Meet people',
  });
  await api.setChatMenuButton({ menu_button: { type: 'commands' } });
  expect(await api.getChatMenuButton()).toEqual({ type: 'commands' });
  expect(await api.getMe()).toMatchObject({ id: Number(BOT_TOKEN.split(':')[0]), is_bot: true });
  expect(await refusal(api.setMyCommands([{ command: 'A B', description: '' }]))).toContain(
    'BOT_COMMAND_INVALID',
  );
  expect(await refusal(api.sendDice(MINA, '🎲'))).toBe('404 Not Found');
});

describe('planned answers', () => {
  it('fit a method and a chat; a call whose answer is lost takes effect', async () => {
    const { message_id } = await api.sendMessage(MINA, 'At 10');
    const edit = (text: string) => api.editMessageText(MINA, message_id, text);
    // grammY's own client detects a truncated answer only by the timeout.
    const cutEdit = async (text: string, timeoutMs: number) => {
      const answer = await fetch(`${sandbox.url}/bot${BOT_TOKEN}/editMessageText`, {
        method: 'POST',
        body: JSON.stringify({ chat_id: MINA, message_id, text }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return answer.json();
    };
    const answers = [{ retry_after: 1 }, 'server_error', 'cut', 'lost'] as const;
    sandbox.answerTo(
      { method: 'editMessageText', chat_id: MINA },
      (nth) => answers[nth - 1] ?? 'ok',
    );

    expect(await refusal(edit('At 11'))).toBe('429 Too Many Requests: retry after 1');
    expect(await refusal(edit('At 11'))).toBe('500 Internal Server Error');
    expect(texts()).toEqual(['At 10']);
    await expect(cutEdit('At 11', 30_000)).rejects.toThrow('terminated');
    expect(texts()).toEqual(['At 11']);
    await expect(cutEdit('At 12', 300)).rejects.toThrow('timeout');
    expect(texts()).toEqual(['At 12']);
    await edit('At 13');
    await api.sendMessage(MINA, 'Free');
    expect(texts()).toEqual(['At 13', 'Free']);
    expect(sandbox.calls.map(({ behavior }) => behavior)).toEqual(['ok', ...answers, 'ok', 'ok']);

    sandbox.answerTo({}, () => ({ error_code: 400, description: "message can't be edited" }));
    expect(await refusal(edit('At 14'))).toBe("400 message can't be edited");
    sandbox.reset();
    await edit('At 14');
    expect(sandbox.calls).toHaveLength(1);
  });

  it('leave the times of the calls that write, over all chats and in each', async () => {
    const call = { method: 'sendMessage', payload: {}, behavior: 'ok' } as const;
    for (const at of [0, 100, 900, 999, 1_000]) sandbox.calls.push({ ...call, chat_id: 1, at });
    sandbox.calls.push({ ...call, method: 'deleteMessage', chat_id: 2, at: 1_050 });
    sandbox.calls.push({ ...call, method: 'answerCallbackQuery', chat_id: 2, at: 1_060 });
    expect(sandbox.mostInAnySecond()).toBe(5);
    expect(sandbox.shortestGapMs()).toBe(1);
    expect(sandbox.writes(2)).toHaveLength(1);
  });
});
