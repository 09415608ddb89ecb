import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, anEvent, people } from '../../support/factories.ts';
import { expectSound } from '../../support/seats.ts';

const [FIRST, SECOND] = ['q7w5z1kqq9p4l0mmxc2b', 'q7w5z1kqq9p4l0mmxc2z'];

interface AttendeeRow {
  invitation_id: number | null;
  waitlist_position: number | null;
}

let api: TestApi;
let conference: Conference;
let ada: User;
let bea: User;
let cyn: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  conference = await aConference(api.db, { capacity: 5 });
  [ada, bea, cyn] = await people(api.db, 3);
});

const path = (rest: string) => `/api/v1/admin/conferences/${conference.id}/${rest}`;
const own = (rest: string) => `/api/v1/conferences/${conference.id}/${rest}`;

/** Imports the guests and returns the id of the import. */
async function imported(...attendees: object[]): Promise<string> {
  const { body } = await api
    .admin()
    .post(path('bulk-upload'))
    .send({ keep_email: true, attendees })
    .expect(200);
  return body.import_id;
}

const claimed = (user: User, code: string, email?: string) =>
  api.as(user).post(own('claim')).send({ code, email }).expect(200);
const registered = (user: User) => api.as(user).post(own('register')).expect(201);
const cancelled = (user: User) => api.as(user).delete(own('register')).expect(200);
const erased = (user: User) => api.as(user).delete('/api/v1/users/me').expect(200);
const undone = async (id: string) =>
  (
    await api
      .admin()
      .post(path(`attendee-imports/${id}/undo`))
      .expect(200)
  ).body;

async function listed(query: object): Promise<AttendeeRow[]> {
  const rows: AttendeeRow[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await api
      .admin()
      .get(path('attendees'))
      .query({ ...query, ...(cursor && { cursor }) })
      .expect(200);
    rows.push(...body.data);
    cursor = body.pagination.next_cursor;
  } while (cursor);
  return rows;
}

describe('the sequences in which one row is a guest, an attendee and a guest again', () => {
  it.each(['conferences', 'events'] as const)(
    'gives a seat that became free in %s to whom an organizer had put on the waitlist',
    async (kind) => {
      const { id } = kind === 'events' ? await anEvent(api.db, { capacity: 5 }) : conference;
      for (const user of [ada, bea, cyn]) {
        await (kind === 'events'
          ? api.as(user).post('/api/v1/events/attend').send({ event_id: id }).expect(201)
          : registered(user));
      }
      await api
        .admin()
        .patch(`/api/v1/admin/${kind}/${id}/attendees/${ada.id}`)
        .send({ status: 'waitlisted' })
        .expect(200);
      const rest = kind === 'events' ? 'attend' : 'register';
      await api.as(bea).delete(`/api/v1/${kind}/${id}/${rest}`).expect(200);
      const { body } = await api.as(ada).get(`/api/v1/${kind}/${id}/attendance`).expect(200);
      expect(body.status).toBe('registered');
    },
  );

  it('undoes an import whose claimers were erased after they came', async () => {
    const id = await imported(
      { ticket_code: FIRST, first_name: 'Guest' },
      { ticket_code: 'SHORT-2', email: 'x@example.com' },
      { ticket_code: SECOND, first_name: 'Other' },
    );
    await claimed(ada, FIRST);
    await claimed(bea, 'SHORT-2', 'x@example.com');
    for (const user of [ada, bea]) {
      await api.admin().post(path('check-in')).send({ user_id: user.id }).expect(200);
      await erased(user);
    }
    expect(await undone(id)).toMatchObject({
      withdrawn: 1,
      kept: { claimed: 0, checked_in: 0, changed: 0 },
    });
    await expectSound(api.db, 'conferences', conference);
  });

  it('pages over a removed attendee and the further ticket of theirs without a loss', async () => {
    await api.db('users').where({ id: ada.id }).update({ username: 'ada_x' });
    await registered(ada);
    await imported(
      { username: 'ada_x', first_name: 'Own' },
      { ticket_code: FIRST, first_name: 'Further' },
    );
    await cancelled(ada);
    await claimed(ada, FIRST);
    await api
      .admin()
      .delete(path(`attendees/${ada.id}`))
      .expect(200);
    const all = await listed({ status: 'withdrawn', limit: 100 });
    expect(await listed({ status: 'withdrawn', limit: 1 })).toEqual(all);
    expect(all).toHaveLength(2);
  });

  it('counts a guest once who claimed, cancelled, came back and was taken back', async () => {
    const id = await imported({ ticket_code: FIRST, first_name: 'Guest' });
    await claimed(ada, FIRST);
    await cancelled(ada);
    await registered(ada);
    await api
      .admin()
      .delete(path(`attendees/${ada.id}`))
      .query({ reopen: true })
      .expect(200);
    expect(await undone(id)).toMatchObject({ withdrawn: 1 });
  });

  it('gives two tickets that were taken back together a place each', async () => {
    await api.db('conferences').update({ capacity: 2 });
    await imported(
      {},
      { ticket_code: FIRST, first_name: 'A' },
      { ticket_code: SECOND, first_name: 'B' },
    );
    await registered(cyn);
    await claimed(ada, SECOND);
    await cancelled(ada);
    await claimed(ada, FIRST);
    await api
      .admin()
      .delete(path(`attendees/${ada.id}`))
      .query({ reopen: true })
      .expect(200);
    const all = await listed({ status: 'all', limit: 100 });
    expect(await listed({ status: 'all', limit: 1 })).toEqual(all);
    const positions = all.flatMap(({ waitlist_position: at }) => (at === null ? [] : [at]));
    expect(positions).toEqual(positions.map((_, index) => index + 1));
    await expectSound(api.db, 'conferences', conference);
  });

  it('writes nothing of the guest into the row of the attendee that they became', async () => {
    await imported({ ticket_code: FIRST, first_name: 'Guest', email: 'guest@example.com' });
    await claimed(ada, FIRST);
    await api
      .admin()
      .delete(path(`attendees/${ada.id}`))
      .query({ reopen: true })
      .expect(200);
    await claimed(bea, FIRST);
    const { text } = await api
      .admin()
      .get(path('attendees'))
      .query({ status: 'all', format: 'csv' })
      .buffer()
      .expect(200);
    const [header, row] = text.split(/\r?\n/).map((line) => line.split(','));
    expect(row).toContain(bea.first_name);
    const ofGuests = /^(email|invitation|ticket_code|reopened)/;
    const written = header?.flatMap((name, at) => (ofGuests.test(name) && row?.[at] ? [name] : []));
    expect(written).toEqual([]);
  });

  it('withdraws an attendee once whom a bulk change names twice', async () => {
    await imported({ ticket_code: FIRST, first_name: 'Guest' });
    const [guest] = await listed({ status: 'invited' });
    await claimed(ada, FIRST);
    const { body } = await api
      .admin()
      .post(path('attendees/bulk'))
      .send({
        user_ids: [ada.id],
        invitation_ids: [guest?.invitation_id],
        status: 'withdrawn',
      })
      .expect(200);
    expect(body.results).toMatchObject([
      { status: 'withdrawn', changed: true },
      { status: 'withdrawn', changed: false },
    ]);
  });
});
