import type { Knex } from 'knex';
import pg from 'pg';
import { z } from 'zod';
import type { User } from '../../../src/domain/people/users.ts';
import { formsOf } from '../../../src/http/errors-of.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { insertLargeLists, LISTED, LISTS } from '../../support/large-lists.ts';
import { nodesOf, type PlanNode, plansOf, rowsReadBy } from '../../support/plans.ts';
import { statementsDuring } from '../../support/queries.ts';

/** The id of the user, conference, event and job whose lists have more than 10,000 rows. */
const LARGE = 1;
/** An id with few rows of the same tables. */
const SMALL = 7;

let api: TestApi;
let client: pg.Client;

beforeAll(async () => {
  api = await startApi();
  await insertLargeLists(api.databaseUrl);
  client = new pg.Client(api.databaseUrl);
  await client.connect();
}, 240_000);
afterAll(async () => {
  await client.end();
  await api.close();
});

const as = ({ caller }: (typeof LISTS)[number], userId: number) => {
  const user = { id: userId, messenger_id: userId } as User;
  return { user: () => api.as(user), administrator: api.admin, anonymous: api.anonymous }[caller]();
};
const pathOf = ({ path }: (typeof LISTS)[number], id: number) =>
  `/api/v1${path.replace(/:\w+/, String(id))}`;

/** Answers a constant, with the fields of a page. */
const NOT_A_TABLE = '/admin/notifications/template-variables';
/** An installation has dozens of these at a time, and a conference of rooms, not thousands. */
const FEW = [
  '/admin/administrators',
  '/admin/api-keys',
  '/admin/conferences/:conference_id/rooms',
  '/admin/conferences/:conference_id/tracks',
  '/admin/operations/jobs',
  // A user can block 1,000.
  '/users/me/blocks',
];
/** Without a total and without numbered pages. */
const BY_CURSOR_ONLY = ['/conferences/slug/:slug/events', '/events/conference/:slug'];

it('every list with pages is tested here', () => {
  const isList = ({ responses }: { readonly responses: object }) =>
    formsOf((responses as Record<string, z.ZodType>)[200] as z.ZodType).some(
      (form) => form instanceof z.ZodObject && 'pagination' in form.shape,
    );
  const paths = api.endpoints.filter(isList).map(({ path }) => path);
  const tested = new Set([
    ...LISTS.map(({ path }) => path),
    NOT_A_TABLE,
    ...FEW,
    ...BY_CURSOR_ONLY,
  ]);
  expect([...tested].sort()).toEqual(paths.sort());
});

/** Ranks people, who have their places in the order of points. */
const RANKED = ['/admin/leaderboard'];

/** The sorts of a list, as queries. */
const sortsOf = ({ caller, path, besideSorts = {} }: (typeof LISTS)[number]): string[] => {
  if (caller !== 'administrator') return [];
  const endpoint = api.endpoints.find((one) => one.method === 'get' && one.path === path);
  const { sort } = (endpoint?.query as z.ZodObject | undefined)?.shape ?? {};
  if (!(sort instanceof z.ZodDefault)) return [];
  const { options } = sort.unwrap() as z.ZodEnum;
  return options.map((one) => {
    const beside = besideSorts[String(one).replace('-', '')];
    return `sort=${one}${beside ? `&${beside}` : ''}`;
  });
};

it('every list of administrators can be sorted', () => {
  const unsorted = LISTS.filter((list) => list.caller === 'administrator')
    .filter((list) => sortsOf(list).length === 0)
    .map(({ path }) => path);
  expect(unsorted).toEqual(RANKED);
});

const UNLIMITED = LISTS.filter(({ atMost }) => atMost === undefined);
const LIMITED = LISTS.filter(({ atMost }) => atMost !== undefined);

describe.each(UNLIMITED)('$path of more than 10,000 rows, $caller', (list) => {
  it('answers a total that is not exact: 10,000 to an administrator, else 1,000', async () => {
    const { body } = await as(list, LARGE)
      .get(`${pathOf(list, LARGE)}?limit=30`)
      .expect(200);

    expect(body.data).toHaveLength(30);
    const { next_cursor: _, ...pagination } = body.pagination;
    const total = list.caller === 'administrator' ? 10_000 : 1_000;
    const capped = { total, pages: Math.ceil(total / 30), total_is_exact: false };
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

describe.each(LIMITED)('$path, which has at most $atMost rows, $caller', (list) => {
  it('answers the exact total, and an empty page past it', async () => {
    const total = list.atMost ?? 0;
    const { body } = await as(list, SMALL)
      .get(`${pathOf(list, SMALL)}?limit=100`)
      .expect(200);

    expect(body.data).toHaveLength(100);
    expect(body.pagination).toEqual({ page: 1, limit: 100, total, pages: total / 100 });
    const past = `${pathOf(list, SMALL)}?limit=100&page=${total / 100 + 1}`;
    const empty = await as(list, SMALL).get(past).expect(200);
    expect(empty.body.data).toEqual([]);
  });
});

describe.each(LISTS)('$path among many rows, $caller', (list) => {
  it.each(['', ...(list.filters ?? [])])('reads no whole table: %s', async (filter) => {
    expect(await wholeScansFor(list, filter)).toEqual([]);
  });
});

const ADMINISTRATORS = LISTS.filter(({ caller }) => caller === 'administrator');

describe.each(ADMINISTRATORS)('$path in each sort', (list) => {
  it('reads no whole table', async () => {
    for (const sort of sortsOf(list)) expect(await wholeScansFor(list, sort)).toEqual([]);
  });

  it('has its rows in order, and the same ones by cursor as by page', async () => {
    for (const sort of sortsOf(list)) {
      const path = `${pathOf(list, LARGE)}?limit=40&${sort}`;
      const { rows, next_cursor } = await pagesOf(
        list,
        [1, 2, 3].map((n) => `${path}&page=${n}`),
      );
      expect({ sort, places: placesIn(rows, sort) }).toEqual({
        sort,
        places: placesIn(rows, sort).sort(sort.includes('=-') ? descending : ascending),
      });
      if (next_cursor !== undefined) {
        const first = await pagesOf(list, [path]);
        const second = await pagesOf(list, [`${path}&cursor=${first.next_cursor}`]);
        const third = await pagesOf(list, [`${path}&cursor=${second.next_cursor}`]);
        expect([...first.rows, ...second.rows, ...third.rows]).toEqual(rows);
      }
    }
  });
});

/** Words of most people, words of no person, misspelled ones, and punctuation. */
const KINDS_OF_WORDS = [
  'p',
  'zq',
  'person company',
  'perso company 7 co pe',
  'persom compamy',
  '王小',
  '@p',
];

/** A sort of administrators. */
const NAME = 'first_name, id';

/** Half of the users: matches that are not at the front of the list are sorted, and these are not all. */
const MAX_READ_AT_ONCE = 15_500;
/** Each user once. */
const MAX_JOINED_AT_ONCE = 31_000;

describe.each([
  ['/users', 'anonymous', MAX_READ_AT_ONCE],
  ['/users', 'user', MAX_READ_AT_ONCE],
  ['/users?interest=topic 7', 'user', MAX_READ_AT_ONCE],
  ['/users?conference_id=1', 'user', MAX_JOINED_AT_ONCE],
  ['/conferences/1/attendees', 'user', MAX_JOINED_AT_ONCE],
  ['/admin/users', 'administrator', MAX_READ_AT_ONCE],
  ['/admin/users?sort=first_name', 'administrator', MAX_READ_AT_ONCE],
  ['/admin/conferences/1/attendees', 'administrator', MAX_JOINED_AT_ONCE],
  ['/admin/conferences/1/attendees?status=all', 'administrator', MAX_JOINED_AT_ONCE],
] as const)('a search in GET %s, %s', (path, caller, most) => {
  it.each(KINDS_OF_WORDS)('reads a bounded number of users: %s', async (q) => {
    const agent = as({ caller, path }, LARGE);
    const statements = await statementsDuring(api.db, () =>
      agent.get(`/api/v1${path}`).query({ q, limit: 20 }).expect(200),
    );
    const read: string[] = [];
    for (const statement of statements) {
      for (const node of await nodesDuring(statement)) {
        if (node['Relation Name'] === 'users' && Math.round(rowsReadBy(node)) > most) {
          read.push(`${rowsReadBy(node)} rows by ${node['Node Type']}: ${statement.sql}`);
        }
      }
    }
    expect(read).toEqual([]);
  });
});

/** Of all rows, of the first ones only, of those behind them, of some everywhere, and of one row. */
const DENSITIES = ['person', 'pers', 'person 3', 'person 1', 'company 7', '9999'];

describe.each([
  ['/users', 'anonymous', 'select id from users u where is_listed', 'id'],
  [
    '/users?conference_id=1',
    'anonymous',
    `select id from users u join conference_people p on p.user_id = id
      where is_listed and conference_id = 1`,
    'id',
  ],
  [
    '/users?interest=TOPIC 7&conference_id=1',
    'anonymous',
    `select id from users u join conference_people p on p.user_id = id
      where is_listed and conference_id = 1 and 'topic 7' = any(interests)`,
    'id',
  ],
  [
    '/conferences/1/attendees',
    'anonymous',
    `select u.id from users u join registrations a on a.user_id = u.id
      where u.is_listed and a.conference_id = 1 and holds_seat(a.status)`,
    'queue_number',
  ],
  ['/admin/users?sort=first_name', 'administrator', 'select id from users u where true', NAME],
] as const)('the pages of a search in GET %s', (path, caller, all, order) => {
  it.each(DENSITIES)('are those of all rows, by number and by cursor: %s', async (q) => {
    const words = q.split(' ').map((word) => `contains_word(u.search_text, '${word}')`);
    const direction = order === NAME ? '' : 'desc';
    const { rows } = await client.query(
      `${all} and ${words.join(' and ')} order by ${order} ${direction}`,
    );
    const expected: number[] = rows.map(({ id }) => Number(id));
    // Similar words are another matter.
    if (expected.length === 0) return;
    const agent = as({ caller, path }, LARGE);
    const read = async (place: object) => {
      const query = { q, limit: 30, ...place };
      const { body } = await agent.get(`/api/v1${path}`).query(query).expect(200);
      return { ...body, ids: body.data.map(({ id }: { id: number }) => id) };
    };
    const pages = Math.min(334, Math.ceil(expected.length / 30));
    const last = Math.ceil(expected.length / 30);
    for (const page of new Set([1, 2, Math.ceil(pages / 2), pages - 1, pages, last - 1, last])) {
      if (page < 1) continue;
      const { ids, pagination } = await read({ page });
      expect({ page, ids }).toEqual({ page, ids: expected.slice((page - 1) * 30, page * 30) });
      const isExact = expected.length <= 1_000;
      expect(pagination.total).toBe(isExact ? expected.length : 1_000);
      expect(pagination.total_is_exact).toBe(isExact ? undefined : false);
      const cursor = pagination.next_cursor;
      expect(cursor === null).toBe(page * 30 >= expected.length);
      if (cursor && page < pages) {
        const { ids: next } = await read({ cursor });
        expect({ page, next }).toEqual({ page, next: expected.slice(page * 30, page * 30 + 30) });
      }
    }
  });
});

it('recipients with a status are read in order up to the page, and counted without users', async () => {
  const path = `/api/v1/admin/notifications/jobs/${LARGE}/deliveries?limit=20&status=sent`;
  const statements = await statementsDuring(api.db, () => api.admin().get(path).expect(200));
  const ofList = statements.filter(({ sql }) => sql.includes('"notifications" as "n"'));
  expect(ofList).toHaveLength(2);
  for (const statement of ofList) {
    const isCount = statement.sql.includes('count(*)');
    for (const plan of await plansOf(client, statement)) {
      const reads = nodesOf(plan).filter((node) => 'Relation Name' in node);
      expect(reads.some((node) => node['Relation Name'] === 'users')).toBe(!isCount);
      const read = reads.reduce((sum, node) => sum + rowsReadBy(node), 0);
      if (!isCount) expect(read).toBeLessThan(100);
    }
  }
});

it('clashes of a page of my agenda read the attendances of the user once, not for each item', async () => {
  const user = { id: LARGE, messenger_id: LARGE } as User;
  const statements = await statementsDuring(api.db, () =>
    api.as(user).get('/api/v1/agenda/my?limit=20').expect(200),
  );
  const clashes = statements.filter(({ sql }) => sql.includes('attended as'));
  expect(clashes).toHaveLength(1);
  for (const statement of clashes) {
    for (const plan of await plansOf(client, statement)) {
      const attended = nodesOf(plan).filter(
        (node) => node['Relation Name'] === 'event_attendances',
      );
      expect(attended.map((node) => node['Actual Loops'])).toEqual([1]);
      // Not for each attendance either. The plan for all users once compared each with each.
      const kept = nodesOf(plan).filter((node) => node['Node Type'] === 'CTE Scan');
      expect(Math.max(...kept.map(rowsReadBy))).toBeLessThanOrEqual(20 * LISTED);
    }
  }
});

type Row = Readonly<Record<string, unknown>>;

async function pagesOf(list: (typeof LISTS)[number], paths: readonly string[]) {
  const rows: Row[] = [];
  let next_cursor: string | null | undefined;
  for (const path of paths) {
    const { body } = await as(list, LARGE).get(path).expect(200);
    rows.push(...body.data);
    next_cursor = body.pagination.next_cursor;
  }
  return { rows, next_cursor };
}

/** The values of the sorted key; ids of people are in a field of their own. */
function placesIn(rows: readonly Row[], sort: string): (string | number)[] {
  const key = /^sort=-?(\w+)/.exec(sort)?.[1] ?? '';
  return rows.map((row) => {
    // A row without a time counts as the earliest, but a participant who has not started counts as
    // the latest.
    const absent = key === 'started_at' ? 'later' : '';
    const value = key === 'user_id' ? (row.user as Row).id : (row[key] ?? absent);
    return typeof value === 'string' ? value.toLowerCase() : (value as number);
  });
}

const ascending = (one: string | number, other: string | number) =>
  one === other ? 0 : one < other ? -1 : 1;
const descending = (one: string | number, other: string | number) => ascending(other, one);

/** The rows that the statements of a filtered list scan, on page 1 and after its cursor. */
async function wholeScansFor(list: (typeof LISTS)[number], filter: string): Promise<string[]> {
  const path = `${pathOf(list, SMALL)}?limit=5&${filter}`;
  const statements: Knex.Sql[] = [];
  let cursor: string | undefined;
  statements.push(
    ...(await statementsDuring(api.db, async () => {
      const { body } = await as(list, SMALL).get(path).expect(200);
      cursor = body.pagination.next_cursor;
    })),
  );
  if (cursor) {
    const next = `${path}&cursor=${cursor}`;
    statements.push(
      ...(await statementsDuring(api.db, () => as(list, SMALL).get(next).expect(200))),
    );
  }
  const scans: string[] = [];
  for (const statement of statements) scans.push(...(await wholeScansOf(statement)));
  return scans;
}

/** A count reads one row more than this, of which the filter may have dropped a few. */
const MAX_READ = 11_000;
const MAX_DROPPED = 1_000;

/** The sequential scans of a statement that grow with the table: those that no limit stops early. */
async function wholeScansOf(statement: Knex.Sql): Promise<string[]> {
  return (await nodesDuring(statement))
    .filter((node) => {
      const dropped = node['Rows Removed by Filter'] ?? 0;
      const read = (node['Actual Rows'] ?? 0) + dropped;
      return node['Node Type'] === 'Seq Scan' && (dropped > MAX_DROPPED || read > MAX_READ);
    })
    .map((node) => `${node['Relation Name']} where ${node.Filter}: ${statement.sql}`);
}

/** Runs a statement, and returns the nodes of its plan. */
async function nodesDuring({ sql, bindings }: Knex.Sql): Promise<PlanNode[]> {
  // The transaction of a search, on whose settings its plans depend.
  if (/^(begin|set|commit)\b/i.test(sql)) {
    await client.query(sql);
    return [];
  }
  // The reads of people, which are recorded each minute.
  if (/^insert\b/i.test(sql)) return [];
  const explain = `explain (analyze, timing off, format json) ${sql}`;
  const { rows } = await client.query(explain, [...bindings]);
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan);
}
