import { POOL_LIMITS } from '../../../src/db/knex.ts';
import { keptEmailAt } from '../../../src/domain/attendance/guest-keys.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { deleteOldGuests } from '../../../src/jobs/attendance.jobs.ts';
import { Encryption } from '../../../src/lib/encryption.ts';
import { KeyRotationService } from '../../../src/services/operations/key-rotation.service.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, aRegistration, aUser, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { expectSound } from '../../support/seats.ts';

const DAY = 24 * 60 * 60 * 1_000;

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
  await emptyAuditLog(api.db);
  conference = await aConference(api.db);
});

const path = (rest: string) => `/api/v1/admin/conferences/${conference.id}/${rest}`;
const upload = (attendees: readonly object[], fields: object = {}, on = api) =>
  on
    .admin()
    .post(path('bulk-upload'))
    .send({ attendees, ...fields });
const invitations = () =>
  invitationsIn(api.db).where({ conference_id: conference.id }).orderBy('id');
const invited = async (
  ...rows: readonly object[]
): Promise<[{ id: number }, ...{ id: number }[]]> => {
  await upload(rows, { keep_email: true }).expect(200);
  const [first, ...others] = await invitations();
  return [first, ...others];
};
const patch = (id: number, body: object) =>
  api
    .admin()
    .patch(path(`invitations/${id}`))
    .send(body);
const remove = (id: number, query: object = {}, on = api) =>
  on
    .admin()
    .delete(path(`invitations/${id}`))
    .query(query);
const audited = () => api.db('audit_log').orderBy('id').pluck('action');

const GUEST = {
  ticket_code: 'k3pvzyaxhvnzqx5k',
  email: 'ada@example.org',
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: 'Engines',
};

describe('the list of attendees', () => {
  const list = (query: object, key?: string) =>
    api
      .admin(key)
      .get(path('attendees'))
      .query({ status: 'all', ...query });

  it('shows by what a guest is known, and the kept address to who sees contacts', async () => {
    await invited(GUEST, { username: 'grace' });
    const [linus] = await people(api.db, 1);
    await aRegistration(api.db, [linus, conference]);

    const { body } = await list({}).expect(200);
    expect(body.data.map(({ invitee }: { invitee: object }) => invitee)).toMatchObject([
      {
        first_name: 'Ada',
        ticket_code_end: 'qx5k',
        is_walk_in: false,
        has_email: true,
        email: 'ada@example.org',
      },
      { username: 'grace', ticket_code_end: null, has_email: false, email: null },
      null,
    ]);

    const key = (await aKey(api.db, { scopes: ['attendees:read', 'attendees:export'] })).secret;
    const without = await list({}, key).expect(200);
    expect(JSON.stringify(without.body)).not.toContain('example.org');
    expect(without.body.data[0].invitee).not.toHaveProperty('email');
    expect(without.body.data[0].invitee).toMatchObject({ has_email: true });
    const file = await list({ format: 'csv' }, key).expect(200);
    expect(file.text).toContain('desk_note,ticket_code_end,is_walk_in,has_email\r\n');
    expect(file.text).not.toContain('example.org');
  });

  it('has them in the file, too', async () => {
    await invited(GUEST);
    const { text } = await list({ format: 'csv', status: 'invited' }).expect(200);
    expect(text).toContain('desk_note,ticket_code_end,is_walk_in,has_email,email\r\n');
    expect(text).toContain('qx5k,false,true,ada@example.org\r\n');
  });
});

describe('PATCH …/invitations/:invitation_id of a guest', () => {
  it('corrects the ticket code and the address, which stays kept', async () => {
    const [{ id }] = await invited(GUEST);
    const { body } = await patch(id, {
      ticket_code: 'k3pvzyaxhvnz0000',
      email: 'ada@other.org',
      company: 'Looms',
    }).expect(200);
    expect(body.invitee).toMatchObject({
      ticket_code_end: '0000',
      email: 'ada@other.org',
      company: 'Looms',
    });
    const again = await upload([{ ticket_code: 'k3pvzyaxhvnz0000', email: 'ada@other.org' }]);
    expect(again.body).toMatchObject({ unchanged: 1, created: 0 });
    const audit = await api.db('audit_log').where({ action: 'conference.update_invitation' });
    expect(audit).toMatchObject([{ after: { fields: ['company', 'ticket_code', 'email'] } }]);
    expect(JSON.stringify(await api.db('audit_log'))).not.toMatch(/other\.org|k3pv/);

    await patch(id, { ticket_code: ' k3pvzyaxhvnz0000 ', email: 'ADA@other.org' }).expect(200);
    expect(await audited()).toHaveLength(3);
  });

  it('empties a key only while another one stays', async () => {
    const [{ id }] = await invited(GUEST);
    await patch(id, { ticket_code: null }).expect(200);
    const { body } = await patch(id, { email: null }).expect(400);
    expect(body.error).toBe(
      'messenger_id: expected a messenger_id, username, ticket_code or email',
    );
    await patch(id, { email: null, username: 'ada_k' }).expect(200);
    expect(await invitations()).toMatchObject([
      {
        username: 'ada_k',
        ticket_code_hash: null,
        ticket_code_end: null,
        email_hash: null,
        email_encrypted: null,
      },
    ]);
  });

  it('refuses the ticket code of another invitation', async () => {
    const [, { id }] = (await invited(GUEST, { username: 'grace' })) as [object, { id: number }];
    const { body } = await patch(id, { ticket_code: GUEST.ticket_code }).expect(409);
    expect(body).toEqual({ error: 'ticket_code: another invitation has it', code: 'CONFLICT' });
  });
});

describe('DELETE …/invitations/:invitation_id?erase=true', () => {
  const EMPTY = {
    messenger_id: null,
    username: null,
    first_name: null,
    last_name: null,
    company: null,
    ticket_code_hash: null,
    ticket_code_end: null,
    email_hash: null,
    email_encrypted: null,
    checked_in_at: null,
    has_seat: false,
  };

  it.each<[string, object, object]>([
    ['ticket code', GUEST, { ticket_code: GUEST.ticket_code, email: 'new@example.org' }],
    ['e-mail', GUEST, { email: 'ADA@example.org' }],
    ['messenger id', { messenger_id: 7 }, { messenger_id: 7, first_name: 'Ada' }],
    ['username', { username: 'ada_k', first_name: 'Ada' }, { username: '@Ada_K' }],
  ])('leaves only hashes, by which imports leave the guest out: %s', async (_by, row, again) => {
    const [{ id }] = await invited(row);
    await api.db('registrations').update({ status: 'checked_in', checked_in_at: api.now() });
    await remove(id, { erase: true }).expect(200);
    await remove(id, { erase: true }).expect(200);

    expect(await invitations()).toMatchObject([EMPTY]);
    expect((await invitations())[0].search_text).toBeNull();
    const { body } = await upload([{ username: 'grace' }, again]).expect(200);
    expect(body).toMatchObject({
      total: 2,
      created: 1,
      failed: 0,
      left_out_count: 1,
      left_out: [{ row: 2, reason: 'erased' }],
    });
    await patch(id, { status: 'invited' }).expect(404);
    const withdrawn = await api.admin().get(path('attendees')).query({ status: 'withdrawn' });
    expect(withdrawn.body.data).toEqual([]);
    expect((await audited()).slice(1, 3)).toEqual([
      'conference.withdraw_invitation',
      'conference.erase_invitation',
    ]);
    await expectSound(api.db, 'conferences', conference);
  });

  it('leaves the others of the order in the list', async () => {
    const order = [1, 2].map((n) => ({ ticket_code: `AB1CD-${n}`, email: 'buyer@example.org' }));
    const [{ id }] = await invited(...order);
    await remove(id, { erase: true }).expect(200);
    const { body } = await upload(order).expect(200);
    expect(body).toMatchObject({ unchanged: 1, left_out: [{ row: 1, reason: 'erased' }] });
  });

  it('erases one that is withdrawn already, also of a removed attendee', async () => {
    const ada = await aUser(api.db, { username: 'ada_k' });
    const [{ id }, second] = await invited({ username: 'ada_k' }, GUEST);
    await api
      .admin()
      .delete(path(`attendees/${ada.id}`))
      .expect(200);
    await remove(second?.id as number).expect(200);
    for (const one of [id, second?.id as number]) await remove(one, { erase: true }).expect(200);
    expect(await invitations()).toMatchObject([{ ...EMPTY, claimed_by: null }, EMPTY]);
  });

  it('deletes a walk-in, who has no key', async () => {
    const [{ id }] = await invited(GUEST);
    await api.db('registrations').update({
      is_walk_in: true,
      ticket_code_hash: null,
      email_hash: null,
      email_encrypted: null,
    });
    await remove(id, { erase: true }).expect(200);
    expect(await invitations()).toEqual([]);
    await expectSound(api.db, 'conferences', conference);
  });

  it('refuses a claimed one, whose person is an attendee', async () => {
    await aUser(api.db, { username: 'ada_k' });
    const [{ id }] = await invited({ username: 'ada_k' });
    expect((await remove(id, { erase: true }).expect(409)).body).toEqual(failure('CONFLICT'));
  });

  it('and an import at once leave no data of the guest, and exact counts', async () => {
    await api.db('conferences').update({ capacity: 12 });
    const guests = Array.from({ length: 20 }, (_, n) => ({
      ticket_code: `ORDER-${n}`,
      first_name: 'Ada',
    }));
    const rows = await invited(...guests);
    const erased = rows.slice(0, 8);
    const answers = await Promise.all([
      upload(guests, {}, other),
      ...erased.map(({ id }, n) => remove(id, { erase: true }, n % 2 ? api : other)),
      upload(guests),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const after = await invitations();
    expect(after).toHaveLength(20);
    const gone = after.filter(({ first_name }) => first_name === null);
    expect(gone.map(({ id }) => id)).toEqual(erased.map(({ id }) => id));
    await expectSound(api.db, 'conferences', conference);
  });
});

describe('the job delete-old-guests', () => {
  const run = (on: TestApi) =>
    deleteOldGuests.run(
      { guestRetention: on.services.guestRetention },
      null,
      new AbortController().signal,
    );

  it('deletes kept addresses after 30 days, and names of unclaimed guests after 90', async () => {
    await using later = await startApi({ on: api });
    await aUser(api.db, { username: 'grace' });
    await invited(GUEST);
    await upload([{ ...GUEST, ticket_code: 'AB1CD-2', username: 'grace' }]).expect(200);
    const { ends_at } = await api.db('conferences').where({ id: conference.id }).first('ends_at');
    const toEnd = new Date(ends_at).getTime() - later.now().getTime();
    later.advance(toEnd + 29 * DAY);
    expect(await run(later)).toMatchObject({ names: 0, emails: 0 });

    later.advance(2 * DAY);
    expect(await run(later)).toMatchObject({ names: 0, emails: 1 });
    expect(await invitations()).toMatchObject([
      { email_encrypted: null, email_hash: expect.any(String), first_name: 'Ada' },
      { email_encrypted: null, first_name: 'Ada' },
    ]);
    later.advance(60 * DAY);
    expect(await run(later)).toMatchObject({ names: 1, emails: 0 });
    expect(await invitations()).toMatchObject([
      { first_name: null, last_name: null, company: null, ticket_code_end: 'qx5k' },
      { first_name: 'Ada' },
    ]);
    expect(await run(later)).toMatchObject({ names: 0, emails: 0 });
  });

  it('keeps names as long as the setting says', async () => {
    await using short = await startApi({ on: api, env: { GUEST_RETENTION_DAYS: '7' } });
    await invited(GUEST);
    const { ends_at } = await api.db('conferences').where({ id: conference.id }).first('ends_at');
    short.advance(new Date(ends_at).getTime() - short.now().getTime() + 8 * DAY);
    expect(await run(short)).toMatchObject({ names: 1, emails: 0 });
  });
});

it('exports the end of the ticket code and the kept address of a claimed invitation', async () => {
  await invited({ ...GUEST, username: 'ada_k' });
  const ada = await aUser(api.db, { username: 'ada_k' });
  await upload([{ username: 'ada_k' }]).expect(200);
  const { body } = await api.as(ada).get('/api/v1/users/me/export').expect(200);
  expect(body.invitations).toMatchObject([
    { username: 'ada_k', ticket_code_end: 'qx5k', email: 'ada@example.org' },
  ]);
});

it('re-encrypts kept addresses, and counts hashes of older keys', async () => {
  const [{ id }] = await invited(GUEST);
  const secrets = [
    'the newer encryption key of these tests',
    ...api.configWith({}).encryptionSecrets,
  ] as const;
  const encryption = new Encryption(secrets);
  const rotation = new KeyRotationService({ store: api.store, encryption });
  expect(await rotation.run()).toMatchObject({ 'registrations.email_encrypted': 1 });
  const [{ email_encrypted }] = await invitations();
  expect(new Encryption([secrets[0]]).decrypt('guests', keptEmailAt(id), email_encrypted)).toBe(
    GUEST.email,
  );
  expect(await rotation.hashesByKey('another key')).toMatchObject([
    { table: 'registrations', count: 1 },
  ]);
});
