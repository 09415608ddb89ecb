import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BotSandbox } from '../../../src/development/bot-sandbox.ts';
import { LANGUAGES } from '../../../src/messages/catalogs.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { ALWAYS, ENCRYPTION_KEY, programOf } from '../../support/service.ts';

const SECRET = 'kJ3mQ9xR2vT7wY5zB8nL4pD6';

let sandbox: BotSandbox;
let cwd: string;

beforeAll(async () => {
  sandbox = await BotSandbox.start();
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-bot-'));
});
afterAll(async () => {
  await sandbox.close();
  await rm(cwd, { recursive: true });
});

/** Runs `npm run bot -- <args>`, as an operator in production does. */
function bot(args: readonly string[], given: NodeJS.ProcessEnv = {}) {
  const env = {
    ...ALWAYS,
    NODE_ENV: 'production',
    // No command asks the database.
    DATABASE_URL: 'postgres://hallway@127.0.0.1:9/hallway',
    JWT_SECRET: 'the-jwt-secret-of-the-operators-0001',
    ENCRYPTION_KEY,
    PUBLIC_URL: 'https://hallway.example/',
    MESSENGER_API_ROOT: sandbox.url,
    MESSENGER_APP_URL: 'https://t.me/hallway_bot/app',
    MESSENGER_BOT_TOKEN: BOT_TOKEN,
    MESSENGER_WEBHOOK_SECRET: `${SECRET},an-0lder-Secret-of-the-w3bhook`,
    ...given,
  };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const program = programOf('scripts/bot', env);
    execFile(process.execPath, [program, ...args], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}

const payloadsOf = (method: string) =>
  sandbox.calls.filter((call) => call.method === method).map(({ payload }) => payload);

describe('npm run bot', () => {
  it('sets the webhook, shows it without its secret, and deletes it', async () => {
    const url = 'https://hallway.example/api/v1/messenger/webhook';
    expect(await bot(['set-webhook'])).toEqual({
      code: 0,
      stdout: `The messenger sends updates to ${url}.\n`,
      stderr: '',
    });
    expect(payloadsOf('setWebhook')).toEqual([
      {
        url,
        secret_token: SECRET,
        allowed_updates: ['message', 'callback_query', 'my_chat_member'],
      },
    ]);

    const info = await bot(['info']);
    expect(info.stdout).toContain(url);
    expect(info.stdout).toContain('Updates that wait: 0');
    expect(info.stdout).not.toContain(SECRET);

    expect(await bot(['delete-webhook'])).toMatchObject({ code: 0 });
    expect((await bot(['info'])).stdout).toContain('No webhook is set.');
  });

  it('sets commands and descriptions of each language, and one menu button', async () => {
    expect(await bot(['set-commands'])).toMatchObject({ code: 0, stderr: '' });

    for (const method of ['setMyCommands', 'setMyDescription', 'setMyShortDescription']) {
      expect(payloadsOf(method).map(({ language_code = 'en' }) => language_code)).toEqual(
        LANGUAGES,
      );
    }
    expect(payloadsOf('setMyCommands')[0]).toMatchObject({
      commands: ['start', 'stop', 'notify', 'language', 'help'].map((command) => ({ command })),
    });
    expect(payloadsOf('setChatMenuButton')).toEqual([
      {
        menu_button: {
          type: 'web_app',
          text: 'Open',
          web_app: { url: 'https://t.me/hallway_bot/app' },
        },
      },
    ]);
  });

  it('fits into the limits of the messenger', () => {
    for (const { description } of payloadsOf('setMyDescription')) {
      expect(String(description).length).toBeLessThanOrEqual(512);
    }
    for (const { short_description } of payloadsOf('setMyShortDescription')) {
      expect(String(short_description).length).toBeLessThanOrEqual(120);
    }
  });

  it.each([
    [[], {}, /^Usage: npm run bot/],
    [['drop'], {}, /^Usage: npm run bot/],
    [['set-webhook'], { MESSENGER_WEBHOOK_SECRET: '' }, /^MESSENGER_WEBHOOK_SECRET: required/],
    [['set-webhook'], { PUBLIC_URL: '' }, /^PUBLIC_URL: required/],
    [
      ['info'],
      { MESSENGER_BOT_TOKEN: '', MESSENGER_BOT_ID: '7' },
      /^MESSENGER_BOT_TOKEN: required/,
    ],
    [
      ['info'],
      { MESSENGER_API_ROOT: 'http://127.0.0.1:9' },
      /^messenger: getWebhookInfo: no connection/,
    ],
  ])('refuses %j with %j in one sentence', async (args, env, sentence) => {
    const { code, stderr } = await bot(args, env);
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain(BOT_TOKEN);
  });
});
