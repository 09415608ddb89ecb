import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../../src/config.ts';
import { DEMO_PEOPLE } from '../../../src/development/demo-data.ts';
import { localEnvironment } from '../../../src/development/environment.ts';
import { messageText } from '../../../src/domain/messaging/messages.ts';
import { BotTransport } from '../../../src/integrations/messenger/bot-transport.ts';
import { markedTime } from '../../../src/lib/marked-times.ts';
import { createEmptyDatabase } from '../../support/database.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { endServices, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

// No test but the last connects.
const DATABASE_URL = 'postgres://127.0.0.1/none';
const [mina = { id: 0 }] = DEMO_PEOPLE;
const MESSAGE = {
  chat_id: mina.id,
  ...messageText({
    title: 'الأبواب <1>',
    body: `R&D "at" ${markedTime("'ten'", 1_900_000_000_000, 'Dt')}`,
  }),
  keyboard: [
    [
      {
        text: 'Open',
        url: 'https://t.me/hallway_bot/app?startapp=n_12',
        style: 'primary' as const,
      },
    ],
  ],
};

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-bot-'));
});
afterEach(async () => {
  await endServices();
  await rm(directory, { recursive: true });
});

/** Starts what development starts, and a transport as the service has it. */
async function development() {
  const local = await localEnvironment({ DATABASE_URL }, directory);
  const { apiRoot, botToken = '' } = readConfig(local.env).messenger;
  const transport = new BotTransport({ apiRoot, botToken });
  const { chatsUrl = '' } = local;
  return {
    chatsUrl,
    transport,
    page: async (of = `/chats/${mina.id}`) => (await fetch(chatsUrl + of)).text(),
    post: (url: string, form: Record<string, string>, headers = {}) =>
      fetch(chatsUrl + url, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers,
        redirect: 'manual',
      }),
    updates: async () => {
      const answer = await fetch(`${chatsUrl}/bot${BOT_TOKEN}/getUpdates`, { method: 'POST' });
      const { result } = (await answer.json()) as { result: object[] };
      return result;
    },
    async [Symbol.asyncDispose]() {
      await transport.close();
      await local.stop();
    },
  };
}

describe('the page of the chats', () => {
  it('shows what was sent, escaped, and runs nothing but its own script', async () => {
    await using dev = await development();
    await dev.transport.send(MESSAGE);

    const answer = await fetch(`${dev.chatsUrl}/chats/${mina.id}`);
    const html = await answer.text();
    expect(html).toContain(
      'dir="auto"><b>الأبواب &#60;1&#62;</b>\n\nR&#38;D &#34;at&#34; <time datetime="2030-03-17T17:46:40.000Z" title="Sun, 17 Mar 2030 17:46:40 GMT, as Dt">&#39;ten&#39;</time>',
    );
    expect(html).toContain('data-style="primary"');
    expect(html).toContain('↗ n_12');
    expect(html).not.toContain('href="https://t.me');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    const list = await dev.page('/');
    for (const { first_name } of DEMO_PEOPLE) expect(list).toContain(first_name);
    expect((await fetch(`${dev.chatsUrl}/elsewhere`)).status).toBe(404);
  });

  it('writes to the bot and presses its buttons', async () => {
    await using dev = await development();
    await dev.post(`/chats/${mina.id}`, { text: '/start <e_1>' });
    expect(await dev.page()).toContain('/start &#60;e_1&#62;');
    const keyboard = { inline_keyboard: [[{ text: 'Accept', callback_data: 'ca_1' }]] };
    const sent = await fetch(`${dev.chatsUrl}/bot${BOT_TOKEN}/sendMessage`, {
      method: 'POST',
      body: JSON.stringify({ chat_id: mina.id, text: 'Connect?', reply_markup: keyboard }),
    });
    expect(sent.status).toBe(200);
    const [, press = ''] = /action="(\/messages\/\d+\/press)"/.exec(await dev.page()) ?? [];
    expect((await dev.post(press, { data: 'ca_1' })).status).toBe(303);
    // A button that the message does not have makes no update.
    expect((await dev.post(press, { data: 'ca_2' })).status).toBe(303);

    expect(await dev.updates()).toMatchObject([
      { message: { text: '/start <e_1>', from: { id: mina.id, first_name: 'Mina' } } },
      { callback_query: { data: 'ca_1', from: { id: mina.id } } },
    ]);
  });

  it('answers no page of another site', async () => {
    await using dev = await development();
    const write = (headers: object) => dev.post(`/chats/${mina.id}`, { text: 'Hello' }, headers);
    expect((await write({ origin: 'https://elsewhere.example' })).status).toBe(404);
    expect((await write({ origin: 'null' })).status).toBe(404);
    expect((await write({ origin: dev.chatsUrl })).status).toBe(303);
    expect(await dev.updates()).toHaveLength(1);
  });

  it('has its address and its messages again after a restart', async () => {
    const first = await development();
    await first.transport.send(MESSAGE);
    await first[Symbol.asyncDispose]();

    await using second = await development();
    expect(second.chatsUrl).toBe(first.chatsUrl);
    expect(await second.page()).toContain('الأبواب');
    const sent = await second.transport.send(MESSAGE);
    expect(sent).toMatchObject({ kind: 'sent' });
    expect((await second.page()).match(/id="message-\d+"/g)).toEqual([
      'id="message-1"',
      'id="message-2"',
    ]);
  });
});

it.each([
  ['a bot token', { MESSENGER_BOT_TOKEN: BOT_TOKEN }],
  ['a transport', { MESSENGER_TRANSPORT: 'log' }],
  ['a process without the worker', { ROLE: 'api' }],
])('development starts no bot with %s', async (_, set) => {
  const local = await localEnvironment({ DATABASE_URL, ...set }, directory);
  await local.stop();

  expect(local.chatsUrl).toBeUndefined();
  expect(readConfig(local.env).messenger.transport).toBe('log');
});

it('`npm start` sends the messages of the demo to the chats, and prints where they are', async () => {
  await using empty = await createEmptyDatabase();
  await using service = await startService({ env: { DATABASE_URL: empty.url }, cwd: directory });
  await until(() => service.output().includes('Chats:'));
  const [, url] = /^Chats: +(http:\S+) /m.exec(service.output()) ?? [];

  await until(async () => {
    const html = await (await fetch(`${url}/chats/${mina.id}`)).text();
    return html.includes('wants to connect');
  });
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});
