import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { whileErasing } from '../../support/erasure.ts';
import { aUser, people } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';
import { said } from '../../support/said.ts';
import { remainingFilesWith } from '../../support/temporary-files.ts';
import { aWorkbook } from '../../support/workbooks.ts';

let api: TestApi;
let ada: User;
let grace: User;
let zoe: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('notification_jobs').delete();
  await api.db('users').delete();
  await emptyAuditLog(api.db);
  await api.db('pgboss.job').delete();
  ada = await aUser(api.db, { first_name: 'Ada', username: 'ada', messenger_reachable: true });
  grace = await aUser(api.db, { first_name: 'Grace', username: 'Grace' });
  zoe = await aUser(api.db, { first_name: 'Zoë', username: 'zoë' });
});

const TEXTS = { title: 'Your table', body: 'Dear {{first_name}}, you sit at {{table|the bar}}.' };

const PLAIN = { body: 'At nine.' };

/** Sends the form without undefined fields. */
function send(file: string | Uint8Array | undefined, given: Record<string, unknown> = {}) {
  const request = api.admin().post('/api/v1/admin/notifications/bulk-send-excel');
  for (const [name, value] of Object.entries({ ...TEXTS, ...given })) {
    if (value !== undefined) request.field(name, value as string);
  }
  return file === undefined ? request : request.attach('file', Buffer.from(file), 'people.csv');
}

const xlsx = (rows: (string | number | null)[][]) => aWorkbook({ A: rows });
const jobs = () => api.db('notification_jobs').orderBy('id');
const storedRecipients = () => api.db('broadcast_recipients').orderBy('user_id');
const error = (row: number, field: string | null, text: string) =>
  said({ row, field, error: text })[0];
const UNKNOWN = 'expected an existing user';

/** Runs a job and returns the body of each recipient by first name. */
async function bodiesOf(jobId: number): Promise<Record<string, string>> {
  await api.services.broadcastFanout.run(jobId, new AbortController().signal);
  const rows = await api
    .db('notifications as n')
    .join('users as u', 'u.id', 'n.user_id')
    .where({ job_id: jobId })
    .select('u.first_name', 'n.body');
  return Object.fromEntries(rows.map(({ first_name, body }) => [first_name, body]));
}

describe('POST /admin/notifications/bulk-send-excel', () => {
  it('sends a broadcast to the users in a CSV file, with their own values', async () => {
    const csv = `user_id;Table\n${ada.id};7\n${zoe.id};Königin\n${grace.id};\n`;

    const { body } = await send(csv, { action_url: 'https://x.example/' }).expect(201);

    expect(body).toEqual({
      translations: {},
      type: 'message',
      anchor: null,
      pin: null,
      ignore_gap: false,
      missed_at: null,
      warnings: [],
      quest_id: null,
      author: null,
      id: expect.any(Number),
      ...TEXTS,
      action_url: 'https://x.example/',
      start: null,
      audience: { spreadsheet: true },
      channels: ['in_app', 'messenger'],
      status: 'scheduled',
      failure_reason: null,
      recalled_at: null,
      scheduled_at: api.now().toISOString(),
      started_at: null,
      finished_at: null,
      total: 0,
      version: 1,
      created_at: expect.any(String),
      sheet: {
        total: 3,
        matched: 3,
        failed: 0,
        errors: [],
        ignored_columns: [],
        warnings: [],
        remarks: [],
      },
    });
    expect(await api.db('pgboss.job').select('name', 'data')).toEqual([
      { name: 'run-notification-job', data: { job_id: body.id } },
    ]);
    expect(await bodiesOf(body.id)).toEqual({
      Ada: 'Dear Ada, you sit at 7.',
      Grace: 'Dear Grace, you sit at the bar.',
      Zoë: 'Dear Zoë, you sit at Königin.',
    });
    expect(await api.db('deliveries').orderBy('user_id')).toMatchObject([
      { user_id: ada.id, status: 'queued', reason: null },
      { user_id: grace.id, status: 'skipped', reason: 'unreachable' },
      { user_id: zoe.id, status: 'skipped', reason: 'unreachable' },
    ]);
    // The job has run, so the rows of the file are deleted.
    expect(await storedRecipients()).toEqual([]);
  });

  it('sends a broadcast to the users in a workbook, identified by any key', async () => {
    const file = await xlsx([
      ['User_ID', 'Messenger_ID', 'Username', 'Shoe-Size', 'Größe', 'shoe size'],
      [ada.id, null, null, 38, 'M', 1],
      [null, grace.messenger_id, null, 39, 'L', 2],
      [null, null, '@ZOË', null, 'S', 3],
    ]);

    const { body } = await send(file, { body: '{{shoe_size|barefoot}}' }).expect(201);

    expect(body.sheet).toMatchObject({
      matched: 3,
      failed: 0,
      ignored_columns: ['größe', 'shoe size'],
    });
    expect(await bodiesOf(body.id)).toEqual({ Ada: '38', Grace: '39', Zoë: 'barefoot' });
  });

  it('finds the key columns below a title, in any spelling', async () => {
    const csv = `Tables of the dinner\nMessenger ID;Table\n+${grace.messenger_id};7\n'${ada.messenger_id}.0;8\n`;

    const { body } = await send(csv).expect(201);

    expect(body.sheet).toMatchObject({ matched: 2, failed: 0, ignored_columns: [] });
    expect(await bodiesOf(body.id)).toEqual({
      Ada: 'Dear Ada, you sit at 8.',
      Grace: 'Dear Grace, you sit at 7.',
    });
  });

  it('identifies a user by the first key of a row', async () => {
    const csv = `username,messenger_id,user_id\nzoë,${grace.messenger_id},${ada.id}\nzoë,${grace.messenger_id},`;
    const { body } = await send(csv, PLAIN).expect(201);
    expect(Object.keys(await bodiesOf(body.id)).sort()).toEqual(['Ada', 'Grace']);
  });

  it('reports the rows without a recipient', async () => {
    const blocked = await aUser(api.db, { username: 'blocked', is_blocked: true });
    const erased = await aUser(api.db, { messenger_id: null, erased_at: api.now().toISOString() });
    const file = await xlsx([
      ['user_id', 'messenger_id', 'username', 'table'],
      [ada.id, null, null, 'first'],
      [zoe.id + 1_000, null, null, null],
      [null, 7, null, null],
      [null, null, 'unknown', null],
      [blocked.id, null, null, null],
      [null, null, 'Blocked', null],
      [erased.id, null, null, null],
      [null, ada.messenger_id, null, 'second'],
      [null, null, null, 'no key'],
      ['x', null, null, null],
      [zoe.id, null, null, 'x'.repeat(1_001)],
    ]);

    const { body } = await send(file).expect(201);

    expect(body).toMatchObject({ sheet: { total: 11, matched: 1, failed: 10 } });
    expect(body.sheet.errors).toEqual([
      error(3, 'user_id', UNKNOWN),
      error(4, 'messenger_id', UNKNOWN),
      error(5, 'username', UNKNOWN),
      error(6, 'user_id', 'this user is blocked'),
      error(7, 'username', 'this user is blocked'),
      error(8, 'user_id', UNKNOWN),
      error(9, 'messenger_id', 'the same user as in row 2'),
      error(10, 'user_id', 'expected a user_id, a messenger_id or a username'),
      error(11, 'user_id', 'expected a positive integer'),
      error(12, 'variables.table', 'expected at most 1,000 characters'),
    ]);
    expect(await bodiesOf(body.id)).toEqual({ Ada: 'Dear Ada, you sit at first.' });
  });

  it('prefers a column over a built-in variable, unless its cell is empty', async () => {
    const csv = `user_id,table,first_name\n${ada.id},,Countess\n${zoe.id},,\n`;
    const { body } = await send(csv).expect(201);
    expect(await bodiesOf(body.id)).toEqual({
      Ada: 'Dear Countess, you sit at the bar.',
      Zoë: 'Dear Zoë, you sit at the bar.',
    });
  });

  it('stores only the columns that the templates use', async () => {
    const csv = `user_id,table,salary\n${ada.id},7,918273645\n`;
    await send(csv).expect(201);
    expect(await storedRecipients()).toMatchObject([
      { user_id: ada.id, variables: { table: '7' } },
    ]);
    expect(await remainingFilesWith('918273645')).toEqual([]);
  });

  it('renders cells unchanged', async () => {
    const odd = `{{points}} \\ 'x' "y" <b> 100 % ? :name $1`;
    const file = await xlsx([
      ['user_id', 'table'],
      [ada.id, `${odd}\nline\ttwo`],
    ]);
    const { body } = await send(file, { body: '{{table}}' }).expect(201);
    expect(await bodiesOf(body.id)).toEqual({ Ada: `${odd}\nline\ttwo` });
  });

  it('makes one line of a cell in a title, without control and direction characters', async () => {
    const file = await xlsx([
      ['user_id', 'table', 'note'],
      [ada.id, 'The\n\u202ebar\u0007', 'One\ntwo'],
    ]);
    const { body } = await send(file, { title: 'At {{table}}', body: '{{note}}' }).expect(201);
    expect(await bodiesOf(body.id)).toEqual({ Ada: 'One\ntwo' });
    expect(await api.db('notifications').where({ job_id: body.id })).toMatchObject([
      { title: 'At The bar' },
    ]);
  });

  it('reads 5,000 rows with as many statements as one', async () => {
    const lines = (await people(api.db, 5_000)).map(
      ({ messenger_id }, n) => `${messenger_id},${n}`,
    );
    const one = await countQueries(api.db, () =>
      send(`messenger_id,table\n${lines[0]}`, { dry_run: 'true' }).expect(200),
    );
    let answer: Record<string, unknown> = {};
    const all = await countQueries(api.db, async () => {
      const csv = ['messenger_id,table', ...lines].join('\n');
      answer = (await send(csv, { dry_run: 'true' }).expect(200)).body;
    });

    expect(answer).toMatchObject({
      count: 5_000,
      sheet: { total: 5_000, matched: 5_000, failed: 0 },
    });
    expect(all).toBe(one);
  });

  it('reports the first 1,000 failed rows, and counts all', async () => {
    const lines = Array.from({ length: 1_500 }, (_, n) => (n % 2 ? 'x' : String(n + 1)));
    const { body } = await send(['messenger_id', ...lines, ada.messenger_id].join('\n'), PLAIN);

    expect(body).toMatchObject({ sheet: { total: 1_501, matched: 1, failed: 1_500 } });
    expect(body.sheet.errors).toHaveLength(1_000);
    expect(body.sheet.errors.slice(0, 2)).toEqual([
      error(2, 'messenger_id', UNKNOWN),
      error(3, 'messenger_id', 'expected a positive integer'),
    ]);
  });

  it('schedules a broadcast for later, on one channel', async () => {
    const scheduled_at = '2026-05-15T08:00:00.000Z';
    const given = { ...PLAIN, scheduled_at, channels: 'messenger', action_url: '' };
    const { body } = await send(`user_id\n${ada.id}`, given).expect(201);

    expect(body).toMatchObject({ scheduled_at, channels: ['messenger'], action_url: null });
    await api.services.broadcastFanout.run(body.id, new AbortController().signal);
    expect(await api.db('notifications').where({ job_id: body.id })).toEqual([]);
  });

  it.each([
    ['one field', 'messenger, in_app'],
    ['repeated fields', ['messenger', 'in_app']],
  ])('accepts both channels in %s', async (_what, channels) => {
    const given = { ...PLAIN, channels };
    const { body } = await send(`user_id\n${ada.id}`, given).expect(201);
    expect(body.channels).toEqual(['messenger', 'in_app']);
  });

  it('with dry_run counts, renders and reports, and stores nothing', async () => {
    const csv = `username,table\nada,7\ngrace,8\nunknown,9\n`;

    const { body } = await send(csv, { dry_run: 'true' }).expect(200);

    expect(body).toEqual({
      dry_run: true,
      count: 2,
      recipients: { in_app: 2, messenger: 1 },
      too_soon: 0,
      samples: [
        { user_id: ada.id, title: 'Your table', body: 'Dear Ada, you sit at 7.' },
        { user_id: grace.id, title: 'Your table', body: 'Dear Grace, you sit at 8.' },
      ],
      sheet: {
        total: 3,
        matched: 2,
        failed: 1,
        errors: [error(4, 'username', UNKNOWN)],
        ignored_columns: [],
        warnings: [],
        remarks: [],
      },
    });
    expect(await jobs()).toEqual([]);
    expect(await storedRecipients()).toEqual([]);
    expect(await api.db('audit_log')).toEqual([]);
    expect(await api.db('pgboss.job')).toEqual([]);
  });

  it('answers 400 without recipients, while a dry run reports the rows', async () => {
    const csv = 'username\nunknown_564738291\n';
    const { body } = await send(csv, PLAIN).expect(400);
    const message = `file: expected a row with an existing user; row 2, username: ${UNKNOWN}`;
    expect(body).toEqual(failure('VALIDATION_ERROR', message));
    expect(await jobs()).toEqual([]);
    expect(await api.db('audit_log')).toEqual([]);
    expect(await remainingFilesWith('unknown_564738291')).toEqual([]);

    const tried = await send(csv, { ...PLAIN, dry_run: 'true' }).expect(200);
    expect(tried.body).toMatchObject({ count: 0, samples: [], sheet: { failed: 1 } });
    expect((await send('username\n', PLAIN).expect(400)).body).toEqual(refusal('file'));
  });

  it.each([
    ['a missing title', { title: undefined }, 'title'],
    ['a body that is too long', { body: 'x'.repeat(4_001) }, 'body'],
    ['a URL that is not on the web', { action_url: 'x' }, 'action_url'],
    ['an unknown channel', { channels: 'in_app,pigeon' }, 'channels.1'],
    ['a repeated channel', { channels: 'in_app,in_app' }, 'channels'],
    ['an invalid time', { scheduled_at: 'tomorrow' }, 'scheduled_at'],
    ['a time in the past', { scheduled_at: '2026-05-14T08:00:00Z' }, 'scheduled_at'],
    ['a dry_run that is not boolean', { dry_run: 'perhaps' }, 'dry_run'],
    // A shell sends an empty field when a substitution fails: it must not start a broadcast.
    ['an empty time', { scheduled_at: '' }, 'scheduled_at'],
    ['an empty dry_run', { dry_run: '' }, 'dry_run'],
    ['braces that do not close', { title: '{{' }, 'title'],
    ['an unknown variable', { body: '{{shoe_size}} {{table}}' }, 'body'],
    ['a key as a variable', { body: '{{user_id}}' }, 'body'],
  ])('answers 400 for %s', async (_what, given, field) => {
    const { body } = await send(`user_id,table\n${ada.id},7`, given).expect(400);
    expect(body).toEqual(
      field.includes(': ') ? failure('VALIDATION_ERROR', field) : refusal(field),
    );
    expect(await jobs()).toEqual([]);
  });

  it('accepts dry_run in the query too, like the imports', async () => {
    const { body } = await send(`user_id\n${ada.id}`, PLAIN).query({ dry_run: 'true' }).expect(200);
    expect(body).toMatchObject({ dry_run: true, count: 1 });
    expect(await jobs()).toEqual([]);
  });

  it('names a variable that is neither built-in nor a column', async () => {
    const { body } = await send(`user_id\n${ada.id}`).expect(400);
    expect(body.error).toBe('body: expected a known variable, got "table"');
  });

  it('answers 400 for more than 20 columns in the templates', async () => {
    const names = Array.from({ length: 21 }, (_, n) => `c${n}`);
    const csv = `user_id,${names.join(',')}\n${ada.id}\n`;
    const body = names.map((name) => `{{${name}}}`).join('');
    expect((await send(csv, { body }).expect(400)).body).toEqual(refusal('body'));
    await send(csv, { body: body.replace('{{c20}}', '') }).expect(201);
  });

  it.each([
    ['a missing file', undefined],
    ['a file without a key column', 'first_name,table\nAda,7\n'],
    ['a file with a repeated column', 'user_id,user_id\n1,1\n'],
    ['an empty file', ''],
  ])('answers 400 for %s', async (_what, file) => {
    expect((await send(file).expect(400)).body).toEqual(refusal('file'));
  });

  it('answers 415 for a file that is no table', async () => {
    const { body } = await send(Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2, 255])).expect(415);
    expect(body).toEqual(failure('UNSUPPORTED_MEDIA_TYPE'));
  });

  it('answers 413 for a file over 32 MiB', async () => {
    const { body } = await send(Buffer.alloc(32 * 1024 * 1024 + 1, 'a')).expect(413);
    expect(body).toEqual(failure('PAYLOAD_TOO_LARGE'));
  });

  it('answers 400 for a JSON body', async () => {
    const path = '/api/v1/admin/notifications/bulk-send-excel';
    expect((await api.admin().post(path).send(TEXTS).expect(400)).body).toEqual(refusal('file'));
  });

  it('creates a job for each request', async () => {
    const csv = `user_id\n${ada.id}`;
    const answers = await Promise.all([send(csv, PLAIN), send(csv, PLAIN)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await jobs()).toHaveLength(2);
  });

  it('is audited', async () => {
    const { body } = await send(`user_id\n${ada.id}`, PLAIN).expect(201);
    expect(await api.db('audit_log')).toMatchObject([
      {
        action: 'notification_job.create',
        subject_type: 'notification_job',
        subject_id: body.id,
      },
    ]);
  });

  it('stores nothing about a user who is erased, before or during the request', async () => {
    await send(`username,table\nada,7\nzoë,8`).expect(201);
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    expect(await storedRecipients()).toMatchObject([{ user_id: zoe.id }]);

    // The second request waits for a running erasure.
    const csv = `user_id,table\n${zoe.id},9\n${grace.id},10`;
    const { body } = await whileErasing(api, zoe, () => send(csv));
    expect(body).toMatchObject({
      sheet: { matched: 1, errors: [error(2, 'user_id', UNKNOWN)] },
    });
  });
});
