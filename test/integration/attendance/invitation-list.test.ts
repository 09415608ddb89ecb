import pg from 'pg';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, aRegistration, aUser, people } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { invitationsIn } from '../../support/invitations.ts';
import type { LaunchUser } from '../../support/messenger.ts';
import { countQueries, statementsDuring } from '../../support/queries.ts';
import { said } from '../../support/said.ts';
import { expectSound } from '../../support/seats.ts';

const ADA: LaunchUser = { id: 4_242, first_name: 'Ada', username: 'ada_k' };

let api: TestApi;
let client: pg.Client;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
  client = new pg.Client(api.databaseUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api.close();
});
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  await emptyAuditLog(api.db);
  conference = await aConference(api.db, { capacity: 2 });
});
afterEach(() => expectSound(api.db, 'conferences', conference));

const admin = (path = '') => `/api/v1/admin/conferences/${conference.id}${path}`;
const upload = (attendees: readonly object[]) =>
  api.admin().post(admin('/bulk-upload')).send({ attendees }).expect(200);
const list = (query: object = {}) => api.admin().get(admin('/attendees')).query(query);
const rows = async (query: object = {}) => (await list(query).expect(200)).body.data;
const idOf = async (username: string): Promise<number> =>
  (await invitationsIn(api.db).where({ username }).first('id'))?.id;
const invitation = (id: number) => admin(`/invitations/${id}`);
const signIn = (user: LaunchUser = ADA) =>
  api.fromMessenger(user).get('/api/v1/users/me').expect(200);

describe('the attendee list', () => {
  it('has invitations with status=invited and status=all only, in the order of the queue', async () => {
    const [grace] = await people(api.db, 1);
    await upload([
      { username: 'ada_k', first_name: 'Ada', company: 'Engines', ticket_type: 'vip' },
    ]);
    await aRegistration(api.db, [grace, conference]);
    await upload([{ messenger_id: 7 }]);

    expect((await rows()).map(({ user }: { user: { id: number } }) => user.id)).toEqual([grace.id]);
    const { body } = await list({ status: 'all' }).expect(200);
    expect(body.pagination).toMatchObject({ total: 3, next_cursor: null });
    expect(body.data).toEqual([
      {
        user: null,
        invitation_id: await idOf('ada_k'),
        invitee: {
          messenger_id: null,
          first_name: 'Ada',
          last_name: null,
          username: 'ada_k',
          company: 'Engines',
          job_title: null,
          ticket_code_end: null,
          is_walk_in: false,
          has_email: false,
          email: null,
        },
        status: 'invited',
        registered_at: null,
        waitlist_position: null,
        checked_in_at: null,
        reopened_at: null,
        ticket_type: 'vip',
        claimed_by: null,
        desk_note: null,
        version: null,
      },
      expect.objectContaining({
        user: expect.objectContaining({ id: grace.id }),
        invitation_id: null,
        invitee: null,
        status: 'registered',
      }),
      expect.objectContaining({
        user: null,
        invitee: expect.objectContaining({ messenger_id: 7, first_name: null }),
        waitlist_position: 1,
      }),
    ]);
    const invited = await list({ status: 'invited' }).expect(200);
    expect(invited.body.pagination.total).toBe(2);
    expect(invited.body.data).toEqual([body.data[0], body.data[2]]);
  });

  it('finds an invited person by name in any order, username, company or id', async () => {
    await api.db('conferences').update({ capacity: 9 });
    await upload([
      { username: 'jose_m', first_name: 'José', last_name: 'María', company: 'Looms' },
      { messenger_id: 77_000, first_name: 'Grace' },
    ]);
    await aRegistration(api.db, [await aUser(api.db, { first_name: 'Jose' }), conference]);
    const names = async (q: string, status = 'all') =>
      (await rows({ q, status })).map(
        (row: { user: { first_name: string } | null; invitee: { first_name: string } | null }) =>
          (row.user ?? row.invitee)?.first_name,
      );
    expect(await names('maria jose')).toEqual(['José']);
    expect(await names('jose')).toEqual(['José', 'Jose']);
    expect(await names('jose', 'invited')).toEqual(['José']);
    expect(await names('@jose_m')).toEqual(['José']);
    expect(await names('looms')).toEqual(['José']);
    expect(await names('77000')).toEqual(['Grace']);
    expect(await names('grcae')).toEqual(['Grace']);
  });

  it('exports invitations where the list has them', async () => {
    await upload([{ username: 'ada_k', first_name: 'Ada', ticket_type: 'vip' }]);
    const { text } = await list({ status: 'all', format: 'csv' }).expect(200);
    const [header, row] = text.split('\r\n');
    expect(header).toMatch(
      /,ticket_type,invitation_id,reopened_at,claimed_by,desk_note,ticket_code_end,is_walk_in,has_email,email$/,
    );
    expect(row).toMatch(/^,,Ada,,ada_k,.*,invited,.*,vip,\d+,,,,,false,false,$/);
    expect((await list({ format: 'csv' })).text.split('\r\n')).toHaveLength(2);
  });

  it('is not offered for events, which have no invitations', async () => {
    const path = '/api/v1/admin/events/1/attendees';
    const { body } = await api.admin().get(path).query({ status: 'invited' }).expect(400);
    expect(body).toEqual(refusal('status'));
  });
});

describe('PATCH /admin/conferences/:conference_id/invitations/:invitation_id', () => {
  const correct = (id: number, body: object) => api.admin().patch(invitation(id)).send(body);

  it('corrects an invitation, and records which fields without their values', async () => {
    await upload([{ username: 'ada_k', first_name: 'Adda' }]);
    const id = await idOf('ada_k');

    const given = { first_name: 'Ada', ticket_type: 'speaker' };
    const { body } = await correct(id, given).expect(200);

    expect(body).toMatchObject({ invitation_id: id, invitee: { first_name: 'Ada' } });
    expect(body).toMatchObject({ status: 'invited', ticket_type: 'speaker' });
    await correct(id, given).expect(200);
    const recorded = await api.db('audit_log').where({ action: 'conference.update_invitation' });
    expect(recorded).toMatchObject([
      { before: null, after: { invitation_id: id, fields: ['first_name', 'ticket_type'] } },
    ]);
  });

  it('registers the user whom it names now', async () => {
    await upload([{ username: 'ada_k', ticket_type: 'vip' }]);
    const { body: ada } = await signIn({ ...ADA, username: 'augusta' });

    const id = await idOf('ada_k');
    const { body } = await correct(id, { messenger_id: ADA.id }).expect(200);

    expect((await correct(id, { messenger_id: ADA.id }).expect(200)).body).toEqual(body);
    expect(body).toMatchObject({
      user: { id: ada.id },
      invitation_id: null,
      status: 'registered',
      ticket_type: 'vip',
      claimed_by: null,
    });
  });

  it('refuses a taken identifier, a claimed, withdrawn or unknown invitation, and one without identifier', async () => {
    await upload([{ username: 'ada_k' }, { username: 'grace' }, { messenger_id: 7 }]);
    const [ada, grace] = [await idOf('ada_k'), await idOf('grace')];
    const taken = await correct(ada, { username: 'GRACE' }).expect(409);
    expect(taken.body).toEqual(failure('CONFLICT', 'username: another invitation has it'));
    const number = await correct(ada, { messenger_id: 7 }).expect(409);
    expect(number.body).toEqual(failure('CONFLICT', 'messenger_id: another invitation has it'));
    const nobody = await correct(ada, { username: null }).expect(400);
    expect(nobody.body).toEqual(refusal('messenger_id'));

    await signIn();
    expect((await correct(ada, { company: 'Looms' }).expect(409)).body).toEqual(
      failure('CONFLICT', 'This invitation is claimed; its person is an attendee'),
    );
    await api.admin().delete(invitation(grace)).expect(200);
    expect((await correct(grace, { company: 'Looms' }).expect(409)).body).toEqual(
      failure('CONFLICT', 'This invitation is withdrawn'),
    );
    const other = await aConference(api.db);
    await api
      .admin()
      .patch(`/api/v1/admin/conferences/${other.id}/invitations/${ada}`)
      .send({ company: 'Looms' })
      .expect(404);
    await api.admin().patch('/api/v1/admin/conferences/999999/invitations/1').send({}).expect(404);
  });
});

describe('DELETE /admin/conferences/:conference_id/invitations/:invitation_id', () => {
  const withdraw = (id: number) => api.admin().delete(invitation(id));

  it('gives the seat to the next, and the same list sent again leaves the person out', async () => {
    const sent = [{ username: 'ada_k' }, { username: 'grace' }, { username: 'linus' }];
    await upload(sent);
    const id = await idOf('ada_k');

    for (const _time of ['first', 'again']) {
      expect((await withdraw(id).expect(200)).body).toEqual({ id, deleted: true });
    }

    expect(await rows({ status: 'invited' })).toMatchObject([
      { invitee: { username: 'grace' }, waitlist_position: null },
      { invitee: { username: 'linus' }, waitlist_position: null },
    ]);
    const { body } = await upload(sent);
    const error = 'this invitation was withdrawn';
    expect(body).toMatchObject({ unchanged: 2, failed: 1, waitlisted: 0 });
    expect(body.errors).toEqual(said({ row: 1, field: 'username', error }));
    const { body: ada } = await signIn();
    expect(await api.db('registrations').where({ user_id: ada.id })).toEqual([]);
    const recorded = await api.db('audit_log').where({ action: 'conference.withdraw_invitation' });
    expect(recorded).toMatchObject([{ subject_id: conference.id, after: { invitation_id: id } }]);
  });

  it('refuses a claimed invitation', async () => {
    await upload([{ username: 'ada_k' }]);
    await signIn();
    await withdraw(await idOf('ada_k')).expect(409);
    await withdraw(999_999).expect(404);
  });

  it('and a concurrent claim: one of both succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const username = `guest_${round}`;
      await upload([{ username }]);
      const id = await idOf(username);
      await Promise.all([withdraw(id), signIn({ id: 9_000 + round, first_name: 'G', username })]);
      const { claimed_at, withdrawn_at } = await invitationsIn(api.db).where({ id }).first();
      expect([claimed_at, withdrawn_at].filter((at) => at !== null)).toHaveLength(1);
      await expectSound(api.db, 'conferences', conference);
    }
  });
});

describe('5,000 invitations among 10,000 attendees', () => {
  interface Plan {
    readonly 'Node Type': string;
    readonly 'Actual Rows': number;
    readonly 'Actual Loops': number;
    readonly Plans?: readonly Plan[];
  }
  const rowsRead = (plan: Plan): number =>
    Math.max(
      plan['Actual Rows'] * plan['Actual Loops'],
      ...(plan.Plans ?? []).map((child) => rowsRead(child)),
    );

  it('are listed in a constant number of queries, and a page by cursor costs as much as page 1', async () => {
    const crowd = await people(api.db, 10_000);
    // A client of its own has no statement timeout.
    await client.query(
      `insert into registrations (conference_id, user_id, status, registered_at)
       select $1, unnest($2::int[]), 'registered', now()`,
      [conference.id, crowd.map(({ id }) => id)],
    );
    await client.query(
      `insert into registrations (conference_id, username, status)
       select $1, 'guest_' || n, 'registered' from generate_series(1, 5000) n`,
      [conference.id],
    );
    await client.query(
      `insert into registrations (conference_id, username, status, cancelled_at)
       select $1, 'withdrawn_' || n, 'cancelled', now() from generate_series(1, 5000) n`,
      [conference.id],
    );
    await api
      .db('conferences')
      .where({ id: conference.id })
      .update({ capacity: 20_000, attendee_count: 10_000, invited_count: 5_000 });
    await client.query('analyze users, registrations');

    for (const status of ['all', 'invited', 'withdrawn']) {
      const { body: first } = await list({ status, limit: 100 }).expect(200);
      const { data } = (await list({ status, limit: 100, page: 40 }).expect(200)).body;
      const pages = [{ page: 1 }, { page: 40 }, { cursor: first.pagination.next_cursor }];
      const queries = [];
      for (const page of pages) {
        queries.push(await countQueries(api.db, () => list({ status, limit: 100, ...page })));
      }
      // A numbered page also counts; each request finds the conference.
      expect(queries).toEqual([3, 3, 2]);

      const deep = (await list({ status, limit: 100, page: 39 })).body.pagination.next_cursor;
      const statements = await statementsDuring(api.db, async () => {
        const { body } = await list({ status, limit: 100, cursor: deep }).expect(200);
        expect(body.data).toEqual(data);
      });
      const { sql, bindings } = statements.at(-1) as (typeof statements)[number];
      const { rows: plans } = await client.query(`explain (analyze, format json) ${sql}`, [
        ...bindings,
      ]);
      expect(rowsRead(plans[0]['QUERY PLAN'][0].Plan)).toBeLessThanOrEqual(202);
    }
  });
});
