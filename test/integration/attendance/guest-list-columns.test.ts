import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aUser } from '../../support/factories.ts';
import { guestListCsv } from '../../support/guest-lists.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { expectSound } from '../../support/seats.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  conference = await aConference(api.db);
});

type Fields = Readonly<Record<string, string>>;
const path = (rest: string) => `/api/v1/admin/conferences/${conference.id}/${rest}`;
const send = (csv: string, fields: Fields = {}) =>
  Object.entries(fields).reduce(
    (request, [name, value]) => request.field(name, value),
    api.admin().post(path('bulk-upload')).attach('file', Buffer.from(csv), 'guests.csv'),
  );
const invitations = () =>
  invitationsIn(api.db).where({ conference_id: conference.id }).orderBy('id');
const named = async (...fields: string[]) =>
  (await invitations()).map((row) => fields.map((field) => row[field]));
const scan = (code: string) => api.admin().post(path('check-in')).send({ code });

describe('the ticket of Luma', () => {
  const KEY = 'g-Qr7Ws8Et9Yu0Io1';
  const printed = (host: string, key = KEY) =>
    `https://${host}/check-in/evt-Mn4Bv5Cx6Zl7Kj8?pk=${key}`;
  const list = (host = 'luma.com', key = KEY) =>
    guestListCsv('luma', [
      {
        guest_id: 'gst-Ab1Cd2Ef3Gh4Ij5',
        name: 'Ada Lovelace',
        email: 'ada@example.org',
        approval_status: 'approved',
        qr_code_url: printed(host, key),
      },
    ]);

  it.each([
    ['as printed', printed('luma.com')],
    ['of the other host', printed('lu.ma')],
    ['with www and other parameters', `https://www.lu.ma/check-in/evt-x?utm=a&pk=${KEY}&z=1#top`],
    ['as its key alone', KEY],
    ['by the code of the list', 'gst-Ab1Cd2Ef3Gh4Ij5'],
  ])('opens the door %s', async (_how, code) => {
    await send(list(), { preset: 'luma' }).expect(200);
    const { body } = await scan(code).expect(200);
    expect(body).toMatchObject({ already_checked_in: false, invitation: { first_name: 'Ada' } });
  });

  it('claims nothing', async () => {
    await send(list(), { preset: 'luma' }).expect(200);
    const user = await aUser(api.db);
    for (const code of [printed('luma.com'), KEY]) {
      const claim = { code, last_name: 'Lovelace' };
      await api.as(user).post(`/api/v1/conferences/${conference.id}/claim`).send(claim).expect(404);
    }
  });

  it('is another one after the list has another, and stays out of the answers', async () => {
    await send(list(), { preset: 'luma' }).expect(200);
    const again = await send(list('lu.ma'), { preset: 'luma' }).expect(200);
    expect(again.body).toMatchObject({ unchanged: 1, updated: 0 });
    const renewed = await send(list('luma.com', 'g-Renewed'), { preset: 'luma' }).expect(200);
    expect(renewed.body).toMatchObject({ updated: 1 });
    expect((await scan(printed('luma.com')).expect(400)).body).toMatchObject({
      code: 'TICKET_INVALID',
    });
    await scan(printed('lu.ma', 'g-Renewed')).expect(200);
    const shown = await api.admin().get(path('attendees?include=guests&status=all')).expect(200);
    expect(JSON.stringify(shown.body)).not.toContain('g-Renewed');
    expect(JSON.stringify(await invitations())).not.toContain('g-Renewed');
  });

  it('of two guests is refused with its row, and that of another guest too', async () => {
    const row = { approval_status: 'approved', qr_code_url: printed('luma.com') };
    const csv = guestListCsv('luma', [
      { ...row, guest_id: 'gst-1111111111111', name: 'Ada' },
      { ...row, guest_id: 'gst-2222222222222', name: 'Grace' },
    ]);
    const { body } = await send(csv, { preset: 'luma' }).expect(200);
    expect(body).toMatchObject({ created: 1, failed: 1, errors: [{ row: 3 }] });
    const other = guestListCsv('luma', [{ ...row, guest_id: 'gst-3333333333333', name: 'Zoë' }]);
    expect((await send(other, { preset: 'luma' }).expect(200)).body).toMatchObject({
      failed: 1,
      errors: [{ row: 2, field: 'scan_code', error: 'another invitation has it' }],
    });
  });

  it('is deleted with the guest', async () => {
    await send(list(), { preset: 'luma' }).expect(200);
    const [{ id }] = await invitations();
    await api
      .admin()
      .delete(path(`invitations/${id}?erase=true`))
      .expect(200);
    expect(await named('scan_code_hash')).toEqual([[null]]);
    await scan(KEY).expect(400);
  });
});

describe('the positions of pretix', () => {
  const header =
    'Order code,Position ID,Status,Product,Attendee name,Ticket secret,Add-on to position ID,Admission product';
  it('are guests only if they admit, and are no add-ons', async () => {
    const csv = `${header}
AB1CD,1,paid,Ticket,Ada Lovelace,k3pvzyaxhvnzqx5k,,Yes
AB1CD,2,paid,T-shirt,,k3pvzyaxhvnzqx5l,1,No
AB1CD,3,paid,Parking,,k3pvzyaxhvnzqx5m,,No
AB1CD,4,paid,Dinner,,k3pvzyaxhvnzqx5n,1,
`;
    const { body } = await send(csv, { preset: 'pretix' }).expect(200);
    expect(body).toMatchObject({
      created: 1,
      left_out: [
        { row: 3, reason: 'add-on to position id is 1' },
        { row: 4, reason: 'admission product is No' },
        { row: 5, reason: 'add-on to position id is 1' },
      ],
    });
    expect(await named('first_name')).toEqual([['Ada']]);
  });
});

describe('a list without a preset', () => {
  it.each([
    ['Name', 'Ada King Lovelace'],
    ['Full name', 'Ada King Lovelace'],
    ['full_name', 'Ada King Lovelace'],
    ['Attendee Name', 'Ada King Lovelace'],
  ])('splits its column %s', async (title, name) => {
    const csv = `${title},E-Mail,Company\n${name},ada@example.org,Engines\n`;
    const { body } = await send(csv).expect(200);
    expect(body).toMatchObject({ created: 1, ignored_columns: [] });
    expect(await named('first_name', 'last_name', 'company')).toEqual([
      ['Ada King', 'Lovelace', 'Engines'],
    ]);
  });

  it('keeps the parts of a name where it has them', async () => {
    await send('name,last name,email\nAda,Lovelace,ada@example.org\n').expect(200);
    expect(await named('first_name', 'last_name')).toEqual([[null, 'Lovelace']]);
  });

  it.each([
    [
      'Vorname,Nachname,Firma,E-Mail',
      'columns: expected a column with the names of the guests, found "Vorname", "Nachname", "Firma", "E-Mail"; set columns, as {"email":"E-Mail","last_name":"Nachname","first_name":"Vorname","company":"Firma"}, or set allow_nameless',
    ],
    [
      'Ticket code,Nombre del asistente',
      'columns: expected a column with the names of the guests, found "Ticket code", "Nombre del asistente"; set columns, as {"ticket_code":"Ticket code","name":"Nombre del asistente"}, or set allow_nameless',
    ],
    [
      'api_id,ticket_name,qr_code_url,email',
      'columns: expected a column with the names of the guests, found "api_id", "ticket_name", "qr_code_url", "email"; for a guest list of Luma set preset=luma, else set columns, as {"email":"email","ticket_type":"ticket_name","ticket_code":"qr_code_url"}, or set allow_nameless',
    ],
  ])(
    'is refused with what it has where its guests would have no name: %s',
    async (header, error) => {
      const { body } = await send(`${header}\na@example.org,b,c,a@example.org\n`).expect(400);
      expect(body).toEqual({ error, code: 'VALIDATION_ERROR' });
      expect(await invitations()).toEqual([]);
    },
  );

  it('can be read by the columns that the refusal names', async () => {
    const csv = 'Vorname,Nachname,E-Mail\nAda,Lovelace,ada@example.org\n';
    const { body } = await send(csv).expect(400);
    const columns = /set columns, as (\{.*?\})/.exec(body.error)?.[1] ?? '';
    await send(csv, { columns }).expect(200);
    expect(await named('first_name', 'last_name')).toEqual([['Ada', 'Lovelace']]);
  });

  it.each([
    ['allow_nameless', 'email\nada@example.org\n', { allow_nameless: 'true' }],
    ['a username', 'username,email\nada_l,ada@example.org\n', {}],
  ])('may have no names with %s', async (_with, csv, fields: Fields) => {
    await send(csv, fields).expect(200);
    expect(await invitations()).toHaveLength(1);
  });

  it('names the columns of a file without a key, and what they could be', async () => {
    const { body } = await send('Name,Mailadresse\nAda,ada@example.org\n').expect(400);
    expect(body.error).toContain(
      'found "Name", "Mailadresse"; set columns, as {"email":"Mailadresse"',
    );
  });
});

describe('the same people again with ticket codes', () => {
  const csv = (...rows: string[]) => `Name,Email,Ticket code\n${rows.join('\n')}\n`;

  it('are the guests of the first list, with their seats and now their codes', async () => {
    await send(csv('Ada Lovelace,ada@example.org,', 'Grace Hopper,grace@example.org,')).expect(200);
    const before = await named('id', 'queue_number', 'has_seat');
    const { body } = await send(
      csv(
        'Ada Lovelace,ada@example.org,k3pvzyaxhvnzqx5k',
        'Grace Hopper,grace@example.org,k3pvz5l',
      ),
    ).expect(200);
    expect(body).toMatchObject({ created: 0, updated: 2, failed: 0 });
    expect(await named('id', 'queue_number', 'has_seat')).toEqual(before);
    expect((await scan('k3pvzyaxhvnzqx5k').expect(200)).body).toMatchObject({
      invitation: { first_name: 'Ada' },
    });
    await expectSound(api.db, 'conferences', conference);
  });

  it('are new ones where one address has several rows, or a code of its own', async () => {
    await send(csv('Ada,buyer@example.org,AAAA1', 'Linus,linus@example.org,')).expect(200);
    const { body } = await send(
      csv(
        'Grace,buyer@example.org,AAAA2',
        'Linus,linus@example.org,BBBB1',
        'Zoë,linus@example.org,BBBB2',
      ),
    ).expect(200);
    expect(body).toMatchObject({ created: 3, failed: 0 });
  });

  it('leave the invitation alone that was withdrawn', async () => {
    await send(csv('Ada,ada@example.org,')).expect(200);
    const [{ id }] = await invitations();
    await api
      .admin()
      .delete(path(`invitations/${id}`))
      .expect(200);
    const { body } = await send(csv('Ada,ada@example.org,AAAA1')).expect(200);
    expect(body).toMatchObject({ created: 1, failed: 0 });
  });

  it('are no doubles in ten imports at once', async () => {
    await send(csv('Ada,ada@example.org,')).expect(200);
    const coded = csv('Ada,ada@example.org,AAAA1');
    await Promise.all(Array.from({ length: 10 }, () => send(coded).expect(200)));
    expect(await invitations()).toHaveLength(1);
  });
});

it.each([
  ['ada@bücher.example', 'ADA@XN--BCHER-KVA.EXAMPLE', 200],
  ['jörg@example.org', 'jörg@Example.org', 200],
  ['用户@例子.example', '用户@例子.example', 200],
])('the address %s is one, and the same as %s', async (one, other, status) => {
  await send(`name,email\nAda,${one}\n`).expect(status);
  const { body } = await send(`name,email\nAda,${other}\n`).expect(status);
  expect(body).toMatchObject({ failed: 0, unchanged: 1 });
});

it.each([
  'ada@',
  '@example.org',
  'ada lovelace@example.org',
  'ada@exa mple.org',
  'a@b@c.org',
  'ada',
  'ada.org',
])('the address %s is none', async (address) => {
  const { body } = await send(`name,email\nAda,${address}\n`).expect(200);
  expect(body).toMatchObject({ failed: 1, errors: [{ row: 2, field: 'email' }] });
});
