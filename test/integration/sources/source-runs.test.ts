import { emptyAuditLog } from '../../support/audit-log.ts';
import type { FakeTalk } from '../../support/fake-programmes.ts';
import { SourcesTest } from '../../support/sources.ts';

let test: SourcesTest;
const db = () => test.api.db;

beforeAll(async () => {
  test = await SourcesTest.start();
});
afterAll(() => test[Symbol.asyncDispose]());

beforeEach(async () => {
  await emptyAuditLog(db());
  for (const table of [
    'notifications',
    'agenda_items',
    'events',
    'conferences',
    'speakers',
    'users',
  ]) {
    await db()(table).delete();
  }
});

const talk = (guid: string, hour: number, fields: Partial<FakeTalk> = {}): FakeTalk => ({
  guid,
  title: `Talk ${guid}`,
  starts_at: `2026-06-10T${String(hour).padStart(2, '0')}:00:00+02:00`,
  ...fields,
});
const PROGRAMME = [talk('a', 10), talk('b', 11), talk('c', 12)];
const items = () =>
  db()('agenda_items').orderBy('id').select('title', 'status', 'starts_at', 'room');

it('a new source is read at once, and its first run waits', async () => {
  const conference = await test.conference();
  const url = test.fake.release('sea', PROGRAMME);

  const source = await test.create(conference, { url, publish: 'auto' });
  expect(source).toMatchObject({ is_enabled: true, last_run: null, waiting_run_id: null });
  expect(await test.work()).toEqual({ waiting: 1 });

  const { waiting_run_id, last_run } = await test.get(source);
  expect(last_run).toMatchObject({ id: waiting_run_id, status: 'waiting', kind: 'scheduled' });
  expect(await items()).toEqual([]);
  const run = await test.run(source, waiting_run_id);
  expect(run.counts).toMatchObject({ total: 3, created: 3, updated: 0, absent: 0 });
  expect(run.report).toMatchObject({ brakes: [], edited: [], would_notify: 0 });
  expect(run.report?.rows.map(({ key, id, result }) => [key, id, result])).toEqual([
    ['a', null, 'created'],
    ['b', null, 'created'],
    ['c', null, 'created'],
  ]);
});
