import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { SourceView } from '../../../src/domain/sources/stored-sources.ts';
import { aKey } from '../../support/api-keys.ts';
import { icalendar } from '../../support/fake-programmes.ts';
import { countsIn, ops } from '../../support/ops.ts';
import { emptyProgramme, SourcesTest, talk } from '../../support/sources.ts';

let test: SourcesTest;
let conference: Conference;
const db = () => test.api.db;

beforeAll(async () => {
  test = await SourcesTest.start();
});
afterAll(() => test[Symbol.asyncDispose]());

beforeEach(async () => {
  await emptyProgramme(db());
  conference = await test.conference();
});

const PROGRAMME = [talk('a', 10), talk('b', 11)];
const url = () => test.fake.release('sea', PROGRAMME);
const GUESTS = { kind: 'luma', credential: 'a-key', url: undefined, settings: { event: 'evt-1' } };
/** A run of the source has waited for so long. */
const waits = (source: SourceView, time: string) =>
  db()('source_runs').insert({
    ...{ source_id: source.id, kind: 'scheduled', status: 'waiting' },
    started_at: db().raw('now() - ?::interval', [time]),
    finished_at: db().fn.now(),
  });
const conferencePath = () => `/api/v1/admin/conferences/${conference.id}`;

describe('the overview of a conference', () => {
  it('counts the sources that wait for a person, by what the key may read', async () => {
    const [programme, guests] = [
      await test.create(conference, { url: url() }),
      await test.create(conference, GUESTS),
    ];
    await waits(programme, '1 hour');
    await waits(guests, '2 hours');
    await waits(await test.create(await test.conference(), { url: url() }), '3 hours');
    const waiting = async (key?: string) => {
      const { body } = await test.api.admin(key).get(`${conferencePath()}/stats`).expect(200);
      return body.waiting.filter(({ kind }: { kind: string }) => kind.endsWith('_source'));
    };
    const at = (hours: number) => (oldest: string) =>
      Math.abs(Date.now() - hours * 3_600_000 - Date.parse(oldest)) < 60_000;
    const all = await waiting();
    expect(all).toMatchObject([
      { kind: 'programme_source', count: 1 },
      { kind: 'guest_source', count: 1 },
    ]);
    expect(at(1)(all[0].oldest_at)).toBe(true);
    expect(at(2)(all[1].oldest_at)).toBe(true);
    const { secret } = await aKey(db(), { scopes: ['content:read'] });
    expect(await waiting(secret)).toMatchObject([{ kind: 'programme_source' }]);
  });

  it('says which programmes have waited for 3 days', async () => {
    const sources = [
      await test.create(conference, { url: url() }),
      await test.create(conference, { url: url() }),
      await test.create(conference, GUESTS),
    ] as const;
    await waits(sources[0], '3 days');
    await waits(sources[1], '2 days 23 hours');
    await waits(sources[2], '4 days');
    const { body } = await test.api.admin().get(`${conferencePath()}/readiness`).expect(200);
    expect(body.findings).toContainEqual({
      ...{ code: 'sources_waiting', severity: 'warning', ids: [sources[0].id], count: 1 },
      message: '1 source has changes that have waited for 3 days',
    });
  });
});

describe('npm run ops', () => {
  it('status says how many sources wait, are late, and are off', async () => {
    await test.create(conference, { url: url() });
    await test.work();
    const [late, off] = [
      await test.create(conference, { url: url() }),
      await test.create(conference, { url: url() }),
    ];
    await test.setDue(late);
    await db()('sources').where({ id: off.id }).update({ off_reason: 'failing' });

    expect(countsIn(await ops(test.api.databaseUrl, 'status'))).toMatchObject({
      ...{ 'waiting for a person': 1, 'late by 15 minutes': 1, 'switched off': 1 },
    });
  });

  it('after-restore has each source read again in an hour, and offers again what waited', async () => {
    const applied = await test.confirmed(conference, { url: url() });
    const waiting = await test.create(conference, {
      ...{ kind: 'ical', url: test.fake.serve('/a.ics', icalendar(PROGRAMME), 'text/calendar') },
    });
    await test.work();
    const { waiting_run_id } = await test.get(waiting);
    await test.post(applied, 'run').expect(202);
    const { rows } = await db().raw('select now() as now');
    const done = await ops(test.api.databaseUrl, 'after-restore', `--taken-at=${rows[0].now}`);
    expect(countsIn(done)).toMatchObject({ 'sources, read in an hour': 2 });
    await ops(test.api.databaseUrl, 'resume');

    expect((await test.run(waiting, waiting_run_id)).status).toBe('discarded');
    expect(await test.runs(applied)).toMatchObject([
      { status: 'failed', error: 'interrupted' },
      { status: 'applied' },
    ]);
    const [{ least, most }] = await db()('sources').select(
      db().raw('extract(epoch from min(next_run_at) - now())::float8 / 60 as least'),
      db().raw('extract(epoch from max(next_run_at) - now())::float8 / 60 as most'),
    );
    expect([Math.round(least), Math.round(most)]).toEqual([60, 60]);
    expect(await test.work()).toEqual({});
    expect((await test.next(applied)).status).toBe('unchanged');
    expect((await test.next(waiting)).status).toBe('waiting');
  });
});

it('a restless source is a warning to its owner', async () => {
  const { secret } = await aKey(db());
  const source = await test.create(conference, { url: url() }, secret);
  await db()('sources').where({ id: source.id }).update({ restless_at: test.api.now() });
  const warnings = async (key?: string) =>
    (await test.api.admin(key).get('/api/v1/admin/me').expect(200)).body.warnings;
  expect(await warnings(secret)).toEqual([
    {
      ...{ kind: 'source_restless', ids: [source.id] },
      message: 'Sources change so often that their runs wait for a person: pretalx',
    },
  ]);
  expect(await warnings()).toEqual([]);
});

it('a deleted conference leaves no source', async () => {
  await test.create(conference, { url: url() });
  await test.work();
  await test.api.admin().delete(conferencePath()).expect(200);
  expect(await db()('sources')).toEqual([]);
  expect(await db()('source_runs')).toEqual([]);
});
