import { z } from 'zod';
import type { User } from '../../src/domain/people/users.ts';
import { formsOf } from '../../src/http/errors-of.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { insertLargeLists, LISTS } from '../support/large-lists.ts';

/** The id of the user, conference, event and job whose lists have more than 10,000 rows. */
const LARGE = 1;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
  await insertLargeLists(api.databaseUrl);
}, 60_000);
afterAll(() => api.close());

const as = ({ caller }: (typeof LISTS)[number], userId: number) => {
  const user = { id: userId, messenger_id: userId } as User;
  return { user: () => api.as(user), administrator: api.admin, anonymous: api.anonymous }[caller]();
};
const pathOf = ({ path }: (typeof LISTS)[number], id: number) =>
  `/api/v1${path.replace(/:\w+/, String(id))}`;

/** Answers a constant, with the fields of a page. */
const NOT_A_TABLE = '/admin/notifications/template-variables';

it('every list with pages is tested here', () => {
  const isList = ({ responses }: { readonly responses: object }) =>
    formsOf((responses as Record<string, z.ZodType>)[200] as z.ZodType).some(
      (form) => form instanceof z.ZodObject && 'pagination' in form.shape,
    );
  const paths = api.endpoints.filter(isList).map(({ path }) => path);
  const tested = new Set([...LISTS.map(({ path }) => path), NOT_A_TABLE]);
  expect([...tested].sort()).toEqual(paths.sort());
});

describe.each(LISTS)('$path of more than 10,000 rows, $caller', (list) => {
  it('answers a total of 10,000 that is not exact', async () => {
    const { body } = await as(list, LARGE)
      .get(`${pathOf(list, LARGE)}?limit=30`)
      .expect(200);

    expect(body.data).toHaveLength(30);
    const { next_cursor: _, ...pagination } = body.pagination;
    const capped = { total: 10_000, pages: 334, total_is_exact: false };
    expect(pagination).toEqual({ page: 1, limit: 30, ...capped });
  });

  it('has rows past that total, and none past 100,000', async () => {
    const last = `${pathOf(list, LARGE)}?limit=100&page=101`;
    const { body } = await as(list, LARGE).get(last).expect(200);
    expect(body.data.length).toBeGreaterThan(0);

    const deepest = `${pathOf(list, LARGE)}?limit=100&page=1001`;
    const empty = await as(list, LARGE).get(deepest).expect(200);
    expect(empty.body.data).toEqual([]);

    const tooDeep = `${pathOf(list, LARGE)}?limit=100&page=1002`;
    const refused = await as(list, LARGE).get(tooDeep).expect(400);
    const hint = 'next_cursor' in body.pagination ? '; use a cursor' : '';
    expect(refused.body).toEqual({
      error: `page: expected at most 100,000 rows before the page${hint}`,
      code: 'VALIDATION_ERROR',
    });
  });
});
