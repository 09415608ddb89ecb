import { execFile } from 'node:child_process';
import { copyFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { TokensService } from '../../src/services/people/tokens.service.ts';
import type { ServerCommand } from './server-process.ts';

export const ADMIN_API_KEY = 'bench-admin-key-0123456789abcdef';
export const JWT_SECRET = 'bench-jwt-secret-0123456789abcdef-0123';
/** The settings of the service that turn off answers kept in memory, for the uncached paths. */
export const WITHOUT_KEPT_ANSWERS: NodeJS.ProcessEnv = { KEPT_ANSWERS_BYTES: '0' };

export const ENCRYPTION_KEY = 'YmVuY2ggZW5jcnlwdGlvbiBrZXkgMDEyMzQ1Njc4OSE=';

export const BOT_TOKEN = '7000000001:AAbenchBENCHbenchBENCHbenchBENCHben';

/** The limits of `PRODUCTION` that are above what the load reaches, so that they are counted and refuse nothing. */
const RAISED_LIMITS = {
  RATE_LIMIT_FACTOR: '1000',
  // A busy machine would refuse requests instead of measuring them.
  MAX_EVENT_LOOP_DELAY_MS: '0',
  MAX_POOL_WAIT_MS: '0',
};

/** The settings of the service that leave every limit at its default. */
export const WITH_DEFAULT_LIMITS: NodeJS.ProcessEnv = Object.fromEntries(
  Object.keys(RAISED_LIMITS).map((name) => [name, undefined]),
);

const PRODUCTION: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  ADMIN_API_KEY,
  JWT_SECRET,
  ENCRYPTION_KEY,
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
  MESSENGER_TRANSPORT: 'log',
  DRAIN_DELAY: '0',
  ...RAISED_LIMITS,
};

/** Builds the service into `directory`, as the image contains it. */
export async function buildService(directory: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/bundle.ts', path.join(directory, 'dist')]);
  await copyFile('package.json', path.join(directory, 'package.json'));
  await symlink(path.resolve('node_modules'), path.join(directory, 'node_modules'));
}

/** How the heap of the service and of `bare` grows, as in the image. */
export const HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=150'];

/** The command of the image, in production mode. */
export const serviceCommand = (directory: string, settings: NodeJS.ProcessEnv): ServerCommand => ({
  command: [process.execPath, ...HEAP, 'dist/src/main.js'],
  cwd: directory,
  env: {
    ...PRODUCTION,
    NODE_COMPILE_CACHE: path.join(directory, 'compile-cache'),
    ...settings,
  },
});

/** Issues a bearer token that the service accepts. The messenger id is that of the data set. */
export function tokenIssuer(): (userId: number) => string {
  const tokens = new TokensService({
    secrets: [JWT_SECRET],
    ttlSeconds: 86_400,
    adminTtlSeconds: 86_400,
    now: () => new Date(),
  });
  return (user_id) => tokens.issueForUser({ user_id, messenger_id: 1_000_000 + user_id }).token;
}
