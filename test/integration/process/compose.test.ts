import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { composeServices, containerEnvironment } from '../../support/compose.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { LAUNCH_DATA_OF_THE_MESSENGER } from '../../support/messenger.ts';
import { endServices, startService } from '../../support/service.ts';

let directory: string;
let database: TestDatabase;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-compose-'));
  database = await createDatabase();
});
afterAll(async () => {
  await endServices();
  await database.drop();
  await rm(directory, { recursive: true });
});

/** The environment of a service after `MESSENGER_BOT_TOKEN=… npm run env`. */
async function environmentOf(name: string): Promise<Readonly<Record<string, string>>> {
  const { botToken } = LAUNCH_DATA_OF_THE_MESSENGER;
  await cp('.env.example', path.join(directory, '.env.example'));
  await cp('scripts/make-env.sh', path.join(directory, 'scripts/make-env.sh'));
  await promisify(execFile)('bash', [path.join(directory, 'scripts/make-env.sh')], {
    env: { PATH: process.env.PATH, MESSENGER_BOT_TOKEN: botToken },
  });
  const service = composeServices()[name];
  if (!service) throw new Error(`docker-compose.yml has no service ${name}`);
  return containerEnvironment(
    service,
    parseEnv(await readFile(path.join(directory, '.env'), 'utf8')),
  );
}

it('lets a user sign in at an api process of Docker Compose, which has no bot token', async () => {
  const { raw, messengerId } = LAUNCH_DATA_OF_THE_MESSENGER;
  const env = {
    ...(await environmentOf('api-1')),
    // The settings that differ on this machine; the launch data is from 2024.
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: database.url,
    MEDIA_DIR: directory,
    MESSENGER_AUTH_MAX_AGE: '1000000000',
    DRAIN_DELAY: '0',
  };
  expect(env).toMatchObject({
    ROLE: 'api',
    MESSENGER_BOT_TOKEN: '',
    MESSENGER_BOT_ID: '7342037359',
  });

  const { url } = await startService({ env, cwd: directory });
  const signIn = (init_data: string) =>
    fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ init_data }),
    });
  const res = await signIn(raw);
  expect(res.status).toBe(200);
  expect(await res.json()).toMatchObject({ user: { messenger_id: messengerId } });

  expect((await signIn(raw.replace('Kibenko', 'Kibenkoo'))).status).toBe(401);
});
