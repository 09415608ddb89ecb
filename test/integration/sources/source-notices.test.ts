import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { SourceView } from '../../../src/domain/sources/stored-sources.ts';
import { anAttendance, aUser } from '../../support/factories.ts';
import { icalendar } from '../../support/fake-programmes.ts';
import { shownNotifications } from '../../support/shown-notifications.ts';
import { emptyProgramme, SourcesTest, talk } from '../../support/sources.ts';

let test: SourcesTest;
let conference: Conference;
const db = () => test.api.db;
const AUTO = { publish: 'auto' };

beforeAll(async () => {
  test = await SourcesTest.start();
});
afterAll(() => test[Symbol.asyncDispose]());

beforeEach(async () => {
  await emptyProgramme(db());
  conference = await test.conference();
});

const REST = [talk('c', 14), talk('d', 15), talk('e', 16), talk('f', 17)];
const idOf = async (title: string): Promise<number> =>
  (await db()('agenda_items').where({ title }).first('id')).id;
/** A user who keeps the talk, and gets messages. */
async function keeperOf(title: string): Promise<User> {
  const user = await test.keeper(await idOf(title));
  await db()('users').where({ id: user.id }).update({ messenger_reachable: true });
  return user;
}
const inbox = async (user: User) =>
  (await shownNotifications(db(), user.id)).map(({ type, data, title }) => ({
    ...{ type, title, changes: data.changes },
  }));
/** The text of a session has its time as it is now, so only the fields are compared. */
const line = (agenda_item_id: number | null, changes: object, event_id: unknown = null) => ({
  ...{ agenda_item_id, event_id, text: expect.any(String) },
  changes,
});
const at = (hour: number) => `2026-06-10T${String(hour - 2).padStart(2, '0')}:00:00.000Z`;
const moved = (from: number, to: number) => ({
  starts_at: { from: at(from), to: at(to) },
  ends_at: { from: at(from).replace(':00:', ':30:'), to: at(to).replace(':00:', ':30:') },
});

describe('the notice of what a source changes', () => {
  const PROGRAMME = [talk('a', 10), talk('b', 11), ...REST];
  let source: SourceView;
  beforeEach(async () => {
    source = await test.confirmed(conference, {
      ...{ url: test.fake.release('sea', PROGRAMME), ...AUTO },
      absent: 'cancel',
    });
  });

  it('is one of two runs, and of what was before the first', async () => {
    const user = await keeperOf('Talk a');
    test.fake.release('sea', [talk('a', 12), talk('b', 11), ...REST]);
    expect(await test.next(source)).toMatchObject({
      status: 'applied',
      report: { would_notify: 1 },
    });
    test.fake.release('sea', [talk('a', 13, { room: 'Dock 2' }), talk('b', 11), ...REST]);
    expect((await test.next(source)).status).toBe('applied');

    const changes = { ...moved(10, 13), room: { from: 'Dock 1', to: 'Dock 2' } };
    expect(await inbox(user)).toEqual([
      {
        ...{ type: 'programme_changed', title: expect.any(String) },
        changes: [line(await idOf('Talk a'), changes)],
      },
    ]);
    expect(await db()('deliveries').where({ user_id: user.id })).toHaveLength(1);
  });

  it('is one of two sources', async () => {
    const other = await test.confirmed(conference, {
      ...{ url: test.fake.release('lake', [talk('z', 9), talk('y', 18)]), ...AUTO },
    });
    const user = await keeperOf('Talk a');
    const z = await idOf('Talk z');
    await db()('agenda_favorites').insert({ user_id: user.id, agenda_item_id: z });
    test.fake.release('sea', [talk('a', 12), ...PROGRAMME.slice(1)]);
    test.fake.release('lake', [talk('z', 13), talk('y', 18)]);
    await Promise.all([test.setDue(source), test.setDue(other)]);
    expect(await test.work()).toEqual({ applied: 2 });

    const changes = [line(await idOf('Talk a'), moved(10, 12)), line(z, moved(9, 13))];
    expect(await inbox(user)).toMatchObject([{ changes }]);
    expect(await db()('deliveries').where({ user_id: user.id })).toHaveLength(1);
  });

  it('is withdrawn when everything ends where it began', async () => {
    const user = await keeperOf('Talk a');
    const other = await keeperOf('Talk b');
    test.fake.release('sea', [talk('a', 12), talk('b', 13), ...REST]);
    await test.next(source);
    expect([await inbox(user), await inbox(other)]).toMatchObject([[{}], [{}]]);
    test.fake.release('sea', [talk('a', 10), talk('b', 13), ...REST]);
    await test.next(source);

    expect(await inbox(user)).toEqual([]);
    expect(await db()('deliveries').where({ user_id: user.id })).toEqual([]);
    expect(await inbox(other)).toHaveLength(1);
  });

  it('is withdrawn also when a talk is absent for a while', async () => {
    const user = await keeperOf('Talk a');
    test.fake.release('sea', PROGRAMME.slice(1));
    await test.next(source);
    const changes = { status: { from: 'scheduled', to: 'cancelled' } };
    expect(await inbox(user)).toMatchObject([{ changes: [line(await idOf('Talk a'), changes)] }]);
    test.fake.release('sea', PROGRAMME);
    await test.next(source);
    expect(await inbox(user)).toEqual([]);
  });

  it('has the events of a calendar, too', async () => {
    const path = '/calendar.ics';
    const calendar = await test.confirmed(conference, {
      ...{ kind: 'ical', ...AUTO },
      url: test.fake.serve(path, icalendar([talk('s', 9), ...REST]), 'text/calendar'),
    });
    const user = await aUser(db());
    const event = await db()('events').where({ title: 'Talk s' }).first('id');
    await anAttendance(db(), [user, event]);
    test.fake.serve(path, icalendar([talk('s', 10), ...REST]), 'text/calendar');

    expect((await test.next(calendar)).status).toBe('applied');
    expect(await inbox(user)).toMatchObject([
      { type: 'programme_changed', changes: [line(null, moved(9, 10), event.id)] },
    ]);
  });
});

describe('at night', () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;
  /** Without summer time, an hour before UTC. */
  const ZONE = 'Africa/Lagos';
  /** The evening at 22:30 of that zone, after the clock of the database. */
  let evening: number;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  beforeAll(() => {
    evening = Math.ceil(Date.now() / DAY_MS + 1) * DAY_MS + 21.5 * HOUR_MS;
    test.api.advance(evening - test.api.now().getTime());
  });

  async function movedWhen(days: number, publish: string) {
    const date = day(evening + days * DAY_MS);
    const night = await test.conference({ timezone: ZONE, starts_on: date, ends_on: date });
    const daily = (guid: string, hour: number) => ({
      ...talk(guid, hour),
      starts_at: `${date}T${hour}:00:00+01:00`,
    });
    const rest = [12, 13, 14, 15].map((hour) => daily(`at ${hour}`, hour));
    const url = test.fake.release('night', [daily('a', 10), ...rest]);
    const source = await test.confirmed(night, { url, publish });
    const user = await keeperOf('Talk a');
    test.fake.release('night', [daily('a', 11), ...rest]);
    return { source, user, run: await test.next(source) };
  }
  const dueAt = async ({ id }: User) =>
    (await db()('deliveries').where({ user_id: id }).first('due_at')).due_at;

  it('the messages wait until 7, and the inbox has the notice', async () => {
    const { user, run } = await movedWhen(3, 'auto');
    expect(run.status).toBe('applied');
    expect(await inbox(user)).toMatchObject([{ type: 'programme_changed' }]);
    expect(await dueAt(user)).toBe(new Date(evening + 8.5 * HOUR_MS).toISOString());
  });

  it.each([
    ['two days before the conference', 2, 'auto'],
    ['of a person who applies the run', 3, 'review'],
  ])('no message waits %s', async (_when, days, publish) => {
    const { source, user, run } = await movedWhen(days, publish);
    if (publish === 'review') await test.apply(source, run.id);
    expect(Date.parse(await dueAt(user))).toBeLessThan(Date.now() + 120_000);
  });
});
