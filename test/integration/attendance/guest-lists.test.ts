import { POOL_LIMITS } from '../../../src/db/knex.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aUser, people } from '../../support/factories.ts';
import {
  GUEST_LIST_HEADERS,
  type GuestListHeader,
  guestListCsv,
  PRESET_OF,
} from '../../support/guest-lists.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { said } from '../../support/said.ts';
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
  conference = await aConference(api.db);
});

type Fields = Readonly<Record<string, string>>;

const path = () => `/api/v1/admin/conferences/${conference.id}/bulk-upload`;
const send = (csv: string, fields: Fields = {}, on = api) =>
  Object.entries(fields).reduce(
    (request, [name, value]) => request.field(name, value),
    on.admin().post(path()).attach('file', Buffer.from(csv), 'guests.csv'),
  );
const upload = (attendees: unknown, fields: object = {}) =>
  api
    .admin()
    .post(path())
    .send({ attendees, ...fields });
const invitations = () =>
  invitationsIn(api.db).where({ conference_id: conference.id }).orderBy('id');
const named = async (...fields: string[]) =>
  (await invitations()).map((row) => fields.map((field) => row[field]));
const columns = (given: Fields) => ({ columns: JSON.stringify(given) });

const PRETIX = { Status: 'paid', 'Order code': 'AB1CD', Email: 'buyer@example.org' };
const EVENTBRITE = { 'Order #': '11211912243', Email: 'buyer@example.org' };

/** A list with three guests who count, and the columns that read it without its preset. */
const LISTS: readonly [GuestListHeader, readonly Fields[], Fields, readonly unknown[]][] = [
  [
    'pretixCheckInList',
    [
      { Secret: 'k3pvzyaxhvnzqx5k', 'Attendee name: Given name': 'Ada', Company: 'Engines' },
      { Secret: 'k3pvzyaxhvnzqx5l', 'Attendee name: Given name': '王小明' },
      { Secret: 'k3pvzyaxhvnzqx5m', 'Attendee name: Given name': 'Zoë', Product: 'Student' },
    ].map((row) => ({ 'Order code': 'AB1CD', 'E-mail': 'buyer@example.org', ...row })),
    {
      ticket_code: 'Secret',
      first_name: 'Attendee name: Given name',
      company: 'company',
      email: 'E-mail',
      ticket_type: 'Product',
    },
    [
      ['Ada', 'Engines', null, 'qx5k'],
      ['王小明', null, null, 'qx5l'],
      ['Zoë', null, 'Student', 'qx5m'],
    ],
  ],
  [
    'pretixPositionsWithSecret',
    [
      { ...PRETIX, 'Ticket secret': 'k3pvzyaxhvnzqx5k', 'Attendee name': 'Ada Lovelace' },
      { ...PRETIX, 'Ticket secret': 'k3pvzyaxhvnzqx5l', 'Attendee name': 'Grace', Company: 'Navy' },
      { ...PRETIX, 'Ticket secret': 'k3pvzyaxhvnzqx5m', 'Attendee name': 'Zoë Łuk' },
    ],
    {
      ticket_code: 'Ticket secret',
      first_name: 'Attendee name',
      company: 'Company',
      email: 'Email',
    },
    [
      [expect.stringMatching(/^Ada/), null, null, 'qx5k'],
      ['Grace', 'Navy', null, 'qx5l'],
      [expect.stringMatching(/^Zoë/), null, null, 'qx5m'],
    ],
  ],
  [
    'lumaWithApiId',
    ['Ada', 'Grace', 'Zoë'].map((first_name, n) => ({
      api_id: `gst-Qlwi4e4mqdtWDv${n}`,
      name: first_name,
      first_name,
      email: `${n}@example.org`,
      approval_status: 'approved',
      ticket_name: 'Standard',
    })),
    { ticket_code: 'api_id', first_name: 'first_name', email: 'email', ticket_type: 'ticket_name' },
    [
      ['Ada', null, 'Standard', 'WDv0'],
      ['Grace', null, 'Standard', 'WDv1'],
      ['Zoë', null, 'Standard', 'WDv2'],
    ],
  ],
  [
    'eventbrite',
    ['18441583423', '18441700883', '18441700884'].map((attendee, n) => ({
      ...EVENTBRITE,
      'Attendee #': attendee,
      'First Name': `Guest ${n}`,
      'Attendee Status': n === 1 ? 'Checked In' : 'Attending',
      'Ticket Type': 'General Admission',
      Company: 'Engines, Ltd',
    })),
    {
      ticket_code: 'Attendee #',
      first_name: 'First Name',
      email: 'Email',
      company: 'Company',
      ticket_type: 'Ticket Type',
    },
    [
      ['Guest 0', 'Engines, Ltd', 'General Admission', null],
      ['Guest 1', 'Engines, Ltd', 'General Admission', null],
      ['Guest 2', 'Engines, Ltd', 'General Admission', null],
    ],
  ],
];

describe.each(LISTS)('the guest list %s', (list, rows, given, expected) => {
  const csv = guestListCsv(list, rows);
  const read = () => named('first_name', 'company', 'ticket_type', 'ticket_code_end');

  it.each([
    ['its preset', { preset: PRESET_OF[list] }],
    ['named columns', columns(given)],
  ])('goes in as it is by %s, and again changes nothing', async (_by, fields) => {
    const { body } = await send(csv, fields).expect(200);
    expect(body).toMatchObject({ total: 3, created: 3, failed: 0, by_username: 0, errors: [] });
    expect(await read()).toEqual(expected);
    expect((await invitations()).every(({ has_seat }) => has_seat)).toBe(true);
    const before = await invitations();

    const again = await send(csv, fields).expect(200);
    expect(again.body).toMatchObject({ unchanged: 3, created: 0, updated: 0, failed: 0 });
    expect(await invitations()).toEqual(before);
    await expectSound(api.db, 'conferences', conference);
  });

  it('is not guessed', async () => {
    const { body } = await send(csv).expect(400);
    expect(body).toEqual({
      error: expect.stringContaining(`preset: expected preset=${PRESET_OF[list]} or columns`),
      code: 'VALIDATION_ERROR',
    });
    expect(await invitations()).toEqual([]);
  });
});

it('reads a list that went through a spreadsheet program: semicolons, a title, a byte order mark', async () => {
  const header = GUEST_LIST_HEADERS.pretixCheckInList.replaceAll(',', ';');
  const csv = `\uFEFFCheck-in list, all products\r\n\r\n${header}\r\nAB1CD;"Ada; King";Ada;King;VIP;0,00;;;No;k3pvzyaxhvnzqx5k;ada@example.org\r\n`;
  const { body } = await send(csv, { preset: 'pretix' }).expect(200);
  expect(body).toMatchObject({ total: 1, created: 1, errors: [] });
  expect(await named('first_name', 'last_name', 'ticket_type')).toEqual([['Ada', 'King', 'VIP']]);
});

describe('the rows that count', () => {
  it('of pretix are those that are not canceled; the code is of the position', async () => {
    const csv = guestListCsv('pretixPositions', [
      { ...PRETIX, 'Position ID': '1', 'Attendee name: Given name': 'Ada' },
      { ...PRETIX, 'Position ID': '2', 'Attendee name: Given name': 'Grace', Status: 'canceled' },
      { ...PRETIX, 'Position ID': '3', 'Attendee name: Given name': 'Linus' },
    ]);
    const { body } = await send(csv, { preset: 'pretix' }).expect(200);
    expect(body).toMatchObject({
      total: 3,
      created: 2,
      left_out_count: 1,
      left_out: [{ row: 3, reason: 'status is canceled' }],
    });
    expect(await named('first_name')).toEqual([['Ada'], ['Linus']]);
  });

  it('of Luma are the approved ones; the others get no seat', async () => {
    const statuses = ['approved', 'declined', 'pending_approval', 'invited', ''];
    const rows = statuses.map((approval_status, n) => ({
      guest_id: `gst-${n}AAAAAAAAAAAAAA`,
      name: `Guest ${n}`,
      email: `${n}@example.org`,
      approval_status,
      'What company do you work for/with?': `Company ${n}`,
    }));
    const fields = {
      preset: 'luma',
      ...columns({ company: 'What company do you work for/with?' }),
    };
    const { body } = await send(guestListCsv('luma', rows), fields).expect(200);

    expect(body).toMatchObject({ total: 5, created: 1, failed: 0, left_out_count: 4 });
    const no = (row: number, value: string) => ({
      row,
      reason: `approval_status is ${value}`,
      code: 'no_guest',
      params: { column: 'approval_status', value },
    });
    expect(body.left_out).toEqual([
      no(3, 'declined'),
      no(4, 'pending_approval'),
      no(5, 'invited'),
      {
        row: 6,
        reason: 'approval_status is empty',
        code: 'no_guest_status',
        params: { column: 'approval_status' },
      },
    ]);
    expect(await named('last_name', 'company')).toEqual([['0', 'Company 0']]);
  });

  it('of Eventbrite attend; a guest who is declined later keeps their invitation', async () => {
    const row = {
      ...EVENTBRITE,
      'Attendee #': '18',
      'Barcode #': '500110001',
      'Attendee Status': 'Attending',
    };
    await send(guestListCsv('eventbriteWithBarcode', [row]), { preset: 'eventbrite' }).expect(200);
    const declined = guestListCsv('eventbriteWithBarcode', [
      { ...row, 'Attendee Status': 'Not Attending' },
    ]);
    const { body } = await send(declined, { preset: 'eventbrite' }).expect(200);
    expect(body).toMatchObject({ total: 1, left_out_count: 1, updated: 0, unchanged: 0 });
    expect(await invitations()).toMatchObject([{ withdrawn_at: null, has_seat: true }]);
  });
});

describe('a ticket code', () => {
  const ORDER = [1, 2, 3].map((n) => ({
    ticket_code: `AB1CD-${n}`,
    email: 'Buyer@Example.org',
    first_name: `Guest ${n}`,
  }));

  it('is of one attendee: an order of three has three, and one e-mail', async () => {
    expect((await upload(ORDER).expect(200)).body).toMatchObject({ created: 3, failed: 0 });
    expect((await upload(ORDER).expect(200)).body).toMatchObject({ unchanged: 3, failed: 0 });
    expect(await named('first_name')).toEqual([['Guest 1'], ['Guest 2'], ['Guest 3']]);
  });

  it('is stored as a keyed hash, with its end only if it is long', async () => {
    await upload([{ ticket_code: 'AB1CD-1' }, { ticket_code: ' k3pv zyax\thvnzqx5k ' }]);
    expect(await named('ticket_code_end')).toEqual([[null], ['qx5k']]);
    expect(JSON.stringify(await invitations())).not.toMatch(/AB1CD|k3pv/);
    const { body } = await upload([{ ticket_code: 'k3pvzyaxhvnzqx5k', company: 'Looms' }]);
    expect(body).toMatchObject({ updated: 1, created: 0 });
  });

  it('finds its invitation before messenger id and username, which follow it', async () => {
    await upload([{ ticket_code: 'code-1', username: 'ada_k' }]).expect(200);
    await upload([{ ticket_code: 'code-1', username: 'grace', messenger_id: 7 }]).expect(200);
    expect(await named('username', 'messenger_id')).toEqual([['grace', 7]]);
  });

  it('is added to an invitation that is found by username, also once it is claimed', async () => {
    await upload([{ username: 'ada_k' }, { username: 'grace' }]).expect(200);
    const grace = await aUser(api.db, { username: 'grace' });
    await api.as(grace).get('/api/v1/users/me').expect(200);
    await upload([{ username: 'ada_k' }]);
    const rows = [
      { username: 'ada_k', ticket_code: 'code-1' },
      { username: 'grace', ticket_code: 'code-2' },
    ];
    expect((await upload(rows).expect(200)).body).toMatchObject({ created: 0, failed: 0 });
    const codes = [{ ticket_code: 'code-1' }, { ticket_code: 'code-2' }];
    expect((await upload(codes).expect(200)).body).toMatchObject({ unchanged: 2 });
    expect(await invitations()).toHaveLength(2);
  });

  it('of a user is remembered, so that later rows without their id mean them', async () => {
    const [ada] = await people(api.db, 1);
    const { messenger_id } = ada;
    await upload([{ ticket_code: 'code-1', messenger_id }]).expect(200);
    const { body } = await upload([{ ticket_code: 'code-1', ticket_type: 'vip', company: 'X' }]);
    expect(body).toMatchObject({ created: 0, updated: 1 });
    expect(await api.db('registrations')).toMatchObject([
      { user_id: ada.id, ticket_type: 'vip', claimed_by: null },
    ]);
    expect(await api.db('users').where({ id: ada.id })).toMatchObject([{ company: null }]);
  });

  it('that is twice in a file fails, as does a username of another invitation', async () => {
    await upload([{ username: 'ada_k' }, { ticket_code: 'code-1' }]).expect(200);
    const { body } = await upload([
      { ticket_code: 'code-2' },
      { ticket_code: 'code-2' },
      { ticket_code: 'code-1', username: 'ADA_k' },
    ]).expect(200);
    expect(body).toMatchObject({ created: 1, failed: 2 });
    expect(body.errors).toEqual(
      said(
        { row: 2, field: 'ticket_code', error: 'the same person as in row 1' },
        { row: 3, field: 'username', error: 'another invitation has it' },
      ),
    );
  });

  it.each([
    ['of 3 characters', 'A B1'],
    ['of 201 characters', 'x'.repeat(201)],
    ['that a spreadsheet rounded', '1,84416E+10'],
  ])('%s fails', async (_what, ticket_code) => {
    const { body } = await upload([{ ticket_code }, { ticket_code: 'AB1CD-2' }]).expect(200);
    expect(body).toMatchObject({ created: 1, failed: 1, errors: [{ field: 'ticket_code' }] });
  });
});

describe('an e-mail', () => {
  it('identifies a row without a ticket code, in any letter case', async () => {
    await upload([{ email: 'ada@example.org', first_name: 'Ada' }]).expect(200);
    const rows = [{ email: 'ADA@Example.ORG', company: 'Engines' }];
    expect((await upload(rows).expect(200)).body).toMatchObject({ updated: 1, created: 0 });
    expect((await upload(rows).expect(200)).body).toMatchObject({ unchanged: 1 });
    expect(JSON.stringify(await invitations()).toLowerCase()).not.toContain('example.org');
  });

  it('that is twice in a file names both rows', async () => {
    const { body } = await upload([
      { email: 'buyer@example.org', first_name: 'Ada' },
      { email: 'ada@example.org' },
      { email: 'BUYER@example.org', first_name: 'Grace' },
      { email: 'buyer@example.org', ticket_code: 'AB1CD-1' },
      { email: 'buyer@example.org', username: 'linus' },
    ]).expect(200);
    const error = (one: number, two: number) =>
      `EMAIL_NOT_UNIQUE: rows ${one} and ${two} have this e-mail; each needs its ticket code`;
    expect(body).toMatchObject({ created: 3, failed: 2 });
    expect(body.errors).toEqual(
      said(
        { row: 1, field: 'email', error: error(1, 3) },
        { row: 3, field: 'email', error: error(1, 3) },
      ),
    );
  });

  it('finds an invitation that gets the messenger id of the row, unless it has another one', async () => {
    await upload([{ email: 'ada@example.org', company: 'Engines' }]).expect(200);
    const rows = [{ email: 'ada@example.org', messenger_id: 7 }];
    expect((await upload(rows).expect(200)).body).toMatchObject({ updated: 1, created: 0 });
    expect((await upload(rows).expect(200)).body).toMatchObject({ unchanged: 1 });
    await upload([{ email: 'ada@example.org', messenger_id: 8 }]).expect(200);
    expect(await named('messenger_id', 'company')).toEqual([
      [7, 'Engines'],
      [8, null],
    ]);
  });

  it('is not that of the other person who uses it, by their username', async () => {
    await upload([{ email: 'both@example.org', username: 'ada_k' }]).expect(200);
    await upload([{ email: 'both@example.org', username: 'grace' }]).expect(200);
    expect(await named('username')).toEqual([['ada_k'], ['grace']]);
  });

  it('finds an invitation with a ticket code only if it is the only one', async () => {
    await upload([
      { email: 'buyer@example.org', ticket_code: 'AB1CD-1' },
      { email: 'buyer@example.org', ticket_code: 'AB1CD-2' },
      { email: 'ada@example.org', ticket_code: 'AB1CD-3' },
    ]).expect(200);
    const { body } = await upload([
      { email: 'buyer@example.org' },
      { email: 'ada@example.org', company: 'Engines' },
    ]).expect(200);
    expect(body).toMatchObject({ created: 0, updated: 1, failed: 1 });
    expect(body.errors[0].error).toMatch(/^EMAIL_NOT_UNIQUE: several invitations/);
  });

  it('is kept on request, encrypted, until another one takes its place', async () => {
    const rows = [
      { email: 'ada@example.org', ticket_code: 'AB1CD-1' },
      { email: 'grace@example.org' },
      { ticket_code: 'AB1CD-3' },
    ];
    await upload(rows).expect(200);
    expect(await named('email_encrypted')).toEqual([[null], [null], [null]]);
    await upload(rows, { keep_email: true }).expect(200);
    const kept = await named('email_encrypted');
    expect(kept).toEqual([[expect.any(Buffer)], [expect.any(Buffer)], [null]]);
    expect(JSON.stringify(await invitations())).not.toContain('example.org');

    await upload(rows, { keep_email: true }).expect(200);
    expect(await named('email_encrypted')).toEqual(kept);
    await upload([{ email: 'ada@other.org', ticket_code: 'AB1CD-1' }]).expect(200);
    expect((await named('email_encrypted'))[0]).toEqual([null]);
  });
});

describe('a refused guest list', () => {
  const { luma } = GUEST_LIST_HEADERS;

  it.each<[string, string, Fields, string]>([
    ['an unknown preset', luma, { preset: 'xing' }, 'preset: '],
    [
      'the list of another shop',
      luma,
      { preset: 'pretix' },
      'file: expected the columns order code',
    ],
    [
      'a list without its status',
      'guest_id,email',
      { preset: 'luma' },
      'file: expected the columns approval_status',
    ],
    [
      'a column that is not in the file',
      luma,
      columns({ ticket_code: 'Secret', email: 'email' }),
      'columns.ticket_code: the file has no column "Secret"',
    ],
    ['an unknown field', luma, columns({ shoe_size: 'name' }), 'columns'],
    ['no field', luma, columns({}), 'columns: expected a column'],
    ['columns that are not JSON', luma, { columns: 'name' }, 'columns: expected JSON'],
  ])('answers 400 for %s', async (_what, header, fields, error) => {
    const { body } = await send(`${header}\r\ngst-1,Ada\r\n`, fields).expect(400);
    expect(body).toEqual({ error: expect.stringContaining(error), code: 'VALIDATION_ERROR' });
  });

  it('answers 400 for a preset without a file', async () => {
    const { body } = await upload([], { preset: 'luma' }).expect(400);
    expect(body.error).toBe('preset: expected a file');
  });
});

describe('at once', () => {
  const guests = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ticket_code: `ORDER-${from + n}`,
      email: `buyer${Math.floor((from + n) / 3)}@example.org`,
    }));

  it('two imports over two processes and registrations keep the counts exact', async () => {
    await api.db('conferences').update({ capacity: 250 });
    const users = await people(api.db, 20);
    const importOn = (on: TestApi, attendees: object[]) =>
      on.admin().post(path()).send({ attendees, keep_email: true });

    const [one, two, ...registered] = await Promise.all([
      importOn(api, guests(0, 200)),
      importOn(other, guests(100, 200)),
      ...users.map((user, n) =>
        (n % 2 ? api : other).as(user).post(`/api/v1/conferences/${conference.id}/register`),
      ),
    ]);

    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body.created + two.body.created).toBe(300);
    expect([one.body.failed, two.body.failed]).toEqual([0, 0]);
    expect(registered.filter(({ status }) => status > 201)).toEqual([]);
    expect(await invitations()).toHaveLength(300);
    await expectSound(api.db, 'conferences', conference);
  });
});

it('recognizes guests after a rotation of the secrets, and renews their hashes', async () => {
  const [key, newer] = ['older', 'newer'].map((age) =>
    Buffer.from(`the ${age} encryption key of them`).toString('base64'),
  );
  await using before = await startApi({ env: { ENCRYPTION_KEY: key }, on: api });
  await using after = await startApi({ env: { ENCRYPTION_KEY: `${newer},${key}` }, on: api });
  const attendees = [
    { ticket_code: 'AB1CD-1', email: 'buyer@example.org' },
    { email: 'ada@example.org' },
  ];
  const importOn = (on: TestApi) => on.admin().post(path()).send({ attendees });
  await importOn(before).expect(200);
  const old = await invitations();

  expect((await importOn(after).expect(200)).body).toMatchObject({ unchanged: 2, created: 0 });
  const renewed = await invitations();
  expect(renewed).toHaveLength(2);
  for (const [at, row] of renewed.entries()) {
    expect(row.email_hash).not.toBe(old[at].email_hash);
    expect(row.guest_key_id).not.toBe(old[at].guest_key_id);
  }
});
