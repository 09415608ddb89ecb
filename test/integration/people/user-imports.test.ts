import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { User } from '../../../src/domain/people/users.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';
import { said } from '../../support/said.ts';
import { temporaryFilesWith } from '../../support/temporary-files.ts';
import { until } from '../../support/until.ts';
import { aWorkbook } from '../../support/workbooks.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('users').delete();
  await api.db('erased_people').delete();
  await emptyAuditLog(api.db);
});

const request = (query: object = {}) =>
  api.admin().post('/api/v1/admin/users/bulk-import').query(query);
const importList = (users: unknown, query: object = {}) => request(query).send({ users });
const importFile = (content: string | Uint8Array, query: object = {}) =>
  request(query).attach('file', Buffer.from(content), 'people.csv');

interface Counts {
  created?: number;
  updated?: number;
  unchanged?: number;
  failed?: number;
}

/** An expected answer: `total` is the sum of the counts; fields not given are zero or empty. */
const result = (given: Counts & Record<string, unknown> = {}) => {
  const counts = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  const total = Object.keys(counts).reduce((sum, name) => sum + Number(given[name] ?? 0), 0);
  return {
    ...counts,
    total,
    dry_run: false,
    ignored_columns: [],
    warnings: [],
    remarks: expect.any(Array),
    ...given,
    errors: said(...((given.errors ?? []) as object[])),
  };
};

const userWith = async (messenger_id: number) =>
  (await api.db<User>('users').where({ messenger_id }).first()) as User;
const listUsers = () => api.db<User>('users').orderBy('messenger_id');
/** The row versions, which change with every write, even one that changes no value. */
const versions = () =>
  api.db('users').orderBy('messenger_id').select('id', api.db.raw('xmin::text'));

const ADA = {
  messenger_id: 4_242,
  first_name: 'Ada',
  last_name: 'Lovelace',
  username: 'ada_k',
  language_code: 'en',
  headline: 'Analyst and metaphysician',
  company: 'Analytical Engines',
  job_title: 'Programmer',
  bio: 'Notes on an engine.\nWith a table.',
  interests: ['mathematics', 'music'],
};

describe('POST /admin/users/bulk-import', () => {
  it('creates users from a list', async () => {
    const { body } = await importList([ADA, { messenger_id: '7', first_name: 'Grace' }]).expect(
      200,
    );

    expect(body).toEqual(result({ created: 2 }));
    expect(await listUsers()).toMatchObject([
      { messenger_id: 7, first_name: 'Grace', last_name: null, company: null, interests: [] },
      ADA,
    ]);
  });

  it.each([
    ['commas, UTF-8', 'utf8', ',', ''],
    ['semicolons, UTF-8 with a byte order mark', 'utf8', ';', '\uFEFF'],
    ['tabs, UTF-16 with a byte order mark', 'utf16le', '\t', '\uFEFF'],
  ] as const)('creates users from a CSV file (%s)', async (_what, encoding, delimiter, mark) => {
    const rows = [
      ['Messenger_ID', 'first_name', 'company', 'interests'],
      ['4242', 'Zoë', '"Looms, engines; and more"', 'music|Łódź|'],
      ['7', 'Łukasz', '', ''],
    ];
    const text = mark + rows.map((cells) => cells.join(delimiter)).join('\r\n');

    const { body } = await importFile(Buffer.from(text, encoding)).expect(200);

    expect(body).toEqual(result({ created: 2 }));
    expect(await listUsers()).toMatchObject([
      { messenger_id: 7, first_name: 'Łukasz', company: null, interests: [] },
      {
        messenger_id: 4_242,
        first_name: 'Zoë',
        company: 'Looms, engines; and more',
        interests: ['music', 'Łódź'],
      },
    ]);
  });

  it('reads a CSV file that is not UTF-8 as Windows-1252, with a warning', async () => {
    const text = 'messenger_id;first_name;company\n7;Zo\xeb;Preis \x80\n';
    const { body } = await importFile(Buffer.from(text, 'latin1')).expect(200);

    const warnings = ['The file is not UTF-8; it was read as Windows-1252'];
    expect(body).toEqual(result({ created: 1, warnings }));
    expect(await userWith(7)).toMatchObject({ first_name: 'Zoë', company: 'Preis €' });
  });

  it('creates users from a workbook', async () => {
    const rows = [
      ['messenger_id', 'first_name', 'company', 'interests'],
      [7_000_000_001, 'Zoë', 1815, 'music|looms'],
      [],
      ['8', 'Grace', null, null],
      ['x', 'Nobody', null, null],
    ];
    const { body } = await importFile(aWorkbook({ P: rows })).expect(200);

    const errors = [{ row: 5, field: 'messenger_id', error: 'expected a positive integer' }];
    expect(body).toEqual(result({ created: 2, failed: 1, errors }));
    expect(await listUsers()).toMatchObject([
      { messenger_id: 8, first_name: 'Grace' },
      { messenger_id: 7_000_000_001, company: '1815', interests: ['music', 'looms'] },
    ]);
  });

  it('creates users from the first sheet with the key column, below its title', async () => {
    const file = aWorkbook({
      'Read me': [['Send this list by Friday']],
      People: [['Crew'], ['MessengerID', 'First Name'], ['+4 242', 'Ada']],
    });

    expect((await importFile(file).expect(200)).body).toEqual(result({ created: 1 }));
    expect(await listUsers()).toMatchObject([{ messenger_id: 4_242, first_name: 'Ada' }]);
  });

  it('stores special characters unchanged', async () => {
    const strange = {
      messenger_id: 9_007_199_254_740_991,
      first_name: '\\N',
      last_name: "\\. '); drop table users; --",
      username: '____',
      headline: '%s, {{first_name}}',
      company: '"quoted", \\escaped\\',
      job_title: '{a,b}',
      bio: `tab\there, line\r\nthere ${'😀'.repeat(900)}`,
      interests: ['NULL', 'a"b', 'c\\d', '{e,f}', '\\N'],
    };
    expect((await importList([strange]).expect(200)).body).toEqual(result({ created: 1 }));
    expect(await listUsers()).toMatchObject([strange]);
    expect((await importList([strange]).expect(200)).body).toEqual(result({ unchanged: 1 }));
  });

  it('drops control and direction characters from the names and titles of a file', async () => {
    const rows = [
      ['messenger_id', 'first_name', 'headline', 'bio', 'interests'],
      [
        '\u202a7\u202c',
        'A\u202eda',
        'Analyst,\n\tmeta\u0007physician',
        'One\n\ttwo',
        'lo\u2066oms|\u202e',
      ],
    ];
    const cleaned = {
      messenger_id: 7,
      first_name: 'Ada',
      headline: 'Analyst, metaphysician',
      bio: 'One\n\ttwo',
      interests: ['looms'],
    };
    const csv = rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');

    expect((await importFile(csv).expect(200)).body).toEqual(result({ created: 1 }));
    expect(await listUsers()).toMatchObject([cleaned]);
    const workbook = aWorkbook({ P: rows });
    expect((await importFile(workbook).expect(200)).body).toEqual(result({ unchanged: 1 }));
  });

  it('refuses them in a JSON list, as in the fields of every request', async () => {
    const { body } = await importList([{ messenger_id: 7, first_name: 'A\u202eda' }]).expect(200);
    const error = 'expected one line without control or direction characters';
    expect(body).toEqual(result({ failed: 1, errors: [{ row: 1, field: 'first_name', error }] }));
  });

  it('accepts usernames with an @ and links to their profiles, and refuses email addresses', async () => {
    const given = ['@ada_k', 'https://t.me/grace', `@${'x'.repeat(32)}`, '@', 'ada@example.org'];
    const rows = given.map((username, n) => ({ messenger_id: n + 1, first_name: 'A', username }));

    const { body } = await importList(rows).expect(200);

    expect(body).toMatchObject({ created: 3, failed: 2 });
    expect(
      body.errors.map(({ row, field }: { row: number; field: string }) => [row, field]),
    ).toEqual([
      [4, 'username'],
      [5, 'username'],
    ]);
    expect((await listUsers()).map(({ username }) => username)).toEqual([
      'ada_k',
      'grace',
      'x'.repeat(32),
    ]);
  });
});

describe('an invalid row', () => {
  it('is reported with its row number, field and error, and valid rows are imported', async () => {
    const csv = [
      'messenger_id,first_name,headline,interests,language_code',
      '1,One,,,',
      'x,Bad id,,,',
      '',
      '-2,Negative,,,',
      '9007199254740992,Too large,,,',
      ',No id,,,',
      '1,One again,,,',
      `2,Two,${'x'.repeat(201)},,`,
      `3,Three,,${'x'.repeat(51)}|y,`,
      `4,Four,,${Array(21).fill('w').join('|')},`,
      '5,,,,',
      '6,Six,,,,,more',
      '7,\uFFFD,,,',
      '8,#REF!,,,',
      '9,Nine,,a|b,',
    ].join('\n');

    const { body } = await importFile(csv).expect(200);

    expect(body).toEqual(
      result({
        created: 2,
        failed: 12,
        errors: [
          { row: 3, field: 'messenger_id', error: 'expected a positive integer' },
          { row: 5, field: 'messenger_id', error: 'expected a positive integer' },
          { row: 6, field: 'messenger_id', error: 'expected a positive integer' },
          { row: 7, field: 'messenger_id', error: 'expected a positive integer' },
          { row: 8, field: 'messenger_id', error: 'the same as in row 2' },
          { row: 9, field: 'headline', error: 'expected at most 200 characters' },
          { row: 10, field: 'interests.0', error: 'expected at most 50 characters' },
          { row: 11, field: 'interests', error: 'expected at most 20 interests' },
          { row: 12, field: 'first_name', error: 'expected a name for a new user' },
          { row: 13, field: null, error: 'expected no more cells than columns' },
          { row: 14, field: 'first_name', error: 'expected readable characters' },
          { row: 15, field: 'first_name', error: 'expected a value, but the formula gives #REF!' },
        ],
      }),
    );
    expect(await listUsers()).toMatchObject([
      { messenger_id: 1, first_name: 'One' },
      { messenger_id: 9, interests: ['a', 'b'] },
    ]);
  });

  it.each([
    ['a number', 7, null],
    ['null', null, null],
    ['a list', [], null],
    ['an id in scientific notation', { messenger_id: '1e3', first_name: 'A' }, 'messenger_id'],
    ['a fractional id', { messenger_id: 1.5, first_name: 'A' }, 'messenger_id'],
    ['a name that is a number', { messenger_id: 1, first_name: 5 }, 'first_name'],
    ['a name of spaces', { messenger_id: 1, first_name: '  ' }, 'first_name'],
    ['a NUL character', { messenger_id: 1, first_name: 'a\0b' }, 'first_name'],
    ['a lone surrogate', { messenger_id: 1, first_name: 'a\ud800' }, 'first_name'],
    [
      'an interest that is a number',
      { messenger_id: 1, first_name: 'A', interests: [5] },
      'interests.0',
    ],
    [
      'interests that are an object',
      { messenger_id: 1, first_name: 'A', interests: {} },
      'interests',
    ],
  ])('is reported in a JSON list: %s', async (_what, row, field) => {
    const { body } = await importList([row, { messenger_id: 9, first_name: 'Nine' }]).expect(200);

    expect(body).toEqual(
      result({ created: 1, failed: 1, errors: [{ row: 1, field, error: expect.any(String) }] }),
    );
  });

  it('is a second row of the same user, unless the first one is invalid', async () => {
    const rows = [
      { messenger_id: 1, first_name: 'x'.repeat(257) },
      { messenger_id: 1, first_name: 'One' },
      { messenger_id: 1, first_name: 'Uno' },
    ];
    const { body } = await importList(rows).expect(200);

    expect(body.errors).toMatchObject([
      { row: 1, field: 'first_name' },
      { row: 3, field: 'messenger_id', error: 'the same as in row 2' },
    ]);
    expect(await listUsers()).toMatchObject([{ first_name: 'One' }]);
  });

  it('is reported up to 1,000 times, by row number, and counted beyond', async () => {
    // Only the database can refuse every other row.
    const rows = Array.from({ length: 1_500 }, (_, n) => (n % 2 ? 'x' : n + 1));
    const { body } = await importFile(`messenger_id\n${rows.join('\n')}\n`).expect(200);

    expect(body).toMatchObject({ total: 1_500, failed: 1_500, created: 0 });
    expect(body.errors.map(({ row }: { row: number }) => row)).toEqual(
      Array.from({ length: 1_000 }, (_, n) => n + 2),
    );
  });

  it('is a row of an erased user, until they sign in again', async () => {
    const ada = await aUser(api.db, { messenger_id: 1 });
    await aUser(api.db, { messenger_id: 2 });
    await api.as(ada).delete('/api/v1/users/me').expect(200);

    const rows = [1, 2].map((messenger_id) => ({ messenger_id, first_name: 'A', company: 'C' }));
    const { body } = await importList(rows).expect(200);

    const error = 'this user has erased their account';
    expect(body).toEqual(
      result({ updated: 1, failed: 1, errors: [{ row: 1, field: 'messenger_id', error }] }),
    );
    api.advance(1_000);
    await api.fromMessenger({ id: 1, first_name: 'Ada' }).get('/api/v1/users/me').expect(200);
    expect((await importList(rows)).body).toEqual(result({ updated: 1, unchanged: 1 }));
  });
});

describe('an unknown column', () => {
  it('is reported and ignored', async () => {
    const header = 'Shoe Size,messenger_id,constructor,first_name,is_blocked,__proto__';
    const { body } = await importFile(`${header}\n43,7,x,Ada,true,y\n`).expect(200);

    const ignored_columns = ['shoe size', 'constructor', 'is_blocked', '__proto__'];
    expect(body).toEqual(result({ created: 1, ignored_columns }));
    expect(await userWith(7)).toMatchObject({ first_name: 'Ada', is_blocked: false });
  });

  it('is ignored in a JSON list', async () => {
    const { body } = await importList([{ messenger_id: 7, first_name: 'A', points: 9 }]).expect(
      200,
    );
    expect(body).toEqual(result({ created: 1 }));
    expect(await userWith(7)).toMatchObject({ points: 0 });
  });
});

describe('a repeated import', () => {
  it('writes nothing when nothing has changed', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => ({ ...ADA, messenger_id: n + 1 }));
    expect((await importList(rows)).body).toEqual(result({ created: 50 }));
    const before = await versions();

    expect((await importList(rows)).body).toEqual(result({ unchanged: 50 }));

    expect(await versions()).toEqual(before);
  });

  it('updates only users whose rows have changed', async () => {
    const rows = [1, 2].map((messenger_id) => ({ ...ADA, messenger_id }));
    await importList(rows).expect(200);
    const before = await versions();

    const changed = [{ ...ADA, messenger_id: 1, company: 'Looms' }, rows[1]];
    expect((await importList(changed)).body).toEqual(result({ updated: 1, unchanged: 1 }));

    expect((await listUsers()).map(({ company }) => company)).toEqual(['Looms', ADA.company]);
    expect((await versions()).slice(1)).toEqual(before.slice(1));
    expect((await importList(changed)).body).toEqual(result({ unchanged: 2 }));
  });

  it.each([
    [
      'in a file',
      () => importFile('messenger_id,first_name,bio,interests,company\n4242, ,,,Looms\n'),
    ],
    [
      'in a list',
      () =>
        importList([
          { messenger_id: 4_242, first_name: '', bio: null, interests: null, company: 'Looms' },
        ]),
    ],
  ])('keeps the stored value of an empty cell %s', async (_where, sendAgain) => {
    await importList([ADA]).expect(200);
    expect((await sendAgain()).body).toEqual(result({ updated: 1 }));
    expect(await userWith(4_242)).toMatchObject({ ...ADA, company: 'Looms' });
  });

  it('requires no name for an existing user', async () => {
    await importList([ADA]).expect(200);
    const { body } = await importList([{ messenger_id: 4_242, headline: 'Countess' }]).expect(200);
    expect(body).toEqual(result({ updated: 1 }));
  });
});

describe('data from users and from the messenger', () => {
  it('takes precedence for each field that a user has edited', async () => {
    await importList([ADA]).expect(200);
    const ada = await userWith(4_242);
    await api
      .as(ada)
      .patch('/api/v1/users/me')
      .send({ headline: 'Countess', bio: null, interests: [], first_name: 'Augusta' })
      .expect(200);

    const next = {
      ...ADA,
      headline: 'H',
      company: 'C',
      bio: 'B',
      interests: ['i'],
      first_name: 'F',
    };
    expect((await importList([next])).body).toMatchObject({ failed: 0 });

    expect(await userWith(4_242)).toMatchObject({
      headline: 'Countess',
      bio: null,
      interests: [],
      first_name: 'Augusta',
      company: 'C',
    });
  });

  it('takes precedence for messenger data once the user has signed in', async () => {
    const { first_name, last_name, username, language_code } = ADA;
    await importList([ADA]).expect(200);
    const fresh = {
      messenger_id: 4_242,
      first_name: 'A.',
      last_name: 'L.',
      username: '@al_k',
      language_code: 'de',
    };
    expect((await importList([fresh])).body).toEqual(result({ updated: 1 }));
    expect(await userWith(4_242)).toMatchObject({
      first_name: 'A.',
      last_name: 'L.',
      username: 'al_k',
      language_code: 'de',
    });

    const signedIn = { first_name, last_name, username, language_code };
    await api
      .fromMessenger({ id: 4_242, ...signedIn })
      .get('/api/v1/users/me')
      .expect(200);

    expect((await importList([fresh])).body).toEqual(result({ unchanged: 1 }));
    expect(await userWith(4_242)).toMatchObject(signedIn);
  });

  it('is shown only after the first sign-in, with the names from the messenger', async () => {
    const list = async () => (await api.anonymous().get('/api/v1/users').expect(200)).body.data;
    await importList([ADA]).expect(200);
    const { id } = await userWith(4_242);
    expect(await list()).toEqual([]);
    await api.anonymous().get(`/api/v1/users/profile/${id}`).expect(404);

    await api
      .fromMessenger({ id: 4_242, first_name: 'Augusta Ada', last_name: 'King' })
      .get('/api/v1/users/me')
      .expect(200);

    expect(await list()).toMatchObject([
      { id, first_name: 'Augusta Ada', last_name: 'King', company: ADA.company },
    ]);
    expect(await listUsers()).toHaveLength(1);
  });
});

describe('a dry run', () => {
  it('answers like the import and writes nothing', async () => {
    await importList([ADA, { messenger_id: 1, first_name: 'One' }]).expect(200);
    const before = await versions();
    const rows = [
      { ...ADA, company: 'Looms' },
      { messenger_id: 1, first_name: 'One' },
      { messenger_id: 2, first_name: 'Two' },
      { messenger_id: 3 },
      { messenger_id: 2, first_name: 'Two again' },
    ];

    const dry = await importList(rows, { dry_run: 'true' }).expect(200);

    expect(await versions()).toEqual(before);
    expect(await api.db('audit_log')).toHaveLength(1);
    const real = await importList(rows, { dry_run: 'false' }).expect(200);
    expect(real.body).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: 2 });
    expect(dry.body).toEqual({ ...real.body, dry_run: true });
  });

  it.each(['1', '', 'yes'])('answers 400 for dry_run=%p', async (dry_run) => {
    const { body } = await importList([ADA], { dry_run }).expect(400);
    expect(body).toEqual({ error: expect.stringMatching(/^dry_run: /), code: 'VALIDATION_ERROR' });
    expect(await listUsers()).toEqual([]);
  });
});

describe('concurrent imports', () => {
  const rows = Array.from({ length: 2_000 }, (_, n) => ({
    messenger_id: n + 1,
    first_name: `P${n}`,
  }));

  it('of the same file create every user once', async () => {
    const csv = ['messenger_id,first_name', ...rows.map((row) => Object.values(row))].join('\n');
    const answers = await Promise.all([importFile(csv), importFile(csv), importFile(csv)]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const created = answers.reduce((sum, { body }) => sum + body.created, 0);
    expect(created).toBe(2_000);
    expect(answers.map(({ body }) => body.failed)).toEqual([0, 0, 0]);
    expect(await listUsers()).toHaveLength(2_000);
  });

  it('of different files lose no field of either', async () => {
    const some = rows.slice(0, 1_000);
    const answers = await Promise.all([
      importList(some.map((row) => ({ ...row, company: 'Looms' }))),
      importList(some.map((row) => ({ ...row, headline: 'Weaver' })).toReversed()),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const incomplete = (await listUsers()).filter(
      ({ company, headline }) => company !== 'Looms' || headline !== 'Weaver',
    );
    expect(incomplete).toEqual([]);
    const counted = answers.map(({ body }) => [body.created, body.updated]);
    expect(counted.flat().reduce((sum, n) => sum + n, 0)).toBe(2_000);
  });

  it('keep the messenger’s name of a user who signs in first and import the other fields', async () => {
    const before = rows.slice(0, 300);
    await Promise.all([
      importList(before.map((row) => ({ ...row, company: 'Looms' }))).expect(200),
      ...before
        .slice(0, 20)
        .map(({ messenger_id }) =>
          api
            .fromMessenger({ id: messenger_id, first_name: 'Signed in' })
            .get('/api/v1/users/me')
            .expect(200),
        ),
    ]);

    const all = await listUsers();
    expect(all).toHaveLength(300);
    expect(all.filter(({ company }) => company !== 'Looms')).toEqual([]);
    expect(all.slice(0, 20).every(({ first_name }) => first_name === 'Signed in')).toBe(true);
  });
});

describe('a refused import', () => {
  it('answers 400 for 100,001 rows and imports none', async () => {
    const ids = Array.from({ length: 100_001 }, (_, n) => n + 1);
    const { body } = await importFile(`messenger_id,first_name\n${ids.join(',A\n')},A\n`).expect(
      400,
    );

    expect(body).toEqual({
      error: 'file: expected at most 100,000 rows',
      code: 'VALIDATION_ERROR',
    });
    expect(await listUsers()).toEqual([]);
  });

  it('answers 400 for 100,001 entries of a list', async () => {
    const { body } = await importList(Array(100_001).fill(0)).expect(400);
    expect(body).toEqual({
      error: 'users: expected at most 100,000 rows',
      code: 'VALIDATION_ERROR',
    });
  });

  it('answers 400 for a file that is damaged after valid rows, and imports none', async () => {
    const { body } = await importFile('messenger_id,first_name\n1,Ada\n2,"Grace\n').expect(400);
    expect(body.error).toMatch(/^file: expected a closing quote in row 3/);
    expect(await listUsers()).toEqual([]);
  });

  it.each([
    ['no body', () => request()],
    ['an empty object', () => request().send({})],
    ['a form without a file', () => request().field('note', 'x')],
    ['an object as a list', () => importList({ 1: ADA })],
  ])('answers 400 for %s', async (_what, send) => {
    const { body } = await send().expect(400);
    expect(body).toEqual({ error: expect.stringMatching(/^users: /), code: 'VALIDATION_ERROR' });
  });

  it.each([
    ['a file in another field', () => request().attach('table', Buffer.from('a'), 'a.csv')],
    ['two files', () => importFile('messenger_id\n1').attach('file', Buffer.from('a'), 'b.csv')],
    ['an empty file', () => importFile('')],
    ['a table without rows or header', () => importFile('\n\n')],
    ['a duplicate column', () => importFile('messenger_id,Messenger_ID\n1,2')],
    ['a table without an identifying column', () => importFile('first_name\nAda')],
    [
      'a workbook that is cut short',
      async () => {
        const bytes = aWorkbook({ P: [['messenger_id'], [1]] });
        return importFile(bytes.subarray(0, bytes.length / 2));
      },
    ],
    [
      'a form that is cut short',
      () =>
        request()
          .set('Content-Type', 'multipart/form-data; boundary=x')
          .send(
            '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nmessenger_id',
          ),
    ],
    [
      'a form without a boundary',
      () => request().set('Content-Type', 'multipart/form-data').send('x'),
    ],
  ])('answers 400 for %s', async (_what, send) => {
    const { status, body } = await send();
    expect([status, body]).toEqual([400, failure('VALIDATION_ERROR')]);
  });

  it('answers 415 for a file that is not a table', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex');
    const { body } = await importFile(png).expect(415);
    expect(body).toEqual({ error: 'file: expected .csv or .xlsx', code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('answers 413 for a file over 32 MiB', async () => {
    const { body } = await importFile(Buffer.alloc(32 * 1024 * 1024 + 1, 'a')).expect(413);
    expect(body).toEqual(failure('PAYLOAD_TOO_LARGE'));
  });

  it('answers 413 for a list over 1 MiB', async () => {
    const { body } = await importList([{ bio: 'a'.repeat(1024 * 1024) }]).expect(413);
    expect(body).toEqual(failure('PAYLOAD_TOO_LARGE'));
  });
});

it('records the counts, but no personal data, in the audit log', async () => {
  await importList([ADA, { messenger_id: 'x' }])
    .set('X-Request-Id', 'import-1')
    .expect(200);

  expect(await api.db('audit_log')).toMatchObject([
    {
      action: 'user.import',
      actor: expect.any(String),
      request_id: 'import-1',
      subject_type: 'user',
      subject_id: null,
      before: null,
      after: { total: 2, created: 1, updated: 0, unchanged: 0, failed: 1, dry_run: false },
    },
  ]);
  expect(JSON.stringify(await api.db('audit_log'))).not.toContain('Lovelace');
});

describe('temporary files', () => {
  const untilNoFileContains = (words: string) =>
    until(async () => (await temporaryFilesWith(words)).length === 0);

  it.each([
    ['an import', 200, (words: string) => importFile(`messenger_id,first_name\n1,${words}\n`)],
    [
      'a damaged file',
      400,
      (words: string) => importFile(`messenger_id,first_name\n1,${words}\n2,"`),
    ],
    [
      'a wrong query',
      400,
      (words: string) => importFile(`messenger_id\n${words}`, { dry_run: 'x' }),
    ],
    [
      'a form that is cut short',
      400,
      (words: string) =>
        request()
          .set('Content-Type', 'multipart/form-data; boundary=x')
          .send(`--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${words}`),
    ],
    [
      'a file that is too large',
      413,
      (words: string) => importFile(words.padEnd(32 * 1024 * 1024 + 1, words)),
    ],
  ])('are deleted after %s', async (_what, status, send) => {
    const words = randomUUID();
    await send(words).expect(status);
    await untilNoFileContains(words);
  });

  it('are deleted after a client disconnects before the answer', async () => {
    const words = randomUUID();
    const rows = Array.from({ length: 2_000 }, (_, n) => `${n + 1},${words}`).join('\n');
    const part = 'Content-Disposition: form-data; name="file"; filename="a.csv"';
    const body = `--x\r\n${part}\r\n\r\nmessenger_id,first_name\n${rows}\r\n--x--\r\n`;
    const head = [
      'POST /api/v1/admin/users/bulk-import HTTP/1.1',
      'Host: localhost',
      `X-API-Key: ${ADMIN_API_KEY}`,
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${body.length}`,
    ].join('\r\n');

    for (const length of [body.length / 2, body.length - 1, body.length]) {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
      await new Promise((sent) => socket.write(`${head}\r\n\r\n${body.slice(0, length)}`, sent));
      socket.destroy();
    }
    // The third request is complete: its import runs to the end, and its file exists until then.
    await until(async () => (await listUsers()).length > 0);
    await untilNoFileContains(words);
  });
});

it('sends the same number of queries for any number of rows', async () => {
  const rows = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => ({ messenger_id: from + n, first_name: 'A' }));
  const few = await countQueries(api.db, () => importList(rows(10, 1)).expect(200));
  const many = await countQueries(api.db, () => importList(rows(1_000, 100)).expect(200));
  expect(many).toBe(few);
});
