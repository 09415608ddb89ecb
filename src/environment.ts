import type { LocalEnvironment } from './development/environment.ts';
import { Environment } from './lib/settings.ts';

/**
 * The environment of the process. Production takes it as given, without the development code, which
 * the image does not contain.
 *
 * @throws Error with a readable message, as `localEnvironment`
 */
export async function openEnvironment(
  given: NodeJS.ProcessEnv,
  directory: string,
): Promise<LocalEnvironment> {
  if (given.NODE_ENV === 'production') {
    return {
      env: given,
      generated: [],
      movedTo: undefined,
      chatsUrl: undefined,
      databaseUrl: undefined,
      stop: async () => {},
    };
  }
  // A typo of production must not start a database and write secrets.
  const { success } = Environment.shape.NODE_ENV.safeParse(given.NODE_ENV || undefined);
  if (!success) throw new Error('NODE_ENV: expected one of development, test, production');
  const { localEnvironment } = await import('./development/environment.ts');
  return localEnvironment(given, directory);
}
