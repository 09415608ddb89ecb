import pg from 'pg';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, people } from '../../support/factories.ts';

/** More than a search counts, of each table. */
const EACH = 10_500;
/** The rows of one table follow each other: more than a search inspects first. */
const BLOCK = 700;
const LIMIT = 100;

let api: TestApi;
let conference: Conference;
let client: pg.Client;

/** Attendees `Member n of Looms` and guests `Guest n of Looms`, in turn blocks of one and of the other. */
beforeAll(async () => {
  api = await startApi();
  conference = await aConference(api.db);
  client = new pg.Client(api.databaseUrl);
  await client.connect();
  await people(api.db, EACH, { first_name: api.db.raw(`'Member ' || n`), company: 'Looms' });
  const place = (first: number) =>
    `1000000 + (n - 1) / ${BLOCK} * ${2 * BLOCK} + (n - 1) % ${BLOCK} + ${first}`;
  await client.query(
    `insert into registrations (conference_id, user_id, status, registered_at, queue_number)
     select $1, u.id, 'registered', now(), ${place(0)}
       from (select id, row_number() over (order by id) as n from users) u`,
    [conference.id],
  );
  await client.query(
    `insert into registrations (conference_id, username, first_name, company, queue_number, status)
     select $1, 'guest_' || n, 'Guest ' || n, 'Looms', ${place(BLOCK)}, 'waitlisted'
       from generate_series(1, ${EACH}) n`,
    [conference.id],
  );
  await client.query('analyze');
}, 120_000);
afterAll(async () => {
  await client.end();
  await api.close();
});

type Row = { readonly user: { readonly id: number } | null; readonly invitation_id?: number };

const list = async (query: object) => {
  const { body } = await api
    .admin()
    .get(`/api/v1/admin/conferences/${conference.id}/attendees`)
    .query({ status: 'all', limit: LIMIT, ...query })
    .expect(200);
  const ids = body.data.map(({ user, invitation_id }: Row) =>
    user ? `user ${user.id}` : `invitation ${invitation_id}`,
  );
  return { ids, pagination: body.pagination };
};

async function expectedOf(q: string, direction: string): Promise<string[]> {
  const isMatch = q
    .split(' ')
    .map((word) => `contains_word(search_text, '${word}')`)
    .join(' and ');
  const { rows } = await client.query(
    `select id from (
       select 'user ' || user_id as id, queue_number from registrations
         join users u on u.id = user_id where ${isMatch.replaceAll('search_text', 'u.search_text')}
        union all
       select 'invitation ' || id, queue_number from registrations where ${isMatch}) found
      order by queue_number ${direction}`,
  );
  return rows.map(({ id }) => id);
}

it('a search of guests alone finds them in their order', async () => {
  const expected = (await expectedOf('guest', 'asc')).slice(0, 2 * LIMIT);
  const first = await list({ q: 'guest', status: 'invited' });
  const { next_cursor: cursor } = first.pagination;
  const next = await list({ q: 'guest', status: 'invited', cursor });

  expect([...first.ids, ...next.ids]).toEqual(expected);
});

describe.each([
  ['registered_at', 'asc'],
  ['-registered_at', 'desc'],
])('a search of attendees and guests, sort=%s', (sort, direction) => {
  it.each(['looms', 'member', 'guest', 'guest looms 7', 'member 1', 'looms 9999', 'nobody'])(
    'finds the rows of both tables in one order, by number and by cursor: %s',
    async (q) => {
      const expected = await expectedOf(q, direction);
      const last = Math.max(1, Math.min(100, Math.ceil(expected.length / LIMIT)));
      for (const page of new Set([1, 2, 8, 50, last - 1, last])) {
        if (page < 1 || page > last) continue;
        const { ids, pagination } = await list({ q, sort, page });
        expect({ page, ids }).toEqual({
          page,
          ids: expected.slice((page - 1) * LIMIT, page * LIMIT),
        });
        expect(pagination.total).toBe(Math.min(expected.length, 1_000));
        const cursor = pagination.next_cursor;
        expect({ page, isLast: cursor === null }).toEqual({
          page,
          isLast: page * LIMIT >= expected.length,
        });
        if (!cursor) continue;
        const { ids: next } = await list({ q, sort, cursor });
        expect({ page, next }).toEqual({
          page,
          next: expected.slice(page * LIMIT, (page + 1) * LIMIT),
        });
      }
    },
  );
});

it('the door finds people among guests who follow each other', async () => {
  const { body } = await api
    .admin()
    .get(`/api/v1/admin/conferences/${conference.id}/check-in/search`)
    .query({ q: 'guest looms' })
    .expect(200);

  expect(body.data).toHaveLength(20);
  for (const person of body.data) {
    expect(person).toMatchObject({
      user: null,
      invitation: { first_name: expect.stringMatching(/^Guest \d+$/) },
    });
  }
});
