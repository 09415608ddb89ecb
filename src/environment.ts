import type { LocalEnvironment } from './development/environment.ts';

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
      stop: async () => {},
    };
  }
  const { localEnvironment } = await import('./development/environment.ts');
  return localEnvironment(given, directory);
}
