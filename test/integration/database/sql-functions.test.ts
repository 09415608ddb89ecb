import type { Knex } from 'knex';
import pg from 'pg';
import { ATTENDANCE_STATUSES, holdsSeat } from '../../../src/domain/attendance/attendances.ts';
import { EVENT_STATUSES, PUBLIC_STATUSES } from '../../../src/domain/programme/events.ts';
import { openStore, type Store } from '../../../src/repositories/store.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { aConference, anEvent, aUser, people } from '../../support/factories.ts';
import { statementsDuring } from '../../support/queries.ts';

let database: TestDatabase;
let client: pg.Client;
let db: Knex;
let store: Store;

beforeAll(async () => {
  database = await createDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  db = openPool(database.url);
  store = openStore(db, { send: async () => {} });
});
afterAll(async () => {
  await client.end();
  await db.destroy();
  await database.drop();
});

async function plan(statement: string, values: unknown[] = [], options = ''): Promise<string> {
  const explain = `explain (costs off${options}) ${statement}`;
  const { rows } = await client.query<[string]>({ text: explain, values, rowMode: 'array' });
  return rows.join('\n');
}

/** The plans of the statements that `work` sends. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  for (const { sql, bindings } of await statementsDuring(db, work))
    plans.push(await plan(sql, [...bindings]));
  return plans;
}

describe('a SQL function', () => {
  it('appears in the plan when PostgreSQL does not inline it', async () => {
    expect(await plan(`select from users where 'a' = any(folded(interests))`)).toContain('folded(');
  });
});

describe('a partial index', () => {
  const PAGE = { limit: 20, page: 1 };
  let [eventId, conferenceId, userId] = [0, 0, 0];

  // Large enough that the planner prefers an index, with few rows in each partial index.
  beforeAll(async () => {
    eventId = (await anEvent(db)).id;
    conferenceId = (await aConference(db)).id;
    userId = (await aUser(db)).id;
    await people(db, 3_000);
    const attendances = `user_id, status, registered_at)
      select ?, id, case when id % 100 = 0 then 'registered' else 'cancelled' end, now() from users`;
    await db.raw(`insert into event_attendances (event_id, ${attendances}`, [eventId]);
    await db.raw(`insert into registrations (conference_id, ${attendances}`, [conferenceId]);
    await db.raw(
      `insert into notifications (user_id, type, title, body, clicked_at)
       select ?, 'message', '', '', case when n % 100 > 0 then now() end
         from generate_series(1, 3000) n`,
      [userId],
    );
    await db.raw('analyze');
  });

  it.each([
    [
      'event_attendances_newest_idx',
      'the attendees of an event',
      () => store.read.eventAttendees.list(eventId, {}, PAGE),
    ],
    [
      'registrations_newest_idx',
      'the attendees of a conference',
      () => store.read.conferenceAttendees.list(conferenceId, {}, PAGE),
    ],
    [
      'notifications_unread_idx',
      'the unread notifications of a user',
      () => store.read.inbox.count(userId),
    ],
  ])('%s serves %s', async (index, _what, work) => {
    for (const text of await plansOf(work)) expect(text).toContain(index);
  });

  it('is found through a function and through its expression by the same plan', async () => {
    const select = 'select id from notifications where user_id = $1 and';
    const [called, written] = [
      await plan(`${select} is_unread(in_app, dismissed_at, clicked_at)`, [userId]),
      await plan(`${select} in_app and dismissed_at is null and clicked_at is null`, [userId]),
    ];
    expect(called).toBe(written);
  });
});

describe('the result', () => {
  const value = async (call: string) =>
    (await client.query(`select ${call} as value`)).rows[0].value;

  it.each(ATTENDANCE_STATUSES)('of holds_seat agrees with the domain for %s', async (status) => {
    expect(await value(`holds_seat('${status}')`)).toBe(holdsSeat(status));
  });

  it.each(EVENT_STATUSES)(
    'of is_public_event_status agrees with the domain for %s',
    async (status) => {
      const isPublic = PUBLIC_STATUSES.some((one) => one === status);
      expect(await value(`is_public_event_status('${status}')`)).toBe(isPublic);
    },
  );

  it.each([
    [`delivery_skip_reason(false, false, '{events}', 'events')`, 'unreachable'],
    [`delivery_skip_reason(true, false, '{events}', 'events')`, 'disabled'],
    [`delivery_skip_reason(true, true, '{events}', 'events')`, 'muted'],
    [`delivery_skip_reason(true, true, '{events}', 'messages')`, null],
    [`delivery_skip_reason(true, true, null, 'messages')`, null],
    [`is_in_inbox(true, null)`, true],
    [`is_in_inbox(true, now())`, false],
    [`is_in_inbox(false, null)`, false],
    [`is_unread(true, null, null)`, true],
    [`is_unread(true, null, now())`, false],
    [`is_unread(true, now(), null)`, false],
    [`is_unread(false, null, null)`, false],
    [`is_contact_visible(1, 1, 'connections', null)`, true],
    [`is_contact_visible(1, 2, 'everyone', null)`, true],
    [`is_contact_visible(1, 2, 'connections', 'accepted')`, true],
    [`is_contact_visible(1, 2, 'connections', 'pending')`, false],
    [`is_contact_visible(1, 2, 'connections', null)`, false],
    [`connection_status_for(1, null, null)`, 'none'],
    [`connection_status_for(1, 1, 'pending')`, 'pending_sent'],
    [`connection_status_for(1, 2, 'pending')`, 'pending_received'],
    [`connection_status_for(1, 2, 'accepted')`, 'accepted'],
    [`connection_status_for(1, 2, 'rejected')`, 'rejected'],
    [`speaks_one_of('en-GB', '{EN}')`, true],
    [`speaks_one_of('en-GB', '{en-gb}')`, true],
    [`speaks_one_of('en', '{en-GB}')`, false],
    [`speaks_one_of(null, '{en}')`, null],
    [`imported_if_empty('company', '{}', null, 'Quayside')`, 'Quayside'],
    [`imported_if_empty('company', '{}', 'Tideline', 'Quayside')`, 'Tideline'],
    [`imported_if_empty('company', '{company}', null, 'Quayside')`, null],
    [`imported_until_sign_in(null, 'Mina', 'Wilhelmina')`, 'Wilhelmina'],
    [`imported_until_sign_in(null, 'Mina', null)`, 'Mina'],
    [`imported_until_sign_in(now(), 'Mina', 'Wilhelmina')`, 'Mina'],
    [`instant_in_json('2026-05-14T11:00:00.5+02:00')`, '2026-05-14T09:00:00.500Z'],
    [`instant_in_json(null)`, null],
  ])('of %s is %s', async (call, expected) => {
    expect(await value(call)).toBe(expected);
  });
});
