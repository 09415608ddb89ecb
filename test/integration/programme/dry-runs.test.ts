import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aRegistration,
  aSpeaker,
  aUser,
} from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { said } from '../../support/said.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const table of ['events', 'conferences', 'speakers', 'users']) await api.db(table).delete();
});

const ADMIN = '/api/v1/admin';
const put = (path: string, body: object, query: object = {}) =>
  api.admin().put(`${ADMIN}${path}`).query(query).send(body);
const dryRun = (path: string, body: object) => put(path, body, { dry_run: true });

/** A hash of the rows of each table, those of the queue included, but not of the counts of reads. */
async function everything(): Promise<Record<string, string>> {
  const tables: { name: string }[] = await api
    .db('pg_tables')
    .whereIn('schemaname', ['public', 'pgboss'])
    .select(api.db.raw(`format('%I.%I', schemaname, tablename) as name`));
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    // Reads of people are counted in the audit log each minute.
    const kept = name === 'public.audit_log' ? `where action <> 'people.read'` : '';
    const { rows } = await api.db.raw(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash
         from ${name} t ${kept}`,
    );
    hashes[name] = rows[0].hash;
  }
  return hashes;
}

const countNotified = async () =>
  Number((await api.db('notifications').countDistinct('user_id as users'))[0]?.users);

/** An edit of a resource, and the number of users whom it notifies. */
interface Edit {
  readonly path: string;
  readonly change: object;
  readonly notified: number;
}

/** A conference with a talk in a full event: 2 attendees, 1 on the waitlist, 1 who keeps the talk. */
async function aProgramme() {
  const conference = await aConference(api.db);
  const event = await anEvent(api.db, {
    conference_id: conference.id,
    capacity: 2,
    venue_name: 'Great Hall',
    starts_at: '2026-05-14T12:00:00.000Z',
    ends_at: '2026-05-14T13:00:00.000Z',
  });
  const { body: item } = await api
    .admin()
    .post(`${ADMIN}/agenda`)
    .send({ conference_id: conference.id, event_id: event.id })
    .expect(201);
  const users = [];
  for (let n = 0; n < 5; n += 1) users.push(await aUser(api.db));
  const [ada, grace, mary, keeper, guest] = users;
  if (!ada || !grace || !mary || !keeper || !guest) throw new Error('five users are needed');
  await anAttendance(api.db, [ada, event]);
  await anAttendance(api.db, [grace, event]);
  await anAttendance(api.db, [mary, event], 'waitlisted');
  for (const user of [keeper, ada]) {
    await api.as(user).put(`/api/v1/agenda/${item.id}/favorite`).expect(200);
  }
  await aRegistration(api.db, [guest, conference]);
  await api.db('notifications').delete();
  return { conference, event, item };
}

type Programme = Awaited<ReturnType<typeof aProgramme>>;
const EDITS: readonly (readonly [string, (programme: Programme) => Edit])[] = [
  [
    'a new room of an agenda item',
    ({ item }) => ({ path: `/agenda/${item.id}`, change: { room: 'Attic' }, notified: 4 }),
  ],
  [
    'a cancelled agenda item',
    ({ item }) => ({ path: `/agenda/${item.id}`, change: { status: 'cancelled' }, notified: 4 }),
  ],
  [
    'a new description of an agenda item',
    ({ item }) => ({ path: `/agenda/${item.id}`, change: { description: 'x' }, notified: 0 }),
  ],
  [
    'an agenda item without its event, and quietly moved',
    ({ item }) => ({
      path: `/agenda/${item.id}`,
      change: { event_id: null, room: 'Attic', notify: false },
      notified: 0,
    }),
  ],
  [
    'a new time of an event',
    ({ event }) => ({
      path: `/events/${event.id}`,
      change: { starts_at: '2026-05-14T12:30:00.000Z' },
      notified: 4,
    }),
  ],
  [
    'more seats of an event',
    ({ event }) => ({ path: `/events/${event.id}`, change: { capacity: 3 }, notified: 1 }),
  ],
  [
    'an event on another day, and without a notice',
    ({ event }) => ({
      path: `/events/${event.id}`,
      change: {
        starts_at: '2027-05-14T12:00:00.000Z',
        ends_at: '2027-05-14T13:00:00.000Z',
        notify: false,
      },
      notified: 0,
    }),
  ],
  [
    'a cancelled conference',
    ({ conference }) => ({
      path: `/conferences/${conference.id}`,
      change: { status: 'cancelled' },
      notified: 5,
    }),
  ],
  [
    'a conference on other days, in another zone',
    ({ conference }) => ({
      path: `/conferences/${conference.id}`,
      change: { starts_on: '2027-05-14', ends_on: '2027-05-16', timezone: 'Asia/Tokyo' },
      notified: 3,
    }),
  ],
  [
    'no change of a conference',
    ({ conference }) => ({
      path: `/conferences/${conference.id}`,
      change: { name: conference.name },
      notified: 0,
    }),
  ],
];

describe.each(EDITS)('a dry run of %s', (_what, editOf) => {
  it('answers as the edit, tells how many users it notifies, and changes nothing', async () => {
    const { path, change, notified } = editOf(await aProgramme());
    // Reading an event's requester counts in the audit log.
    const { body: stored } = await api.admin().get(`${ADMIN}${path}`).expect(200);
    const before = await everything();

    const { body: tried, headers } = await dryRun(path, change).expect(200);

    expect(await everything()).toEqual(before);
    const { would_notify, ...shown } = tried;
    expect(would_notify).toBe(notified);
    // Sent as If-Match, the version of the dry run must not pass over another edit.
    expect(shown.version).toBe(stored.version);
    expect(headers.etag).toBe(`"${stored.id}.${stored.version}"`);
    const { body: done } = await put(path, change).expect(200);
    expect(await countNotified()).toBe(notified);
    expect(done.would_notify).toBeUndefined();
    expect(shown).toEqual({
      ...done,
      version: stored.version,
      updated_at: expect.stringMatching(/Z$/),
    });
  });
});

describe('a dry run', () => {
  it('shows the warnings of the edit', async () => {
    const conference = await aConference(api.db);
    const times = { starts_at: '2026-05-14T09:00:00.000Z', ends_at: '2026-05-14T10:00:00.000Z' };
    const speaker = await aSpeaker(api.db, {}, [conference]);
    const other = await anAgendaItem(api.db, conference, { ...times, room: 'Attic' }, [speaker]);
    const item = await anAgendaItem(api.db, conference, { ...times, room: 'Great Hall' });
    const change = { room: 'Attic', speaker_ids: [speaker.id] };
    const { body } = await dryRun(`/agenda/${item.id}`, change).expect(200);
    expect(body.warnings).toMatchObject([
      { kind: 'room', agenda_item_id: other.id },
      { kind: 'speaker', agenda_item_id: other.id, speaker_id: speaker.id },
    ]);
    const event = await anEvent(api.db, { conference_id: conference.id, ...times });
    const moved = { venue: { name: 'Attic' }, ends_at: '2026-06-14T10:00:00.000Z' };
    const { body: tried } = await dryRun(`/events/${event.id}`, moved).expect(200);
    expect(tried.warnings).toMatchObject([{ kind: 'length' }, { kind: 'days' }, { kind: 'room' }]);
  });

  it.each(['agenda', 'events', 'conferences'])(
    'of %s is refused as the edit would be, and changes nothing',
    async (resource) => {
      const conference = await aConference(api.db, { capacity: 5, attendee_count: 3 });
      const other = await aConference(api.db);
      const event = await anEvent(api.db, { conference_id: other.id, attendee_count: 3 });
      const item = await anAgendaItem(api.db, conference);
      const { id } = { agenda: item, events: event, conferences: conference }[resource] ?? item;
      const conflict = resource === 'agenda' ? { event_id: event.id } : { capacity: 2 };
      const before = await everything();

      expect((await dryRun(`/${resource}/${2 ** 40}`, {}).expect(404)).body).toEqual(
        failure('NOT_FOUND'),
      );
      expect((await dryRun(`/${resource}/${id}`, conflict).expect(409)).body).toEqual(
        failure('CONFLICT'),
      );
      const invalid = resource === 'conferences' ? { name: 7 } : { title: 7 };
      await dryRun(`/${resource}/${id}`, invalid).expect(400);
      const { body } = await dryRun(`/${resource}/${id}`, {})
        .set('If-Match', `"${id}.9"`)
        .expect(412);
      expect(body).toMatchObject({ code: 'PRECONDITION_FAILED', current: { id, version: 1 } });
      expect((await put(`/${resource}/${id}`, {}, { dry_run: 'yes' }).expect(400)).body).toEqual(
        refusal('dry_run'),
      );
      expect(await everything()).toEqual(before);
    },
  );

  it('of twenty at once counts only the users whom it would notify itself', async () => {
    const { event } = await aProgramme();
    const noise = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const [user, other] = [await aUser(api.db), await anEvent(api.db)];
        await anAttendance(api.db, [user, other]);
        return other;
      }),
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const edited = noise[n % 4];
        const change = { venue: { name: `Room ${n}` } };
        if (edited) await put(`/events/${edited.id}`, change).expect(200);
        return dryRun(`/events/${event.id}`, change).expect(200);
      }),
    );
    expect(answers.map(({ body }) => body.would_notify)).toEqual(answers.map(() => 4));
  });
});

describe('the warnings of a conference', () => {
  it('count the agenda items and events that lie outside its days', async () => {
    const conference = await aConference(api.db, { timezone: 'Europe/Berlin' });
    const of = { conference_id: conference.id };
    const day = (on: string, hour: number) => ({
      starts_at: `${on}T${hour}:00:00.000Z`,
      ends_at: `${on}T${hour}:30:00.000Z`,
    });
    await anAgendaItem(api.db, conference, day('2026-05-14', 10));
    // In Berlin, it begins on the 14th.
    await anAgendaItem(api.db, conference, day('2026-05-13', 22));
    await anAgendaItem(api.db, conference, day('2026-05-16', 10));
    await anAgendaItem(api.db, conference, { ...day('2026-05-17', 10), status: 'cancelled' });
    await anEvent(api.db, { ...of, ...day('2026-05-16', 10) });
    await anEvent(api.db, { ...of, ...day('2026-05-18', 10), status: 'rejected' });

    const same = await put(`/conferences/${conference.id}`, {}).expect(200);
    const moved = await put(`/conferences/${conference.id}`, { ends_on: '2026-05-15' }).expect(200);
    const zone = await put(`/conferences/${conference.id}`, { timezone: 'UTC' }).expect(200);

    expect(same.body.warnings).toEqual([]);
    expect(moved.body.warnings).toEqual(
      said({
        kind: 'days',
        agenda_items: 1,
        events: 1,
        message: '1 agenda item and 1 event are outside the days of the conference',
      }),
    );
    expect(zone.body.warnings).toMatchObject([{ kind: 'days', agenda_items: 2, events: 1 }]);
  });
});

it('an edit counts those whose open notice it changes', async () => {
  const { item } = await aProgramme();
  await put(`/agenda/${item.id}`, { room: 'Attic' }).expect(200);
  const { body } = await dryRun(`/agenda/${item.id}`, { room: 'Cellar' }).expect(200);
  expect(body.would_notify).toBe(4);
});
