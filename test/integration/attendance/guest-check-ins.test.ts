import { ticketCodeHashes } from '../../../src/domain/attendance/guest-keys.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { keyedHash } from '../../../src/lib/keyed-hashes.ts';
import {
  ClaimCodesService,
  GuestCodesService,
} from '../../../src/services/attendance/seat-codes.service.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, anEvent, aUser } from '../../support/factories.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  conference = await aConference(api.db, { capacity: 10 });
});

interface Guest {
  readonly id: number;
  readonly queue_number: number;
}

const SHOP_CODE = 'jvbqzqn2ya6gyr8ze9mt';

async function aGuest(given: object = {}): Promise<Guest> {
  const hashes = ticketCodeHashes(keyedHash(api.configWith({}).hashSecrets, 'guests'), SHOP_CODE);
  const [guest] = await api
    .db('registrations')
    .insert({
      conference_id: conference.id,
      first_name: 'Wei',
      last_name: 'Zhang',
      company: 'Quayside',
      ticket_type: 'vip',
      ticket_code_hash: hashes.newest,
      status: 'registered',
      queue_number: api.db.raw(`nextval('attendance_queue')`),
      ...given,
    })
    .returning(['id', 'queue_number']);
  await api.db('conferences').where({ id: conference.id }).increment('invited_count', 1);
  return guest;
}

const badgeOf = ({ id, queue_number }: Guest): string =>
  new GuestCodesService({ secrets: api.configWith({}).ticketSecrets }).codeOf({
    conference_id: conference.id,
    invitation_id: id,
    queue_number,
  });
const path = (end = '', { id } = conference) => `/api/v1/admin/conferences/${id}/check-in${end}`;
const checkIn = (body: object) => api.admin().post(path()).send(body);
const stats = async () => (await api.admin().get(path('/stats')).expect(200)).body;

/** The user opens the claim link of the guest. */
async function claim({ id }: Guest, user: User): Promise<void> {
  const codes = new ClaimCodesService({ secrets: api.configWith({}).ticketSecrets });
  const code = codes.codeOf({ invitation_id: id, epoch: 0 });
  await api.as(user).post(`/api/v1/conferences/${conference.id}/claim`).send({ code }).expect(200);
}

describe('POST and DELETE /admin/conferences/…/check-in of a guest', () => {
  it.each([
    ['the code of the badge', (guest: Guest) => ({ code: badgeOf(guest) })],
    ['a typed code', (guest: Guest) => ({ code: ` ${badgeOf(guest).toLowerCase()} ` })],
    ['the ticket code of the shop', () => ({ code: ` ${SHOP_CODE}\n` })],
    ['the invitation', ({ id }: Guest) => ({ invitation_id: id })],
  ])('checks in by %s, answers the same to the same nonce, and is undone', async (_by, of) => {
    const guest = await aGuest();
    const named = of(guest);
    const { body } = await checkIn({ ...named, nonce: 'door-1' }).expect(200);

    expect(body).toEqual({
      user: null,
      attendance: null,
      invitation: {
        id: guest.id,
        first_name: 'Wei',
        last_name: 'Zhang',
        company: 'Quayside',
        ticket_type: 'vip',
        is_walk_in: false,
        checked_in_at: api.now().toISOString(),
      },
      already_checked_in: false,
    });
    expect((await checkIn({ ...named, nonce: 'door-1' }).expect(200)).body).toEqual(body);
    const again = await checkIn({ ...named, nonce: 'door-2' }).expect(200);
    expect(again.body).toEqual({ ...body, already_checked_in: true });
    expect(await stats()).toMatchObject({ expected: 1, checked_in: 1 });

    const undone = await api.admin().delete(path()).send(named).expect(200);
    expect(undone.body.invitation).toMatchObject({ id: guest.id, checked_in_at: null });
    expect(await stats()).toMatchObject({ expected: 1, checked_in: 0 });
    const audit = await api
      .db('audit_log')
      .where({ subject_type: 'conference', subject_id: conference.id })
      .orderBy('id')
      .pluck('action');
    expect(audit).toEqual(['conference.check_in', 'conference.undo_check_in']);
  });

  it('refuses a waiting, a withdrawn and an unknown guest, and a badge of another conference', async () => {
    const guest = await aGuest();
    const code = badgeOf(guest);
    const { id } = guest;
    const other = await aConference(api.db);
    const elsewhere = await api.admin().post(path('', other)).send({ code });
    expect(elsewhere.body.code).toBe('TICKET_OTHER_EVENT');
    const refusal = async (body: object) => (await checkIn(body)).body.code;

    expect(await refusal({ invitation_id: 99_999_999 })).toBe('NOT_REGISTERED');
    expect(await refusal({ code: code.replace(/.$/, (c) => (c === '0' ? '1' : '0')) })).toBe(
      'TICKET_INVALID',
    );
    expect(await refusal({ code: 'unknown-of-the-shop' })).toBe('TICKET_INVALID');
    await api.db('registrations').where({ id }).update({ status: 'waitlisted' });
    expect(await refusal({ code })).toBe('WAITLISTED');
    await api
      .db('registrations')
      .where({ id })
      .update({ status: 'cancelled', cancelled_at: api.now() });
    expect(await refusal({ code })).toBe('TICKET_INVALID');
    expect(await refusal({ invitation_id: id })).toBe('NOT_REGISTERED');
  });

  it('checks in the person who claimed it, by all of its codes, until they give the seat up', async () => {
    const guest = await aGuest();
    const user = await aUser(api.db);
    await claim(guest, user);

    for (const named of [
      { code: badgeOf(guest) },
      { code: SHOP_CODE },
      { invitation_id: guest.id },
    ]) {
      const { body } = await checkIn(named).expect(200);
      expect(body).toMatchObject({ user: { id: user.id }, attendance: { status: 'checked_in' } });
      await api.admin().delete(path()).send(named).expect(200);
    }
    await api.as(user).delete(`/api/v1/conferences/${conference.id}/register`).expect(200);
    api.advance(1_000);
    await api.as(user).post(`/api/v1/conferences/${conference.id}/register`).expect(201);
    expect((await checkIn({ code: badgeOf(guest) })).body.code).toBe('TICKET_INVALID');
  });

  it('has a result for each scan of a batch; an event has no guests', async () => {
    const guest = await aGuest();
    const scan = { invitation_id: guest.id, nonce: 'a' };
    const body = { check_ins: [scan, { ...scan, nonce: 'b' }, { code: 'no', nonce: 'c' }] };
    const { results } = (await api.admin().post(path('/batch')).send(body).expect(200)).body;
    expect(results).toMatchObject([
      { status: 'checked_in', user: null, invitation: { id: guest.id } },
      { status: 'already_checked_in', invitation: { id: guest.id } },
      { status: 'refused', code: 'TICKET_INVALID', user: null },
    ]);
    const event = await anEvent(api.db);
    await api
      .admin()
      .post(`/api/v1/admin/events/${event.id}/check-in`)
      .send({ invitation_id: guest.id })
      .expect(400);
  });

  it('is counted once when a claim and check-ins race over two applications', async () => {
    await using second = await startApi({ on: api });
    for (let round = 0; round < 10; round += 1) {
      const guest = await aGuest({ ticket_code_hash: null, is_walk_in: true });
      const user = await aUser(api.db);
      const body = { code: badgeOf(guest) };
      const scans = [api, second, api, second].map((one) =>
        one
          .admin()
          .post(path())
          .send(body)
          .then(({ body: answer }) => answer),
      );
      const answers = await Promise.all([...scans, claim(guest, user)]);

      const firsts = answers.filter((answer) => answer?.already_checked_in === false);
      expect(firsts).toHaveLength(1);
      expect(await stats()).toMatchObject({ expected: round + 1, checked_in: round + 1 });
    }
  });
});
