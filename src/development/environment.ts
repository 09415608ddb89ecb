import path from 'node:path';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
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
 * Generates the secrets that are not set, and starts the embedded database unless DATABASE_URL is
 * set. Variables you set take precedence over development defaults.
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
  const env = { ...secrets, ...set };
  if (set.DATABASE_URL) return { env, generated, movedTo: undefined, stop: async () => {} };

  const postgres = await startEmbeddedPostgres({ directory: path.join(directory, 'postgres') });
  return {
    env: { ...env, DATABASE_URL: postgres.url },
    generated,
    movedTo: postgres.moved ? postgres.directory : undefined,
    stop: () => postgres.stop(),
  };
}
