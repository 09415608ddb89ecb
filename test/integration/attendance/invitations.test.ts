import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction, PATIENT } from '../../support/database.ts';
import { aConference, anEvent, aRegistration, aUser } from '../../support/factories.ts';
import { invitationsIn } from '../../support/invitations.ts';
import type { LaunchUser } from '../../support/messenger.ts';
import { countQueries, untilWaiting } from '../../support/queries.ts';

const HOUR = 60 * 60 * 1_000;
const ME = '/api/v1/users/me';
const ADA: LaunchUser = { id: 4_242, first_name: 'Ada', last_name: 'King', username: 'ada_k' };

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('events').delete();
  await api.db('conferences').delete();
  await api.db('users').delete();
  await api.db('erased_people').delete();
  conference = await aConference(api.db);
});

const upload = (attendees: readonly object[], { id }: Pick<Conference, 'id'> = conference) =>
  api.admin().post(`/api/v1/admin/conferences/${id}/bulk-upload`).send({ attendees }).expect(200);
const signIn = (user: LaunchUser = ADA) => api.fromMessenger(user).get(ME).expect(200);
const attendanceOf = async (user: LaunchUser = ADA, { id }: Pick<Conference, 'id'> = conference) =>
  (await api.fromMessenger(user).get(`/api/v1/conferences/${id}/attendance`).expect(200)).body;
const invitations = () => invitationsIn(api.db).orderBy('id');
const attendances = () => api.db('registrations').whereNotNull('user_id').orderBy('queue_number');
const attendeeCount = async () =>
  (await api.db('conferences').where({ id: conference.id }).first('attendee_count'))
    ?.attendee_count;

describe('an invitation', () => {
  it.each([
    [
      'by messenger id, and fills the profile',
      { messenger_id: 4_242 },
      { company: 'Engines', job_title: 'Analyst' },
    ],
    [
      'by username, and fills nothing, since anyone can take a free username',
      { username: '@ADA_k' },
      { company: null, job_title: null },
    ],
  ])('becomes a registration at the first sign-in (%s)', async (_what, row, filled) => {
    await upload([
      { ...row, first_name: 'A.', company: 'Engines', job_title: 'Analyst', ticket_type: 'vip' },
    ]);

    const { body } = await api.fromMessenger(ADA).post('/api/v1/messenger/upsert').expect(201);

    expect(body).toMatchObject({
      first_name: 'Ada',
      last_name: 'King',
      ...filled,
    });
    expect(await attendanceOf()).toEqual({
      status: 'registered',
      registered_at: api.now().toISOString(),
      waitlist_position: null,
      checked_in_at: null,
      ticket_type: 'vip',
    });
    expect(await attendeeCount()).toBe(1);
    expect(await invitations()).toMatchObject([
      { claimed_by: body.id, claimed_at: api.now().toISOString(), ticket_type: 'vip' },
    ]);
  });

  it('becomes a waitlisted registration if no seat is free', async () => {
    await api.db('conferences').update({ capacity: 1 });
    await aRegistration(api.db, [await aUser(api.db), conference]);
    await upload([{ messenger_id: 4_242, ticket_type: 'vip' }]);

    await signIn();

    expect(await attendanceOf()).toMatchObject({
      status: 'waitlisted',
      waitlist_position: 1,
      ticket_type: 'vip',
    });
    expect(await attendeeCount()).toBe(1);
  });

  it('is claimed at every conference to which the user is invited', async () => {
    const other = await aConference(api.db);
    await upload([{ messenger_id: 4_242 }]);
    await upload([{ username: 'ada_k' }, { username: 'grace' }], other);

    await signIn();

    for (const one of [conference, other]) {
      expect(await attendanceOf(ADA, one)).toMatchObject({ status: 'registered' });
    }
    expect((await invitations()).map(({ claimed_at }) => claimed_at !== null)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('becomes one registration if the user is invited by messenger id and by username', async () => {
    await upload([
      { username: 'ada_k', company: 'Engines' },
      { messenger_id: 4_242, ticket_type: 'vip', company: 'Looms' },
    ]);

    const { body } = await signIn();

    expect(body.company).toBe('Looms');
    expect(await attendanceOf()).toMatchObject({ status: 'registered', ticket_type: 'vip' });
    expect(await attendeeCount()).toBe(1);
    expect((await invitations()).filter(({ claimed_by }) => claimed_by === null)).toEqual([]);
  });

  it('with a messenger id is not claimed by a user with its username', async () => {
    await upload([{ messenger_id: 7, username: 'ada_k' }]);
    await signIn();
    expect(await attendanceOf()).toMatchObject({ status: 'none' });
  });

  it('is claimed by a user who changes to its username, and by others within an hour', async () => {
    await signIn({ ...ADA, username: 'augusta' });
    await upload([{ username: 'ada_k' }]);
    await signIn({ ...ADA, username: 'augusta' });
    expect(await attendances()).toEqual([]);

    await signIn();
    expect(await attendanceOf()).toMatchObject({ status: 'registered' });

    const { id } = await aConference(api.db);
    await api
      .db('registrations')
      .insert({ conference_id: id, messenger_id: 4_242, status: 'waitlisted' });
    await signIn();
    expect(await attendanceOf(ADA, { id })).toMatchObject({ status: 'none' });
    api.advance(HOUR);
    await signIn();
    expect(await attendanceOf(ADA, { id })).toMatchObject({ status: 'registered' });
  });

  it('is claimed by an imported user at their first sign-in', async () => {
    await upload([{ messenger_id: 4_242 }]);
    const users = [{ messenger_id: 4_242, first_name: 'Ada' }];
    await api.admin().post('/api/v1/admin/users/bulk-import').send({ users }).expect(200);
    expect(await attendances()).toEqual([]);

    await signIn();

    expect(await attendanceOf()).toMatchObject({ status: 'registered' });
  });

  it.each([
    ['the same list', (rows: readonly object[]) => rows],
    ['another list', () => [{ messenger_id: 1 }]],
  ])('is claimed for imported users by the import of %s', async (_what, next) => {
    const ids = Array.from({ length: 1_100 }, (_, n) => 10_000 + n);
    const rows = ids.map((messenger_id) => ({ messenger_id }));
    await upload(rows);
    const users = ids.map((messenger_id) => ({ messenger_id, first_name: 'G' }));
    await api.admin().post('/api/v1/admin/users/bulk-import').send({ users }).expect(200);
    expect(await attendances()).toEqual([]);

    await upload(next(rows));

    expect(await attendances()).toHaveLength(1_100);
    expect(await attendeeCount()).toBe(1_100);
    const open = (await invitations()).filter(({ claimed_by }) => claimed_by === null);
    expect(open.filter(({ messenger_id }) => messenger_id !== 1)).toEqual([]);
  });

  it('changes nothing in an existing registration but an empty ticket type', async () => {
    const ada = await aUser(api.db, { messenger_id: 4_242, last_seen_at: null });
    const [cancelled, withTicket] = [await aConference(api.db), await aConference(api.db)];
    const waitlisted = { status: 'waitlisted', ticket_type: 'guest' } as const;
    await aRegistration(api.db, [ada, cancelled], { status: 'cancelled' });
    await aRegistration(api.db, [ada, withTicket], waitlisted);
    for (const { id } of [cancelled, withTicket]) {
      await api.db('registrations').insert({
        conference_id: id,
        messenger_id: 4_242,
        ticket_type: 'vip',
        status: 'waitlisted',
      });
    }

    await signIn();

    expect(await attendanceOf(ADA, cancelled)).toMatchObject({
      status: 'cancelled',
      ticket_type: 'vip',
    });
    expect(await attendanceOf(ADA, withTicket)).toMatchObject(waitlisted);
    expect(await invitations()).toMatchObject([{ claimed_by: ada.id }, { claimed_by: ada.id }]);
  });

  it('fills only empty profile fields that the user never edited', async () => {
    await upload([{ messenger_id: 4_242, company: 'Engines', job_title: 'Analyst' }]);
    const fields = { company: 'Looms', edited_fields: ['job_title'] } as object;
    await aUser(api.db, { messenger_id: 4_242, last_seen_at: null, ...fields });

    const { body } = await signIn();

    expect(body).toMatchObject({ first_name: 'Ada', company: 'Looms', job_title: null });
  });

  it('is claimed for blocked users and for draft conferences', async () => {
    await api.db('conferences').update({ status: 'draft' });
    await upload([{ messenger_id: 4_242 }]);
    await aUser(api.db, { messenger_id: 4_242, is_blocked: true, last_seen_at: null });

    await api.fromMessenger(ADA).get(ME).expect(403);

    expect(await attendances()).toMatchObject([{ status: 'registered' }]);
  });
});

describe('a registration claimed by username', () => {
  const admin = (path: string) => `/api/v1/admin/conferences/${conference.id}/${path}`;
  const listed = async () => (await api.admin().get(admin('attendees')).expect(200)).body.data;
  const marks = async () => (await attendances()).map(({ claimed_by }) => claimed_by);

  it('is marked for administrators, in exports and at the door', async () => {
    const { body } = await upload([{ username: 'ada_k' }, { messenger_id: 7 }]);
    expect(body).toMatchObject({ created: 2, by_username: 1 });
    const { body: ada } = await signIn();
    await signIn({ id: 7, first_name: 'Grace' });

    expect((await listed()).map((row: { claimed_by: unknown }) => row.claimed_by)).toEqual([
      'username',
      null,
    ]);
    const csv = await api.admin().get(admin('attendees')).query({ format: 'csv' }).expect(200);
    expect(csv.text.split('\r\n')).toMatchObject([
      expect.stringMatching(/,claimed_by,desk_note,ticket_code_end,/),
      expect.stringMatching(/Ada.*,username,,,,,$/),
      expect.stringMatching(/Grace.*,$/),
      '',
    ]);

    const nonce = 'door-1';
    for (const scan of [{ nonce }, { nonce }, {}]) {
      const answer = await api
        .admin()
        .post(admin('check-in'))
        .send({ user_id: ada.id, ...scan })
        .expect(200);
      expect(answer.body.attendance).toMatchObject({ claimed_by: 'username' });
    }
    const undone = await api.admin().delete(admin('check-in')).send({ user_id: ada.id });
    expect(undone.body.attendance).toMatchObject({ claimed_by: 'username' });

    expect(await attendanceOf()).not.toHaveProperty('claimed_by');
    const personal = await api.fromMessenger(ADA).get(`${ME}/export`).expect(200);
    expect(personal.body.conference_attendances).toMatchObject([{ claimed_by: 'username' }]);
  });

  const BY_ID = { messenger_id: 4_242 };
  const BY_USERNAME = { username: 'ada_k' };
  const VIP = { ticket_type: 'vip' };

  it.each([
    ['a row by username', [BY_USERNAME], 'username'],
    ['a row by messenger id', [BY_ID], null],
    ['a row with both', [{ ...BY_ID, ...BY_USERNAME }], null],
    ['one row each', [BY_USERNAME, BY_ID], null],
    ['one row each, the ticket type by username', [{ ...BY_USERNAME, ...VIP }, BY_ID], 'username'],
    [
      'one row each, both with a ticket type',
      [
        { ...BY_USERNAME, ...VIP },
        { ...BY_ID, ticket_type: 'press' },
      ],
      null,
    ],
  ])('depends on the rows of its user: %s', async (_what, rows, expected) => {
    await upload(rows);
    await signIn();
    expect(await marks()).toEqual([expected]);
  });

  it('is marked if a row by username names a user', async () => {
    await signIn();
    expect((await upload([BY_USERNAME])).body).toMatchObject({ created: 1, by_username: 1 });
    expect(await marks()).toEqual(['username']);
  });

  it.each([
    ['the import', true],
    ['a claim', false],
  ])('is marked where %s gives a ticket type to a user with a seat', async (_what, isUser) => {
    const ada = await aUser(api.db, { messenger_id: 4_242, username: isUser ? 'ada_k' : 'other' });
    await aRegistration(api.db, [ada, conference]);
    await upload([BY_USERNAME]);
    await signIn();
    expect(await marks()).toEqual([null]);

    const other = await aConference(api.db);
    await aRegistration(api.db, [ada, other]);
    await api
      .db('users')
      .where({ id: ada.id })
      .update({ username: isUser ? 'ada_k' : 'other' });
    await upload([{ ...BY_USERNAME, ...VIP }], other);
    await signIn();
    expect(await attendances()).toMatchObject([
      { ticket_type: null, claimed_by: null },
      { ticket_type: 'vip', claimed_by: 'username' },
    ]);
  });

  it('loses the mark by a row with its messenger id, once', async () => {
    await upload([BY_USERNAME]);
    await signIn();
    expect((await upload([BY_ID])).body).toMatchObject({ updated: 1 });
    expect(await marks()).toEqual([null]);
    for (const row of [BY_ID, BY_USERNAME]) {
      expect((await upload([row])).body).toMatchObject({ unchanged: 1 });
    }
    expect(await marks()).toEqual([null]);
  });

  it('keeps the mark with a ticket type by username, and when its user registers again', async () => {
    await upload([{ ...BY_USERNAME, ...VIP }]);
    await signIn();
    await upload([BY_ID]);
    expect(await marks()).toEqual(['username']);

    const registration = `/api/v1/conferences/${conference.id}/register`;
    await api.fromMessenger(ADA).delete(registration).expect(200);
    await api.fromMessenger(ADA).post(registration).expect(201);
    expect(await attendances()).toMatchObject([{ ticket_type: 'vip', claimed_by: 'username' }]);

    await upload([{ ...BY_ID, ...VIP }]);
    expect(await marks()).toEqual([null]);
  });
});

describe('concurrent requests', () => {
  it('claim an invitation once', async () => {
    await upload([{ messenger_id: 4_242 }, { username: 'ada_k' }]);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.fromMessenger(ADA).get(ME)),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await attendances()).toMatchObject([{ status: 'registered' }]);
    expect(await attendeeCount()).toBe(1);
  });

  it('claim no more seats than are free', async () => {
    const guests = Array.from({ length: 20 }, (_, n) => ({ id: 5_000 + n, first_name: 'G' }));
    await api.db('conferences').update({ capacity: 7 });
    await upload(guests.map(({ id }) => ({ messenger_id: id })));

    await Promise.all(guests.map((guest) => signIn(guest)));

    const statuses = (await attendances()).map(({ status }) => status);
    expect(statuses).toEqual([...Array(7).fill('registered'), ...Array(13).fill('waitlisted')]);
    expect(await attendeeCount()).toBe(7);
  });

  it('of an import and of the first sign-ins of its users register all of them', async () => {
    const guests = Array.from({ length: 30 }, (_, n) => ({
      id: 6_000 + n,
      first_name: 'G',
      username: `guest${n}`,
    }));
    const rows = guests.map(({ id, username }, n) => (n % 2 ? { messenger_id: id } : { username }));

    await Promise.all([upload(rows), ...guests.map((guest) => signIn(guest))]);

    expect(await attendances()).toHaveLength(30);
    expect(await attendeeCount()).toBe(30);
    const open = (await invitations()).filter(({ claimed_at }) => claimed_at === null);
    expect(open).toEqual([]);
  });

  it('of an import claim for a user who signed in while it was running', async () => {
    // Stops the import when it writes to the audit log, after it has identified the users.
    await using blocker = await beginTransaction(api.db);
    await blocker.raw('lock table audit_log in exclusive mode');
    const uploading = upload([{ messenger_id: 4_242 }]).then((res) => res);
    await untilWaiting(api.db);
    await signIn();
    expect(await attendances()).toEqual([]);
    await blocker.commit();

    expect((await uploading).body).toMatchObject({ created: 1 });

    expect(await attendances()).toMatchObject([{ status: 'registered' }]);
    expect(await invitations()).toMatchObject([{ claimed_at: api.now().toISOString() }]);
  });
});

it('an open invitation by messenger id is deleted with the account', async () => {
  await signIn();
  // It is open as if a claim had failed while the conference was locked.
  await api.db('registrations').insert([
    { conference_id: conference.id, first_name: 'Ada', messenger_id: ADA.id, status: 'waitlisted' },
    { conference_id: conference.id, first_name: 'Grace', username: 'grace', status: 'waitlisted' },
  ]);

  await api.fromMessenger(ADA).delete(ME).expect(200);

  expect(await invitations()).toMatchObject([{ first_name: 'Grace' }]);
});

describe('a sign-in', () => {
  it('sends no query for invitations within an hour of the last one, and one after it', async () => {
    await signIn();
    const within = await countQueries(api.db, () => signIn());
    api.advance(HOUR);
    const later = await countQueries(api.db, () => signIn());
    // One query updates last_seen_at, the other one looks for invitations.
    expect(later).toBe(within + 2);
  });

  it('succeeds even if invitations cannot be claimed', async () => {
    await upload([{ messenger_id: 4_242 }]);
    await using hasty = await startApi({ on: api, limits: { ...PATIENT, lockWaitMs: 200 } });
    await using blocker = await beginTransaction(api.db);
    await blocker('conferences').where({ id: conference.id }).forUpdate().first('id');
    await hasty.fromMessenger(ADA).get(ME).expect(200);
    await blocker.commit();
    expect(await attendances()).toEqual([]);

    api.advance(HOUR);
    await signIn();
    expect(await attendanceOf()).toMatchObject({ status: 'registered' });
  });
});

describe('the erasure of a user', () => {
  it('deletes their invitations, claimed or not, and their contact data', async () => {
    const { body: ada } = await signIn();
    await upload([{ messenger_id: 4_242 }, { messenger_id: 7 }]);
    const other = await aConference(api.db);
    await api.db('registrations').insert([
      { conference_id: conference.id, messenger_id: 4_242, status: 'waitlisted' },
      {
        conference_id: other.id,
        username: 'ada_k',
        status: 'cancelled',
        claimant_id: ada.id,
        claimed_at: api.now(),
      },
    ]);
    const event = await anEvent(api.db, { source: 'request' });
    await api
      .db('events')
      .where({ id: event.id })
      .update({ submitted_by: ada.id, contact: '@ada', status: 'approved' });
    expect(await invitations()).toHaveLength(3);

    await api.fromMessenger(ADA).delete(ME).expect(200);

    expect(await invitations()).toMatchObject([{ messenger_id: 7 }]);
    expect(await api.db('events').where({ id: event.id })).toMatchObject([
      { submitted_by: ada.id, contact: null },
    ]);
    expect(await attendances()).toMatchObject([{ status: 'cancelled' }]);
    expect(await attendeeCount()).toBe(0);
  });
});

it('the export of personal data contains the claimed invitations of the user', async () => {
  await upload([{ messenger_id: 4_242, first_name: 'A.', company: 'Engines', ticket_type: 'vip' }]);
  await signIn();

  const { body } = await api.fromMessenger(ADA).get(`${ME}/export`).expect(200);

  expect(body.conference_attendances).toEqual([
    {
      conference: {
        id: conference.id,
        name: conference.name,
        starts_on: '2026-05-14',
        ends_on: '2026-05-16',
      },
      status: 'registered',
      ticket_type: 'vip',
      claimed_by: null,
      registered_at: api.now().toISOString(),
      checked_in_at: null,
      desk_note: null,
    },
  ]);
  expect(body.invitations).toEqual([
    {
      conference: { id: conference.id, name: conference.name },
      username: null,
      first_name: 'A.',
      last_name: null,
      company: 'Engines',
      job_title: null,
      ticket_type: 'vip',
      ticket_code_end: null,
      email: null,
      created_at: expect.stringMatching(/Z$/),
      claimed_at: api.now().toISOString(),
    },
  ]);
});
