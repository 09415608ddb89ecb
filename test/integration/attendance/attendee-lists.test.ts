import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { ATTENDABLE_KINDS, type Attendable, CONFERENCE } from '../../support/attendables.ts';
import { aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { pagesOf, peopleIn } from '../../support/lists.ts';

/** In the order of their registration. */
const PEOPLE = [
  { first_name: 'Zoe', last_name: 'Abt', company: 'quayside' },
  { first_name: 'Émile', last_name: null, company: null },
  { first_name: 'ada', last_name: 'Young', company: 'Looms' },
  { first_name: 'Ada', last_name: 'Lovelace', company: 'Quayside' },
  { first_name: 'Ada', last_name: 'Lovelace', company: 'Quayside' },
];
const TICKETS = ['visitor', null, 'speaker', 'visitor', null];

let api: TestApi;
let users: User[];

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const table of ['events', 'conferences', 'users']) await api.db(table).delete();
  users = [];
  for (const person of PEOPLE) users.push(await aUser(api.db, person));
});

interface Attendees {
  readonly data: readonly { readonly user: { readonly id: number } }[];
}
/** The places of attendees in `PEOPLE`. */
const places = (body: Attendees) =>
  peopleIn(body).map((id) => users.findIndex((user) => user.id === id));

describe.each(ATTENDABLE_KINDS)('the attendee list of an $noun', (kind) => {
  const { noun, table, attendances } = kind;
  let attendable: Attendable;
  let path: string;

  beforeEach(async () => {
    attendable = await kind.create(api.db);
    path = `/api/v1/admin/${table}/${attendable.id}`;
    for (const [n, user] of users.entries()) {
      await kind.addAttendance(api.db, [user, attendable], { ticket_type: TICKETS[n] ?? null });
    }
    api.advance(1_000);
  });
  const list = (query: string) => api.admin().get(`${path}/attendees?${query}`);
  const placesOf = async (query: string) => places((await list(query).expect(200)).body);
  const patch = (user: User, body: object) =>
    api.admin().patch(`${path}/attendees/${user.id}`).send(body);
  const checkIn = (user: User, method: 'post' | 'delete' = 'post') =>
    api.admin()[method](`${path}/check-in`).send({ user_id: user.id });

  const SORTS: [string, number[]][] = [
    // Without case and accents; of equal names the company, then the id decides.
    ['name', [3, 4, 2, 1, 0]],
    ['-name', [0, 1, 2, 4, 3]],
    ['company', [1, 2, 0, 3, 4]],
    ['-company', [4, 3, 0, 2, 1]],
  ];
  if (noun === 'conference') {
    SORTS.push(['ticket_type', [1, 4, 2, 0, 3]], ['-ticket_type', [3, 0, 2, 4, 1]]);
  }

  it.each(SORTS)('has one order by %s: by page, by cursor, and in a file', async (sort, order) => {
    expect(await placesOf(`sort=${sort}`)).toEqual(order);
    expect(await placesOf(`sort=${sort}&limit=2&page=2`)).toEqual(order.slice(2, 4));

    const found: number[] = [];
    const first = `${path}/attendees?sort=${sort}&limit=1`;
    for await (const page of pagesOf<Attendees>(api.admin(), first, peopleIn)) {
      found.push(...places(page));
    }
    expect(found).toEqual(order);

    const { text } = await list(`sort=${sort}&format=csv`).expect(200);
    const ids = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.split(',')[0]));
    expect(ids).toEqual(order.map((place) => users[place]?.id));
  });

  it('keeps its order by name in a search and beside a filter', async () => {
    expect(await placesOf('sort=name&q=ada')).toEqual([3, 4, 2]);
    expect(await placesOf('sort=-name&status=registered')).toEqual([0, 1, 2, 4, 3]);
  });

  it('is narrowed to blocked users, who are not erased', async () => {
    const [zoe, emile] = users as [User, User];
    for (const { id } of [zoe, emile])
      await api.db('users').where({ id }).update({ is_blocked: true });
    await api.admin().delete(`/api/v1/admin/users/${emile.id}`).expect(200);

    expect(await placesOf('is_blocked=true')).toEqual([0]);
    expect(await placesOf('is_blocked=false')).toEqual([2, 3, 4]);
  });

  it('is narrowed to the times of check-in', async () => {
    for (const [n, time] of ['2026-05-13T23:59:59.999Z', '2026-05-14T00:00:00Z'].entries()) {
      await api
        .db(attendances)
        .where({ user_id: users[n]?.id })
        .update({ status: 'checked_in', checked_in_at: time });
    }
    expect(await placesOf('checked_in_from=2026-05-14')).toEqual([1]);
    expect(await placesOf('checked_in_to=2026-05-13')).toEqual([0]);
    expect(await placesOf('checked_in_to=2026-05-14T00:00:00Z')).toEqual([0]);
    expect(await placesOf('checked_in_from=2026-05-13&checked_in_to=2026-05-14')).toEqual([0, 1]);
    expect(await placesOf('checked_in_from=2026-05-13&sort=-checked_in_at')).toEqual([1, 0]);
  });

  it('counts the attendees of each status in the whole list, at most a second old', async () => {
    const [zoe, emile, ada] = users as [User, User, User];
    await checkIn(zoe).expect(200);
    await patch(ada, { status: 'cancelled', notify: false }).expect(200);
    await patch(emile, { status: 'waitlisted', notify: false }).expect(200);

    const { body } = await list('q=zoe&limit=1').expect(200);
    const counts = { registered: 2, checked_in: 1, waitlisted: 1, cancelled: 1 };
    expect(body.counts).toEqual({ ...counts, ...(noun === 'conference' && { invited: 0 }) });

    await checkIn(zoe, 'delete').expect(200);
    api.advance(1_000);
    expect((await list('').expect(200)).body.counts).toMatchObject({
      registered: 3,
      checked_in: 0,
    });
  });

  it('shows the note for the desk, which also check-in shows, and no attendee sees', async () => {
    const [zoe] = users as [User];
    const note = { desk_note: 'Needs a place for a wheelchair.\nAsk for Bo.' };
    const { body } = await patch(zoe, note).expect(200);
    expect(body).toMatchObject({ ...note, version: 2 });
    expect((await patch(zoe, note).expect(200)).body.version).toBe(2);

    expect((await list('').expect(200)).body.data[0]).toMatchObject(note);
    expect((await list('format=csv').expect(200)).text).toContain('Needs a place');
    const door = await aKey(api.db, { scopes: ['door:check-in'] });
    const atDoor = await api
      .anonymous()
      .post(`${path}/check-in`)
      .set('X-API-Key', door.secret)
      .send({ user_id: zoe.id })
      .expect(200);
    expect(atDoor.body.attendance).toMatchObject(note);
    expect((await checkIn(zoe, 'delete').expect(200)).body.attendance).toMatchObject(note);
    const batch = await api
      .admin()
      .post(`${path}/check-in/batch`)
      .send({ check_ins: [{ user_id: zoe.id }] })
      .expect(200);
    expect(batch.body.results[0].attendance).toMatchObject(note);

    const own = await api.as(zoe).get(`/api/v1/${table}/${attendable.id}/attendance`).expect(200);
    expect(own.body).not.toHaveProperty('desk_note');
    const notices = await api.as(zoe).get('/api/v1/notifications').expect(200);
    expect(notices.body.data).toEqual([]);
    const { rows } = await api.db.raw('select before, after from audit_log where action = ?', [
      `${noun}.update_attendee`,
    ]);
    expect(rows.at(-1).after).toEqual({
      user_id: zoe.id,
      status: 'registered',
      fields: ['desk_note'],
    });

    expect((await patch(zoe, { desk_note: null }).expect(200)).body.desk_note).toBeNull();
  });

  it('refuses a note of more than 1,000 characters, an old version, and an erased user', async () => {
    const [zoe] = users as [User];
    const long = await patch(zoe, { desk_note: 'a'.repeat(1_001) }).expect(400);
    expect(long.body).toEqual(
      failure('VALIDATION_ERROR', 'desk_note: expected at most 1000 characters'),
    );
    await patch(zoe, { desk_note: 'One' }).expect(200);
    await patch(zoe, { desk_note: 'Two' }).set('If-Match', `"${zoe.id}.1"`).expect(412);

    await api.admin().delete(`/api/v1/admin/users/${zoe.id}`).expect(200);
    await patch(zoe, { desk_note: 'Three' }).expect(404);
    const [row] = await api.db(attendances).where({ user_id: zoe.id });
    expect(row.desk_note).toBeNull();
  });
});

describe('the attendee list of a conference', () => {
  let path: string;
  beforeEach(async () => {
    const conference = await CONFERENCE.create(api.db);
    path = `/api/v1/admin/conferences/${conference.id}/attendees`;
    for (const user of users) await CONFERENCE.addAttendance(api.db, [user, conference]);
    await api
      .admin()
      .post(`/api/v1/admin/conferences/${conference.id}/bulk-upload`)
      .send({ attendees: [{ username: 'guest_1' }, { username: 'guest_2' }] })
      .expect(200);
    api.advance(1_000);
  });
  const list = (query: string) => api.admin().get(`${path}?${query}`);

  it('counts open invitations', async () => {
    const { body } = await list('status=withdrawn').expect(200);
    expect(body.counts).toMatchObject({ registered: 5, invited: 2 });
  });

  it('is narrowed to those who claimed by username, also in a list of all', async () => {
    const id = users[3]?.id;
    await api.db('registrations').where({ user_id: id }).update({ claimed_by: 'username' });
    for (const query of [
      'claimed_by=username',
      'claimed_by=username&status=all&sort=registered_at',
    ]) {
      expect(places((await list(query).expect(200)).body)).toEqual([3]);
    }
    expect((await list('status=all').expect(200)).body.data).toHaveLength(7);
    expect((await list('claimed_by=username&status=invited').expect(200)).body.data).toEqual([]);
  });

  it.each(['name', '-company', 'ticket_type'])('sorts no invitations by %s', async (sort) => {
    const { body } = await list(`sort=${sort}&status=all`).expect(400);
    expect(body.error).toBe('sort: expected registered_at or -registered_at beside invitations');
  });
});
