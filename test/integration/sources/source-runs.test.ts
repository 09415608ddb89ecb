import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { SourceView } from '../../../src/domain/sources/stored-sources.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { failure } from '../../support/failures.ts';
import { type FakeTalk, icalendar, sessionize } from '../../support/fake-programmes.ts';
import { countQueries } from '../../support/queries.ts';
import { scheduleXml } from '../../support/schedules.ts';
import { emptyProgramme, SourcesTest, talk } from '../../support/sources.ts';

let test: SourcesTest;
let conference: Conference;
const db = () => test.api.db;

beforeAll(async () => {
  test = await SourcesTest.start();
});
afterAll(() => test[Symbol.asyncDispose]());

beforeEach(async () => {
  await emptyAuditLog(db());
  await emptyProgramme(db());
  conference = await test.conference();
});

const PROGRAMME = [talk('a', 10), talk('b', 11), talk('c', 12), talk('d', 13), talk('e', 14)];
const release = (...talks: readonly FakeTalk[]) => test.fake.release('sea', talks);
const AUTO = { publish: 'auto' };
const items = () =>
  db()('agenda_items').orderBy('id').select('title', 'status', 'starts_at', 'room');
const titles = async () => (await items()).map(({ title }) => title);
const resultsOf = ({ report }: Awaited<ReturnType<SourcesTest['run']>>) =>
  report?.rows.map(({ key, result }) => `${key} ${result}`);

describe('a new source', () => {
  it('is read at once, and its first run waits', async () => {
    const source = await test.create(conference, { url: release(...PROGRAMME), ...AUTO });
    expect(source).toMatchObject({ is_enabled: true, last_run: null, waiting_run_id: null });

    expect(await test.work()).toEqual({ waiting: 1 });
    const { waiting_run_id, last_run, is_confirmed } = await test.get(source);
    expect(last_run).toMatchObject({ id: waiting_run_id, status: 'waiting', kind: 'scheduled' });
    expect(is_confirmed).toBe(false);
    expect(await items()).toEqual([]);
    const run = await test.run(source, waiting_run_id);
    expect(run.counts).toMatchObject({ total: 5, created: 5, updated: 0, absent: 0, failed: 0 });
    expect(run.report).toMatchObject({ brakes: [], edited: [], would_notify: 0 });
    expect(run.report?.rows[0]).toEqual({
      ...{ key: 'a', id: null, result: 'created', title: 'Talk a', changes: [] },
      starts_at: '2026-06-10T08:00:00.000Z',
    });
  });

  it('waits for a person also when its content changes before anyone has looked', async () => {
    const source = await test.create(conference, { url: release(...PROGRAMME), ...AUTO });
    await test.work();
    const { waiting_run_id: first } = await test.get(source);
    release(...PROGRAMME, talk('f', 15));

    expect((await test.next(source)).counts).toMatchObject({ created: 6 });
    const { waiting_run_id } = await test.get(source);
    expect(waiting_run_id).not.toBe(first);
    expect((await test.run(source, first)).status).toBe('discarded');
    expect(await items()).toEqual([]);
  });
});

describe('an application', () => {
  it('imports what the run showed, with the rights and in the name of the person', async () => {
    const source = await test.create(conference, { url: release(...PROGRAMME) });
    await test.work();
    const { waiting_run_id } = await test.get(source);

    const run = await test.apply(source, waiting_run_id ?? 0);
    expect(run).toMatchObject({
      ...{ id: waiting_run_id, status: 'applied', error: null },
      applied_by: expect.stringMatching(/^key [0-9a-f]{8}$/),
      counts: { created: 5 },
    });
    expect(await titles()).toEqual(PROGRAMME.map(({ title }) => title));
    expect(await test.get(source)).toMatchObject({ is_confirmed: true, waiting_run_id: null });
    const audited = await db()('audit_log').orderBy('id').pluck('action');
    expect(audited).toEqual(['source.create', 'agenda.import', 'source.apply']);
    // The second time it does not wait.
    const again = await test.post(source, `runs/${waiting_run_id}/apply`).expect(409);
    expect(again.body).toEqual(failure('CONFLICT', 'This run does not wait: it is applied'));
    expect(await items()).toHaveLength(5);
  });

  it('applies nothing of other content, which waits in its place', async () => {
    const source = await test.create(conference, { url: release(...PROGRAMME) });
    await test.work();
    const { waiting_run_id: first } = await test.get(source);
    release(...PROGRAMME.slice(1));

    const { body } = await test.post(source, `runs/${first}/apply`).expect(409);
    const { waiting_run_id: second } = await test.get(source);
    const sentence = `The source has changed since run ${first}; run ${second} waits in its place`;
    expect(body).toEqual(failure('SOURCE_CHANGED', sentence));
    expect(await items()).toEqual([]);
    expect((await test.run(source, first)).status).toBe('discarded');
    expect(await test.run(source, second)).toMatchObject({ kind: 'apply', counts: { created: 4 } });
    await test.apply(source, second ?? 0);
    expect(await items()).toHaveLength(4);
  });

  it('of chosen rows leaves the others until the source has other content', async () => {
    const source = await test.confirmed(conference, {
      ...{ url: release(...PROGRAMME), ...AUTO, absent: 'cancel' },
    });
    release(
      talk('a', 10, { title: 'Looms' }),
      talk('b', 11, { title: 'Dyes' }),
      ...[talk('f', 15), talk('g', 16)],
    );
    const run = await test.next(source);
    expect(run).toMatchObject({ status: 'waiting', report: { brakes: [{ code: 'many_moved' }] } });
    expect(resultsOf(run)).toEqual([
      ...['f created', 'g created', 'a updated', 'b updated'],
      ...['c cancelled', 'd cancelled', 'e cancelled'],
    ]);

    const applied = await test.apply(source, run.id, { only: ['a', 'f', 'd', 'unknown'] });
    expect(resultsOf(applied)).toEqual([
      ...['f created', 'a updated', 'd cancelled', 'c absent', 'e absent'],
    ]);
    expect((await items()).map(({ title, status }) => `${title} ${status}`)).toEqual([
      ...['Looms scheduled', 'Talk b scheduled', 'Talk c scheduled', 'Talk d cancelled'],
      ...['Talk e scheduled', 'Talk f scheduled'],
    ]);
    // The same content is decided on.
    expect(await test.next(source)).toMatchObject({ status: 'unchanged' });
    expect(await items()).toHaveLength(6);
    release(...PROGRAMME, talk('g', 16));
    expect((await test.next(source)).status).toBe('applied');
    expect(await titles()).toContain('Talk g');
  });

  it('notifies nobody without notify', async () => {
    const { user, source } = await aKeptTalk();
    release(talk('a', 15), ...PROGRAMME.slice(1));
    const { id } = await test.next(source);

    await test.apply(source, id, { notify: false });
    expect(await db()('notifications').where({ user_id: user })).toEqual([]);
    expect((await items())[0]?.starts_at).toBe('2026-06-10T13:00:00.000Z');
  });

  it('of one of two at once is refused', async () => {
    const source = await test.create(conference, { url: release(...PROGRAMME) });
    await test.work();
    const { waiting_run_id } = await test.get(source);
    const apply = () => test.post(source, `runs/${waiting_run_id}/apply`);

    const answers = await Promise.all([apply(), apply(), apply()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await items()).toHaveLength(5);
  });
});

/** A user who keeps talk `a` of a source in review. */
async function aKeptTalk(body: object = {}) {
  const source = await test.confirmed(conference, { url: release(...PROGRAMME), ...body });
  const [item] = await db()('agenda_items').orderBy('id').limit(1);
  const user = await test.keeper(item.id);
  return { source, user: user.id, item: item.id as number };
}

describe('a programme that changes', () => {
  it('over five runs is applied by itself, and as its source says at the end', async () => {
    const programmes = [
      PROGRAMME,
      // A new room, and a speaker.
      [talk('a', 10, { room: 'Dock 2', speaker: 'Ada Lovelace' }), ...PROGRAMME.slice(1)],
      // One moves, one has another title.
      [
        talk('a', 10, { room: 'Dock 2', speaker: 'Ada Lovelace' }),
        talk('b', 16),
        talk('c', 12, { title: 'Tides' }),
        ...PROGRAMME.slice(3),
      ],
      // One is new, one is gone.
      [...PROGRAMME.slice(0, 4), talk('f', 17)],
      // It is back.
      [...PROGRAMME, talk('f', 17)],
    ];
    const source = await test.confirmed(conference, {
      ...{ url: release(...PROGRAMME), ...AUTO, absent: 'cancel' },
    });
    const statuses: string[] = [];
    for (const programme of programmes) {
      release(...programme);
      const { status, counts } = await test.next(source);
      statuses.push(`${status} ${counts?.created} ${counts?.updated} ${counts?.cancelled}`);
    }

    expect(statuses).toEqual([
      'unchanged undefined undefined undefined',
      ...['applied 0 1 0', 'applied 0 2 0', 'applied 1 3 1', 'applied 0 1 0'],
    ]);
    expect((await items()).map(({ title, status }) => `${title} ${status}`)).toEqual([
      ...PROGRAMME.map(({ title }) => `${title} scheduled`),
      'Talk f scheduled',
    ]);
    expect(await db()('speakers').pluck('name')).toEqual(['Ada Lovelace']);
  });

  it('is read by one request, and of unchanged runs the last of a day is kept', async () => {
    const source = await test.confirmed(conference, { url: release(...PROGRAMME) });
    test.fake.requests.length = 0;
    for (let n = 0; n < 3; n += 1) expect((await test.next(source)).status).toBe('unchanged');

    expect(test.fake.requests).toHaveLength(3);
    await test.setDue(source);
    expect(await countQueries(db(), () => test.work())).toBe(19);
    const statuses = (await test.runs(source)).map(({ status }) => status);
    expect(statuses).toEqual(['unchanged', 'applied']);
  });

  it('waits with review, and a later run takes its place', async () => {
    const source = await test.confirmed(conference, { url: release(...PROGRAMME) });
    release(talk('a', 10, { title: 'Looms' }), ...PROGRAMME.slice(1));
    const first = await test.next(source);
    expect(first.status).toBe('waiting');
    expect(first.report?.rows).toEqual([
      expect.objectContaining({
        ...{ key: 'a', id: expect.any(Number), result: 'updated' },
        changes: [{ field: 'title', from: 'Talk a', to: 'Looms' }],
      }),
    ]);
    // Nothing else happens while the content is the same.
    expect((await test.next(source)).status).toBe('unchanged');
    release(talk('a', 10, { title: 'Engines' }), ...PROGRAMME.slice(1));

    const second = await test.next(source);
    expect(second.status).toBe('waiting');
    expect((await test.run(source, first.id)).status).toBe('discarded');
    expect(await titles()).toEqual(PROGRAMME.map(({ title }) => title));
  });

  it('applies a new export without a change, since nobody has to look at it', async () => {
    const source = await test.confirmed(conference, { url: release(...PROGRAMME) });
    release(...PROGRAMME.toReversed());

    expect(await test.next(source)).toMatchObject({ status: 'applied', applied_by: null });
  });

  it('that was discarded is offered again when it changes, or a person asks', async () => {
    const source = await test.confirmed(conference, { url: release(...PROGRAMME) });
    release(...PROGRAMME, talk('f', 15));
    const { id } = await test.next(source);
    const { body } = await test.post(source, `runs/${id}/discard`).expect(200);
    expect(body).toMatchObject({ id, status: 'discarded' });
    await test.post(source, `runs/${id}/discard`).expect(409);

    expect((await test.next(source)).status).toBe('unchanged');
    await test.post(source, 'run').expect(202);
    await test.work();
    const { waiting_run_id } = await test.get(source);
    expect(await test.run(source, waiting_run_id)).toMatchObject({ kind: 'manual' });
  });

  it('is read in the zone that the conference has at the run', async () => {
    const url = test.fake.serve(
      '/all',
      sessionize([{ ...talk('a', 10), starts_at: '2026-06-10T10:00:00' }]),
    );
    const source = await test.confirmed(conference, { kind: 'sessionize', url });
    expect((await items())[0]?.starts_at).toBe('2026-06-10T08:00:00.000Z');
    await db()('conferences').where({ id: conference.id }).update({ timezone: 'Europe/London' });

    const { id, status } = await test.next(source);
    expect(status).toBe('waiting');
    await test.apply(source, id);
    expect((await items())[0]?.starts_at).toBe('2026-06-10T09:00:00.000Z');
  });
});

describe('the other kinds', () => {
  it('schedule_xml is read as an upload is', async () => {
    const xml = (title: string) =>
      scheduleXml([{ guid: 'a', title, date: '2026-06-10T10:00:00+02:00' }], {
        day: 'date="2026-06-10"',
      });
    const url = test.fake.serve('/schedule.xml', xml('Looms'), 'application/xml');
    const source = await test.confirmed(conference, { kind: 'schedule_xml', url, ...AUTO });
    test.fake.serve('/schedule.xml', xml('Engines'), 'application/xml');

    expect((await test.next(source)).status).toBe('applied');
    expect(await titles()).toEqual(['Engines']);
  });

  it('a schedule is read in the language of its settings', async () => {
    test.fake.release('sea', PROGRAMME, { lang: 'de' });
    const url = `${test.fake.url}/sea/schedule/export/schedule.json`;
    await test.create(conference, { url, settings: { lang: 'de' } });
    expect(await test.work()).toEqual({ waiting: 1 });
  });

  it('ical brings events with agenda items, and a new stamp is no change', async () => {
    const path = '/calendar.ics';
    const url = test.fake.serve(path, icalendar(PROGRAMME), 'text/calendar');
    const source = await test.confirmed(conference, {
      kind: 'ical',
      url,
      ...AUTO,
      absent: 'cancel',
    });
    expect(await titles()).toHaveLength(5);
    expect(await db()('events').where({ conference_id: conference.id })).toHaveLength(5);
    test.fake.serve(path, icalendar(PROGRAMME, '20260601T000000Z'), 'text/calendar');
    expect((await test.next(source)).status).toBe('unchanged');
    test.fake.serve(path, icalendar([talk('a', 16), ...PROGRAMME.slice(1, 4)]), 'text/calendar');

    const run = await test.next(source);
    expect(run).toMatchObject({ status: 'applied', counts: { updated: 1, cancelled: 1 } });
    expect(resultsOf(run)).toEqual(['a updated', 'e cancelled']);
    expect(await items()).toMatchObject([
      { title: 'Talk a', starts_at: '2026-06-10T14:00:00.000Z' },
      ...[{}, {}, {}],
      { title: 'Talk e' },
    ]);
    expect(await db()('events').where({ title: 'Talk e' }).pluck('status')).toEqual(['cancelled']);
  });

  it('ical has only the events that its settings name', async () => {
    const url = test.fake.serve('/some.ics', icalendar(PROGRAMME), 'text/calendar');
    await test.confirmed(conference, { kind: 'ical', url, settings: { uids: ['b', 'd'] } });
    expect(await titles()).toEqual(['Talk b', 'Talk d']);
  });

  it.each([
    ['schedule_json', '<html>Sign in</html>', 'The address has no schedule.json'],
    ['schedule_xml', '{"error": "no"}', 'The address has no schedule.xml'],
    ['sessionize', 'title,starts_at\na,b\n', 'The address has no JSON of Sessionize'],
    ['ical', '{"entries": []}', 'The address has no iCalendar file'],
    ['schedule_json', '{"a": 1}', /^file: expected a schedule.json/],
  ])('%s refuses another format: %s', async (kind, body, error) => {
    const source = await test.create(conference, { kind, url: test.fake.serve('/other', body) });
    await test.work();
    expect((await test.get(source)).last_run).toMatchObject({
      status: 'failed',
      error: typeof error === 'string' ? error : expect.stringMatching(error),
    });
  });
});

describe('two sources', () => {
  const of = (event: string, talks: readonly FakeTalk[], body: object = {}) =>
    test.confirmed(conference, { url: test.fake.release(event, talks), ...AUTO, ...body });

  it('of one host see only their own items as absent', async () => {
    await of('sea', PROGRAMME, { absent: 'cancel' });
    const other = await of('lake', [talk('x', 10), talk('y', 11), talk('z', 12)], {
      absent: 'cancel',
    });
    test.fake.release('lake', [talk('x', 10), talk('y', 11), talk('z', 13)]);

    expect((await test.next(other)).counts).toMatchObject({ updated: 1, absent: 0, cancelled: 0 });
    expect((await items()).every(({ status }) => status === 'scheduled')).toBe(true);
  });

  it('with the same title at the same time are warned of', async () => {
    await of('sea', PROGRAMME);
    const source = await test.create(conference, {
      url: test.fake.release('lake', [talk('x', 10, { title: 'talk A' }), talk('y', 11)]),
    });
    await test.work();
    const { waiting_run_id } = await test.get(source);

    expect((await test.run(source, waiting_run_id)).report?.warnings).toEqual([
      expect.objectContaining({
        code: 'same_slot',
        params: expect.objectContaining({ title: expect.stringMatching(/^talk a$/i) }),
      }),
    ]);
  });

  it('take over what was uploaded from the same host', async () => {
    const file = { attach: 'schedule.json' };
    const url = release(...PROGRAMME, talk('old', 9));
    const schedule = Buffer.from(await (await fetch(url)).text());
    await test.api
      .admin()
      .post(`/api/v1/admin/conferences/${conference.id}/agenda/import`)
      .attach('file', schedule, file.attach)
      .expect(200);
    release(...PROGRAMME);
    const source = await test.create(conference, { url });
    await test.work();
    const { waiting_run_id } = await test.get(source);

    const run = await test.run(source, waiting_run_id);
    expect(run.counts).toMatchObject({ created: 0, unchanged: 5, absent: 1 });
    expect(resultsOf(run)).toEqual(['old absent']);
  });
});

describe('edited fields', () => {
  const edit = (id: number, body: object) =>
    test.api.admin().put(`/api/v1/admin/agenda/${id}`).send(body).expect(200);

  it('stay, are listed, and go back to the source', async () => {
    const { source, item } = await aKeptTalk(AUTO);
    await edit(item, { title: 'Ours', room: 'Quay' });
    release(talk('a', 10, { title: 'Theirs' }), ...PROGRAMME.slice(1));

    const run = await test.next(source);
    expect(run).toMatchObject({ status: 'applied', counts: { updated: 0, edited_fields: 2 } });
    expect(run.report).toMatchObject({
      edited: [{ key: 'a', agenda_item_id: item, title: 'Ours', fields: ['title', 'room'] }],
      warnings: [{ message: '2 fields differ from the source because they were edited' }],
    });
    expect((await items())[0]).toMatchObject({ title: 'Ours', room: 'Quay' });

    const { body } = await test.post(source, 'follow', { agenda_item_ids: [item] }).expect(200);
    expect(body).toEqual({ agenda_item_ids: [item] });
    expect(await test.work()).toEqual({ applied: 1 });
    expect((await items())[0]).toMatchObject({ title: 'Theirs', room: 'Dock 1' });
  });

  it('of a calendar go back to it, too', async () => {
    const path = '/edited.ics';
    const url = test.fake.serve(path, icalendar(PROGRAMME), 'text/calendar');
    const source = await test.confirmed(conference, { kind: 'ical', url, ...AUTO });
    const [event] = await db()('events').where({ title: 'Talk a' });
    const [item] = await db()('agenda_items').where({ event_id: event.id });
    await test.api
      .admin()
      .put(`/api/v1/admin/events/${event.id}`)
      .send({ title: 'Ours' })
      .expect(200);
    test.fake.serve(path, icalendar([talk('a', 10, { title: 'Theirs' }), ...PROGRAMME.slice(1)]));

    const run = await test.next(source);
    expect(run.report?.edited).toEqual([
      { key: 'a', agenda_item_id: item.id, title: 'Ours', fields: ['title'] },
    ]);
    await test.post(source, 'follow', { agenda_item_ids: [item.id] }).expect(200);
    await test.work();
    expect(await db()('events').where({ id: event.id }).pluck('title')).toEqual(['Theirs']);
    expect(await titles()).toContain('Theirs');
  });

  it('of an item of another source, or of none, are not given back', async () => {
    const { source } = await aKeptTalk();
    const other = await test.confirmed(conference, {
      url: test.fake.release('lake', [talk('x', 9)]),
    });
    const [own] = await db()('agenda_items').where({ title: 'Talk x' });
    await edit(own.id, { title: 'Ours' });

    await test.post(source, 'follow', { agenda_item_ids: [own.id] }).expect(404);
    expect(await db()('agenda_items').where({ id: own.id }).pluck('edited_fields')).toEqual([
      ['title'],
    ]);
    await test.post(other, 'follow', { agenda_item_ids: [own.id] }).expect(200);
  });
});

describe('POST …/run', () => {
  const start = (source: SourceView, body: object = {}) => test.post(source, 'run', body);

  it('answers the run, which a worker makes', async () => {
    const source = await test.confirmed(conference, { url: release(...PROGRAMME), ...AUTO });
    release(...PROGRAMME, talk('f', 15));

    const { body } = await start(source).expect(202);
    expect(body).toMatchObject({ kind: 'manual', status: 'running', finished_at: null });
    expect(await test.work()).toEqual({ applied: 1 });
    expect((await test.run(source, body.id)).status).toBe('applied');
  });

  it('with dry_run waits whatever publish says', async () => {
    const source = await test.confirmed(conference, { url: release(...PROGRAMME), ...AUTO });
    release(...PROGRAMME, talk('f', 15));
    const { body } = await start(source, { dry_run: true }).expect(202);

    expect(await test.work()).toEqual({ waiting: 1 });
    expect(await test.run(source, body.id)).toMatchObject({
      is_dry_run: true,
      counts: { created: 1 },
    });
    expect(await titles()).not.toContain('Talk f');
  });

  it('is one at a time, and one a minute; the first run of a source does not count', async () => {
    const source = await test.create(conference, { url: release(...PROGRAMME) });
    await test.work();
    const answers = await Promise.all([start(source), start(source), start(source)]);
    expect(
      answers.map(({ status, body }) => `${status} ${body.code ?? body.status}`).sort(),
    ).toEqual([...['202 running', '409 SOURCE_RUNNING', '409 SOURCE_RUNNING']]);
    await test.work();
    expect((await start(source).expect(409)).body.code).toBe('TOO_SOON');
    await db()('source_runs').update({ started_at: db().raw(`started_at - interval '1 minute'`) });
    await start(source).expect(202);
  });

  it('of a source that is off is refused', async () => {
    const source = await test.create(conference, { url: release(...PROGRAMME), is_enabled: false });
    expect(await test.work()).toEqual({});
    const off = failure('CONFLICT', 'This source is off; switch it on first');
    expect((await start(source).expect(409)).body).toEqual(off);
  });
});
