import { POOL_LIMITS } from '../../../src/db/knex.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { expectSound } from '../../support/seats.ts';

let api: TestApi;
/** Another process on the same database, with the limits of production. */
let other: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api, limits: POOL_LIMITS });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  await api.db('rate_limit_counters').delete();
  await emptyAuditLog(api.db);
  conference = await aConference(api.db, { capacity: 4 });
});

const path = (rest: string) => `/api/v1/admin/conferences/${conference.id}/${rest}`;
const codeOf = (guest: number) => `long-ticket-code-of-guest-${guest}`;
const list = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ticket_code: codeOf(at),
    first_name: `Guest ${at}`,
  }));
const upload = async (attendees: readonly object[], query: object = {}) =>
  (await api.admin().post(path('bulk-upload')).query(query).send({ attendees }).expect(200)).body;
const undo = (importId: string, on = api) =>
  on.admin().post(path(`attendee-imports/${importId}/undo`));
const claim = (user: User | undefined, guest: number, on = api) =>
  on
    .as(user as User)
    .post(`/api/v1/conferences/${conference.id}/claim`)
    .send({ code: codeOf(guest) });
const checkIn = (guest: number, on = api) =>
  on
    .admin()
    .post(path('check-in'))
    .send({ code: codeOf(guest) });
const invitations = () =>
  invitationsIn(api.db).where({ conference_id: conference.id }).orderBy('id');

describe('POST /admin/conferences/:conference_id/attendee-imports/:import_id/undo', () => {
  it('withdraws what the import made, and keeps who has claimed, checked in or changed since', async () => {
    const [ada] = await people(api.db, 1);
    await upload([{ ticket_code: 'an-earlier-guest', first_name: 'Early' }]);
    const { import_id } = await upload(list(5));
    expect(import_id).toMatch(/^[0-9a-f-]{36}$/);
    await claim(ada, 0).expect(200);
    await checkIn(1).expect(200);
    const rows = await invitations();
    const patch = api.admin().patch(path(`invitations/${rows[3].id}`));
    await patch.send({ company: 'Quay' }).expect(200);
    // A promotion from the queue is no change of an organizer.
    await api.db('conferences').where({ id: conference.id }).update({ capacity: 10 });

    const { body } = await undo(import_id).expect(200);

    const kept = { claimed: 1, checked_in: 1, changed: 1 };
    expect(body).toEqual({ withdrawn: 2, withdrawn_before: 0, kept });
    const names = (await invitations()).filter((row) => !row.withdrawn_at).map((r) => r.first_name);
    expect(names).toEqual(['Early', 'Guest 0', 'Guest 1', 'Guest 2']);
    await expectSound(api.db, 'conferences', conference);
    const again = await undo(import_id).expect(200);
    expect(again.body).toEqual({ withdrawn: 0, withdrawn_before: 2, kept });
    const recorded = await api.db('audit_log').where({ action: 'conference.undo_import' });
    expect(recorded).toMatchObject([{ after: { import_id, withdrawn: 2, kept } }]);
    const [, made] = await api.db('audit_log').where({ action: 'conference.import_attendees' });
    expect(made.after).toMatchObject({ import_id });
  });

  it('gives the freed seats to the next in the queue', async () => {
    const { import_id } = await upload(list(4));
    await upload([{ ticket_code: 'who-waits-for-a-seat', first_name: 'Last' }]);
    await undo(import_id).expect(200);
    expect((await invitations()).at(-1)).toMatchObject({ first_name: 'Last', has_seat: true });
    await expectSound(api.db, 'conferences', conference);
  });

  it('gives no id to a dry run or an import that invites nobody, and knows no other id', async () => {
    expect(await upload(list(1), { dry_run: true })).toMatchObject({ import_id: null });
    const { import_id } = await upload(list(1));
    expect(await upload(list(1))).toMatchObject({ import_id: null });
    const unknown = await undo('3f0e8c1a-52d7-4b7e-9a55-0c6f2f1f7a10').expect(404);
    expect(unknown.body).toEqual(failure('NOT_FOUND'));
    conference = await aConference(api.db);
    await undo(import_id).expect(404);
    await undo('7').expect(400);
  });

  it('races claims, check-ins and itself without a lost seat', async () => {
    const guests = 4;
    const users = await people(api.db, guests);
    const { import_id } = await upload(list(guests));

    const answers = await Promise.all([
      undo(import_id),
      claim(users[0], 0, other),
      checkIn(1, other),
      undo(import_id, other),
      claim(users[2], 2),
      checkIn(3),
    ]);

    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const undone = answers.filter(({ body }) => 'kept' in body).map(({ body }) => body);
    const withdrawn = (await invitations()).filter((row) => row.withdrawn_at).length;
    expect(undone[0].withdrawn + undone[1].withdrawn).toBe(withdrawn);
    const others = [answers[1], answers[2], answers[4], answers[5]];
    expect(others.filter((answer) => answer?.status === 200)).toHaveLength(guests - withdrawn);
    await expectSound(api.db, 'conferences', conference);
  });
});
