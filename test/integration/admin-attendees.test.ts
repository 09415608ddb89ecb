import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttendanceStatus } from '../../src/domain/attendance/attendances.ts';
import type { User } from '../../src/domain/people/users.ts';
import { openTable } from '../../src/formats/tables/table-file.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../support/api.ts';
import { aConference, anAttendance, anEvent, aRegistration, aUser } from '../support/factories.ts';
import { failure } from '../support/failures.ts';
import { recordingLog } from '../support/log.ts';
import { countQueries } from '../support/queries.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ASKED_AT = '2026-05-01T12:00:00.000Z';

interface Attendable {
  readonly id: number;
}

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

const KINDS = [
  {
    noun: 'event',
    attendances: 'event_attendances',
    own: {},
    ownColumn: '',
    attendable: (given: object = {}): Promise<Attendable> => anEvent(api.db, given),
    comes: (user: Pick<User, 'id'>, event: Attendable, status?: AttendanceStatus) =>
      anAttendance(api.db, [user, event], status),
  },
  {
    noun: 'conference',
    attendances: 'conference_attendances',
    own: { ticket_type: 'speaker' },
    ownColumn: ',ticket_type',
    attendable: (given: object = {}): Promise<Attendable> => aConference(api.db, given),
    comes: (user: Pick<User, 'id'>, conference: Attendable, status?: AttendanceStatus) =>
      aRegistration(api.db, [user, conference], { status, ticket_type: 'speaker' }),
  },
];

describe.each(KINDS)('GET /admin/$noun…/attendees', (kind) => {
  const { noun, attendances, own, ownColumn, attendable, comes } = kind;
  const path = ({ id }: Attendable) => `/api/v1/admin/${noun}s/${id}/attendees`;
  const list = (of: Attendable, query: object = {}) => api.admin().get(path(of)).query(query);
  const download = (of: Attendable, query: object) =>
    list(of, query).responseType('blob').expect(200);
  const csvOf = async (of: Attendable, query: object = {}) =>
    String((await download(of, { format: 'csv', ...query })).body);

  /** Ada is in, Grace comes, Linus and the blocked one wait. */
  async function four(): Promise<Attendable> {
    const of = await attendable();
    await comes(ada, of, 'checked_in');
    await comes(grace, of, 'registered');
    await comes(linus, of, 'waitlisted');
    await comes(blocked, of, 'waitlisted');
    return of;
  }

  async function crowdAt(of: Attendable, count: number, status: AttendanceStatus): Promise<void> {
    await api.db.raw(
      `with crowd as (
         insert into users (messenger_id, messenger_first_name)
         select 10000000 + (select max(id) from users) * 1000 + n, 'Crowd ' || n
           from generate_series(1, :count::int) n
         returning id)
       insert into ${attendances} (${noun}_id, user_id, status, registered_at)
       select :id, id, :status, :at from crowd order by id`,
      { count, id: of.id, status, at: ASKED_AT },
    );
  }

  it('lists everybody in the order of arrival, hidden and blocked people too', async () => {
    const { body } = await list(await four()).expect(200);

    const person = { last_name: null, username: null, company: null, job_title: null };
    const stands = { registered_at: ASKED_AT, waitlist_position: null, checked_in_at: null };
    expect(body).toEqual({
      data: [
        {
          user: {
            id: ada.id,
            messenger_id: ada.messenger_id,
            first_name: 'Ada',
            last_name: 'Lovelace',
            username: 'countess',
            company: 'Engines, "Analytical"',
            job_title: 'Programmer',
            is_blocked: false,
          },
          ...stands,
          ...own,
          status: 'checked_in',
          checked_in_at: '2026-05-14T08:00:00.000Z',
        },
        {
          user: {
            ...person,
            id: grace.id,
            messenger_id: grace.messenger_id,
            first_name: 'Grace',
            company: '=1+1',
            is_blocked: false,
          },
          ...stands,
          ...own,
          status: 'registered',
        },
        {
          user: {
            ...person,
            id: linus.id,
            messenger_id: linus.messenger_id,
            first_name: 'Linus',
            is_blocked: false,
          },
          ...stands,
          ...own,
          status: 'waitlisted',
          waitlist_position: 1,
        },
        {
          user: {
            ...person,
            id: blocked.id,
            messenger_id: blocked.messenger_id,
            first_name: 'Mallory',
            is_blocked: true,
          },
          ...stands,
          ...own,
          status: 'waitlisted',
          waitlist_position: 2,
        },
      ],
      pagination: { page: 1, limit: 20, total: 4, pages: 1, next_cursor: null },
    });
  });

  it('shows who left as well, and who was erased without a name', async () => {
    const of = await attendable();
    const leaving = await aUser(api.db, { first_name: 'Barbara' });
    await comes(leaving, of);
    await comes(linus, of, 'cancelled');
    await api.as(leaving).delete('/api/v1/users/me').expect(200);

    const { body } = await list(of).expect(200);

    expect(body.data).toMatchObject([
      { user: { messenger_id: null, first_name: 'Deleted user' }, status: 'cancelled' },
      { user: { first_name: 'Linus' }, status: 'cancelled' },
    ]);
  });

  it.each([
    [{ status: 'waitlisted' }, ['Linus', 'Mallory']],
    [{ status: 'cancelled' }, []],
    [{ q: 'LOVE' }, ['Ada']],
    [{ q: '@Countess' }, ['Ada']],
    [{ q: 'analyt' }, ['Ada']],
    [{ q: '%' }, []],
    [{ q: 'a', status: 'waitlisted' }, ['Mallory']],
  ])('narrows by %j', async (query, expected) => {
    const { body } = await list(await four(), query).expect(200);
    expect(names(body)).toEqual(expected);
    expect(body.pagination.total).toBe(expected.length);
  });

  it('tells the place in the whole queue, also where the list shows a part of it', async () => {
    const of = await four();
    for (const query of [
      { q: 'Mallory' },
      { limit: 1, page: 4 },
      { status: 'waitlisted', page: 2, limit: 1 },
    ]) {
      const { body } = await list(of, query).expect(200);
      expect(body.data).toMatchObject([{ user: { id: blocked.id }, waitlist_position: 2 }]);
    }
  });

  it('is walked by cursor, whoever leaves meanwhile', async () => {
    const of = await four();
    const first = await list(of, { limit: 2 }).expect(200);
    expect(first.body.pagination).toMatchObject({ page: 1, total: 4, pages: 2 });
    await api
      .db(attendances)
      .where({ user_id: ada.id })
      .update({ status: 'cancelled', checked_in_at: null });

    const { next_cursor: cursor } = first.body.pagination;
    const second = await list(of, { limit: 2, cursor }).expect(200);

    expect(names(second.body)).toEqual(['Linus', 'Mallory']);
    expect(second.body.pagination).toEqual({ limit: 2, next_cursor: null });
  });

  it('asks the database as often for many as for few', async () => {
    const few = await four();
    const many = await attendable();
    await crowdAt(many, 50, 'registered');
    await crowdAt(many, 50, 'waitlisted');

    const queries = (of: Attendable) =>
      countQueries(api.db, () => list(of, { limit: 100 }).expect(200));

    expect(await queries(many)).toBe(await queries(few));
  });

  it('is known to administrators while a conference is a draft', async () => {
    const { id: conference_id, ...draft } = await aConference(api.db, { status: 'draft' });
    const of =
      noun === 'event' ? await anEvent(api.db, { conference_id }) : { ...draft, id: conference_id };
    await comes(ada, of);
    expect(names((await list(of).expect(200)).body)).toEqual(['Ada']);
  });

  it.each(['json', 'csv', 'xlsx'])(`knows no ${noun} that does not exist (%s)`, async (format) => {
    const { body } = await list({ id: 999_999 }, { format }).expect(404);
    expect(body).toEqual({ error: `${noun} not found`, code: 'NOT_FOUND' });
  });

  it.each([
    ['format', 'pdf'],
    ['status', 'none'],
    ['q', ''],
    ['limit', '101'],
    ['cursor', 'x'],
  ])('refuses %s=%s', async (field, value) => {
    const { body } = await list(await attendable(), { [field]: value }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });

  it.each(['json', 'csv'])('is for administrators (%s)', async (format) => {
    const of = await attendable();
    await api.anonymous().get(path(of)).query({ format }).expect(401);
    await api.as(ada).get(path(of)).query({ format }).expect(403);
  });

  describe('as a file', () => {
    const header = `user_id,messenger_id,first_name,last_name,username,company,job_title,is_blocked,status,registered_at,waitlist_position,checked_in_at${ownColumn}`;
    const ending = ownColumn && ',speaker';

    it('is CSV that spreadsheet programs read, without a formula in it', async () => {
      const of = await four();

      const res = await download(of, { format: 'csv' });

      expect(res.get('Content-Type')).toBe('text/csv; charset=utf-8');
      expect(res.get('Content-Disposition')).toBe(
        `attachment; filename="${noun}-${of.id}-attendees.csv"`,
      );
      expect(res.get('Cache-Control')).toBe('private, no-store');
      expect(String(res.body)).toBe(
        [
          `\uFEFF${header}`,
          `${ada.id},${ada.messenger_id},Ada,Lovelace,countess,"Engines, ""Analytical""",Programmer,false,checked_in,${ASKED_AT},,2026-05-14T08:00:00.000Z${ending}`,
          `${grace.id},${grace.messenger_id},Grace,,,'=1+1,,false,registered,${ASKED_AT},,${ending}`,
          `${linus.id},${linus.messenger_id},Linus,,,,,false,waitlisted,${ASKED_AT},1,${ending}`,
          `${blocked.id},${blocked.messenger_id},Mallory,,,,,true,waitlisted,${ASKED_AT},2,${ending}`,
          '',
        ].join('\r\n'),
      );
    });

    it('is a workbook that our own reader reads', async () => {
      const of = await four();

      const res = await download(of, { format: 'xlsx' });

      expect(res.get('Content-Type')).toBe(XLSX);
      expect(res.get('Content-Disposition')).toBe(
        `attachment; filename="${noun}-${of.id}-attendees.xlsx"`,
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
          registered_at: ASKED_AT,
          ...own,
        },
      });
      expect(rows[3]).toMatchObject({ cells: { first_name: 'Mallory', waitlist_position: '2' } });
    });

    it('has all rows, batch after batch, whatever page was asked for', async () => {
      const of = await attendable();
      await crowdAt(of, 600, 'registered');
      await crowdAt(of, 7, 'waitlisted');

      const lines = (await csvOf(of, { limit: 2, page: 3 })).trimEnd().split('\r\n').slice(1);

      expect(lines).toHaveLength(607);
      expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(607);
      const places = lines.slice(600).map((line) => line.split(',')[10]);
      expect(places).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    });

    it('has the rows that fit, and a header where none does', async () => {
      const of = await four();
      const lines = (await csvOf(of, { status: 'waitlisted', q: 'mall' })).split('\r\n');
      expect(lines).toHaveLength(3);
      expect(lines[1]).toContain('Mallory');
      expect(await csvOf(of, { q: 'nobody' })).toBe(`\uFEFF${header}\r\n`);
    });

    it('is read no further when the client has gone, which is no failure of ours', async () => {
      const of = await attendable();
      const { log, lines } = recordingLog();
      const watched = await startApi({ on: api, log });
      await crowdAt(of, 30_000, 'registered');
      const gone = new AbortController();
      const res = await fetch(`${watched.url}${path(of)}?format=csv`, {
        headers: { 'X-API-Key': ADMIN_API_KEY },
        signal: gone.signal,
      });
      await res.body?.getReader().read();
      gone.abort();
      await sleep(300);

      const queries = await countQueries(watched.db, () => sleep(300));
      await watched.close();

      expect(queries).toBe(0);
      expect(lines).toMatchObject([{ msg: 'request', status: 200, aborted: true }]);
    });

    it('breaks off when the database does: a part is never taken for the whole', async () => {
      const of = await attendable();
      await crowdAt(of, 30_000, 'registered');
      const res = await fetch(`${api.url}${path(of)}?format=csv`, {
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
