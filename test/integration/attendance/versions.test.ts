import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { ATTENDABLE_KINDS, type Attendable } from '../../support/attendables.ts';
import { aConference, anEvent, aRegistration, aUser } from '../../support/factories.ts';
import type { LaunchUser } from '../../support/messenger.ts';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
});

describe.each(ATTENDABLE_KINDS)('the version of an attendance of an $noun', (kind) => {
  const { noun, table } = kind;
  const pathOf = ({ id }: Attendable) => `/api/v1/admin/${table}/${id}/attendees`;
  const versionOf = async (attendable: Attendable, { id }: User = ada) => {
    const { body } = await api.admin().get(pathOf(attendable)).expect(200);
    return body.data.find(({ user }: { user: User }) => user.id === id).version;
  };
  const patch = (attendable: Attendable, body: object, { id }: User = ada) =>
    api
      .admin()
      .patch(`${pathOf(attendable)}/${id}`)
      .send(body);
  const add = (attendable: Attendable, { id: user_id }: User = ada) =>
    api.admin().post(pathOf(attendable)).send({ user_id });
  const checkIn = ({ id }: Attendable, method: 'post' | 'delete' = 'post') =>
    api.admin()[method](`/api/v1/admin/${table}/${id}/check-in`).send({ user_id: ada.id });
  const attend = (attendable: Attendable) => kind.attend(api.as(ada), attendable).expect(201);
  const cancel = (attendable: Attendable) => kind.cancel(api.as(ada), attendable).expect(200);

  it('is 1 for a new attendee, and stays while an edit changes nothing', async () => {
    const attendable = await kind.create(api.db);
    expect((await add(attendable).expect(201)).body.version).toBe(1);
    expect((await add(attendable).expect(200)).body.version).toBe(1);
    const { body, headers } = await patch(attendable, { status: 'registered' }).expect(200);
    expect([body.version, headers.etag]).toEqual([1, `"${ada.id}.1"`]);
  });

  it('rises once with each edit, also with those of two statements', async () => {
    const attendable = await kind.create(api.db);
    await attend(attendable);
    const edits = ['waitlisted', 'registered', 'waitlisted', 'cancelled', 'registered'];
    for (const [n, status] of edits.entries()) {
      const { body } = await patch(attendable, { status }).expect(200);
      expect(body).toMatchObject({ status, version: n + 2 });
    }
  });

  it('rises when the door checks the attendee in, and when it undoes that', async () => {
    const attendable = await kind.create(api.db);
    await attend(attendable);
    await checkIn(attendable).expect(200);
    await checkIn(attendable).expect(200);
    expect(await versionOf(attendable)).toBe(2);

    const stale = patch(attendable, { status: 'cancelled' }).set('If-Match', `"${ada.id}.1"`);
    const { body } = await stale.expect(412);
    expect(body.current).toMatchObject({ user: { id: ada.id }, status: 'checked_in', version: 2 });

    await checkIn(attendable, 'delete').expect(200);
    expect(await versionOf(attendable)).toBe(3);
  });

  it('rises when the user gives the seat up and comes back', async () => {
    const attendable = await kind.create(api.db);
    await attend(attendable);
    await cancel(attendable);
    expect(await versionOf(attendable)).toBe(2);
    await patch(attendable, { status: 'registered' }).set('If-Match', `"${ada.id}.1"`).expect(412);
    await attend(attendable);
    expect(await versionOf(attendable)).toBe(3);
  });

  it('stays when the attendee moves up from the waitlist', async () => {
    const attendable = await kind.create(api.db, { capacity: 1 });
    const grace = await aUser(api.db);
    await add(attendable, grace).expect(201);
    await attend(attendable);
    const path = `${pathOf(attendable)}/${grace.id}`;
    await api.admin().delete(path).set('If-Match', `"${grace.id}.1"`).expect(200);
    const { body } = await patch(attendable, {}).expect(200);
    expect(body).toMatchObject({ status: 'registered', version: 1 });
  });

  it('is unknown to the user', async () => {
    const attendable = await kind.create(api.db);
    const { body } = await attend(attendable);
    const path = `/api/v1/${table}/${attendable.id}/attendance`;
    const own = await api.as(ada).get(path).expect(200);
    expect([body.version, own.body.version]).toEqual([undefined, undefined]);
  });

  it('comes after the existence of the attendance, and before the rules', async () => {
    const attendable = await kind.create(api.db, { capacity: 1 });
    await patch(attendable, { status: 'registered' }).set('If-Match', '"0.1"').expect(404);
    await add(attendable, await aUser(api.db)).expect(201);
    await attend(attendable);
    const seat = (version: number) =>
      patch(attendable, { status: 'registered' }).set('If-Match', `"${ada.id}.${version}"`);
    await seat(2).expect(412);
    const { body } = await seat(1).expect(409);
    expect(body.code).toBe(`${noun.toUpperCase()}_FULL`);
  });
});

describe('the version of an attendance of a conference', () => {
  const versionsOf = async ({ id }: { id: number }, user: User = ada) => {
    const of = { conference_id: id, user_id: user.id };
    const attendance = await api.db('registrations').where(of).first('version');
    const person = await api.db('users').where({ id: user.id }).first('version');
    return { attendance: attendance?.version, user: person?.version };
  };
  const upload = ({ id }: { id: number }, attendees: object[]) =>
    api.admin().post(`/api/v1/admin/conferences/${id}/bulk-upload`).send({ attendees }).expect(200);

  it('rises once with a new status and a new ticket type', async () => {
    const conference = await aConference(api.db);
    await aRegistration(api.db, [ada, conference]);
    const path = `/api/v1/admin/conferences/${conference.id}/attendees/${ada.id}`;
    for (const [n, status] of ['waitlisted', 'registered', 'cancelled'].entries()) {
      const edit = { status, ticket_type: `Ticket ${n}` };
      const { body } = await api.admin().patch(path).send(edit).expect(200);
      expect(body).toMatchObject({ ...edit, version: n + 2 });
    }
  });

  it('rises with an import that changes the ticket type, and not with its repetition', async () => {
    const conference = await aConference(api.db);
    await aRegistration(api.db, [ada, conference]);
    const { messenger_id } = ada;
    for (const _ of ['first', 'repeated'])
      await upload(conference, [{ messenger_id, ticket_type: 'vip' }]);
    expect(await versionsOf(conference)).toEqual({ attendance: 2, user: 1 });

    for (const _ of ['first', 'repeated'])
      await upload(conference, [{ messenger_id, company: 'Looms' }]);
    expect(await versionsOf(conference)).toEqual({ attendance: 2, user: 2 });
  });

  it('rises when the user claims an invitation with a ticket type', async () => {
    const conference = await aConference(api.db);
    const guest = { id: 4_242, first_name: 'Grace' };
    const signIn = (user: LaunchUser) => api.fromMessenger(user).post('/api/v1/messenger/upsert');
    const { body } = await signIn(guest).expect(201);
    await aRegistration(api.db, [body, conference]);
    await upload(conference, [{ username: 'grace_h', ticket_type: 'vip' }]);

    await signIn({ ...guest, username: 'grace_h' }).expect(200);

    expect(await versionsOf(conference, body)).toEqual({ attendance: 2, user: 1 });
  });

  it('rises for the seats at its events that are given up with it', async () => {
    const conference = await aConference(api.db, { event_access: 'registered' });
    const event = await anEvent(api.db, { conference_id: conference.id });
    const me = api.as(ada);
    await me.post(`/api/v1/conferences/${conference.id}/register`).expect(201);
    await me.post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    await me.delete(`/api/v1/conferences/${conference.id}/register`).expect(200);
    const of = { event_id: event.id, user_id: ada.id };
    expect(await api.db('event_attendances').where(of).first('status', 'version')).toEqual({
      status: 'cancelled',
      version: 2,
    });
  });
});
