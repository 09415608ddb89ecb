import type { OfflineGuestRow } from '../../../src/domain/attendance/offline-attendee-lists.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { toCursor } from '../../../src/lib/cursors.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aRegistration, aUser, people } from '../../support/factories.ts';
import { aDevice, type Device, scannedCode } from '../../support/offline-attendee-lists.ts';

let api: TestApi;
let conference: Conference;
let device: Device;

beforeAll(async () => {
  api = await startApi({ env: { MESSENGER_APP_URL: 'https://t.me/hallway_bot/app' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  conference = await aConference(api.db);
  device = aDevice(api, conference);
});

const path = (end: string) => `/api/v1/admin/conferences/${conference.id}/${end}`;
const addGuest = async (fields: object = {}) =>
  (
    await api
      .admin()
      .post(path('attendees'))
      .send({ first_name: 'Kai', ...fields })
      .expect(201)
  ).body;
const claim = (user: User, guest: { claim_link: string }) =>
  api
    .as(user)
    .post(`/api/v1/conferences/${conference.id}/claim`)
    .send({ code: guest.claim_link.match(/i_[\w-]+/)?.[0] });
const arrive = (invitation_id: number, method: 'post' | 'delete' = 'post') =>
  api.admin()[method](path('check-in')).send({ invitation_id });
const fresh = async () => {
  const other = aDevice(api, conference);
  await other.sync();
  return other;
};

describe('guests in the roster', () => {
  it('have a name, a status, and the code of their badge', async () => {
    const walkIn = await addGuest({ last_name: 'Sato', ticket_type: 'day' });
    const attendees = [{ username: 'nameless' }, { username: 'maxw', first_name: 'Max' }];
    await api.admin().post(path('bulk-upload')).send({ attendees }).expect(200);
    await device.sync();

    const [kai, nameless, max] = [...device.guests.values()];
    const code = scannedCode(` ${walkIn.guest_code.toLowerCase()}`, device.key());
    expect(kai).toEqual({
      invitation_id: walkIn.invitation_id,
      user_id: null,
      name: 'Kai Sato',
      ticket_type: 'day',
      status: 'expected',
      code,
    });
    expect(nameless).toMatchObject({ name: null, status: 'expected' });
    expect(max).toMatchObject({ name: 'Max', status: 'expected' });
    expect(JSON.stringify([...device.guests])).not.toContain(walkIn.guest_code.slice(-14));
  });

  it.each<[what: string, change: (guest: OfflineGuestRow) => PromiseLike<unknown>]>([
    ['checked in', ({ invitation_id }) => arrive(invitation_id).expect(200)],
    [
      'corrected',
      ({ invitation_id }) =>
        api
          .admin()
          .patch(path(`invitations/${invitation_id}`))
          .send({ ticket_type: 'press' })
          .expect(200),
    ],
    [
      'withdrawn',
      ({ invitation_id }) =>
        api
          .admin()
          .delete(path(`invitations/${invitation_id}`))
          .expect(200),
    ],
    [
      'erased',
      ({ invitation_id }) =>
        api
          .admin()
          .delete(path(`invitations/${invitation_id}?erase=true`))
          .expect(200),
    ],
    ['deleted', ({ invitation_id: id }) => api.db('registrations').where({ id }).delete()],
  ])('have the change of a guest who was %s', async (_what, change) => {
    for (const first_name of ['Ada', 'Bea', 'Cleo']) await addGuest({ first_name });
    await device.sync(2);
    const [, bea] = [...device.guests.values()];
    await change(bea as OfflineGuestRow);
    await device.sync(2);
    expect(device.guests.get(bea?.invitation_id ?? 0)).not.toEqual(bea);
    expect(device.guests).toEqual((await fresh()).guests);
  });

  it('keep their code after a claim, and their attendee decides', async () => {
    const guest = await addGuest({ last_name: 'Sato' });
    const user = await aUser(api.db);
    await device.sync();
    const { code } = device.guests.get(guest.invitation_id) as OfflineGuestRow;
    await claim(user, guest).expect(200);
    await device.sync();

    const claimed = { name: null, ticket_type: null, status: null };
    expect(device.guests.get(guest.invitation_id)).toEqual({
      invitation_id: guest.invitation_id,
      user_id: user.id,
      ...claimed,
      code,
    });
    expect(device.rows.get(user.id)).toMatchObject({ status: 'expected' });
    await api.admin().post(path('check-in')).send({ code: guest.guest_code }).expect(200);
    await device.sync();
    expect(device.rows.get(user.id)).toMatchObject({ status: 'in' });
  });

  it.each([
    [
      'gives the seat up',
      (user: User) => api.as(user).delete(`/api/v1/conferences/${conference.id}/register`),
    ],
    ['is removed', (user: User) => api.admin().delete(path(`attendees/${user.id}`))],
    ['is erased', (user: User) => api.admin().delete(`/api/v1/admin/users/${user.id}`)],
  ])('lose the code of a claimed badge when its attendee %s', async (_what, leave) => {
    const guest = await addGuest();
    const user = await aUser(api.db);
    await claim(user, guest).expect(200);
    await device.sync();
    expect(device.guests.get(guest.invitation_id)?.user_id).toBe(user.id);

    await leave(user).expect(200);
    await device.sync();
    expect(device.guests).toEqual((await fresh()).guests);
    // An erasure opens the invitation again, so that its guest has the seat.
    const kept = device.guests.get(guest.invitation_id);
    expect(kept?.user_id ?? null).toBeNull();
    const scan = { code: guest.guest_code };
    await api
      .admin()
      .post(path('check-in'))
      .send(scan)
      .expect(kept ? 200 : 400);
  });

  it('come after the attendees, in pages of any size', async () => {
    const users = await people(api.db, 5);
    for (const user of users) await aRegistration(api.db, [user, conference]);
    for (let n = 0; n < 5; n += 1) await addGuest({ first_name: `Guest ${n}` });
    for (const limit of [1, 2, 3, 5, 7, 10, 11]) {
      const other = aDevice(api, conference);
      await other.sync(limit);
      expect([other.rows.size, other.guests.size]).toEqual([5, 5]);
    }
  });

  it('are added by a device whose cursor is of a version without guests', async () => {
    const guest = await addGuest();
    const { body } = await api.admin().get(path('check-in/roster')).expect(200);
    const [key, since, asOf, after] = JSON.parse(Buffer.from(body.cursor, 'base64url').toString());
    const cursor = toCursor([key, since, asOf, after]);
    const again = await api.admin().get(path('check-in/roster')).query({ cursor }).expect(200);
    expect(again.body).toMatchObject({
      starts_over: true,
      guests: [{ invitation_id: guest.invitation_id }],
    });
  });

  it('are as current after changes at once as a new device has them', async () => {
    const guests: Awaited<ReturnType<typeof addGuest>>[] = [];
    for (let n = 0; n < 8; n += 1) guests.push(await addGuest({ first_name: `Guest ${n}` }));
    const users = await people(api.db, 8);
    const change = (n: number) => {
      const [guest, user] = [guests[n % 8], users[(n * 3) % 8] as User];
      const changes = [
        () => claim(user, guest),
        () => arrive(guest.invitation_id),
        () => arrive(guest.invitation_id, 'delete'),
        () => api.as(user).delete(`/api/v1/conferences/${conference.id}/register`),
        () => api.as(user).post(`/api/v1/conferences/${conference.id}/register`),
        () => api.admin().delete(path(`attendees/${user.id}?reopen=true`)),
      ];
      return (changes[(n * 7) % changes.length] as () => PromiseLike<{ status: number }>)();
    };
    for (let round = 0; round < 4; round += 1) {
      const answers = Promise.all(Array.from({ length: 10 }, (_, n) => change(round * 10 + n)));
      await Promise.all([device.sync(3), answers]);
      for (const { status } of await answers) expect(status).toBeLessThan(500);
      await device.sync(3);
    }
    const current = await fresh();
    expect(device.guests).toEqual(current.guests);
    expect(device.rows).toEqual(current.rows);
  });
});
