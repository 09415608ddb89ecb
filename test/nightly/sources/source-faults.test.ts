import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { SourceView } from '../../../src/domain/sources/stored-sources.ts';
import { ADMIN_API_KEY, JWT_SECRET } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { icalendar } from '../../support/fake-programmes.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { untilWaiting } from '../../support/queries.ts';
import { endServices, type Service, startService } from '../../support/service.ts';
import { emptyProgramme, SourcesTest, talk } from '../../support/sources.ts';
import { until } from '../../support/until.ts';

let test: SourcesTest;
let conference: Conference;
let cwd: string;
const db = () => test.api.db;

beforeAll(async () => {
  test = await SourcesTest.start();
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-sources-'));
  await chmod(cwd, 0o755);
});
beforeEach(async () => {
  await emptyProgramme(db());
  conference = await test.conference(DAYS);
});
afterEach(() => endServices());
afterAll(async () => {
  await rm(cwd, { recursive: true });
  await test[Symbol.asyncDispose]();
});

const DAYS = { starts_on: '2031-06-10', ends_on: '2031-06-12' };
const at = (guid: string, hour: number) =>
  talk(guid, hour, { starts_at: `2031-06-10T${String(hour).padStart(2, '0')}:00:00+02:00` });
const REST = [at('b', 11), at('c', 12), at('d', 13), at('e', 14), at('f', 15)];
const PROGRAMME = [at('a', 10), ...REST];

const startWorker = (): Promise<Service> =>
  startService({
    cwd,
    env: {
      NODE_ENV: 'production',
      ROLE: 'worker',
      DATABASE_URL: test.api.databaseUrl,
      SOURCE_ALLOWED_HOSTS: '127.0.0.1',
      JWT_SECRET,
      ADMIN_API_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      DRAIN_DELAY: '0',
    },
  });

/** Kills a worker. The lease of its run is over at once. */
async function kill({ child, ended }: Service): Promise<void> {
  child.kill('SIGKILL');
  await ended;
  await db()('sources').whereNotNull('run_id').update({ leased_until: db().fn.now() });
}

const runsOf = async (source: SourceView) =>
  (await test.runs(source)).map(({ status, error }) => error ?? status);
const startOf = async (title: string) =>
  (await db()('agenda_items').where({ title }).first('starts_at')).starts_at;

it('two workers read each source once an interval, and apply what five releases changed', async () => {
  const events = ['sea', 'lake', 'river', 'pond', 'rain'];
  const sources: SourceView[] = [];
  for (const event of events) {
    const here = await test.conference(DAYS);
    const url = test.fake.release(event, PROGRAMME);
    sources.push(await test.confirmed(here, { url, publish: 'auto' }));
  }
  test.fake.requests.length = 0;
  await Promise.all([startWorker(), startWorker()]);

  for (let release = 1; release <= 5; release += 1) {
    for (const event of events) {
      const extra = Array.from({ length: release }, (_, n) => at(`new ${n}`, 16 + n));
      test.fake.release(event, [at('a', 10), ...REST, ...extra]);
    }
    // More than 4 applied runs an hour wait for a person.
    await db()('source_runs').update({ finished_at: db().raw(`finished_at - interval '2 hours'`) });
    await db()('sources').update({ next_run_at: db().fn.now() });
    await until(async () => {
      const done = await db()('source_runs').whereNotNull('finished_at');
      return done.length === events.length * (release + 1);
    });
  }

  expect(test.fake.requests).toHaveLength(5 * events.length);
  for (const source of sources) {
    expect(await runsOf(source)).toEqual(Array(6).fill('applied'));
    const { conference_id } = source;
    const items = await db()('agenda_items').where({ conference_id, status: 'scheduled' });
    expect(items).toHaveLength(6 + 5);
  }
}, 180_000);

it('a worker that is killed while it reads leaves a run that comes again', async () => {
  const asked = Promise.withResolvers<void>();
  let isSlow = true;
  const url = test.fake.on('/slow.ics', (_, response) => {
    asked.resolve();
    if (isSlow) return;
    response.writeHead(200, { 'content-type': 'text/calendar' }).end(icalendar(PROGRAMME));
  });
  const source = await test.create(conference, { kind: 'ical', url });
  const worker = await startWorker();
  await asked.promise;
  await kill(worker);
  expect(await runsOf(source)).toEqual(['running']);
  isSlow = false;

  await startWorker();
  await until(async () => (await test.get(source)).waiting_run_id !== null);
  expect(await runsOf(source)).toEqual(['waiting', 'interrupted']);
}, 120_000);

it('a worker that is killed while it imports has imported nothing, and the next one all', async () => {
  const url = test.fake.release('sea', PROGRAMME);
  const source = await test.confirmed(conference, { url, publish: 'auto' });
  test.fake.release('sea', [at('a', 9), ...REST]);
  const before = await startOf('Talk a');
  const { id } = await db()('agenda_items').where({ title: 'Talk a' }).first('id');
  const user = await test.keeper(id);
  await using held = await beginTransaction(db());
  await held('agenda_items').where({ id }).forUpdate().select('id');
  await test.setDue(source);
  const worker = await startWorker();
  await untilWaiting(db());
  await kill(worker);
  await held.rollback();
  // The server of the database notices that the worker is gone.
  await until(async () => {
    const { rows } = await db().raw(
      `select from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    );
    return rows.length === 0;
  });
  expect(await startOf('Talk a')).toBe(before);
  expect(await runsOf(source)).toEqual(['running', 'applied']);

  await startWorker();
  await until(async () => (await runsOf(source))[0] === 'applied');
  expect(await runsOf(source)).toEqual(['applied', 'interrupted', 'applied']);
  expect(await startOf('Talk a')).toBe('2031-06-10T07:00:00.000Z');
  expect(await db()('notifications').where({ user_id: user.id })).toHaveLength(1);
}, 120_000);
