import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aRegistration, aUser } from '../../support/factories.ts';
import { GUEST_LIST_HEADERS, guestListCsv, PRESET_OF } from '../../support/guest-lists.ts';
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
  conference = await aConference(api.db);
});

const path = () => `/api/v1/admin/conferences/${conference.id}/bulk-upload`;
const upload = (attendees: object[], query: object = {}) =>
  api.admin().post(path()).query(query).send({ attendees }).expect(200);
const tried = async (attendees: object[]) =>
  (await upload(attendees, { dry_run: 'true' })).body.preview;
const send = (file: Buffer, query: object = {}, preset = 'detect') =>
  api.admin().post(path()).query(query).field('preset', preset).attach('file', file, 'guests.xlsx');

describe('the preview of a dry run', () => {
  it('has the first rows as they will be stored, and the outcome of each', async () => {
    const grace = await aUser(api.db, {
      messenger_id: 7,
      first_name: 'Grace',
      last_name: 'Hopper',
    });
    await aRegistration(api.db, [grace, conference]);
    await upload([
      { email: 'ada@example.org', first_name: 'Ada', last_name: 'King', company: 'Engines' },
      { ticket_code: 'CODE-000000001', first_name: 'Joan' },
    ]);
    await api.db('conferences').update({ capacity: 4 });
    const rows = [
      { email: 'ada@example.org', ticket_code: 'CODE-000000002', last_name: 'Lovelace' },
      { ticket_code: 'CODE-000000001', first_name: 'Joan' },
      { messenger_id: 7, ticket_type: 'vip', first_name: 'Another' },
      { username: 'linus_t', first_name: 'Linus', ticket_type: 'press' },
      { username: 'zoe_k' },
      { first_name: 'Nobody' },
    ];
    const preview = await tried(rows);

    const place = { company: null, ticket_type: null, has_ticket_code: false };
    expect(preview.rows).toEqual([
      {
        ...place,
        row: 1,
        name: 'Ada Lovelace',
        company: 'Engines',
        has_ticket_code: true,
        status: 'invited',
        outcome: 'merged',
      },
      {
        ...place,
        row: 2,
        name: 'Joan',
        has_ticket_code: true,
        status: 'invited',
        outcome: 'unchanged',
      },
      {
        ...place,
        row: 3,
        name: expect.stringMatching(/Hopper$/),
        ticket_type: 'vip',
        status: 'registered',
        outcome: 'updated',
      },
      {
        ...place,
        row: 4,
        name: 'Linus',
        ticket_type: 'press',
        status: 'invited',
        outcome: 'created',
      },
      { ...place, row: 5, name: null, status: 'waitlisted', outcome: 'created' },
      { ...place, row: 6, name: null, status: null, outcome: 'failed' },
    ]);

    // As they then are.
    await upload(rows);
    const { body } = await api
      .admin()
      .get(`/api/v1/admin/conferences/${conference.id}/attendees?include=guests&status=all`)
      .expect(200);
    const names = body.data.map((one: { user: Named | null; invitee?: Named }) =>
      nameOf(one.user ?? one.invitee),
    );
    expect(names.sort()).toEqual(
      preview.rows
        .slice(0, 5)
        .map((row: { name: string | null }) => row.name ?? '')
        .sort(),
    );
  });

  it('names whom each row joins, those with a new key first', async () => {
    const kim = await aUser(api.db, { username: 'kim_lee', first_name: 'Kim', last_name: null });
    await aRegistration(api.db, [kim, conference]);
    await upload([
      { ticket_code: 'CODE-000000001', first_name: 'Joan' },
      { email: 'family@example.org', first_name: 'Ada', last_name: 'King' },
    ]);
    const rows = [
      { ticket_code: 'CODE-000000001', first_name: 'Joan', company: 'Decks' },
      { ticket_code: 'CODE-000000003', email: 'family@example.org', first_name: 'Zoë' },
      { username: 'KIM_LEE', first_name: 'Kimberly' },
      { ticket_code: 'CODE-000000001', first_name: 'Joan' },
      { username: 'someone_new' },
    ];
    const { merges, merge_count } = await tried(rows);

    const there = { existing_row: null };
    expect(merges).toEqual([
      { ...there, row: 2, name: 'Zoë', existing_name: 'Ada King', by: 'email', outcome: 'merged' },
      {
        ...there,
        row: 3,
        name: 'Kimberly',
        existing_name: 'Kim',
        by: 'username',
        outcome: 'merged',
      },
      {
        ...there,
        row: 1,
        name: 'Joan',
        existing_name: 'Joan',
        by: 'ticket_code',
        outcome: 'updated',
      },
      {
        row: 4,
        name: null,
        existing_name: 'Joan',
        existing_row: 1,
        by: 'ticket_code',
        outcome: 'failed',
      },
    ]);
    expect(merge_count).toBe(4);
  });

  it('has ten rows, fifty of the joined ones, and the count of all', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => ({
      ticket_code: `CODE-${1_000_000_000 + n}`,
      first_name: `Guest ${n}`,
    }));
    await upload(rows);
    const preview = await tried(rows);
    expect(preview.rows.map(({ row }: { row: number }) => row)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(preview.merges).toHaveLength(50);
    expect(preview.merge_count).toBe(60);
    expect((await tried([])).rows).toEqual([]);
  });

  it('agrees with the counts, also for two tickets of one user', async () => {
    const kim = await aUser(api.db, { messenger_id: 7, first_name: 'Kim', last_name: 'Lee' });
    await upload([{ ticket_code: 'CODE-000000001', messenger_id: 7 }]);
    await upload([{ ticket_code: 'CODE-000000002', messenger_id: 8 }]);
    await api
      .db('registrations')
      .where({ messenger_id: 8 })
      .update({ claimant_id: kim.id, claimed_at: new Date(), status: 'cancelled' });
    await api.db('conferences').update({ invited_count: 0 });
    const { body } = await upload(
      [{ ticket_code: 'CODE-000000001' }, { ticket_code: 'CODE-000000002' }],
      { dry_run: 'true' },
    );
    expect(body).toMatchObject({ unchanged: 2 });
    expect(body.preview.rows).toMatchObject([
      { name: 'Kim Lee', outcome: 'unchanged' },
      { name: 'Kim Lee', outcome: 'merged' },
    ]);
  });

  it('is not stored with an Idempotency-Key, nor is any name', async () => {
    await upload([{ email: 'ada@example.org', first_name: 'Adaname' }]);
    const dry = () =>
      api
        .admin()
        .post(path())
        .query({ dry_run: 'true' })
        .set('Idempotency-Key', 'a-dry-run')
        .send({ attendees: [{ email: 'ada@example.org', company: 'Engines' }] })
        .expect(200);
    expect((await dry()).body.preview.merges).toMatchObject([{ existing_name: 'Adaname' }]);
    expect(JSON.stringify(await api.db('idempotency_keys'))).not.toContain('Adaname');
    const replay = await dry();
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect(replay.body).toMatchObject({ updated: 1, preview: null });
  });

  it('is not for a key that reads no attendees, and not of an import', async () => {
    const { body: key } = await api
      .admin()
      .post('/api/v1/admin/api-keys')
      .send({ name: 'import', scopes: ['attendees:import', 'people:contacts'] })
      .expect(201);
    const { body } = await api
      .admin(key.secret)
      .post(path())
      .query({ dry_run: 'true' })
      .send({ attendees: [{ email: 'ada@example.org' }] })
      .expect(200);
    expect(body).not.toHaveProperty('preview');
    expect((await upload([{ email: 'ada@example.org' }])).body).not.toHaveProperty('preview');
  });
});

interface Named {
  readonly first_name: string | null;
  readonly last_name: string | null;
}
const nameOf = (one: Named | undefined) =>
  [one?.first_name, one?.last_name].filter(Boolean).join(' ');

describe('preset=detect', () => {
  const lists = Object.entries(PRESET_OF) as [keyof typeof PRESET_OF, string][];
  /** A row that is a guest with its title in the first column that each shop has. */
  const csvOf = (list: keyof typeof PRESET_OF) => {
    const names: readonly string[] = GUEST_LIST_HEADERS[list].split(',');
    const cells = {
      'Order code': 'AB1CD',
      'Position ID': '1',
      Secret: 'k3pvzyaxhvnzqx5k',
      'Order #': '112',
      'Attendee #': '113114115',
      guest_id: 'gst-1',
      api_id: 'gst-1',
      Status: 'paid',
      approval_status: 'approved',
      'Attendee Status': 'Attending',
    };
    const given = Object.entries(cells).filter(([name]) => names.includes(name));
    return guestListCsv(list, [Object.fromEntries(given)]);
  };

  it.each(lists)(
    'reads the list %s as that of %s, as CSV and as a workbook',
    async (list, shop) => {
      const csv = csvOf(list);
      const sheet = csv
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
      const book = aWorkbook({ Notes: [['Printed by us']], Guests: [['Our guests'], ...sheet] });
      for (const file of [Buffer.from(csv), book]) {
        const { body } = await send(file, { dry_run: 'true' }).expect(200);
        expect(body).toMatchObject({ created: 1, preview: { preset: shop } });
      }
      expect((await send(book).expect(200)).body).toMatchObject({ created: 1 });
      expect((await send(Buffer.from(csv)).expect(200)).body).toMatchObject({ unchanged: 1 });
    },
  );

  it('leaves out who is no guest, and reads a list of no shop by its own columns', async () => {
    const declined = guestListCsv('luma', [{ guest_id: 'gst-1', approval_status: 'declined' }]);
    const { body } = await send(Buffer.from(declined), { dry_run: 'true' }).expect(200);
    expect(body).toMatchObject({
      left_out_count: 1,
      preview: {
        preset: 'luma',
        rows: [{ row: 2, name: null, status: null, outcome: 'left_out' }],
      },
    });
    const own = aWorkbook({
      Guests: [
        ['Full name', 'E-mail'],
        ['Joan Clarke', 'joan@example.org'],
      ],
    });
    expect((await send(own, { dry_run: 'true' }).expect(200)).body.preview).toMatchObject({
      preset: null,
      columns: [
        { title: 'Full name', field: 'name' },
        { title: 'E-mail', field: 'email' },
      ],
      rows: [{ row: 2, name: 'Joan Clarke', outcome: 'created' }],
    });
  });

  it('refuses what no preset reads, with its reason', async () => {
    const csv = Buffer.from('Vorname,E-Mail\nAda,ada@example.org\n');
    expect((await send(csv).expect(400)).body.error).toMatch(/^columns: expected a column with/);
    expect((await send(Buffer.from('')).expect(400)).body.code).toBe('VALIDATION_ERROR');
    const { body } = await api
      .admin()
      .post(path())
      .send({ preset: 'detect', attendees: [] })
      .expect(400);
    expect(body.error).toBe('preset: expected a file');
  });
});
