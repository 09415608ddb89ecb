import { readConfig } from '../src/config.ts';
import { botText, commandList } from '../src/domain/messaging/bot-replies.ts';
import { openEnvironment } from '../src/environment.ts';
import { BotApi } from '../src/integrations/messenger/bot-api.ts';
import { ALLOWED_UPDATES } from '../src/integrations/messenger/updates.ts';
import { LANGUAGES } from '../src/messages/catalogs.ts';

/**
 * Commands for operators: where the messenger sends the updates of the bot, and how the bot presents
 * itself. docs/operations.md says when to use which. Wrong input is one sentence and exit code 1.
 */
const USAGE = 'Usage: npm run bot -- set-webhook | delete-webhook | info | set-commands';

type Messenger = ReturnType<typeof readConfig>['messenger'];
interface Options {
  readonly api: BotApi;
  readonly messenger: Messenger;
  readonly publicUrl: string | undefined;
}

/** Each returns what it prints. */
const COMMANDS: Readonly<Record<string, (options: Options) => Promise<string>>> = {
  async 'set-webhook'({ api, messenger: { webhookSecrets }, publicUrl }) {
    const [secret_token] = webhookSecrets;
    if (!secret_token) throw new Error('MESSENGER_WEBHOOK_SECRET: required to set a webhook');
    if (!publicUrl) throw new Error('PUBLIC_URL: required to set a webhook');
    const url = `${publicUrl}/api/v1/messenger/webhook`;
    await api.set('setWebhook', { url, secret_token, allowed_updates: ALLOWED_UPDATES });
    return `The messenger sends updates to ${url}.`;
  },

  async 'delete-webhook'({ api }) {
    await api.set('deleteWebhook');
    return 'The messenger keeps updates for 24 hours, until a webhook is set or a process polls.';
  },

  async info({ api }) {
    const info = await api.webhookInfo();
    const { url, pending_update_count, last_error_date, last_error_message } = info;
    const lines = [
      url === '' ? 'No webhook is set.' : `The messenger sends updates to ${url}.`,
      `Updates that wait: ${pending_update_count}`,
      `Kinds: ${info.allowed_updates?.join(', ') ?? 'all but a few'}`,
    ];
    if (last_error_date === undefined) return lines.join('\n');
    const at = new Date(last_error_date * 1_000).toISOString();
    return [...lines, `Last error, ${at}: ${last_error_message ?? 'unknown'}`].join('\n');
  },

  async 'set-commands'({ api, messenger: { appUrl } }) {
    for (const language of LANGUAGES) {
      // English is also for the languages without a catalog.
      const only = language === 'en' ? {} : { language_code: language };
      await api.set('setMyCommands', { commands: commandList(language), ...only });
      await api.set('setMyDescription', { description: botText('description', language), ...only });
      const short_description = botText('about', language);
      await api.set('setMyShortDescription', { short_description, ...only });
    }
    // The messenger opens a t.me link of the bot's own app as if it were pressed.
    const menu_button = appUrl
      ? { type: 'web_app', text: botText('open', 'en'), web_app: { url: appUrl } }
      : { type: 'commands' };
    await api.set('setChatMenuButton', { menu_button });
    return `Commands, descriptions and menu button are set in ${LANGUAGES.join(', ')}.`;
  },
};

async function run(name: string | undefined, env: NodeJS.ProcessEnv): Promise<string> {
  const command = name === undefined ? undefined : COMMANDS[name];
  if (!command) throw new Error(USAGE);
  const { messenger, publicUrl } = readConfig(env);
  const { apiRoot, botToken } = messenger;
  if (!botToken) throw new Error('MESSENGER_BOT_TOKEN: required');
  const api = new BotApi({ apiRoot, botToken });
  try {
    return await command({ api, messenger, publicUrl });
  } finally {
    await api.close();
  }
}

try {
  const local = await openEnvironment(process.env, '.hallway');
  try {
    console.log(await run(process.argv[2], local.env));
  } finally {
    await local.stop();
  }
} catch (error) {
  // Only the message, as at the start of the service: the reader is an operator.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
