import path from 'node:path';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { developmentSecrets } from './secrets.ts';

/** What development puts beside the given environment, so that nothing needs to be set. */
export interface LocalEnvironment {
  readonly env: NodeJS.ProcessEnv;
  /** Where the embedded database went instead, when it could not be kept in `directory`. */
  readonly movedTo: string | undefined;
  stop(): Promise<void>;
}

/**
 * Starts the embedded database when none is named, and fills in the secrets that are not set.
 * Production gets back what it gave. What is set always wins.
 *
 * @throws Error with a sentence for people, as `startEmbeddedPostgres`
 */
export async function localEnvironment(
  given: NodeJS.ProcessEnv,
  directory: string,
): Promise<LocalEnvironment> {
  if (given.NODE_ENV === 'production')
    return { env: given, movedTo: undefined, stop: async () => {} };

  // An empty variable counts as not set, as in readConfig.
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const env = { ...developmentSecrets(directory), ...set };
  if (set.DATABASE_URL) return { env, movedTo: undefined, stop: async () => {} };

  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
  return {
    env: { ...env, DATABASE_URL: postgres.url },
    movedTo: postgres.moved ? postgres.directory : undefined,
    stop: () => postgres.stop(),
  };
}
