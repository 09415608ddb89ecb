import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AttendanceStatus } from '../../../src/domain/attendance/attendances.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { openTable } from '../../../src/formats/tables/table-file.ts';
import { ADMIN_API_KEY, ADMIN_KEY_ID, startApi, type TestApi } from '../../support/api.ts';
import { ATTENDABLE_KINDS, type Attendable } from '../../support/attendables.ts';
import { aUser, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { recordingLog } from '../../support/log.ts';
import { countQueries, statementsDuring } from '../../support/queries.ts';
import { until } from '../../support/until.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const REGISTERED_AT = '2026-05-01T12:00:00.000Z';

let api: TestApi;
let ada: User;
let grace: User;
let linus: User;
let blocked: User;

const folder = mkdtempSync(join(tmpdir(), 'attendees-'));

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db, {
    first_name: 'Ada',
    last_name: 'Lovelace',
    username: 'countess',
    company: 'Engines, "Analytical"',
    job_title: 'Programmer',
  });
  grace = await aUser(api.db, { first_name: 'Grace', company: '=1+1', is_discoverable: false });
  linus = await aUser(api.db, { first_name: 'Linus' });
  blocked = await aUser(api.db, { first_name: 'Mallory', is_blocked: true });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const names = (body: { data: { user: { first_name: string } }[] }) =>
  body.data.map(({ user }) => user.first_name);

describe.each(ATTENDABLE_KINDS)('$endpoints.adminAttendees', (kind) => {
  const { noun, table, attendances } = kind;
  const own = kind.exportedFields('speaker');
  const create = () => kind.create(api.db);
  const add = (user: Pick<User, 'id'>, attendable: Attendable, status?: AttendanceStatus) =>
    kind.addAttendance(api.db, [user, attendable], { status, ticket_type: 'speaker' });
  const path = ({ id }: Attendable) => `/api/v1/admin/${table}/${id}/attendees`;
  const list = (attendable: Attendable, query: object = {}) =>
    api.admin().get(path(attendable)).query(query);
  const download = (attendable: Attendable, query: object) =>
    list(attendable, query).responseType('blob').expect(200);
  const csvOf = async (attendable: Attendable, query: object = {}) =>
    String((await download(attendable, { format: 'csv', ...query })).body);

  /** Ada is checked in, Grace is registered, Linus and the blocked user are waitlisted. */
  async function withFourAttendees(): Promise<Attendable> {
    const attendable = await create();
    await add(ada, attendable, 'checked_in');
    await add(grace, attendable, 'registered');
    await add(linus, attendable, 'waitlisted');
    await add(blocked, attendable, 'waitlisted');
    return attendable;
  }

  async function addCrowd({ id }: Attendable, count: number, status: AttendanceStatus) {
    const users = (await people(api.db, count)).map((user) => user.id);
    await api.db.raw(
      `insert into ${attendances} (${noun}_id, user_id, status, registered_at)
       select :id, unnest(:users::int[]), :status, :at`,
      { users, id, status, at: REGISTERED_AT },
    );
  }

  it('lists attendees in the order in which they registered, even hidden and blocked ones', async () => {
    const { body } = await list(await withFourAttendees()).expect(200);

    const profile = {
      last_name: null,
      username: null,
      photo_url: null,
      company: null,
      job_title: null,
    };
    const attendance = {
      registered_at: REGISTERED_AT,
      waitlist_position: null,
      checked_in_at: null,
      version: 1,
      ...own,
      ...(noun === 'conference' && { invitee: null }),
    };
    expect(body).toEqual({
      data: [
        {
          user: {
            id: ada.id,
            messenger_id: ada.messenger_id,
            first_name: 'Ada',
            last_name: 'Lovelace',
            username: 'countess',
            photo_url: null,
            company: 'Engines, "Analytical"',
            job_title: 'Programmer',
            is_blocked: false,
          },
          ...attendance,
          status: 'checked_in',
          checked_in_at: '2026-05-14T08:00:00.000Z',
        },
        {
          user: {
            ...profile,
            id: grace.id,
            messenger_id: grace.messenger_id,
            first_name: 'Grace',
            company: '=1+1',
            is_blocked: false,
          },
          ...attendance,
          status: 'registered',
        },
        {
          user: {
            ...profile,
            id: linus.id,
            messenger_id: linus.messenger_id,
            first_name: 'Linus',
            is_blocked: false,
          },
          ...attendance,
          status: 'waitlisted',
          waitlist_position: 1,
        },
        {
          user: {
            ...profile,
            id: blocked.id,
            messenger_id: blocked.messenger_id,
            first_name: 'Mallory',
            is_blocked: true,
          },
          ...attendance,
          status: 'waitlisted',
          waitlist_position: 2,
        },
      ],
      pagination: { page: 1, limit: 20, total: 4, pages: 1, next_cursor: null },
      counts: {
        registered: 1,
        checked_in: 1,
        waitlisted: 2,
        cancelled: 0,
        ...(noun === 'conference' && { invited: 0 }),
      },
    });
  });

  it('lists cancelled attendances, and erased users without their names', async () => {
    const attendable = await create();
    const erased = await aUser(api.db, { first_name: 'Barbara' });
    await add(erased, attendable);
    await add(linus, attendable, 'cancelled');
    await api.as(erased).delete('/api/v1/users/me').expect(200);

    const { body } = await list(attendable).expect(200);

    expect(body.data).toMatchObject([
      { user: { messenger_id: null, first_name: 'Deleted user' }, status: 'cancelled' },
      { user: { first_name: 'Linus' }, status: 'cancelled' },
    ]);
  });

  it.each([
    [{ status: 'waitlisted' }, ['Linus', 'Mallory']],
    [{ status: 'cancelled' }, []],
    [{ q: 'LOVE' }, ['Ada']],
    [{ q: 'lovelace ada' }, ['Ada']],
    [{ q: '@Countess' }, ['Ada']],
    [{ q: 'analyt' }, ['Ada']],
    [{ q: '%' }, []],
    [{ q: 'm', status: 'waitlisted' }, ['Mallory']],
  ])('filters by %j', async (query, expected) => {
    const { body } = await list(await withFourAttendees(), query).expect(200);
    expect(names(body)).toEqual(expected);
    expect(body.pagination.total).toBe(expected.length);
  });

  it('counts positions over the whole waitlist, even if the list shows a part of it', async () => {
    const attendable = await withFourAttendees();
    for (const query of [
      { q: 'Mallory' },
      { limit: 1, page: 4 },
      { status: 'waitlisted', page: 2, limit: 1 },
    ]) {
      const { body } = await list(attendable, query).expect(200);
      expect(body.data).toMatchObject([{ user: { id: blocked.id }, waitlist_position: 2 }]);
    }
  });

  it('misses no attendee behind a cursor when another one cancels', async () => {
    const attendable = await withFourAttendees();
    const first = await list(attendable, { limit: 2 }).expect(200);
    expect(first.body.pagination).toMatchObject({ page: 1, total: 4, pages: 2 });
    await api
      .db(attendances)
      .where({ user_id: ada.id })
      .update({ status: 'cancelled', checked_in_at: null });

    const { next_cursor: cursor } = first.body.pagination;
    const second = await list(attendable, { limit: 2, cursor }).expect(200);

    expect(names(second.body)).toEqual(['Linus', 'Mallory']);
    expect(second.body.pagination).toEqual({ limit: 2, next_cursor: null });
  });

  it('sends the same number of queries for any number of attendees', async () => {
    const few = await withFourAttendees();
    const many = await create();
    await addCrowd(many, 50, 'registered');
    await addCrowd(many, 50, 'waitlisted');

    const queries = (attendable: Attendable) =>
      countQueries(api.db, () => list(attendable, { limit: 100 }).expect(200));

    expect(await queries(many)).toBe(await queries(few));
  });

  it('answers for a draft conference too', async () => {
    const draft = await kind.createDraft(api.db);
    await add(ada, draft);
    expect(names((await list(draft).expect(200)).body)).toEqual(['Ada']);
  });

  it.each(['json', 'csv', 'xlsx'])(`answers 404 for an unknown ${noun} (%s)`, async (format) => {
    const { body } = await list({ id: 999_999 }, { format }).expect(404);
    expect(body).toEqual({ error: `${noun} not found`, code: 'NOT_FOUND' });
  });

  it.each([
    ['format', 'pdf'],
    ['status', 'none'],
    ['q', ''],
    ['limit', '101'],
    ['cursor', 'x'],
  ])('answers 400 for %s=%s', async (field, value) => {
    const { body } = await list(await create(), { [field]: value }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });

  it.each(['json', 'csv'])('requires an administrator (%s)', async (format) => {
    const attendable = await create();
    await api.anonymous().get(path(attendable)).query({ format }).expect(401);
    await api.as(ada).get(path(attendable)).query({ format }).expect(403);
  });

  describe('as a file', () => {
    /** Of an invitation, so they are empty here. */
    const ofGuests =
      noun === 'conference' ? ['ticket_code_end', 'is_walk_in', 'has_email', 'email'] : [];
    const ownColumns = [...Object.keys(own), ...ofGuests].map((column) => `,${column}`).join('');
    const ownCells = [...Object.values(own), ...ofGuests.map(() => null)]
      .map((cell) => `,${cell ?? ''}`)
      .join('');
    const header = `user_id,messenger_id,first_name,last_name,username,company,job_title,is_blocked,status,registered_at,waitlist_position,checked_in_at${ownColumns}`;

    it('is a CSV file that spreadsheet programs can read, with formulas escaped', async () => {
      const attendable = await withFourAttendees();

      const res = await download(attendable, { format: 'csv' });

      expect(res.get('Content-Type')).toBe('text/csv; charset=utf-8');
      expect(res.get('Content-Disposition')).toBe(
        `attachment; filename="${noun}-${attendable.id}-attendees.csv"`,
      );
      expect(res.get('Cache-Control')).toBe('private, no-store, no-transform');
      expect(String(res.body)).toBe(
        [
          `\uFEFF${header}`,
          `${ada.id},${ada.messenger_id},Ada,Lovelace,countess,"Engines, ""Analytical""",Programmer,false,checked_in,${REGISTERED_AT},,2026-05-14T08:00:00.000Z${ownCells}`,
          `${grace.id},${grace.messenger_id},Grace,,,'=1+1,,false,registered,${REGISTERED_AT},,${ownCells}`,
          `${linus.id},${linus.messenger_id},Linus,,,,,false,waitlisted,${REGISTERED_AT},1,${ownCells}`,
          `${blocked.id},${blocked.messenger_id},Mallory,,,,,true,waitlisted,${REGISTERED_AT},2,${ownCells}`,
          '',
        ].join('\r\n'),
      );
    });

    it.each(['csv', 'xlsx'])(
      'is in the audit log, without the search words (%s)',
      async (format) => {
        const attendable = await withFourAttendees();
        const search = { status: 'registered', q: 'Grace' };
        await list(attendable, search).expect(200);
        await download(attendable, { format, ...search });

        const rows = await api
          .db('audit_log')
          .where({ subject_type: noun, subject_id: attendable.id })
          .select('actor', 'action', 'before', 'after');
        expect(rows).toEqual([
          {
            actor: `key ${ADMIN_KEY_ID}`,
            action: `${noun}.export_attendees`,
            before: null,
            after: { format, status: 'registered' },
          },
        ]);
      },
    );

    it('is a workbook that an import can read', async () => {
      const attendable = await withFourAttendees();

      const res = await download(attendable, { format: 'xlsx' });

      expect(res.get('Content-Type')).toBe(XLSX);
      expect(res.get('Content-Disposition')).toBe(
        `attachment; filename="${noun}-${attendable.id}-attendees.xlsx"`,
      );
      const file = join(folder, `${noun}.xlsx`);
      writeFileSync(file, res.body);
      await using table = await openTable(file, { maxRows: 10 });
      const rows: unknown[] = [];
      for await (const row of table.rows) rows.push(row);
      expect(table.columns).toEqual(header.split(','));
      expect(rows).toHaveLength(4);
      expect(rows[1]).toEqual({
        row: 3,
        cells: {
          user_id: String(grace.id),
          messenger_id: String(grace.messenger_id),
          first_name: 'Grace',
          company: '=1+1',
          is_blocked: expect.stringMatching(/^(false|0)$/i),
          status: 'registered',
          registered_at: REGISTERED_AT,
          ...kind.ownFields('speaker'),
        },
      });
      expect(rows[3]).toMatchObject({ cells: { first_name: 'Mallory', waitlist_position: '2' } });
    });

    it('contains the rows of all batches and ignores limit and page', async () => {
      const attendable = await create();
      await addCrowd(attendable, 600, 'registered');
      await addCrowd(attendable, 7, 'waitlisted');

      const csv = await csvOf(attendable, { limit: 2, page: 3 });
      const lines = csv.trimEnd().split('\r\n').slice(1);

      expect(lines).toHaveLength(607);
      expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(607);
      const positions = lines.slice(600).map((line) => line.split(',')[10]);
      expect(positions).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    });

    it('contains the rows that match the filter, or only the header', async () => {
      const attendable = await withFourAttendees();
      const lines = (await csvOf(attendable, { status: 'waitlisted', q: 'mall' })).split('\r\n');
      expect(lines).toHaveLength(3);
      expect(lines[1]).toContain('Mallory');
      expect(await csvOf(attendable, { q: 'unmatched' })).toBe(`\uFEFF${header}\r\n`);
    });

    it('stops reading the database when the client disconnects, and logs no error', async () => {
      const attendable = await create();
      const { log, lines } = recordingLog();
      await using watched = await startApi({ on: api, log });
      await addCrowd(attendable, 30_000, 'registered');
      const client = new AbortController();
      const res = await fetch(`${watched.url}${path(attendable)}?format=csv`, {
        headers: { 'X-API-Key': ADMIN_API_KEY },
        signal: client.signal,
      });
      await res.body?.getReader().read();
      client.abort();
      await until(() => lines.some(({ aborted }) => aborted === true));

      // An export that continued would send its next batch among these.
      const statements = await statementsDuring(watched.db, async () => {
        for (let n = 0; n < 100; n += 1) await watched.db.raw('select 1');
      });

      expect(new Set(statements.map(({ sql }) => sql))).toEqual(new Set(['select 1']));
      expect(lines).toMatchObject([{ msg: 'request', status: 200, aborted: true }]);
    });

    it('aborts the response when the database fails, so that a part never looks complete', async () => {
      const attendable = await create();
      await addCrowd(attendable, 30_000, 'registered');
      const res = await fetch(`${api.url}${path(attendable)}?format=csv`, {
        headers: { 'X-API-Key': ADMIN_API_KEY },
      });
      const reader = res.body?.getReader();
      await reader?.read();
      await api.db.raw(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await api.db.schema.renameTable(attendances, 'away');

      const rest = async () => {
        for (let next = await reader?.read(); next && !next.done; next = await reader?.read());
      };
      await expect(rest()).rejects.toThrow('terminated');
      await api.db.schema.renameTable('away', attendances);
    });
  });
});
