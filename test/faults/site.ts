import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import { createDatabase, openPool } from '../support/database.ts';
import { anEvent } from '../support/factories.ts';
import { BOT_TOKEN, signInitData } from '../support/messenger.ts';
import { ENCRYPTION_KEY, type Service, startService } from '../support/service.ts';

export const ADMIN_API_KEY = 'the-admin-key-of-the-experiments-01';
export const JWT_SECRET = 'the-jwt-secret-of-the-experiments-0001';

/** Processes of one installation, as operators run them, with a database and a directory of their own. */
export interface Site extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly db: Knex;
  readonly cwd: string;
  /** Starts a process in production; `api` unless `env` says otherwise. */
  start(env?: NodeJS.ProcessEnv, node?: readonly string[]): Promise<Service>;
  /** What `start` sets, for processes that an experiment starts itself. */
  settings(env?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
}

/** `databaseUrl` names a database that the experiment itself has created. */
export async function openSite(databaseUrl?: string): Promise<Site> {
  const database = databaseUrl
    ? { url: databaseUrl, drop: async () => {} }
    : await createDatabase();
  const cwd = await mkdtemp(path.join(tmpdir(), 'hallway-faults-'));
  // The embedded PostgreSQL runs as another user where the experiments run as root.
  await chmod(cwd, 0o755);
  const db = openPool(database.url);
  const services: Service[] = [];
  const settings = (env: NodeJS.ProcessEnv = {}) => ({
    NODE_ENV: 'production',
    ROLE: 'api',
    DATABASE_URL: database.url,
    JWT_SECRET,
    ADMIN_API_KEY,
    ENCRYPTION_KEY,
    MESSENGER_BOT_TOKEN: BOT_TOKEN,
    MEDIA_DIR: path.join(cwd, 'media'),
    DRAIN_DELAY: '0',
    ...env,
  });
  return {
    databaseUrl: database.url,
    db,
    cwd,
    settings,
    async start(env, node = []) {
      const service = await startService({ cwd, env: settings(env), node });
      services.push(service);
      return service;
    },
    async [Symbol.asyncDispose]() {
      for (const service of services) await service[Symbol.asyncDispose]();
      await db.destroy();
      await database.drop();
      await rm(cwd, { recursive: true });
    },
  };
}

/** A user by their id in the messenger, an administrator, or no one. */
export type Caller = number | 'admin' | undefined;

interface Call {
  readonly as?: Caller;
  readonly method?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The headers that authenticate a caller. */
export const credentials = (as: Caller): Record<string, string> => {
  if (as === undefined) return {};
  if (as === 'admin') return { 'X-API-Key': ADMIN_API_KEY };
  const user = { id: as, first_name: `Person ${as}` };
  return { 'X-Messenger-Auth': signInitData(user, { at: new Date() }) };
};

/** Calls an endpoint below `/api/v1`; a POST if it has a body. */
export const call = (
  { url }: { readonly url: string },
  endpoint: string,
  { as, body, method = body ? 'POST' : 'GET', headers = {}, signal }: Call = {},
): Promise<Response> =>
  fetch(`${url}/api/v1${endpoint}`, {
    method,
    headers: { ...credentials(as), 'Content-Type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });

/** Starts a broadcast, by default to all users, and returns the id of its job. */
export async function sendBroadcast(
  api: { readonly url: string },
  audience: object = { all: true },
): Promise<number> {
  const body = {
    title: 'Doors open',
    body: 'Good morning!',
    channels: ['messenger'],
    audience,
    force: true,
  };
  const started = await call(api, '/admin/notifications/bulk-send', { as: 'admin', body });
  const { id } = (await started.json()) as { id: number };
  return id;
}

/** As `call`, and reads the answer. */
export async function statusOf(...args: Parameters<typeof call>): Promise<number> {
  const response = await call(...args);
  await response.arrayBuffer();
  return response.status;
}

/** The statuses of `count` calls that are sent at once. */
export const atOnce = (count: number, send: (nth: number) => Promise<number>): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, (_, nth) => send(nth)));

/** How many of the statuses satisfy the condition. */
export const countOf = (statuses: readonly number[], is: (status: number) => boolean): number =>
  statuses.filter(is).length;

export const isServerError = (status: number): boolean => status >= 500;

/** Inserts an event that users can attend. */
export const aFutureEvent = ({ db }: Pick<Site, 'db'>, given: { capacity?: number } = {}) =>
  anEvent(db, { starts_at: '2099-01-01T09:00:00Z', ends_at: '2099-01-01T10:00:00Z', ...given });
