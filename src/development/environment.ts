import path from 'node:path';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { type LocalObjectStore, startLocalObjectStore } from './local-object-store.ts';
import { type PartnerSandbox, startPartnerSandbox } from './partner-sandbox.ts';
import { developmentSecrets } from './secrets.ts';

/** The environment with development defaults, so that `npm start` needs no settings. */
export interface LocalEnvironment {
  readonly env: NodeJS.ProcessEnv;
  /** The settings whose values are generated and not set by the operator. */
  readonly generated: readonly string[];
  /** The directory of the embedded database, when PostgreSQL cannot access `directory`. */
  readonly movedTo: string | undefined;
  stop(): Promise<void>;
}

/**
 * Generates the secrets that are not set, starts the embedded database unless DATABASE_URL is set, and
 * an object store and a partner unless one of their settings is. Variables you set take precedence over development
 * defaults.
 *
 * @throws Error with a readable message, as `startEmbeddedPostgres`
 */
export async function localEnvironment(
  given: NodeJS.ProcessEnv,
  directory: string,
): Promise<LocalEnvironment> {
  // An empty variable counts as not set, as in readConfig.
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const secrets = developmentSecrets(directory);
  const generated = Object.keys(secrets).filter((name) => !(name in set));
  const objects = await objectStoreFor(set, path.join(directory, 'objects'));
  const partner = await partnerFor(set, path.join(directory, 'partner.json'));
  const defaults = {
    ...secrets,
    ...objects?.env,
    ...partner?.env,
    MESSENGER_APP_URL: 'https://t.me/hallway_bot/app',
    MEDIA_DIR: path.join(directory, 'media'),
  };
  const env = { ...defaults, ...set };
  const stopOthers = async () => {
    await Promise.all([objects?.stop(), partner?.stop()]);
  };
  if (set.DATABASE_URL) return { env, generated, movedTo: undefined, stop: stopOthers };

  try {
    const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
    return {
      env: { ...env, DATABASE_URL: postgres.url },
      generated,
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
