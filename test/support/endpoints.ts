import { pino } from 'pino';
import type { Outside } from '../../src/app/outside.ts';
import { type App, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/knex.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';

/** Every declared endpoint of the service; the database is never opened. */
export const declaredEndpoints = (): readonly AnyEndpoint[] => declaredApp().endpoints;

/** The whole application without a response cache. */
export function declaredApp(pages: Pick<Outside, 'consoleFiles'> = {}): App {
  const config = readConfig({
    DATABASE_URL: 'postgres://127.0.0.1/never-opened',
    JWT_SECRET: 'nothing is signed where only declarations are read',
    ADMIN_API_KEY: 'only declarations are read',
    MESSENGER_BOT_ID: '1',
    KEPT_ANSWERS_BYTES: '0',
  });
  return createApp({
    config,
    db: openDatabase(config.database.url),
    queue: { send: async () => {} },
    log: pino({ level: 'silent' }),
    health: {
      isDatabaseUp: async () => false,
      isDraining: () => false,
      refusesRequests: () => false,
    },
    now: () => new Date(),
    ...pages,
  });
}

/** The text of an answer; of a live stream, which never ends, only what it begins with. */
export async function readText(res: Response): Promise<string> {
  if (!res.headers.get('Content-Type')?.startsWith('text/event-stream')) return res.text();
  const reader = res.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return Buffer.from(value ?? []).toString();
}

/** The name of an endpoint in tests: `POST /events/attend`. */
export const nameOf = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>) =>
  `${method.toUpperCase()} ${path}`;
