import path from 'node:path';
import { ensureWritable } from '../lib/files.ts';
import { BOT_NAME } from './bot-account.ts';
import { BotSandbox } from './bot-sandbox.ts';
import { DEMO_PEOPLE } from './demo-data.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { type LocalObjectStore, startLocalObjectStore } from './local-object-store.ts';
import { type PartnerSandbox, startPartnerSandbox } from './partner-sandbox.ts';
import { developmentSecrets } from './secrets.ts';

/** Where the chats of the sandbox bot are at each start, so that an open page finds the next one. */
export const CHATS_PORT = 3900;

/** The environment with development defaults, so that `npm start` needs no settings. */
export interface LocalEnvironment {
  readonly env: NodeJS.ProcessEnv;
  /** The settings whose values are generated and not set by the operator. */
  readonly generated: readonly string[];
  /** The directory of the embedded database, when PostgreSQL cannot access `directory`. */
  readonly movedTo: string | undefined;
  /** The page of the chats of the sandbox bot; undefined when another bot or none is configured. */
  readonly chatsUrl: string | undefined;
  /** The address of the embedded database with its generated password; undefined for another one. */
  readonly databaseUrl: string | undefined;
  stop(): Promise<void>;
}

/**
 * Generates the secrets that are not set, starts the embedded database unless DATABASE_URL is set, and
 * an object store, a partner and a bot unless one of their settings is. Variables you set take precedence over
 * development defaults.
 *
 * @throws Error with a readable message, as `startEmbeddedPostgres`
 */
export async function localEnvironment(
  given: NodeJS.ProcessEnv,
  directory: string,
): Promise<LocalEnvironment> {
  // An empty variable counts as not set, as in readConfig.
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  await ensureWritable(directory, `The development data in ${path.resolve(directory)}`);
  const secrets = developmentSecrets(directory);
  const generated = Object.keys(secrets).filter((name) => !(name in set));
  const objects = await objectStoreFor(set, path.join(directory, 'objects'));
  const partner = await partnerFor(set, path.join(directory, 'partner.json'));
  const bot = await botFor(set, path.join(directory, 'bot.json'));
  const defaults = {
    ...secrets,
    ...objects?.env,
    ...partner?.env,
    MESSENGER_APP_URL: 'https://t.me/hallway_bot/app',
    ...(bot && botEnvironment(bot)),
    MEDIA_DIR: path.join(directory, 'media'),
    // A receiver on the same machine.
    WEBHOOK_ALLOWED_HOSTS: 'localhost,127.0.0.1',
    SOURCE_ALLOWED_HOSTS: 'localhost,127.0.0.1',
  };
  const env = { ...defaults, ...set };
  const stopOthers = async () => {
    await Promise.all([objects?.stop(), partner?.stop(), bot?.close()]);
  };
  const local = { generated, movedTo: undefined, chatsUrl: bot?.url, databaseUrl: undefined };
  if (set.DATABASE_URL) return { ...local, env, stop: stopOthers };

  try {
    const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
    return {
      ...local,
      env: { ...env, DATABASE_URL: postgres.url },
      databaseUrl: postgres.url,
      movedTo: postgres.moved ? postgres.directory : undefined,
      stop: () => stopOthers().finally(() => postgres.stop()),
    };
  } catch (error) {
    await stopOthers();
    throw error;
  }
}

const objectStoreFor = async (
  set: NodeJS.ProcessEnv,
  directory: string,
): Promise<LocalObjectStore | undefined> =>
  Object.keys(set).some((name) => name.startsWith('OBJSTORE_'))
    ? undefined
    : startLocalObjectStore({ directory });

const partnerFor = async (
  set: NodeJS.ProcessEnv,
  file: string,
): Promise<PartnerSandbox | undefined> =>
  set.PARTNERA_BASE_URL || set.PARTNERA_API_KEY ? undefined : startPartnerSandbox({ file });

/** A process without the worker sends nothing. */
const botFor = async (set: NodeJS.ProcessEnv, file: string): Promise<BotSandbox | undefined> =>
  set.ROLE === 'api' || OWN_BOT.some((name) => set[name])
    ? undefined
    : BotSandbox.start({ file, people: DEMO_PEOPLE, port: CHATS_PORT });

const OWN_BOT = [
  'MESSENGER_BOT_TOKEN',
  'MESSENGER_BOT_ID',
  'MESSENGER_TRANSPORT',
  'MESSENGER_API_ROOT',
  'MESSENGER_UPDATES',
] as const;

const botEnvironment = ({ url }: BotSandbox) => ({
  MESSENGER_TRANSPORT: 'bot',
  MESSENGER_API_ROOT: url,
  MESSENGER_UPDATES: 'poll',
  MESSENGER_APP_URL: `https://t.me/${BOT_NAME}/app`,
});
