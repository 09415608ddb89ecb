import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, aRegistration, aUser, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { countQueries } from '../../support/queries.ts';
import { said } from '../../support/said.ts';
import { expectSound } from '../../support/seats.ts';
import { aWorkbook } from '../../support/workbooks.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  await api.db('erased_people').delete();
  await emptyAuditLog(api.db);
  conference = await aConference(api.db);
});

const request = (query: object = {}, { id }: Pick<Conference, 'id'> = conference) =>
  api.admin().post(`/api/v1/admin/conferences/${id}/bulk-upload`).query(query);
const upload = (attendees: unknown, query: object = {}) => request(query).send({ attendees });
const uploadFile = (content: string | Uint8Array, query: object = {}) =>
  request(query).attach('file', Buffer.from(content), 'attendees.csv');

/** That of an import which made invitations; else null. */
const IMPORT_ID = {
  $$typeof: Symbol.for('jest.asymmetricMatcher'),
  asymmetricMatch: (id: unknown) => id === null || /^[\da-f-]{36}$/.test(String(id)),
  toString: () => 'ImportId',
};

/** An expected answer: `total` is the sum of the counts; fields not given are zero or empty. */
const result = (given: Record<string, unknown> = {}) => {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  const total = Object.keys(counts).reduce((sum, name) => sum + Number(given[name] ?? 0), 0);
  const defaults = {
    by_username: 0,
    import_id: IMPORT_ID,
    left_out_count: 0,
    left_out: [],
    waitlisted: 0,
    dry_run: false,
    errors: [],
    ignored_columns: [],
    warnings: [],
    remarks: expect.any(Array),
  };
  const errors = said(...((given.errors ?? []) as object[]));
  return { ...counts, total, ...defaults, ...given, errors };
};

/** All registrations of the conference, in the order in which the users registered. */
const attendances = () =>
  api
    .db('registrations')
    .whereNotNull('user_id')
    .where({ conference_id: conference.id })
    .orderBy('queue_number')
    .select('user_id', 'status', 'ticket_type');
const invitations = () =>
  invitationsIn(api.db).where({ conference_id: conference.id }).orderBy('id');
const open = async () => (await invitations()).filter(({ claimed_at }) => claimed_at === null);
const attendeeCount = async () =>
  (await api.db('conferences').where({ id: conference.id }).first('attendee_count'))
    ?.attendee_count;
const byId = ({ messenger_id }: User) => ({ messenger_id });

const LIST = { first_name: 'Ada', last_name: 'Lovelace', company: 'Engines', job_title: 'Analyst' };

describe('POST /admin/conferences/:conference_id/bulk-upload', () => {
  it('registers users and invites people who are not users', async () => {
    const [ada, grace] = await people(api.db, 2);
    await api.db('users').where({ id: grace.id }).update({ username: 'Grace' });

    const { body } = await upload([
      { ...byId(ada), ticket_type: 'speaker' },
      { username: '@gRACE' },
      { messenger_id: '7', ...LIST, ticket_type: 'press' },
      { username: '@linus', first_name: 'Linus' },
    ]).expect(200);

    expect(body).toEqual(result({ created: 4, by_username: 2 }));
    expect(await attendances()).toEqual([
      { user_id: ada.id, status: 'registered', ticket_type: 'speaker' },
      { user_id: grace.id, status: 'registered', ticket_type: null },
    ]);
    expect(await open()).toMatchObject([
      { messenger_id: 7, username: null, ...LIST, ticket_type: 'press' },
      { messenger_id: null, username: 'linus', first_name: 'Linus', company: null },
    ]);
    expect(await attendeeCount()).toBe(2);
  });

  it('shows the registration to the user', async () => {
    const [ada] = await people(api.db, 1);
    await upload([{ ...byId(ada), ticket_type: 'speaker' }]).expect(200);

    const { body } = await api.as(ada).get(`/api/v1/conferences/${conference.id}/attendance`);

    expect(body).toEqual({
      status: 'registered',
      registered_at: api.now().toISOString(),
      waitlist_position: null,
      checked_in_at: null,
      ticket_type: 'speaker',
    });
  });

  it.each([
    ['by messenger id', 0, 'messenger_id;first_name;ticket_type;Shoe Size\n7;Zoë;vip;43\n8;;;\n'],
    ['by username', 2, '\uFEFFUsername,ticket_type,shoe size\r\n@zoe_k,vip,43\r\nada_k,,\r\n'],
  ])('reads a CSV file %s', async (_what, by_username, csv) => {
    const { body } = await uploadFile(csv).expect(200);
    expect(body).toEqual(result({ created: 2, by_username, ignored_columns: ['shoe size'] }));
    expect(await open()).toMatchObject([{ ticket_type: 'vip' }, { ticket_type: null }]);
  });

  it('reads a workbook', async () => {
    const rows = [
      ['messenger_id', 'username', 'ticket_type'],
      [7_000_000_001, null, 'vip'],
      [null, 'ada_k', null],
      [null, null, 'vip'],
    ];
    const { body } = await uploadFile(aWorkbook({ A: rows })).expect(200);

    const error = 'expected a messenger_id, username, ticket_code or email';
    const errors = [{ row: 4, field: 'messenger_id', error }];
    expect(body).toEqual(result({ created: 2, failed: 1, by_username: 1, errors }));
    expect(await open()).toMatchObject([{ messenger_id: 7_000_000_001 }, { username: 'ada_k' }]);
  });

  it("reads an organizer's list with a title, its own spelling of columns and of ids", async () => {
    const csv = [
      'sep=;',
      'Guests, May 2026;;;',
      'Messenger ID;User Name;;First Name;ticketType',
      '+7 000 000 001;;vip?;Ada;speaker',
      "'7000000002;;;Grace;",
      '7000000003.0;;;Linus;',
      '7000000004.5;;;Barbara;',
      ';@ada_k;;;press',
    ].join('\r\n');

    const { body } = await uploadFile(`\uFEFF${csv}`).expect(200);

    const errors = [{ row: 6, field: 'messenger_id', error: 'expected a positive integer' }];
    expect(body).toEqual(result({ created: 4, failed: 1, by_username: 1, errors }));
    expect(await open()).toMatchObject([
      { messenger_id: 7_000_000_001, first_name: 'Ada', ticket_type: 'speaker' },
      { messenger_id: 7_000_000_002, first_name: 'Grace' },
      { messenger_id: 7_000_000_003, first_name: 'Linus' },
      { username: 'ada_k', ticket_type: 'press' },
    ]);
    expect((await uploadFile(csv).expect(200)).body).toMatchObject({ unchanged: 4, failed: 1 });
  });

  it('reads a username from a link to its profile', async () => {
    const { body } = await upload([
      { username: 'https://t.me/ada_k' },
      { username: ' telegram.me/grace/ ' },
      { username: 'http://www.T.me/@linus' },
      { username: '@ada_k' },
    ]).expect(200);

    expect(body).toMatchObject({ created: 3, failed: 1, errors: [{ row: 4, field: 'username' }] });
    expect((await open()).map(({ username }) => username)).toEqual(['ada_k', 'grace', 'linus']);
  });

  it.each(['draft', 'archived'])('accepts a list for a conference that is %s', async (status) => {
    await api.db('conferences').update({ status });
    const [ada] = await people(api.db, 1);
    expect((await upload([byId(ada)])).body).toEqual(result({ created: 1 }));
  });

  it('accepts a list for a conference that is over', async () => {
    await api.db('conferences').update({ starts_on: '2026-01-01', ends_on: '2026-01-02' });
    const [ada] = await people(api.db, 1);
    expect((await upload([byId(ada)])).body).toEqual(result({ created: 1 }));
  });

  it('registers blocked users', async () => {
    const blocked = await aUser(api.db, { is_blocked: true });
    expect((await upload([byId(blocked)])).body).toEqual(result({ created: 1 }));
    expect(await attendances()).toMatchObject([{ user_id: blocked.id, status: 'registered' }]);
  });

  it('identifies a username as the user whose launch data contained it last', async () => {
    await aUser(api.db, { username: 'ada_k', messenger_signed_at: '2026-05-13T00:00:00Z' });
    const ada = await aUser(api.db, {
      username: 'Ada_k',
      messenger_signed_at: '2026-05-14T00:00:00Z',
    });
    await aUser(api.db, { username: 'ADA_k' });

    await upload([{ username: 'ada_k' }]).expect(200);

    expect(await attendances()).toMatchObject([{ user_id: ada.id }]);
  });

  it('identifies a row with a messenger id and a username by the messenger id', async () => {
    await aUser(api.db, { username: 'ada_k' });
    await upload([{ messenger_id: 7, username: 'ada_k' }]).expect(200);
    expect(await attendances()).toEqual([]);
    expect(await open()).toMatchObject([{ messenger_id: 7, username: 'ada_k' }]);
  });

  it('records the counts, but no personal data, in the audit log', async () => {
    await upload([{ messenger_id: 7, ...LIST }, {}])
      .set('X-Request-Id', 'upload-1')
      .expect(200);

    expect(await api.db('audit_log')).toMatchObject([
      {
        action: 'conference.import_attendees',
        request_id: 'upload-1',
        subject_type: 'conference',
        subject_id: conference.id,
        before: null,
        after: { total: 2, created: 1, updated: 0, unchanged: 0, failed: 1, dry_run: false },
      },
    ]);
    expect(JSON.stringify(await api.db('audit_log'))).not.toContain('Lovelace');
  });
});

describe('the capacity', () => {
  it('adds users without a seat to the waitlist in row order', async () => {
    const [first, second, third, fourth] = await people(api.db, 4);
    await api.db('conferences').update({ capacity: 2 });
    await aRegistration(api.db, [third, conference]);

    const { body } = await upload([fourth, first, third, second].map(byId)).expect(200);

    expect(body).toEqual(result({ created: 3, unchanged: 1, waitlisted: 2 }));
    expect(await attendances()).toMatchObject([
      { user_id: third.id, status: 'registered' },
      { user_id: fourth.id, status: 'registered' },
      { user_id: first.id, status: 'waitlisted' },
      { user_id: second.id, status: 'waitlisted' },
    ]);
    expect(await attendeeCount()).toBe(2);
  });

  it('gives an invited person their seat, in the order of the rows', async () => {
    const [ada] = await people(api.db, 1);
    await api.db('conferences').update({ capacity: 1 });
    const { body } = await upload([{ messenger_id: 7 }, byId(ada), { username: 'grace' }]);
    expect(body).toEqual(result({ created: 3, by_username: 1, waitlisted: 2 }));
    expect(await attendances()).toMatchObject([{ user_id: ada.id, status: 'waitlisted' }]);
    expect(await open()).toMatchObject([{ has_seat: true }, { has_seat: false }]);
  });
});

describe('a user with an attendance', () => {
  it.each(['registered', 'waitlisted', 'checked_in'] as const)(
    'stays %s and gets the ticket type of the row',
    async (status) => {
      const [ada] = await people(api.db, 1);
      await aRegistration(api.db, [ada, conference], { status, ticket_type: 'guest' });

      const waitlisted = status === 'waitlisted' ? 1 : 0;
      expect((await upload([byId(ada)])).body).toEqual(result({ unchanged: 1, waitlisted }));
      const rows = [{ ...byId(ada), ticket_type: 'speaker' }];
      expect((await upload(rows)).body).toEqual(result({ updated: 1, waitlisted }));
      expect((await upload(rows)).body).toEqual(result({ unchanged: 1, waitlisted }));

      expect(await attendances()).toEqual([{ user_id: ada.id, status, ticket_type: 'speaker' }]);
    },
  );

  it('is skipped if the attendance is cancelled', async () => {
    const ada = await aUser(api.db, { username: 'ada_k' });
    await aRegistration(api.db, [ada, conference], { status: 'cancelled' });

    for (const row of [{ username: 'ada_k' }, byId(ada)]) {
      const { body } = await upload([{ ...row, ticket_type: 'vip' }]).expect(200);
      const [field] = Object.keys(row);
      const errors = [{ row: 1, field, error: 'this user has cancelled their registration' }];
      expect(body).toEqual(result({ failed: 1, errors }));
    }
    expect(await attendances()).toEqual([
      { user_id: ada.id, status: 'cancelled', ticket_type: null },
    ]);
  });
});

describe('the profile of an imported user', () => {
  it('gets a company and a job title if they are empty and the user never edited them', async () => {
    const ada = await aUser(api.db, { first_name: 'Ada', company: 'Looms' });
    const grace = await aUser(api.db, {
      first_name: 'Grace',
      edited_fields: ['company'],
    } as object);

    await upload([ada, grace].map((user) => ({ ...byId(user), ...LIST, first_name: 'X' })));

    expect(await api.db('users').orderBy('id')).toMatchObject([
      { first_name: 'Ada', last_name: null, company: 'Looms', job_title: 'Analyst' },
      { first_name: 'Grace', last_name: null, company: null, job_title: 'Analyst' },
    ]);
  });

  it('gets nothing from a row by username, since anyone can take a free username', async () => {
    const unseen = { first_name: 'A', username: 'ada_k', last_seen_at: null };
    await aUser(api.db, unseen);
    await upload([{ username: 'ada_k', ...LIST }]).expect(200);
    expect(await api.db('users')).toMatchObject([
      { first_name: 'A', last_name: null, company: null, job_title: null },
    ]);
  });

  it('gets names only before the first sign-in', async () => {
    const imported = await aUser(api.db, { first_name: 'A', last_seen_at: null });
    await upload([{ ...byId(imported), ...LIST }]).expect(200);
    expect(await api.db('users')).toMatchObject([LIST]);
  });
});

describe('a repeated import', () => {
  it('changes nothing, even after a user has changed their username', async () => {
    const ada = await aUser(api.db, { username: 'ada_k' });
    const [grace] = await people(api.db, 1);
    const rows = [
      { username: 'ada_k', ...LIST },
      { ...byId(grace), ...LIST },
      { messenger_id: 7, ...LIST },
      { username: 'linus' },
    ];
    expect((await upload(rows)).body).toEqual(result({ created: 4, by_username: 2 }));
    await api.db('users').where({ id: ada.id }).update({ username: 'countess' });
    const before = [await attendances(), await invitations(), await api.db('users').orderBy('id')];

    expect((await upload(rows)).body).toEqual(result({ unchanged: 4, by_username: 2 }));

    expect([await attendances(), await invitations(), await api.db('users').orderBy('id')]).toEqual(
      before,
    );
  });

  it('updates an open invitation and keeps fields whose cells are empty', async () => {
    await upload([
      { messenger_id: 7, ...LIST },
      { username: 'linus', company: 'Looms' },
    ]);
    const { body } = await upload([
      { messenger_id: 7, company: 'New', ticket_type: 'vip' },
      { username: 'LINUS', company: '' },
    ]).expect(200);

    expect(body).toMatchObject({ created: 0, failed: 0 });
    expect(await open()).toMatchObject([
      { ...LIST, company: 'New', ticket_type: 'vip' },
      { company: 'Looms' },
    ]);
  });
});

describe('an invalid row', () => {
  it.each([
    ['no identifier', {}, 'messenger_id'],
    ['an empty username', { username: ' @ ' }, 'username'],
    ['an email address as username', { username: 'ada@example.org' }, 'username'],
    ['another link as username', { username: 'https://example.org/ada_k' }, 'username'],
    ['a link to a message as username', { username: 'https://t.me/ada_k/42' }, 'username'],
    ['an invalid id', { messenger_id: 0, username: 'ada_k' }, 'messenger_id'],
    ['a username of 33 characters', { username: 'x'.repeat(33) }, 'username'],
    [
      'a ticket type of 101 characters',
      { messenger_id: 7, ticket_type: 'x'.repeat(101) },
      'ticket_type',
    ],
    ['a company of 201 characters', { messenger_id: 7, company: 'x'.repeat(201) }, 'company'],
    ['a name of spaces', { messenger_id: 7, first_name: '  ' }, 'first_name'],
    ['a number', 7, null],
  ])('is reported, and valid rows are imported: %s', async (_what, row, field) => {
    const { body } = await upload([row, { messenger_id: 9 }]).expect(200);
    const errors = [{ row: 1, field, error: expect.any(String) }];
    expect(body).toEqual(result({ created: 1, failed: 1, errors }));
  });

  it('is a second row of the same person, by messenger id or by username', async () => {
    const ada = await aUser(api.db, { username: 'ada_k' });
    const { body } = await upload([
      { messenger_id: 7 },
      { username: 'x'.repeat(33) },
      { username: 'linus' },
      { messenger_id: 7, ticket_type: 'vip' },
      { username: '@LINUS' },
      byId(ada),
      { username: 'Ada_k' },
      { messenger_id: 8, username: 'linus' },
    ]).expect(200);

    expect(body).toEqual(
      result({
        created: 4,
        failed: 4,
        by_username: 1,
        errors: [
          {
            row: 2,
            field: 'username',
            error: 'expected a username of 4 to 32 letters, digits or _, as @ada_l',
          },
          { row: 4, field: 'messenger_id', error: 'the same person as in row 1' },
          { row: 5, field: 'username', error: 'the same person as in row 3' },
          { row: 7, field: 'username', error: 'the same person as in row 6' },
        ],
      }),
    );
    expect(await attendances()).toHaveLength(1);
    expect(await open()).toHaveLength(3);
  });

  it('is a row of an erased user, until they sign in again', async () => {
    const [ada] = await people(api.db, 1);
    await api.as(ada).delete('/api/v1/users/me').expect(200);

    const error = 'this user has erased their account';
    expect((await upload([byId(ada)])).body).toEqual(
      result({ failed: 1, errors: [{ row: 1, field: 'messenger_id', error }] }),
    );

    api.advance(1_000);
    await api
      .fromMessenger({ id: ada.messenger_id as number, first_name: 'Ada' })
      .get('/api/v1/users/me');
    expect((await upload([byId(ada)])).body).toEqual(result({ created: 1 }));
  });

  it('is reported up to 1,000 times, by row number, and counted beyond', async () => {
    // Only the database can refuse every other row.
    const rows = Array.from({ length: 3_000 }, (_, n) => (n % 2 ? '0' : '7'));
    const { body } = await uploadFile(`messenger_id\n${rows.join('\n')}\n`).expect(200);

    expect(body).toMatchObject({ total: 3_000, failed: 2_999, created: 1 });
    expect(body.errors.map(({ row }: { row: number }) => row)).toEqual(
      Array.from({ length: 1_000 }, (_, n) => n + 3),
    );
  });
});

describe('a dry run', () => {
  it('answers like the import and writes nothing', async () => {
    const [ada, grace] = await people(api.db, 2);
    await aRegistration(api.db, [grace, conference]);
    const rows = [
      byId(ada),
      { ...byId(grace), ticket_type: 'vip', company: 'Looms' },
      { messenger_id: 7 },
      { messenger_id: 7 },
      {},
    ];

    const dry = await upload(rows, { dry_run: 'true' }).expect(200);

    expect(await attendances()).toHaveLength(1);
    expect(await invitations()).toEqual([]);
    expect(await api.db('users').whereNotNull('company')).toEqual([]);
    expect(await api.db('audit_log')).toEqual([]);
    const real = await upload(rows).expect(200);
    expect(real.body).toMatchObject({ created: 2, updated: 1, failed: 2 });
    expect(dry.body).toEqual({
      ...real.body,
      dry_run: true,
      import_id: null,
      preview: expect.any(Object),
    });
  });
});

describe('concurrent requests', () => {
  it('of the same file import every row once', async () => {
    const users = await people(api.db, 40);
    await api.db('conferences').update({ capacity: 30 });
    const invited = Array.from({ length: 500 }, (_, n) => ({ username: `user${n}` }));
    const rows = [...users.map(byId), ...invited];

    const answers = await Promise.all([upload(rows), upload(rows.toReversed()), upload(rows)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.created, 0)).toBe(540);
    expect(answers.map(({ body }) => body.failed)).toEqual([0, 0, 0]);
    expect(await attendances()).toHaveLength(40);
    expect(await open()).toHaveLength(500);
    // The first file decides who gets the seats.
    await expectSound(api.db, 'conferences', conference);
  });

  it('of an import and of users who register never overbook', async () => {
    const users = await people(api.db, 60);
    await api.db('conferences').update({ capacity: 25 });

    const [uploaded, ...registered] = await Promise.all([
      upload(users.slice(0, 40).map(byId)),
      ...users
        .slice(20)
        .map((user) => api.as(user).post(`/api/v1/conferences/${conference.id}/register`)),
    ]);

    expect(uploaded.status).toBe(200);
    expect(registered.filter(({ status }) => status > 201)).toEqual([]);
    const seated = (await attendances()).filter(({ status }) => status === 'registered');
    expect([await attendances(), seated].map(({ length }) => length)).toEqual([60, 25]);
    expect(await attendeeCount()).toBe(25);
  });

  it('of an import and of erasures leave no data of erased users', async () => {
    const users = await people(api.db, 20);

    const answers = await Promise.all([
      upload(users.map((user) => ({ ...byId(user), ...LIST }))),
      ...users.map((user) => api.as(user).delete('/api/v1/users/me')),
    ]);

    expect(answers.map(({ status }) => status)).toEqual(Array(21).fill(200));
    expect((await attendances()).filter(({ status }) => status !== 'cancelled')).toEqual([]);
    expect(await attendeeCount()).toBe(0);
    expect(await invitations()).toEqual([]);
    expect(await api.db('users').whereNotNull('company')).toEqual([]);
  });
});

describe('a refused import', () => {
  it('answers 404 for an unknown conference', async () => {
    const { body } = await request({}, { id: 999_999 }).send({ attendees: [] }).expect(404);
    expect(body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
  });

  it.each([
    ['an empty object', () => request().send({}), /^attendees: /],
    ['an object as a list', () => upload({}), /^attendees: /],
    [
      'a table without an identifying column',
      () => uploadFile('first_name\nAda'),
      /^file: expected a column messenger_id or username or ticket_code or email, found "first_name"$/,
    ],
    ['dry_run=1', () => upload([], { dry_run: '1' }), /^dry_run: /],
    [
      '100,001 rows',
      () =>
        uploadFile(`username\n${Array.from({ length: 100_001 }, (_, n) => `u${n}`).join('\n')}`),
      /^file: expected at most 100,000 rows$/,
    ],
  ])('answers 400 for %s', async (_what, send, error) => {
    const { body } = await send().expect(400);
    expect(body).toEqual({ error: expect.stringMatching(error), code: 'VALIDATION_ERROR' });
    expect(await invitations()).toEqual([]);
  });

  it('answers 415 for a file that is not a table', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex');
    const { body } = await uploadFile(png).expect(415);
    expect(body).toEqual(failure('UNSUPPORTED_MEDIA_TYPE'));
  });

  it('answers 413 for a file over 32 MiB', async () => {
    const { body } = await uploadFile(Buffer.alloc(32 * 1024 * 1024 + 1, 'a')).expect(413);
    expect(body).toEqual(failure('PAYLOAD_TOO_LARGE'));
  });

  it('requires an administrator', async () => {
    const path = `/api/v1/admin/conferences/${conference.id}/bulk-upload`;
    await api.anonymous().post(path).send({}).expect(401);
    const [ada] = await people(api.db, 1);
    await api.as(ada).post(path).send({}).expect(403);
  });
});

it('sends the same number of queries for any number of rows', async () => {
  const rows = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => ({ messenger_id: from + n }));
  const few = await countQueries(api.db, () => upload(rows(10, 1)).expect(200));
  const many = await countQueries(api.db, () => upload(rows(1_000, 100)).expect(200));
  expect(many).toBe(few);
});
