import pg from 'pg';
import type { User } from '../../../src/domain/people/users.ts';
import { toCursor } from '../../../src/lib/cursors.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { EVENTS, insertOneConference, SEATS_EACH } from '../../support/one-conference.ts';
import { nodesOf, plansOf, rowsReadBy } from '../../support/plans.ts';
import { statementsDuring } from '../../support/queries.ts';

/**
 * 20 items of a page, each compared with the 100 that the user keeps; far fewer than all events.
 */
const MAX_READ = 2_500;

const USER = { id: 7, messenger_id: 7 } as User;

let api: TestApi;
let client: pg.Client;

beforeAll(async () => {
  api = await startApi();
  await insertOneConference(api.databaseUrl);
  client = new pg.Client(api.databaseUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api.close();
});

/**
 * The tables of which a statement of the request reads more than `MAX_READ` rows in one node of its
 * plan, or more than `total` if it counts a total.
 */
async function longReadsOf(
  request: () => PromiseLike<unknown>,
  { total = MAX_READ } = {},
): Promise<readonly string[]> {
  const long: string[] = [];
  for (const { sql, bindings } of await statementsDuring(api.db, request)) {
    if (!/^\s*(?:select|with|insert|update|delete)\b/.test(sql)) continue;
    const most = sql.includes('count(*)') ? total : MAX_READ;
    for (const plan of await plansOf(client, { sql, bindings })) {
      for (const node of nodesOf(plan)) {
        const { 'Relation Name': table } = node;
        if (table && rowsReadBy(node) > most) long.push(`${rowsReadBy(node)} of ${table}: ${sql}`);
      }
    }
  }
  return long;
}

it('the rows of these tests are those of the user', async () => {
  const { body: state } = await api.as(USER).get('/api/v1/users/me/state').expect(200);
  expect(Object.keys(state.events)).toHaveLength(SEATS_EACH);
  expect(state.favorites).toHaveLength(SEATS_EACH);
  expect(Object.keys(state.quests)).toHaveLength(SEATS_EACH);
});

describe('where one conference has all events, a request about a few of them does not read all', () => {
  it.each([
    '/users/me',
    '/users/me/state',
    '/users/me/state?conference_id=1',
    '/events/my',
    '/events/my?when=upcoming',
    '/events/my?when=past',
    '/events/my.ics',
    '/events/77',
    '/events/77.ics',
    '/events/slug/event-77',
    '/agenda/77',
    '/agenda/my',
    '/agenda/my?conference_id=1&when=upcoming',
    '/quests',
    '/quests/77',
    '/quests/my',
    '/speakers?conference_id=1',
  ])('GET %s', async (path) => {
    const request = () => api.as(USER).get(`/api/v1${path}`).expect(200);
    expect(await longReadsOf(request)).toEqual([]);
  });

  it.each([
    '/events',
    '/events?conference_id=1&page=2',
    '/conferences/slug/fair/events?limit=100',
    `/events/conference/fair?cursor=${toCursor(['2026-05-14T09:00:00.000Z', 1])}`,
  ])('GET %s', async (path) => {
    const request = () => api.anonymous().get(`/api/v1${path}`).expect(200);
    expect(await longReadsOf(request, { total: EVENTS })).toEqual([]);
  });

  it.each([
    ['attending an event', 'post', '/events/attend', { event_id: 9_003 }, 201],
    ['leaving it', 'delete', '/events/9003/attend', {}, 200],
    ['keeping an agenda item', 'put', '/agenda/3/favorite', {}, 200],
  ] as const)('%s', async (_what, method, path, body, status) => {
    const request = () => api.as(USER)[method](`/api/v1${path}`).send(body).expect(status);
    expect(await longReadsOf(request)).toEqual([]);
  });

  it.each([
    ['a change of an event', 'put', '/admin/events/9077', { title: 'Looms' }],
    ['a change of an agenda item', 'put', '/admin/agenda/9078', { title: 'Yarn' }],
    [
      'a text about the event of each recipient',
      'post',
      '/admin/notifications/preview',
      { title: 'Hello', body: 'See you at {{event_title}}', audience: { user_ids: [7, 8] } },
    ],
  ] as const)('%s', async (_what, method, path, body) => {
    const request = () => api.admin()[method](`/api/v1${path}`).send(body).expect(200);
    expect(await longReadsOf(request)).toEqual([]);
  });
});
