import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { messageText } from '../../../src/domain/messaging/messages.ts';
import { BotTransport } from '../../../src/integrations/messenger/bot-transport.ts';
import { openTransport } from '../../../src/integrations/messenger/open-transport.ts';
import { type Behavior, FakeBotApi } from '../../support/fake-bot-api.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';

const CHAT = { chat_id: 5_000_000_001 };
const MESSAGE = {
  ...CHAT,
  ...messageText({ title: 'Doors', body: 'Doors open.' }),
  keyboard: [],
};
const SENT = { kind: 'sent', message_id: expect.any(Number) };
const DONE = { kind: 'done' };
const GONE = { kind: 'gone' };
const MESSAGE_7 = { ...MESSAGE, message_id: 7 };
const BLOCKED = { kind: 'refused', reason: 'blocked' };
const REJECTED = { kind: 'refused', reason: 'rejected', description: expect.any(String) };
const NONSENSE = { kind: 'failed', reason: 'nonsense' };
const SERVER_ERROR = { kind: 'failed', reason: 'server_error' };
const NETWORK = { kind: 'failed', reason: 'network' };
const TIMEOUT = { kind: 'failed', reason: 'timeout' };
const CHAT_NOT_FOUND = { kind: 'refused', reason: 'chat_not_found' };
const MISCONFIGURED = { kind: 'misconfigured' };

const ends: (() => Promise<unknown>)[] = [];

async function aBotApi(options: Parameters<typeof FakeBotApi.start>[0] = {}) {
  const api = await FakeBotApi.start(options);
  ends.push(() => api.close());
  return api;
}

function aTransport(apiRoot: string, timeoutMs = 20_000) {
  const transport = new BotTransport({ apiRoot, botToken: BOT_TOKEN, timeoutMs });
  ends.push(() => transport.close());
  return transport;
}

/** The bodies of requests. */
const received = new WeakMap<IncomingMessage, unknown>();

/** A server whose answers differ from the Bot API. */
async function aServer(listener: RequestListener): Promise<string> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      received.set(request, JSON.parse(Buffer.concat(chunks).toString()));
      listener(request, response);
    });
  });
  ends.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/** The URL of a port without a listener. */
async function aClosedPort(): Promise<string> {
  await using api = await FakeBotApi.start();
  const { url } = api;
  return url;
}

const answering = (status: number, body: string, headers = {}) =>
  aServer((_request, response) => response.writeHead(status, headers).end(body));

const error = (error_code: number, description: string, parameters?: object) =>
  JSON.stringify({ ok: false, error_code, description, parameters });

afterEach(async () => {
  // Servers close first, since a client waits for their pending answers.
  for (const end of ends.splice(0)) await end();
});

describe('a message', () => {
  it('is sent as a text with entities, without link previews', async () => {
    const api = await aBotApi();
    expect(await aTransport(api.url).send(MESSAGE)).toEqual(SENT);
    const [{ at, ...call } = { at: 0 }] = api.calls;
    expect(call).toEqual({
      chat_id: MESSAGE.chat_id,
      text: MESSAGE.text,
      entities: [{ type: 'bold', offset: 0, length: 5 }],
      link_preview_options: { is_disabled: true },
      behavior: 'ok',
    });
    expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
    expect(api.sentTo(MESSAGE.chat_id)).toBe(1);
  });

  it('has the buttons of its keyboard', async () => {
    const api = await aBotApi();
    const keyboard = [
      [
        { text: 'Accept', callback_data: 'ca_1', style: 'success' as const },
        { text: 'Decline', callback_data: 'cd_1', style: 'danger' as const },
      ],
      [{ text: 'Open', url: 'https://example.org/?a=1&b=<2>' }],
    ];
    await aTransport(api.url).send({ ...MESSAGE, keyboard });
    expect(api.calls[0]?.reply_markup).toEqual({ inline_keyboard: keyboard });
  });

  it.each([
    ['of letters', 'x'],
    ['of markup', '<'],
    ['of emoji', '😀'],
    ['of escapes', '&amp;'],
  ])('is accepted at its maximum length, %s', async (_, letter) => {
    const api = await aBotApi();
    const text = messageText({ title: `<b>${letter}`, body: letter.repeat(5_000) });
    expect(await aTransport(api.url).send({ ...MESSAGE, ...text })).toEqual(SENT);
  });
});

it.each<[string, Behavior, unknown]>([
  ['success', 'ok', SENT],
  ['a rate limit', { retry_after: 3 }, { kind: 'slow_down', retryAfterSeconds: 3 }],
  ['a user who blocked the bot', 'blocked', BLOCKED],
  ['a user who never opened the bot', 'chat_not_found', CHAT_NOT_FOUND],
  ['a malformed message', 'bad_request', REJECTED],
  ['a server error', 'server_error', SERVER_ERROR],
  ['a wrong token', 'unauthorized', MISCONFIGURED],
  ['no answer', 'hang', TIMEOUT],
  ['an HTML page', 'nonsense', NONSENSE],
  ['an empty body', 'empty', NONSENSE],
  ['a truncated answer', 'cut', NETWORK],
])('returns the outcome of %s', async (_, behavior, outcome) => {
  const api = await aBotApi({ answerTo: () => behavior });
  // Long enough for the request to arrive on a slow machine.
  const timeoutMs = behavior === 'hang' ? 2_000 : 20_000;
  expect(await aTransport(api.url, timeoutMs).send(MESSAGE)).toEqual(outcome);
  expect(api.calls).toHaveLength(1);
});

it.each([
  [403, 'Forbidden: user is deactivated', BLOCKED],
  [403, "Forbidden: bot can't initiate conversation with a user", BLOCKED],
  [403, "Forbidden: bot can't send messages to bots", BLOCKED],
  [400, 'Bad Request: user not found', CHAT_NOT_FOUND],
  [400, 'Bad Request: PEER_ID_INVALID', CHAT_NOT_FOUND],
  [400, 'Bad Request: message is too long', REJECTED],
  [400, 'Bad Request: BUTTON_URL_INVALID', REJECTED],
  [404, 'Not Found', MISCONFIGURED],
  [502, 'Bad Gateway', SERVER_ERROR],
  [409, 'Conflict', NONSENSE],
])('returns the outcome of %i "%s"', async (code, description, outcome) => {
  const url = await answering(code, error(code, description));
  expect(await aTransport(url).send(MESSAGE)).toEqual(outcome);
});

describe('a change of a sent message', () => {
  /** The Bot API as far as these calls go: it keeps the last one, and answers what the test says. */
  async function aChangingServer(status: number, body: string) {
    const calls: { method: string; payload: unknown }[] = [];
    const url = await aServer((request, response) => {
      calls.push({ method: request.url?.split('/').at(-1) ?? '', payload: received.get(request) });
      response.writeHead(status).end(body);
    });
    return { calls, transport: aTransport(url) };
  }
  const message = { chat_id: 5_000_000_001, message_id: 7 };
  const ok = (result: unknown) => JSON.stringify({ ok: true, result });

  it('replaces the whole message', async () => {
    const { calls, transport } = await aChangingServer(200, ok({ message_id: 7, chat: { id: 1 } }));
    const keyboard = [[{ text: 'Open', url: 'https://example.org/' }]];
    const entities = [{ type: 'bold' as const, offset: 0, length: 1 }];
    expect(await transport.edit({ ...message, text: 'x', entities, keyboard })).toEqual(DONE);
    const plain = { text: 'x', entities: [], keyboard: [] };
    expect(await transport.edit({ ...message, ...plain })).toEqual(DONE);

    const whole = { ...message, text: 'x', link_preview_options: { is_disabled: true } };
    expect(calls).toEqual([
      {
        method: 'editMessageText',
        payload: { ...whole, entities, reply_markup: { inline_keyboard: keyboard } },
      },
      { method: 'editMessageText', payload: { ...whole, entities: [] } },
    ]);
  });

  it('deletes it', async () => {
    const { calls, transport } = await aChangingServer(200, ok(true));
    expect(await transport.delete(message)).toEqual(DONE);
    expect(calls).toEqual([{ method: 'deleteMessage', payload: message }]);
  });

  it('answers a callback with a text, or with none', async () => {
    const { calls, transport } = await aChangingServer(200, ok(true));
    expect(await transport.answerCallback({ callback_id: 'q', text: 'Done' })).toEqual(DONE);
    expect(await transport.answerCallback({ callback_id: 'q', text: null })).toEqual(DONE);
    expect(calls).toEqual([
      { method: 'answerCallbackQuery', payload: { callback_query_id: 'q', text: 'Done' } },
      { method: 'answerCallbackQuery', payload: { callback_query_id: 'q' } },
    ]);
  });

  it.each([
    [400, 'Bad Request: message is not modified: specified new message content is the same', DONE],
    [
      400,
      'Bad Request: query is too old and response timeout expired or query ID is invalid',
      DONE,
    ],
    [400, 'Bad Request: message to edit not found', GONE],
    [400, 'Bad Request: message to delete not found', DONE],
    [400, "Bad Request: message can't be edited", GONE],
    [400, "Bad Request: message can't be deleted for everyone", GONE],
    [400, 'Bad Request: MESSAGE_ID_INVALID', GONE],
    [400, 'Bad Request: chat not found', CHAT_NOT_FOUND],
    [400, 'Bad Request: message is too long', REJECTED],
    [403, 'Forbidden: bot was blocked by the user', BLOCKED],
    [401, 'Unauthorized', MISCONFIGURED],
    [500, 'Internal Server Error', SERVER_ERROR],
    [429, 'Too Many Requests', { kind: 'slow_down', retryAfterSeconds: 5 }],
  ])('has the outcome of %i "%s"', async (code, description, outcome) => {
    const { transport } = await aChangingServer(code, error(code, description));
    expect(await transport.edit(MESSAGE_7)).toEqual(outcome);
    expect(await transport.delete(message)).toEqual(outcome);
    expect(await transport.answerCallback({ callback_id: 'q', text: null })).toEqual(outcome);
  });

  it('without an answer has an unknown outcome', async () => {
    const { transport } = await aChangingServer(200, '{"ok":true}');
    expect(await transport.edit(MESSAGE_7)).toEqual(NONSENSE);
    expect(await aTransport(await aClosedPort()).delete(message)).toEqual(NETWORK);
  });
});

it.each([
  ['missing', undefined, 5],
  ['not a number', { retry_after: 'soon' }, 5],
  ['negative', { retry_after: -1 }, 5],
  ['zero', { retry_after: 0 }, 5],
  ['a fraction', { retry_after: 0.2 }, 1],
  ['longer than an hour', { retry_after: 86_400 }, 3_600],
])('replaces a retry_after that is %s', async (_, parameters, retryAfterSeconds) => {
  const url = await answering(429, error(429, 'Too Many Requests', parameters));
  expect(await aTransport(url).send(MESSAGE)).toEqual({ kind: 'slow_down', retryAfterSeconds });
});

describe('an answer that does not come from the Bot API', () => {
  it.each([
    ['a failing gateway', 502, '<html>', SERVER_ERROR],
    ['a gateway with a rate limit', 429, '', { kind: 'slow_down', retryAfterSeconds: 5 }],
    ['another server', 404, '<html>', MISCONFIGURED],
    ['a redirecting server', 302, '', MISCONFIGURED],
    ['a firewall', 403, '<html>', NONSENSE],
    ['a firewall that answers JSON', 403, '{"message":"forbidden"}', NONSENSE],
    ['a proxy that rejects the request', 400, '<html>', NONSENSE],
    ['a server that answers null', 200, 'null', NONSENSE],
    ['a server that answers a string', 200, '"ok"', NONSENSE],
    ['a server that answers an array', 200, '[]', NONSENSE],
    ['a server that answers only ok', 200, '{"ok":true}', NONSENSE],
    ['a server that answers ok with another result', 200, '{"ok":true,"result":true}', NONSENSE],
    ['a server that answers no error_code', 200, '{"ok":false,"description":"x"}', NONSENSE],
    ['a server with a textual error_code', 200, '{"ok":false,"error_code":"403"}', NONSENSE],
  ])('maps to an outcome: %s', async (_, status, body, outcome) => {
    const url = await answering(status, body, { location: 'http://127.0.0.1:9/' });
    expect(await aTransport(url).send(MESSAGE)).toEqual(outcome);
  });

  it('is read up to the maximum size only', async () => {
    const url = await aServer((_request, response) => {
      response.on('error', () => {});
      for (let i = 0; i < 100; i++) response.write('x'.repeat(64 * 1_024));
    });
    expect(await aTransport(url).send(MESSAGE)).toEqual(NETWORK);
  });

  it('times out when it stops in the middle', async () => {
    const url = await aServer((_request, response) => response.write('{"ok":'));
    expect(await aTransport(url, 100).send(MESSAGE)).toEqual(TIMEOUT);
  });
});

describe('an unreachable server', () => {
  it('that refuses connections is a network failure', async () => {
    expect(await aTransport(await aClosedPort()).send(MESSAGE)).toEqual(NETWORK);
  });

  it('that resets connections is a network failure', async () => {
    const url = await aServer(({ socket }) => socket.resetAndDestroy());
    expect(await aTransport(url).send(MESSAGE)).toEqual(NETWORK);
  });

  it('without a DNS entry is a network failure', async () => {
    expect(await aTransport('http://missing.invalid').send(MESSAGE)).toEqual(NETWORK);
  });
});

describe('connections', () => {
  // At most two per sender: one may not be free yet when its answer has arrived.
  it('are reused', async () => {
    const api = await aBotApi({ latencyMs: 5 });
    const transport = aTransport(api.url);
    const sender = async () => {
      for (let i = 0; i < 50; i++) await transport.send(MESSAGE);
    };
    await Promise.all(Array.from({ length: 8 }, sender));
    expect(api.sentTo(MESSAGE.chat_id)).toBe(400);
    expect(api.connections).toBeLessThanOrEqual(16);
  });

  it('survive refused messages and server errors', async () => {
    const faults: Behavior[] = ['blocked', 'chat_not_found', 'server_error', { retry_after: 1 }];
    const api = await aBotApi({ answerTo: (_message, nth) => faults[nth % faults.length] ?? 'ok' });
    const transport = aTransport(api.url);
    for (let i = 0; i < 20; i++) await transport.send(MESSAGE);
    expect(api.connections).toBeLessThanOrEqual(2);
  });

  it('are closed once the messages in flight are answered', async () => {
    const api = await aBotApi({ latencyMs: 50 });
    const transport = new BotTransport({ apiRoot: api.url, botToken: BOT_TOKEN });
    const sending = transport.send(MESSAGE);
    await transport.close();
    expect(await sending).toEqual(SENT);
    expect(await transport.send(MESSAGE)).toEqual(NETWORK);
  });
});

describe('the configured transport', () => {
  it('`log` writes messages to the log only', async () => {
    const { log, lines } = recordingLog();
    const settings = {
      transport: 'log',
      apiRoot: 'http://missing.invalid',
      botToken: undefined,
    } as const;
    const transport = await openTransport(settings, log);
    expect(await transport?.send(MESSAGE)).toEqual(SENT);
    await transport?.close();
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'messenger log transport: message written to the log, not sent',
        ...MESSAGE,
      }),
    ]);
  });

  it('`bot` exposes the token in no log line and no outcome', async () => {
    const behaviors: Behavior[] = ['ok', 'blocked', 'unauthorized', 'nonsense', 'empty', 'cut'];
    const api = await aBotApi({
      answerTo: (_message, nth) => behaviors[nth - 1] ?? 'server_error',
    });
    const { log, lines } = recordingLog();
    const outcomes: unknown[] = [];
    for (const apiRoot of [api.url, await aClosedPort(), 'http://missing.invalid']) {
      const settings = { transport: 'bot', apiRoot, botToken: BOT_TOKEN } as const;
      const transport = await openTransport(settings, log);
      for (const _ of behaviors) outcomes.push(await transport?.send(MESSAGE));
      await transport?.close();
    }
    expect(api.calls.map(({ behavior }) => behavior)).toEqual(behaviors);
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(5);
    expect(JSON.stringify({ outcomes, lines })).not.toContain(BOT_TOKEN.split(':')[1]);
  });

  it('`bot` requires a token', async () => {
    const settings = {
      transport: 'bot',
      apiRoot: 'http://missing.invalid',
      botToken: undefined,
    } as const;
    await expect(openTransport(settings, recordingLog().log)).rejects.toThrow('a bot token');
  });
});

describe('the fake Bot API', () => {
  it('rejects messages that the Bot API rejects', async () => {
    const api = await aBotApi();
    const transport = aTransport(api.url);
    const send = (message: object) => transport.send({ ...MESSAGE, ...message });
    for (const text of ['', ' ', 'x'.repeat(4_097)]) {
      expect([text, await send({ text, entities: [] })]).toEqual([text, REJECTED]);
    }
    const bold = { type: 'bold', offset: 0, length: 1 };
    const time = { ...bold, type: 'date_time', unix_time: 1, date_time_format: 't' };
    const [first] = [{ text: 'x', callback_data: 'x' }];
    for (const message of [
      { entities: [{ ...bold, length: 100 }] },
      { entities: [{ ...bold, offset: -1 }] },
      { entities: [{ ...bold, type: 'italic' }] },
      { entities: [{ ...bold, offset: '0' }] },
      { text: '😀', entities: [bold] },
      { entities: [{ ...time, date_time_format: 'tD' }] },
      { entities: [{ ...time, unix_time: '1' }] },
      { keyboard: [[{ ...first, style: 'red' }]] },
    ]) {
      expect([message, await send(message)]).toEqual([message, REJECTED]);
    }
    expect(await send({ text: '😀', entities: [{ ...time, length: 2 }] })).toEqual(SENT);
    expect(await aTransport(`${api.url}/elsewhere`).send(MESSAGE)).toEqual(MISCONFIGURED);
  });

  it('counts the most calls within any second', async () => {
    const api = await aBotApi();
    expect(api.mostInAnySecond()).toBe(0);
    const times = [0, 100, 900, 999, 1_000, 1_050, 1_899, 5_000];
    for (const at of times) api.calls.push({ chat_id: 1, text: 'x', at, behavior: 'ok' });
    expect(api.mostInAnySecond()).toBe(5);
  });
});
