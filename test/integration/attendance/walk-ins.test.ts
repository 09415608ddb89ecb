import { POOL_LIMITS } from '../../../src/db/knex.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, people } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { expectSound } from '../../support/seats.ts';

const APP_URL = 'https://t.me/hallway_bot/app';

let api: TestApi;
/** Another process on the same database, with the limits of production. */
let other: TestApi;
let conference: Conference;

beforeAll(async () => {
  const env = { MESSENGER_APP_URL: APP_URL };
  api = await startApi({ env });
  other = await startApi({ on: api, limits: POOL_LIMITS, env });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  await api.db('idempotency_keys').delete();
  await api.db('conferences').delete();
  conference = await aConference(api.db, { capacity: 2 });
});

const path = (rest: string) => `/api/v1/admin/conferences/${conference.id}/${rest}`;
const add = (body: object, on = api) => on.admin().post(path('attendees')).send(body);
const GRACE = { first_name: 'Grace', last_name: 'Hopper', company: 'Quayside' };

describe('POST /admin/conferences/…/attendees of a walk-in', () => {
  it('gives a seat, a code for the door and a link for the app', async () => {
    const { body } = await add({ ...GRACE, ticket_type: 'day' }).expect(201);
    expect(body).toMatchObject({
      user: null,
      status: 'invited',
      ticket_type: 'day',
      checked_in_at: null,
      invitee: { ...GRACE, is_walk_in: true, username: null },
    });
    await expectSound(api.db, 'conferences', conference);

    const scan = { code: body.guest_code };
    const { body: arrived } = await api.admin().post(path('check-in')).send(scan).expect(200);
    expect(arrived).toMatchObject({ invitation: { is_walk_in: true }, already_checked_in: false });

    const [ada] = await people(api.db, 1);
    const code = body.claim_link.split('startapp=')[1];
    const claimed = await api
      .as(ada)
      .post(`/api/v1/conferences/${conference.id}/claim`)
      .send({ code })
      .expect(200);
    expect(claimed.body).toMatchObject({ status: 'checked_in', ticket_type: 'day' });
    const { body: stats } = await api.admin().get(path('check-in/stats')).expect(200);
    expect(stats).toMatchObject({ expected: 1, checked_in: 1 });
    const again = await api.admin().post(path('check-in')).send(scan).expect(200);
    expect(again.body).toMatchObject({ user: { id: ada.id }, already_checked_in: true });
    await expectSound(api.db, 'conferences', conference);
  });

  it('checks in at once, and is recorded', async () => {
    const { body } = await add({ ...GRACE, check_in: true }).expect(201);
    expect(body.checked_in_at).not.toBeNull();
    const { body: stats } = await api.admin().get(path('check-in/stats')).expect(200);
    expect(stats).toMatchObject({ expected: 1, checked_in: 1 });
    const recorded = await api.db('audit_log').where({ action: 'conference.add_walk_in' });
    expect(recorded.at(-1)?.after).toEqual({
      invitation_id: body.invitation_id,
      checked_in_at: body.checked_in_at,
    });
    const { body: numbers } = await api.admin().get(path('stats')).expect(200);
    expect(numbers.attendance.totals).toMatchObject({ invited: 1, arrived: 1 });
  });

  it('adds one for a repeated Idempotency-Key, whose answer has no link', async () => {
    const keyed = () => add(GRACE).set('Idempotency-Key', 'door-7');
    const { body: first } = await keyed().expect(201);
    const { body: second } = await keyed().expect(201);
    expect(first.claim_link).toMatch(APP_URL);
    expect(second).toEqual({ ...first, claim_link: null });
    expect(await invitationsIn(api.db)).toHaveLength(1);
    const stored = JSON.stringify(await api.db('idempotency_keys').pluck('body'));
    expect(stored).not.toContain('startapp');
    expect(stored).not.toContain(first.guest_code);
  });

  const remove = (query: string) => async (id: number) => {
    await api
      .admin()
      .delete(`${path(`invitations/${id}`)}${query}`)
      .expect(200);
  };
  const claimAndErase = async (_: number, link: string) => {
    const [ada] = await people(api.db, 1);
    const code = link.split('startapp=')[1];
    const claim = `/api/v1/conferences/${conference.id}/claim`;
    await api.as(ada).post(claim).send({ code }).expect(200);
    await api.as(ada).delete('/api/v1/users/me').expect(200);
  };
  const retain = async () => {
    const past = { starts_on: '2020-01-01', ends_on: '2020-01-02' };
    await api.db('conferences').where({ id: conference.id }).update(past);
    await api.services.guestRetention.run(AbortSignal.timeout(60_000));
  };

  it.each<[string, (id: number, link: string) => Promise<void>]>([
    ['the erasure of the guest', remove('?erase=true')],
    ['the erasure of the user who claimed the seat', claimAndErase],
    ['the retention of guests', retain],
    ['the deletion of the conference', async () => void (await api.db('conferences').delete())],
  ])('is not replayed after %s', async (_, forget) => {
    const keyed = () => add(GRACE).set('Idempotency-Key', 'door-8');
    const { body } = await keyed().expect(201);

    await forget(body.invitation_id, body.claim_link);
    expect(JSON.stringify(await api.db('idempotency_keys'))).not.toContain('Grace');
    const { body: again } = await keyed().expect(409);
    expect(again).toEqual(failure('IDEMPOTENCY_KEY_REUSED'));
  });

  it('is replayed without a code once the guest is withdrawn', async () => {
    const keyed = () => add(GRACE).set('Idempotency-Key', 'door-9');
    const { body } = await keyed().expect(201);
    await remove('')(body.invitation_id);

    const { body: again } = await keyed().expect(201);
    expect(again).toEqual({ ...body, claim_link: null, guest_code: null });
  });

  it('of two at the last seat, over two processes, one gets it; the desk can give more', async () => {
    await add(GRACE).expect(201);
    const answers = await Promise.all([add(GRACE), add(GRACE, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    await expectSound(api.db, 'conferences', conference);
    const { body } = await add(GRACE).expect(409);
    expect(body).toEqual(failure('CONFERENCE_FULL'));
    await add({ ...GRACE, over_capacity: true }).expect(201);
    await expectSound(api.db, 'conferences', conference);
  });

  it.each([
    ['no name', { last_name: 'Hopper' }, 'first_name'],
    ['nobody', {}, 'user_id'],
    ['a user and names', { user_id: 1, first_name: 'Grace' }, 'first_name'],
    ['a user to check in', { user_id: 1, check_in: true }, 'check_in'],
    ['too long a name', { first_name: 'x'.repeat(257) }, 'first_name'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await add(body).expect(400);
    expect(answer.body).toEqual(refusal(field));
  });

  it('refuses an unknown and a cancelled conference', async () => {
    await api.admin().post('/api/v1/admin/conferences/999999/attendees').send(GRACE).expect(404);
    await api.db('conferences').where({ id: conference.id }).update({ status: 'cancelled' });
    const { body } = await add(GRACE).expect(409);
    expect(body).toEqual(failure('CONFERENCE_CANCELLED'));
  });
});
