import { pino } from 'pino';
import { createUpdatePolling } from '../../../src/app/bot.ts';
import { BotApi } from '../../../src/integrations/messenger/bot-api.ts';
import { BotTest } from '../../support/bot.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { until } from '../../support/until.ts';

let test: BotTest;

/** A person whom the service does not know, in each test another one. */
let stranger = 920_000_001;

beforeAll(async () => {
  test = await BotTest.start();
});
beforeEach(async () => {
  stranger += 1;
  await test.reset();
});
afterAll(async () => test[Symbol.asyncDispose]());

const received = () => test.api.db('messenger_updates').whereNotNull('content');
const polls = () => test.sandbox.calls.filter(({ method }) => method === 'getUpdates');

/** A process that polls; it ends with the test. */
async function startPolling(log = pino({ level: 'silent' })) {
  const env = { MESSENGER_UPDATES: 'poll', MESSENGER_API_ROOT: test.sandbox.url };
  const config = test.api.configWith(env);
  const updates = test.api.services.messengerUpdates;
  const polling = await createUpdatePolling({ config, log, updates });
  if (!polling) throw new Error('expected a process that polls');
  polling.open();
  return { close: () => polling.close(), [Symbol.asyncDispose]: () => polling.close() };
}

describe('polling', () => {
  it('records each update once', async () => {
    test.sandbox.write(stranger, '/start');
    await using _ = await startPolling();
    await until(async () => (await received()).length === 1);
    test.sandbox.write(stranger, '/help');
    await until(async () => (await received()).length === 2);
  });

  it('is done by one of two processes, and by the other one when that ends', async () => {
    const first = await startPolling();
    await until(() => polls().length > 0);
    await using _second = await startPolling();
    test.sandbox.write(stranger, '/start');
    await until(async () => (await received()).length === 1);
    expect(test.sandbox.calls.filter(({ method }) => method === 'getWebhookInfo')).toHaveLength(1);

    await first.close();
    test.sandbox.write(stranger, '/help');
    await until(async () => (await received()).length === 2);
  });

  it('ends at once, in the middle of a poll and while it waits for another process', async () => {
    const first = await startPolling();
    await until(() => polls().length > 0);
    const second = await startPolling();
    const started = performance.now();
    await second.close();
    await first.close();
    // A poll lasts 50 s.
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it('leaves a webhook as it is, and says so in one sentence', async () => {
    await using api = new BotApi({ apiRoot: test.sandbox.url, botToken: BOT_TOKEN });
    await api.set('setWebhook', { url: 'https://hallway.example/hook' });
    const { log, lines } = recordingLog();
    await using _ = await startPolling(log);
    await until(() => lines.length > 0);

    expect(lines.map(({ msg }) => msg)).toEqual([
      'messenger updates: a webhook is set, so nothing is polled; npm run bot -- delete-webhook removes it',
    ]);
    expect(await api.webhookInfo()).toMatchObject({ url: 'https://hallway.example/hook' });
    expect(polls()).toEqual([]);
    await api.set('deleteWebhook', { drop_pending_updates: true });
  });

  it('goes on after a failure of the messenger, whose errors do not show the token', async () => {
    const { log, lines } = recordingLog();
    test.sandbox.answerTo({ method: 'getUpdates' }, (nth) => (nth === 1 ? 'server_error' : 'ok'));
    await using _ = await startPolling(log);
    test.sandbox.write(stranger, '/start');
    await until(async () => (await received()).length === 1);
    expect(JSON.stringify(lines)).not.toContain(BOT_TOKEN.split(':')[1]);
    expect(lines.map(({ msg }) => msg)).toContain(
      'messenger updates: polling failed, retrying in 2 s',
    );
  });
});
