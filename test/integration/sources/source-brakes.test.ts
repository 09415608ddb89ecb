import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { SourceView } from '../../../src/domain/sources/stored-sources.ts';
import { type FakeTalk, icalendar } from '../../support/fake-programmes.ts';
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

const PROGRAMME = Array.from({ length: 10 }, (_, n) => talk(`t${n}`, 8 + n));
const release = (...talks: readonly FakeTalk[]) => test.fake.release('sea', talks);
const confirmed = (body: object = {}) =>
  test.confirmed(conference, { url: release(...PROGRAMME), publish: 'auto', ...body });
const statuses = () => db()('agenda_items').orderBy('id').pluck('status');
const inDays = (days: number) => (one: FakeTalk) => ({
  ...one,
  starts_at: new Date(Date.parse(one.starts_at) + days * 86_400_000).toISOString(),
});

it.each<[string, readonly FakeTalk[], readonly object[]]>([
  [
    'a third of its items is gone',
    PROGRAMME.slice(3),
    [{ code: 'many_moved', params: { absent: 3, moved: 0, of: 10 } }],
  ],
  [
    'a third of its items moves by two days',
    [...PROGRAMME.slice(0, 3).map(inDays(2)), ...PROGRAMME.slice(3)],
    [{ code: 'many_moved', params: { absent: 0, moved: 3, of: 10 } }],
  ],
  [
    'it is that of another year',
    PROGRAMME.map(inDays(365)),
    [{ code: 'many_moved' }, { code: 'far_from_days', params: { day: '2027-06-10' } }],
  ],
  [
    'more than half of its rows are missing',
    PROGRAMME.slice(6),
    [{ code: 'many_moved' }, { code: 'few_rows', params: { count: 4, before: 10 } }],
  ],
])('a programme waits when %s', async (_what, talks, brakes) => {
  const source = await confirmed({ absent: 'cancel' });
  release(...talks);

  const run = await test.next(source);
  expect(run).toMatchObject({ status: 'waiting', report: { brakes } });
  expect(await statuses()).toEqual(PROGRAMME.map(() => 'scheduled'));
});

it('a programme far from its conference waits, also one that is new', async () => {
  const source = await test.create(conference, { url: release(...PROGRAMME.map(inDays(365))) });
  await test.work();
  const { waiting_run_id } = await test.get(source);
  const { report } = await test.run(source, waiting_run_id);
  expect(report?.brakes).toEqual([expect.objectContaining({ code: 'far_from_days' })]);
});

it.each([
  ['a fifth of its items is gone', PROGRAMME.slice(2)],
  ['all of its items move by an hour', PROGRAMME.map(inDays(1 / 24))],
])('a programme is applied when %s', async (_what, talks) => {
  const source = await confirmed();
  release(...talks);
  expect((await test.next(source)).status).toBe('applied');
});

it('a list with fewer rows than half of the last one waits, although they are all new', async () => {
  const source = await confirmed();
  // Organizers deleted what the source brought.
  await db()('agenda_items').delete();
  release(talk('x', 9), talk('y', 10));

  const { report, status } = await test.next(source);
  expect([status, report?.brakes.map(({ code }) => code)]).toEqual(['waiting', ['few_rows']]);
});

describe('an empty list', () => {
  it.each([
    ['a schedule', 'schedule_json', () => release()],
    ['a calendar', 'ical', () => test.fake.serve('/empty.ics', icalendar([]), 'text/calendar')],
  ])('of %s waits, and cannot be applied', async (_what, kind, serve) => {
    const source = await test.create(conference, { kind, url: serve() });
    expect(await test.work()).toEqual({ waiting: 1 });
    const { waiting_run_id } = await test.get(source);
    expect(await test.run(source, waiting_run_id)).toMatchObject({
      ...{ status: 'waiting', counts: null },
      report: { rows: [], brakes: [{ code: 'empty_list' }] },
    });

    const { body } = await test.post(source, `runs/${waiting_run_id}/apply`).expect(409);
    expect(body.error).toBe('The source has an empty list, so nothing is applied');
    expect((await test.get(source)).waiting_run_id).toBe(waiting_run_id);
  });

  it('cancels nothing of what was there', async () => {
    const source = await confirmed({ absent: 'cancel' });
    release();
    expect((await test.next(source)).status).toBe('waiting');
    expect(await statuses()).toEqual(PROGRAMME.map(() => 'scheduled'));
  });
});

describe('more than 2,000 rows', () => {
  const many = Array.from({ length: 2_001 }, (_, n) =>
    talk(`m${n}`, 8 + (n % 12), { title: `Talk ${n}`, room: `Room ${n % 30}` }),
  );
  const during = { starts_on: '2026-05-13', ends_on: '2026-05-15' };

  it('wait while the conference takes place, without being tried', async () => {
    await db()('conferences').where({ id: conference.id }).update(during);
    const source = await confirmed();
    release(...many);

    const run = await test.next(source);
    expect(run).toMatchObject({
      ...{ status: 'waiting', counts: null },
      report: { brakes: [{ code: 'rows_while_running', params: { count: 2_001, max: 2_000 } }] },
    });
    expect((await test.apply(source, run.id)).counts).toMatchObject({ created: 2_001 });
  });

  it('do not wait before it, and their report is shortened', async () => {
    const source = await confirmed();
    release(...PROGRAMME, ...many);

    const { status, counts, report } = await test.next(source);
    expect([status, counts?.created]).toEqual(['applied', 2_001]);
    expect(report?.rows.length).toBeGreaterThan(500);
    // The importer lists the first 1,000.
    expect((report?.rows.length ?? 0) + (report?.more.rows ?? 0)).toBe(1_000);
    const [{ bytes }] = await db()('source_runs')
      .max({ bytes: db().raw('octet_length(report::text)') })
      .returning('*');
    expect(bytes).toBeLessThanOrEqual(262_144);
  });
});

describe('absent: cancel', () => {
  it('spares what has begun and what starts within an hour', async () => {
    const at = (minutes: number) =>
      new Date(test.api.now().getTime() + minutes * 60_000).toISOString();
    const near = [
      talk('begun', 0, { starts_at: at(-5) }),
      talk('soon', 0, { starts_at: at(60) }),
      talk('later', 0, { starts_at: at(61) }),
    ];
    await db()('conferences')
      .where({ id: conference.id })
      .update({ starts_on: '2026-05-13', ends_on: '2026-05-15' });
    const others = Array.from({ length: 20 }, (_, n) =>
      talk(`o${n}`, 0, { starts_at: at(600 + n) }),
    );
    const source = await test.confirmed(conference, {
      ...{ url: release(...near, ...others), publish: 'auto', absent: 'cancel' },
    });
    release(...others);

    const run = await test.next(source);
    expect(run.counts).toMatchObject({ absent: 2, cancelled: 1 });
    const cancelled = await db()('agenda_items').where({ status: 'cancelled' }).pluck('title');
    expect(cancelled).toEqual(['Talk later']);
  });
});

describe('a source that flips', () => {
  const flip = async (source: SourceView, n: number) => {
    release(talk('t0', 8, { title: `Title ${n}` }), ...PROGRAMME.slice(1));
    return test.next(source);
  };

  it('is restless after 4 runs within an hour, until a person looks', async () => {
    const source = await confirmed();
    for (let n = 0; n < 4; n += 1) expect((await flip(source, n)).status).toBe('applied');

    const fifth = await flip(source, 4);
    expect(fifth).toMatchObject({ status: 'waiting', report: { brakes: [{ code: 'restless' }] } });
    expect((await test.get(source)).restless_at).toBe(test.api.now().toISOString());
    const { body: me } = await test.api.admin().get('/api/v1/admin/me');
    expect(me.warnings).toEqual([
      {
        ...{ kind: 'source_restless', ids: [source.id] },
        message: 'Sources change so often that their runs wait for a person: pretalx',
      },
    ]);
    const sixth = await flip(source, 5);
    expect(sixth.status).toBe('waiting');

    await test.apply(source, sixth.id);
    expect((await test.get(source)).restless_at).toBeNull();
    await db()('source_runs').update({ finished_at: db().raw(`finished_at - interval '1 hour'`) });
    expect((await flip(source, 6)).status).toBe('applied');
  });

  it.each([
    [
      'discards a run',
      (source: SourceView, run: number) => test.post(source, `runs/${run}/discard`),
    ],
    ['saves the source', (source: SourceView) => test.put(source, {})],
  ])('is calm again when a person %s', async (_what, look) => {
    const source = await confirmed();
    for (let n = 0; n < 4; n += 1) await flip(source, n);
    const { id } = await flip(source, 4);

    await look(source, id).expect(200);
    expect((await test.get(source)).restless_at).toBeNull();
  });

  it('is not restless by runs that change nothing', async () => {
    const source = await confirmed();
    for (let n = 0; n < 6; n += 1) {
      release(...PROGRAMME.slice(n), ...PROGRAMME.slice(0, n));
      await test.next(source);
    }
    expect((await test.get(source)).restless_at).toBeNull();
  });
});
