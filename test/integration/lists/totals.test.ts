import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aNotification, aRegistration, people } from '../../support/factories.ts';
import { statementsDuring } from '../../support/queries.ts';

let api: TestApi;
let conference: Conference;
let users: Awaited<ReturnType<typeof people>>;

beforeAll(async () => {
  api = await startApi();
  conference = await aConference(api.db);
  users = await people(api.db, 1_002);
  for (const user of users.slice(0, 4)) await aRegistration(api.db, [user, conference]);
});
afterAll(() => api.close());

const get = async (path: string) =>
  (
    await api
      .as(users[0] as User)
      .get(`/api/v1${path}`)
      .expect(200)
  ).body.pagination;

/** The counts among the statements while `work` ran. */
const countsDuring = async (work: () => PromiseLike<unknown>) => {
  const sent = await statementsDuring(api.db, work);
  return sent.filter(({ sql }) => sql.startsWith('select count(*) as "total"')).length;
};

describe('the total of a list', () => {
  it('is counted for each page', async () => {
    const list = `/conferences/${conference.id}/attendees?limit=1`;
    expect(await countsDuring(() => get(list))).toBe(1);
    expect(await countsDuring(() => get(`${list}&page=2`))).toBe(1);
    expect(await get(`${list}&page=2`)).toMatchObject({ total: 4, pages: 4 });
  });

  it('is shown by a last page, which counts nothing', async () => {
    for (let n = 0; n < 3; n++) await aNotification(api.db, users[0]);
    const counts = await countsDuring(async () => {
      for (const page of ['', '?limit=3', '?limit=2&page=2']) {
        expect(await get(`/notifications${page}`)).toMatchObject({ total: 3 });
      }
    });
    expect(counts).toBe(0);
    expect(await countsDuring(() => get('/notifications?limit=3&page=2'))).toBe(1);
  });

  it('is neither counted nor sent with a cursor', async () => {
    const list = `/conferences/${conference.id}/attendees?limit=1`;
    const { next_cursor } = await get(list);
    const counts = await countsDuring(async () => {
      expect(await get(`${list}&cursor=${next_cursor}`)).not.toHaveProperty('total');
    });
    expect(counts).toBe(0);
  });

  it('is exact up to 1,000, and of a list of administrators also above', async () => {
    expect(await get('/users')).toMatchObject({ total: 1_000, pages: 50, total_is_exact: false });
    const { body } = await api.admin().get('/api/v1/admin/users').expect(200);
    expect(body.pagination).toMatchObject({ total: 1_002 });
    expect(body.pagination).not.toHaveProperty('total_is_exact');
  });

  it('of a search is exact up to 1,000', async () => {
    await api.db('users').update({ messenger_first_name: 'Ada' });
    const capped = { total: 1_000, total_is_exact: false };
    expect(await get('/users?q=ada')).toMatchObject(capped);
    const { body } = await api.admin().get('/api/v1/admin/users?q=ada').expect(200);
    expect(body.pagination).toMatchObject(capped);
  });
});
