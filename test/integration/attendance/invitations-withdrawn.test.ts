import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, aRegistration, people } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { invitationsIn } from '../../support/invitations.ts';
import type { LaunchUser } from '../../support/messenger.ts';
import { countQueries } from '../../support/queries.ts';
import { expectSound } from '../../support/seats.ts';

const ADA: LaunchUser = { id: 4_242, first_name: 'Ada', username: 'ada_k' };

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  await emptyAuditLog(api.db);
  conference = await aConference(api.db, { capacity: 2 });
});
afterEach(() => expectSound(api.db, 'conferences', conference));

const admin = (path = '') => `/api/v1/admin/conferences/${conference.id}${path}`;
const upload = async (attendees: readonly object[]) =>
  (await api.admin().post(admin('/bulk-upload')).send({ attendees }).expect(200)).body;
const list = (query: object) => api.admin().get(admin('/attendees')).query(query);
const rows = async (query: object) => (await list(query).expect(200)).body.data;
const idOf = async (username: string): Promise<number> =>
  (await invitationsIn(api.db).where({ username }).first('id'))?.id;
const pathOf = (id: number) => admin(`/invitations/${id}`);
const withdraw = (id: number) => api.admin().delete(pathOf(id)).expect(200);
const patch = (id: number, body: object) => api.admin().patch(pathOf(id)).send(body);
const reopen = (id: number, given: object = {}) => patch(id, { status: 'invited', ...given });
const signIn = async (user: LaunchUser = ADA) =>
  (await api.fromMessenger(user).get('/api/v1/users/me').expect(200)).body;
const remove = ({ id }: { id: number }) =>
  api
    .admin()
    .delete(admin(`/attendees/${id}`))
    .expect(200);
const actions = async () =>
  (await api.db('audit_log').where('action', 'like', '%_invitation').orderBy('id')).map(
    ({ action, after }) => [action, after],
  );

describe('status=withdrawn', () => {
  it('lists withdrawn invitations, which no other list has', async () => {
    await upload([{ username: 'ada_k', first_name: 'Ada', ticket_type: 'vip' }]);
    await upload([{ username: 'grace' }, { username: 'linus' }]);
    const id = await idOf('ada_k');
    await withdraw(id);
    await withdraw(await idOf('linus'));

    const { body } = await list({ status: 'withdrawn' }).expect(200);

    expect(body.pagination).toMatchObject({ total: 2 });
    expect(body.data).toMatchObject([{}, { invitee: { username: 'linus' } }]);
    expect(body.data[0]).toEqual({
      user: null,
      invitation_id: id,
      invitee: {
        messenger_id: null,
        first_name: 'Ada',
        last_name: null,
        username: 'ada_k',
        company: null,
        job_title: null,
        ticket_code_end: null,
        is_walk_in: false,
        has_email: false,
        email: null,
      },
      status: 'withdrawn',
      registered_at: null,
      waitlist_position: null,
      checked_in_at: null,
      reopened_at: null,
      ticket_type: 'vip',
      claimed_by: null,
      desk_note: null,
      version: null,
    });
    for (const status of ['all', 'invited']) {
      expect(await rows({ status })).toMatchObject([{ invitee: { username: 'grace' } }]);
    }
    expect(await rows({ status: 'withdrawn', q: 'linus' })).toHaveLength(1);
    expect(await rows({ status: 'withdrawn', ticket_type: 'vip' })).toHaveLength(1);
  });

  it('is sorted, paged by cursor, exported, and costs two queries a page', async () => {
    await upload(['ada_k', 'grace', 'linus'].map((username) => ({ username })));
    for (const username of ['linus', 'grace', 'ada_k']) await withdraw(await idOf(username));

    const query = { status: 'withdrawn', sort: '-registered_at', limit: 2 };
    const { body } = await list(query).expect(200);
    expect(body.data).toMatchObject([
      { invitee: { username: 'linus' } },
      { invitee: { username: 'grace' } },
    ]);
    const next = { ...query, cursor: body.pagination.next_cursor };
    expect(await rows(next)).toMatchObject([{ invitee: { username: 'ada_k' } }]);
    expect(await countQueries(api.db, () => list(next))).toBe(2);

    const { text } = await list({ status: 'withdrawn', format: 'csv' }).expect(200);
    const [, first, ...others] = text.trimEnd().split('\r\n');
    expect(first).toMatch(/^,,,,ada_k,.*,withdrawn,/);
    expect(others).toHaveLength(2);
    await list({ status: 'withdrawn', format: 'xlsx' }).expect(200);
  });

  it('is not offered for events, which have no invitations', async () => {
    const path = '/api/v1/admin/events/1/attendees';
    const { body } = await api.admin().get(path).query({ status: 'withdrawn' }).expect(400);
    expect(body).toEqual(refusal('status'));
  });
});

describe('PATCH …/invitations/:invitation_id with status invited', () => {
  it('reopens a withdrawn invitation once, with a seat if one is free', async () => {
    await upload([{ username: 'ada_k', ticket_type: 'vip' }, { username: 'grace' }]);
    const id = await idOf('ada_k');
    await withdraw(id);

    const { body } = await reopen(id).expect(200);

    expect(body).toMatchObject({ invitation_id: id, status: 'invited', ticket_type: 'vip' });
    expect(body.waitlist_position).toBeNull();
    expect((await reopen(id).expect(200)).body).toEqual(body);
    expect(await rows({ status: 'withdrawn' })).toEqual([]);
    expect(await actions()).toEqual([
      ['conference.withdraw_invitation', { invitation_id: id }],
      ['conference.reopen_invitation', { invitation_id: id }],
    ]);
    expect(await upload([{ username: 'ada_k' }])).toMatchObject({ unchanged: 1, failed: 0 });
    await signIn();
    expect(await rows({ status: 'registered' })).toMatchObject([{ ticket_type: 'vip' }]);
  });

  it('puts it at the end of the queue where no seat is free', async () => {
    await upload(['ada_k', 'grace', 'linus', 'dennis'].map((username) => ({ username })));
    const id = await idOf('ada_k');
    await withdraw(id);

    const { body } = await reopen(id).expect(200);
    expect(body).toMatchObject({ status: 'invited', waitlist_position: 2 });

    await withdraw(await idOf('grace'));
    await withdraw(await idOf('linus'));
    expect((await rows({ status: 'invited' })).at(-1)).toMatchObject({
      invitation_id: id,
      waitlist_position: null,
    });
  });

  it('corrects it in the same step, and its person becomes an attendee at once', async () => {
    await upload([{ username: 'ada_king', ticket_type: 'vip' }]);
    const ada = await signIn();
    const id = await idOf('ada_king');
    await withdraw(id);

    const { body } = await reopen(id, { username: 'ada_k', company: 'Engines' }).expect(200);

    expect(body).toMatchObject({ user: { id: ada.id }, status: 'registered', ticket_type: 'vip' });
    expect((await actions()).slice(1)).toEqual([
      ['conference.reopen_invitation', { invitation_id: id }],
      ['conference.update_invitation', { invitation_id: id, fields: ['username', 'company'] }],
    ]);
    expect((await reopen(id).expect(200)).body).toEqual(body);
    expect((await reopen(id, { company: 'Looms' }).expect(409)).body).toEqual(
      failure('CONFLICT', 'This invitation is claimed; its person is an attendee'),
    );
    expect(await actions()).toHaveLength(3);
  });

  it.each([
    ['messenger id', { messenger_id: ADA.id, username: 'ada_k' }, null],
    ['username', { username: 'ada_k' }, 'username'],
  ])('brings back a removed attendee by %s, with a new ticket', async (_, row, claimed_by) => {
    await upload([row]);
    const ada = await signIn();
    const ticket = async () =>
      (await api.fromMessenger(ADA).get(`/api/v1/conferences/${conference.id}/ticket`).expect(200))
        .body.code;
    const before = await ticket();
    await remove(ada);
    expect(await rows({ status: 'withdrawn' })).toMatchObject([{ invitee: { username: 'ada_k' } }]);

    const { body } = await reopen(await idOf('ada_k')).expect(200);

    expect(body).toMatchObject({ user: { id: ada.id }, status: 'registered', claimed_by });
    expect(await rows({ status: 'withdrawn' })).toEqual([]);
    expect(await ticket()).not.toBe(before);
  });

  it('of a removed attendee whom the desk added again takes no second seat', async () => {
    await upload([{ messenger_id: ADA.id, username: 'ada_k' }]);
    const ada = await signIn();
    await remove(ada);
    const person = { user_id: ada.id };
    await api.admin().post(admin('/attendees')).send(person).expect(201);

    const { body } = await reopen(await idOf('ada_k')).expect(200);

    expect(body).toMatchObject({ user: { id: ada.id }, status: 'registered' });
    const { attendee_count, invited_count } = await api
      .db('conferences')
      .where({ id: conference.id })
      .first();
    expect([attendee_count, invited_count]).toEqual([1, 0]);
  });

  it('leaves out the user from whom a claim by username was taken back', async () => {
    await upload([{ username: 'ada_k' }]);
    const wrong = await signIn();
    await api
      .admin()
      .delete(admin(`/attendees/${wrong.id}`))
      .query({ reopen: 'true' })
      .expect(200);
    const id = await idOf('ada_k');
    await withdraw(id);

    const { body } = await reopen(id).expect(200);
    expect(body).toMatchObject({ user: null, invitation_id: id, status: 'invited' });
  });

  it('is refused at a cancelled conference, without status, and with another status', async () => {
    await upload([{ username: 'ada_k' }]);
    const id = await idOf('ada_k');
    await withdraw(id);
    expect((await patch(id, { company: 'Looms' }).expect(409)).body).toEqual(
      failure('CONFLICT', 'This invitation is withdrawn'),
    );
    for (const status of ['withdrawn', 'registered', null]) {
      expect((await patch(id, { status }).expect(400)).body).toEqual(refusal('status'));
    }
    await reopen(999_999).expect(404);

    await api.admin().put(admin()).send({ status: 'cancelled' }).expect(200);
    expect((await reopen(id).expect(409)).body).toEqual(
      failure('CONFERENCE_CANCELLED', 'This conference is cancelled'),
    );
    expect(await rows({ status: 'withdrawn' })).toHaveLength(1);
  });

  it('gives the last seat once while strangers register', async () => {
    const strangers = await people(api.db, 6);
    for (let round = 0; round < 6; round += 1) {
      conference = await aConference(api.db, { capacity: 1 });
      await upload([{ username: `guest_${round}` }]);
      const id = await idOf(`guest_${round}`);
      await withdraw(id);

      const register = `/api/v1/conferences/${conference.id}/register`;
      const [reopened] = await Promise.all([
        reopen(id),
        ...strangers.map((user) => api.as(user).post(register).expect(201)),
      ]);

      expect(reopened.status).toBe(200);
      await expectSound(api.db, 'conferences', conference);
      const { attendee_count, invited_count } = await api
        .db('conferences')
        .where({ id: conference.id })
        .first();
      expect(attendee_count + invited_count).toBe(1);
    }
  });

  it('reopens it once for two desks, and while it is withdrawn, claimed and promoted', async () => {
    const [seated] = await people(api.db, 1);
    await aRegistration(api.db, [seated, conference]);
    for (let round = 0; round < 4; round += 1) {
      const username = `guest_${round}`;
      const user = { id: 9_000 + round, first_name: 'G', username };
      await upload([{ username }]);
      const id = await idOf(username);
      await withdraw(id);

      await Promise.all([
        reopen(id),
        api.admin().delete(pathOf(id)),
        reopen(id),
        signIn(user),
        api
          .admin()
          .put(admin())
          .send({ capacity: round + 2 }),
      ]);

      const { claimed_at, withdrawn_at } = await invitationsIn(api.db).where({ id }).first();
      expect(claimed_at === null || withdrawn_at === null).toBe(true);
      await expectSound(api.db, 'conferences', conference);
    }
  });
});

describe('PATCH …/invitations/:invitation_id with over_capacity', () => {
  const counts = async () =>
    api
      .db('conferences')
      .where({ id: conference.id })
      .first('attendee_count', 'invited_count', 'over_capacity_count');

  it('gives one that waits a seat, once, which the next freed seat makes up for', async () => {
    await upload([
      { username: 'ada_k' },
      { username: 'grace' },
      { username: 'linus' },
      { username: 'edsger' },
    ]);
    const id = await idOf('edsger');

    const answers = await Promise.all(
      [1, 2, 3].map(() => patch(id, { over_capacity: true }).expect(200)),
    );

    for (const { body } of answers) {
      expect(body).toMatchObject({ status: 'invited', waitlist_position: null });
    }
    expect(await counts()).toEqual({
      attendee_count: 0,
      invited_count: 3,
      over_capacity_count: 1,
    });
    expect(await actions()).toEqual([
      ['conference.update_invitation', { invitation_id: id, over_capacity: true }],
    ]);

    await withdraw(await idOf('grace'));
    expect(await counts()).toMatchObject({ invited_count: 2, over_capacity_count: 0 });
    expect(await rows({ status: 'invited', q: 'linus' })).toMatchObject([{ waitlist_position: 1 }]);
    await withdraw(await idOf('ada_k'));
    expect(await rows({ status: 'invited', q: 'linus' })).toMatchObject([
      { waitlist_position: null },
    ]);
  });

  it('gives a reopened one a seat at once, which its person takes', async () => {
    await upload([{ messenger_id: ADA.id }, { username: 'grace' }]);
    const [row] = await rows({ status: 'invited', q: String(ADA.id) });
    await withdraw(row.invitation_id);
    await upload([{ username: 'linus' }]);

    const { body } = await reopen(row.invitation_id, { over_capacity: true }).expect(200);

    expect(body).toMatchObject({ status: 'invited', waitlist_position: null });
    await signIn();
    expect(await counts()).toEqual({
      attendee_count: 1,
      invited_count: 2,
      over_capacity_count: 1,
    });
  });

  it('answers 409 at a cancelled conference', async () => {
    await upload([{ username: 'ada_k' }]);
    const id = await idOf('ada_k');
    await api.db('conferences').where({ id: conference.id }).update({ status: 'cancelled' });

    expect((await patch(id, { over_capacity: true }).expect(409)).body).toEqual(
      failure('CONFERENCE_CANCELLED', 'This conference is cancelled'),
    );
  });
});
