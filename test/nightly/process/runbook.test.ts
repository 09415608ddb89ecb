import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { connectTo, createDatabase, type TestDatabase } from '../../support/database.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { ALWAYS, ENCRYPTION_KEY, endServices, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const ADMIN_API_KEY = 'the-admin-key-of-the-runbook-00001';
const run = promisify(execFile);

let database: TestDatabase;
let cwd: string;
let sql: pg.Client & AsyncDisposable;

beforeAll(async () => {
  database = await createDatabase();
  sql = await connectTo(database.url);
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-runbook-'));
  // What an operator has in a clone, and the file that the pages name.
  for (const name of ['package.json', 'node_modules', 'scripts', 'src', 'migrations']) {
    await symlink(path.resolve(name), path.join(cwd, name));
  }
  await writeFile(path.join(cwd, 'admin-key'), `X-API-Key: ${ADMIN_API_KEY}\n`, { mode: 0o600 });
});
afterEach(() => endServices());
afterAll(async () => {
  await sql.end();
  await database.drop();
  await rm(cwd, { recursive: true });
});

const settings = () => ({
  ...ALWAYS,
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  JWT_SECRET: 'the-jwt-secret-of-the-runbook-000001',
  ADMIN_API_KEY,
  ENCRYPTION_KEY,
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
  DRAIN_DELAY: '0',
});

/** The fenced commands of a page, in order. */
const commandsOf = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^ *```(sh|sql)\n([\s\S]*?)^ *```$/gm)].map(
    ([, language = '', text = '']) => ({ language, text }),
  );

const idOf = async (statement: string): Promise<string> =>
  String((await sql.query<{ id: string }>(statement)).rows[0]?.id);

/** The ids that a page names, of rows as its fault leaves them. */
const IDS: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  'queue-stuck.md': async () => ({
    ID: await idOf(
      `insert into pgboss.job (name, data, start_after)
       values ('apply-quest-call', '{}', now() + interval '1 hour') returning id`,
    ),
  }),
  'dead-job.md': async () => ({
    ID: await idOf(
      `insert into pgboss.job (name, data, source_name)
       values ('dead-jobs', '{"quest_id":"canary"}', 'apply-quest-call') returning id`,
    ),
  }),
  'restore.md': async () => ({ TAKEN_AT: '2026-05-14T02:00:00.000Z' }),
  'stop-broadcast.md': async () => ({
    BROADCAST: await idOf(
      `insert into notification_jobs (title, body, audience, channels, status, scheduled_at, started_at)
       values ('A wrong title', 'A wrong text', '{"all":true}', '{in_app}', 'running', now(), now()) returning id`,
    ),
  }),
};

const PAGES = globSync('docs/runbook/*.md').filter((page) => commandsOf(page).length > 0);

describe.each(PAGES)('the commands of %s', (page) => {
  it('run against a real process and its database', async () => {
    await using service = await startService({
      env: { ...settings(), PORT: '0', METRICS_PORT: '0' },
      cwd,
    });
    const listening = service.log().find(({ msg }) => msg === 'metrics: listening');
    const metrics = `http://127.0.0.1:${listening?.port}`;
    await until(async () => (await fetch(`${metrics}/status`)).ok);
    const ids = await IDS[path.basename(page)]?.();
    const env = { ...settings(), ...ids, METRICS: metrics, SERVICE: service.url };
    for (const { language, text } of commandsOf(page)) {
      if (language === 'sql') await sql.query(text);
      // A command that fails throws, with its output.
      else await run('bash', ['-euo', 'pipefail', '-c', text], { cwd, env });
    }
  });
});

it('the runbook has commands on every page with an alert', () => {
  const pages = PAGES.map((page) => path.basename(page));
  const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
  const linked = [...alerts.matchAll(/runbook_url: docs\/runbook\/(\S+)/g)].map(([, page]) => page);
  expect(linked).toHaveLength(8);
  expect(linked.filter((page) => !pages.includes(String(page)))).toEqual([]);
});
