import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { SourceView } from '../../../src/domain/sources/stored-sources.ts';
import { SourceLeasesService } from '../../../src/services/sources/source-leases.service.ts';
import { startApi } from '../../support/api.ts';
import { aKey, anAdministrator } from '../../support/api-keys.ts';
import { icalendar } from '../../support/fake-programmes.ts';
import { recordingLog } from '../../support/log.ts';
import { emptyProgramme, SourcesTest, talk } from '../../support/sources.ts';
import { until } from '../../support/until.ts';

let test: SourcesTest;
let conference: Conference;
const { log, lines } = recordingLog();
const db = () => test.api.db;
const PATH = '/sea/schedule/export/schedule.json';
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  test = await SourcesTest.start({ log });
});
afterAll(() => test[Symbol.asyncDispose]());

beforeEach(async () => {
  lines.length = 0;
  await emptyProgramme(db());
  await db()('api_keys').delete();
  conference = await test.conference();
});

const PROGRAMME = [talk('a', 10), talk('b', 11)];
const release = () => test.fake.release('sea', PROGRAMME);
const confirmed = (body: object = {}) =>
  test.confirmed(conference, { url: release(), publish: 'auto', ...body });
/** Minutes from the end of the last run until the next one. */
async function delayOf({ id }: SourceView): Promise<number> {
  const [row] = await db()('sources as s')
    .join('source_runs as r', 'r.source_id', 's.id')
    .where({ 's.id': id })
    .orderBy('r.id', 'desc')
    .limit(1)
    .select(db().raw('extract(epoch from s.next_run_at - r.finished_at)::float8 / 60 as minutes'));
  return Math.round(row.minutes);
}
const warnings = async (key?: string) =>
  (await test.api.admin(key).get('/api/v1/admin/me').expect(200)).body.warnings;

describe('a source that cannot be read', () => {
  it('is read again after twice as long each time, up to 6 hours', async () => {
    const source = await confirmed();
    test.fake.fail(PATH, 503);
    const delays: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      expect(await test.next(source)).toMatchObject({
        ...{ status: 'failed', counts: null, report: null },
        error: 'The address answers with the status 503',
      });
      delays.push(await delayOf(source));
    }
    expect(delays).toEqual([15, 30, 60, 120, 240, 360, 360]);
    release();

    expect((await test.next(source)).status).toBe('unchanged');
    expect(await delayOf(source)).toBe(15);
    expect(await test.get(source)).toMatchObject({ failing_since: null, off_reason: null });
  });

  it('keeps a long interval', async () => {
    const source = await confirmed({ interval_minutes: 1_440 });
    test.fake.fail(PATH, 500);
    for (let n = 0; n < 2; n += 1) await test.next(source);
    expect(await delayOf(source)).toBe(1_440);
  });

  it('is switched off after 24 hours, with a warning to its owner and in the log', async () => {
    const source = await confirmed();
    test.fake.fail(PATH, 500);
    await test.next(source);
    test.api.advance(24 * HOUR_MS - 1);
    await test.next(source);
    expect((await test.get(source)).off_reason).toBeNull();
    test.api.advance(1);
    await test.next(source);

    expect(await test.get(source)).toMatchObject({ is_enabled: false, off_reason: 'failing' });
    expect(await warnings()).toEqual([
      {
        ...{ kind: 'source_off', ids: [source.id] },
        message: 'Sources are switched off, because they fail or nobody has the rights: pretalx',
      },
    ]);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 40, source_id: source.id, off_reason: 'failing' }),
    );
    expect(await test.work()).toEqual({});
    await test.setDue(source);
    expect(await test.work()).toEqual({});

    release();
    const on = await test.put(source, { is_enabled: true }).expect(200);
    expect(on.body).toMatchObject({ is_enabled: true, off_reason: null, is_confirmed: true });
    expect(await test.work()).toEqual({ applied: 1 });
    expect(await warnings()).toEqual([]);
  });

  it.each([401, 403, 404, 410])('is off after three answers %i in a row', async (status) => {
    const source = await confirmed();
    test.fake.fail(PATH, status);
    for (const off_reason of [null, null, 'refused']) {
      await test.next(source);
      expect((await test.get(source)).off_reason).toBe(off_reason);
    }
  });

  it('is not refused when other failures come between', async () => {
    const source = await confirmed();
    for (const status of [404, 404, 500, 404, 404]) {
      test.fake.fail(PATH, status);
      await test.next(source);
    }
    expect((await test.get(source)).off_reason).toBeNull();
    release();
    await test.next(source);
    test.fake.fail(PATH, 404);
    expect((await test.next(source)).status).toBe('failed');
    expect((await test.get(source)).off_reason).toBeNull();
  });

  it('does not stop the others', async () => {
    const slow = test.fake.on('/slow', () => {});
    await test.create(conference, { url: slow, name: 'slow' });
    const source = await test.create(conference, { url: release() });
    const ended = test.work();

    await until(async () => (await test.get(source)).waiting_run_id !== null);
    // One that becomes due while the slow one is read does not wait for it either.
    const late = await test.create(conference, { url: test.fake.release('lake', PROGRAMME) });
    await until(async () => (await test.get(late)).waiting_run_id !== null);
    expect(await ended).toEqual({ waiting: 2, failed: 1 });
  }, 30_000);

  it('leaves the application with its error, and what waits', async () => {
    const source = await test.create(conference, { url: release() });
    await test.work();
    const { waiting_run_id } = await test.get(source);
    test.fake.fail(PATH, 502);

    const { body } = await test.post(source, `runs/${waiting_run_id}/apply`).expect(502);
    expect(body).toMatchObject({ code: 'UPSTREAM_ERROR' });
    const { last_run, waiting_run_id: waits, failing_since } = await test.get(source);
    expect([waits, failing_since]).toEqual([waiting_run_id, null]);
    expect(last_run).toMatchObject({ kind: 'apply', status: 'failed' });
    release();
    await test.apply(source, waiting_run_id ?? 0);
  });
});

describe('an address', () => {
  const readOnce = async (url: string, api = test.api) => {
    const source = await test.create(conference, { kind: 'ical', url });
    await test.work(api);
    return (await test.get(source)).last_run;
  };

  it.each([
    'http://127.0.0.2:8099/a.ics',
    'http://localhost:8099/a.ics',
    'http://[::1]:8099/a.ics',
    'http://[::ffff:127.0.0.2]:8099/a.ics',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/a.ics',
    'http://168.63.129.16/a.ics',
  ])('inside a network is not read: %s', async (url) => {
    expect(await readOnce(url)).toMatchObject({
      ...{ status: 'failed', counts: null },
      error: expect.stringMatching(/^url: expected the http or https address of a public host/),
    });
  });

  it('that redirects inside a network is not read', async () => {
    const inside = test.fake.url.replace('127.0.0.1', '127.0.0.2');
    const url = test.fake.on('/moved.ics', (_, response) => {
      response.writeHead(302, { location: `${inside}/secret.ics` }).end();
    });
    expect(await readOnce(url)).toMatchObject({
      error: expect.stringMatching(/public host/),
    });
  });

  it('is followed to another one, five times at most', async () => {
    const redirect = (path: string, location: string) =>
      test.fake.on(path, (_, response) => void response.writeHead(302, { location }).end());
    test.fake.serve('/there.ics', icalendar(PROGRAMME), 'text/calendar');
    expect(await readOnce(redirect('/here.ics', '/there.ics'))).toMatchObject({
      status: 'waiting',
    });
    expect(await readOnce(redirect('/loop.ics', '/loop.ics'))).toMatchObject({
      error: 'The address redirects more than 5 times',
    });
  });

  it('that is too large is not read', async () => {
    const url = test.fake.on('/large.ics', (_, response) => {
      response.end(Buffer.alloc(21 * 1024 * 1024, 'BEGIN:VCALENDAR\n'));
    });
    expect(await readOnce(url)).toMatchObject({
      error: 'The answer is larger than 20971520 bytes',
    });
  });

  it('of a host inside the network is read by the will of the operator only', async () => {
    await using strict = await startApi({ on: test.api });
    const url = test.fake.serve('/inside.ics', icalendar(PROGRAMME), 'text/calendar');
    expect(await readOnce(url, strict)).toMatchObject({ status: 'failed' });
    expect(await readOnce(url)).toMatchObject({ status: 'waiting' });
    // The setting opens no other way to the host.
    await test.api.admin().post('/api/v1/admin/events/import-all-extcal').send({ url }).expect(400);
  });
});

describe('the owner of a source', () => {
  const scopes = ['content:import', 'content:read'] as const;
  const off = async (source: SourceView) => {
    await test.next(source);
    return (await test.get(source)).off_reason;
  };

  it('is the administrator, by any of their keys that covers the import', async () => {
    const administrator_id = await anAdministrator(db());
    const person = { administrator_id, expires_at: '2026-12-31T00:00:00Z' };
    const key = await aKey(db(), { ...person, scopes });
    const source = await test.create(conference, { url: release() }, key.secret);
    const wide = { ...person, conference_ids: [conference.id] };
    await aKey(db(), wide);
    await db()('api_keys').where({ id: key.id }).update({ revoked_at: test.api.now() });
    expect(await off(source)).toBeNull();

    await db()('administrators')
      .where({ id: administrator_id })
      .update({ disabled_at: test.api.now() });
    expect(await off(source)).toBe('owner_gone');
    expect(await warnings()).toEqual([]);
    await db()('administrators').where({ id: administrator_id }).update({ disabled_at: null });
    const other = await aKey(db(), { ...person, scopes: ['feedback:read'] });
    expect(await warnings(other.secret)).toMatchObject([{ kind: 'source_off', ids: [source.id] }]);
  });

  it.each<[string, object]>([
    ['is revoked', { revoked_at: '2026-05-14T08:00:00Z' }],
    ['has expired', { expires_at: '2026-05-14T08:00:00Z' }],
    ['lost its scope', { scopes: ['content:read'] }],
    ['is of another conference', { conference_ids: [999] }],
  ])('is the key of a machine, until it %s', async (_what, change) => {
    const key = await aKey(db(), { scopes });
    const source = await test.create(conference, { url: release() }, key.secret);
    expect(await off(source)).toBeNull();

    await db()('api_keys').where({ id: key.id }).update(change);
    expect(await off(source)).toBe('owner_gone');
    const [run] = await test.runs(source);
    expect(run?.error).toBe('Nobody has the rights to import it any more');
  });

  it('is ADMIN_API_KEY, while it is set', async () => {
    const source = await test.create(conference, { url: release() });
    await using without = await startApi({ on: test.api, env: { ADMIN_API_KEY: '' } });
    await test.work(without);
    expect((await test.get(source)).off_reason).toBe('owner_gone');
  });

  it('is who switches it on', async () => {
    const key = await aKey(db(), { scopes });
    const source = await test.create(conference, { url: release() }, key.secret);
    await test.work();
    await db()('api_keys').where({ id: key.id }).update({ revoked_at: test.api.now() });
    expect(await off(source)).toBe('owner_gone');
    const other = await aKey(db(), { scopes });

    await test.put(source, { is_enabled: true }, other.secret).expect(200);
    expect(await test.work()).toEqual({ waiting: 1 });
    const [row] = await db()('sources').where({ id: source.id });
    expect(row).toMatchObject({ api_key_id: other.id, administrator_id: null });
  });

  it('is not who changes its name, and is who changes its address', async () => {
    const source = await test.create(conference, { url: release() });
    const key = await aKey(db(), { scopes });
    const ownerOf = async () => (await db()('sources').where({ id: source.id }).first()).api_key_id;
    await test.put(source, { name: 'Talks' }, key.secret).expect(200);
    expect(await ownerOf()).toBeNull();
    await test.put(source, { url: `${source.url}?lang=en` }, key.secret).expect(200);
    expect(await ownerOf()).toBe(key.id);
  });
});

describe('a run', () => {
  /** A programme that is answered when the test says so. */
  function held(path: string) {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const body = icalendar(PROGRAMME);
    const url = test.fake.on(path, async (_, response) => {
      asked.resolve();
      await answered.promise;
      response.writeHead(200, { 'content-type': 'text/calendar' }).end(body);
    });
    return { url, asked: asked.promise, answer: answered.resolve };
  }

  it('of a killed worker is interrupted when its lease ends, and comes again', async () => {
    const source = await confirmed();
    await test.setDue(source);
    const [run] = await db()('source_runs')
      .insert({ source_id: source.id, kind: 'scheduled' })
      .returning('id');
    await db()('sources')
      .where({ id: source.id })
      .update({ run_id: run.id, leased_until: db().raw(`now() + interval '1 second'`) });
    expect(await test.work()).toEqual({});
    await db()('sources').where({ id: source.id }).update({ leased_until: db().fn.now() });

    expect(await test.work()).toEqual({ unchanged: 1 });
    expect(await test.run(source, run.id)).toMatchObject({
      status: 'failed',
      error: 'interrupted',
    });
  });

  it('of a worker that stops is given back, and begins again at once', async () => {
    const { url, asked, answer } = held('/stopped.ics');
    const source = await test.create(conference, { kind: 'ical', url });
    const stop = new AbortController();
    const ended = test.api.services.dueSources.run(stop.signal);
    await asked;
    stop.abort();

    // A claim that was under way at the stop takes what was just given back, and gives it back, too.
    expect(Object.keys(await ended)).toEqual(['interrupted']);
    expect((await test.get(source)).failing_since).toBeNull();
    answer();
    expect(await test.work()).toEqual({ waiting: 1 });
    const [last, ...earlier] = (await test.runs(source)).map(({ status }) => status);
    expect(last).toBe('waiting');
    expect(new Set(earlier)).toEqual(new Set(['failed']));
  });

  it('of two workers is made by one', async () => {
    await using other = await startApi({
      on: test.api,
      env: { SOURCE_ALLOWED_HOSTS: '127.0.0.1' },
    });
    const source = await confirmed();
    test.fake.requests.length = 0;
    for (let n = 0; n < 5; n += 1) {
      await test.setDue(source);
      await Promise.all([test.work(), test.work(other), test.work(), test.work(other)]);
    }
    expect(test.fake.requests).toHaveLength(5);
  });

  it.each<[string, (source: SourceView) => PromiseLike<unknown>]>([
    ['is switched off', (source) => test.put(source, { is_enabled: false }).expect(200)],
    [
      'gets another address',
      (source) => test.put(source, { url: `${source.url}?a=b` }).expect(200),
    ],
    [
      'gets other settings',
      (source) => test.put(source, { settings: { uids: ['x'] } }).expect(200),
    ],
    ['is deleted', (source) => test.api.admin().delete(test.pathOf(source)).expect(200)],
  ])('imports nothing when its source %s in the meantime', async (what, change) => {
    const { url, asked, answer } = held(`/${what.replaceAll(' ', '-')}.ics`);
    const source = await test.create(conference, { kind: 'ical', url, publish: 'auto' });
    await db()('sources').where({ id: source.id }).update({ is_confirmed: true });
    const ended = test.work();
    await asked;
    await change(source);
    answer();

    expect((await ended).applied).toBeUndefined();
    expect(await db()('events')).toEqual([]);
  });

  it('keeps its lease for as long as it takes, and stops when it is lost', async () => {
    const source = await test.create(conference, { url: release() });
    const [run] = await db()('source_runs')
      .insert({ source_id: source.id, kind: 'scheduled' })
      .returning('id');
    const held = { run_id: run.id, leased_until: db().fn.now() };
    await db()('sources').where({ id: source.id }).update(held);
    const isLeased = async () =>
      (await db()('sources').whereRaw(`leased_until > now() + interval '4 minutes'`)).length === 1;
    const leases = new SourceLeasesService({ store: test.api.store, renewalMs: 20 });
    const lease = { id: source.id, conference_id: conference.id, run_id: run.id };

    await leases.during(lease, new AbortController().signal, async (signal) => {
      await until(isLeased);
      expect(signal.aborted).toBe(false);
      await test.put(source, { is_enabled: false }).expect(200);
      await until(async () => signal.aborted);
    });
    expect(await isLeased()).toBe(false);
  });
});
