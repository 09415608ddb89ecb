import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aQuest,
  aRegistration,
  aSpeaker,
  aUser,
  people,
} from '../../support/factories.ts';
import { walk } from '../../support/lists.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;
let conference: Conference;
let viewer: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const TABLES = ['quests', 'feedback', 'agenda_items', 'speakers', 'events', 'conferences', 'users'];
beforeEach(async () => {
  for (const table of TABLES) {
    await api.db(table).delete();
  }
  conference = await aConference(api.db, { name: 'x' });
  viewer = await aUser(api.db, { first_name: 'x', last_name: 'x' });
});

interface Body {
  readonly data: readonly { readonly id: number }[];
  readonly pagination: { readonly total: number; readonly next_cursor?: string };
}
const get = (path: string, query: object) =>
  (path.includes('/admin/') ? api.admin() : api.as(viewer)).get(`/api/v1${path}`).query(query);
const total = async (path: string, query: object): Promise<number> => {
  const { body }: { body: Body } = await get(path, query).expect(200);
  return body.pagination.total;
};
const agendaItems = async (query: object): Promise<number> => {
  const { body } = await get(`/conferences/${conference.id}/agenda`, query).expect(200);
  return body.days.flatMap(({ items }: { items: object[] }) => items).length;
};

type Name = readonly [first: string, last?: string];
const named = ([first_name, last_name]: Name) => ({ first_name, last_name: last_name ?? null });
const full = (name: Name) => name.join(' ');
const addUser = (name: Name) => aUser(api.db, named(name));
const addAttendee = async (name: Name) => {
  await aRegistration(api.db, [await addUser(name), conference]);
};
const addSpeaker = (name: Name) => aSpeaker(api.db, { name: full(name) });

/** Each list that finds people by name: how a name gets into it, and how many a search finds. */
const LISTS_OF_NAMES: [
  string,
  (name: Name) => Promise<unknown>,
  (query: object) => Promise<number>,
][] = [
  ['GET /users', addUser, (query) => total('/users', query)],
  ['GET /admin/users', addUser, (query) => total('/admin/users', query)],
  [
    'GET /conferences/:id/attendees',
    addAttendee,
    (query) => total(`/conferences/${conference.id}/attendees`, query),
  ],
  [
    'GET /admin/conferences/:id/attendees',
    addAttendee,
    (query) => total(`/admin/conferences/${conference.id}/attendees`, query),
  ],
  ['GET /speakers', addSpeaker, (query) => total('/speakers', query)],
  ['GET /admin/speakers', addSpeaker, (query) => total('/admin/speakers', query)],
  [
    'GET /conferences/:id/agenda, by speaker',
    async (name) => {
      await anAgendaItem(api.db, conference, { title: 'x' }, [await addSpeaker(name)]);
    },
    agendaItems,
  ],
];

const NAMES: readonly (readonly [Name, string, boolean])[] = [
  [['José', 'María'], 'jose maria', true],
  [['José', 'María'], 'MARÍA josé', true],
  [['Jose', 'Maria'], 'josé', true],
  [['Zoe\u0308'], 'zoe', true],
  [['Nguyễn', 'Đức'], 'duc nguyen', true],
  [['İpek', 'Işık'], 'ipek isik', true],
  [['Łukasz'], 'lukasz', true],
  [['Γιάννης'], 'ΓΙΑΝΝΗΣ', true],
  [['Семён'], 'семен', true],
  [['Ｊｏｈｎ'], 'john', true],
  [['Sean', 'O’Brien'], "o'brien", true],
  [['小明', '王'], '王小明', true],
  [['王', '小明'], '王小明', true],
  [['小明', '王'], '小明王', true],
  [['王小明'], '王 小明', true],
  [['小明', '王'], '王', true],
  [['小明', '王'], '小明', true],
  [['민수', '김'], '김민수', true],
  [['太郎', 'ヤマダ'], 'ヤマダ太郎', true],
  [['小明', '王'], '李国强', false],
  [['Ada', 'Lovelace'], 'lovelase', true],
  [['Ada', 'Lovelace'], 'ada lovlace', true],
  [['Ada', 'Lovelace'], 'Adda Lovelacee', true],
  [['John'], 'jhon', true],
  [['Grace'], 'garce', true],
  [['Michael'], 'mihcael', true],
  [['Thomas'], 'thomes', true],
  [['José'], 'josse', true],
  [['Олена'], 'олєна', false],
  [['Володимир'], 'володимер', true],
  [['Ada', 'Lovelace'], 'lovelase hopper', false],
  [['Ada', 'Lovelace'], 'margaret', false],
  [['Ada', 'Lovelace'], 'a%e', false],
  [['Ada', 'Lovelace'], '%', false],
  [['Ada', 'Lovelace'], '_', false],
  [['Ada', 'Lovelace'], '\\', false],
];

describe.each(LISTS_OF_NAMES)('%s', (_list, add, find) => {
  it.each(NAMES)('stores %j, is asked for %j: %s', async (name, q, isFound) => {
    await add(name);
    expect(await find({ q })).toBe(isFound ? 1 : 0);
  });

  it('forgives typing errors only where nothing matches exactly', async () => {
    await add(['Hannah']);
    expect(await find({ q: 'hanna' })).toBe(1);
    expect(await find({ q: 'hannha' })).toBe(1);

    await add(['Hannha']);
    expect(await find({ q: 'hannha' })).toBe(1);
    expect(await find({ q: 'hannhaa' })).toBe(2);
  });
});

/** Name, words, whether they find it. */
const SHORT_WORDS: readonly (readonly [Name, string, boolean])[] = [
  [['Maria', 'Roma'], 'ma', true],
  [['Bo', 'Ek'], 'bo', true],
  [['Bo', 'Ek'], 'ek b', true],
  [['Roma'], 'ma', false],
  [['Roma'], 'o', false],
  [['Anna-Lu'], 'lu', true],
  [['Sean', 'O’Brien'], 'br', true],
  [['Bo', '(Zq)'], 'zq', true],
  [['Mab'], 'am', false],
  [['Ма́ша'], 'ма', true],
  [['小明', '王'], '王小', true],
  [['王小明'], '王小', true],
  [['小明', '王'], '明', true],
  [['小明', '王'], '王大', false],
  [['민수', '김'], '김민', true],
  [['Ada', 'Lovelace'], 'a l', true],
  [['Ada', 'Lovelace'], 'lovelace zq', false],
  [['Ada', 'Lovelace'], 'lovelase lo', true],
  [['Ada', 'Lovelace'], 'lovelase ov', false],
];

describe.each(LISTS_OF_NAMES)('a word of one or two letters in %s', (_list, add, find) => {
  it.each(SHORT_WORDS)('stores %j, is asked for %j: %s', async (name, q, isFound) => {
    await add(name);
    expect(await find({ q })).toBe(isFound ? 1 : 0);
  });
});

const SHORT_TITLES: readonly (readonly [string, string, boolean])[] = [
  ['Intro to AI/ML', 'ml', true],
  ['Node.js in C++', 'js', true],
  ['Node.js in C++', 'c++', true],
  ['Node.js in C', 'c++', false],
  ['Go (1.24)', '24', true],
  ['Roma', 'ma', false],
  ['分析 データ', '析', true],
];

describe.each<[string, (title: string) => Promise<unknown>]>([
  ['/events', (title) => anEvent(api.db, { title })],
  ['/admin/events', (title) => anEvent(api.db, { title })],
  ['/conferences', (name) => aConference(api.db, { name })],
  ['/admin/conferences', (name) => aConference(api.db, { name })],
  ['/quests', (title) => aQuest(api.db, { title, is_active: true })],
  ['/admin/quests', (title) => aQuest(api.db, { title })],
  [
    '/admin/feedback',
    (message) => api.db('feedback').insert({ message, category: 'x', user_id: viewer.id }),
  ],
])('a word of one or two letters in GET %s', (path, add) => {
  it.each(SHORT_TITLES)('stores %j, is asked for %j: %s', async (title, q, isFound) => {
    await add(title);
    expect(await total(path, { q })).toBe(isFound ? 1 : 0);
  });
});

describe('a short text in a username', () => {
  const visible = { contact_visibility: 'everyone' } as const;

  it('is its beginning', async () => {
    const ada = await aUser(api.db, { first_name: 'x', username: 'zqueen', ...visible });
    await aUser(api.db, { first_name: 'x', username: 'azq_zq', ...visible });
    await aUser(api.db, { first_name: 'x', username: 'zqhidden' });
    for (const q of ['zq', '@zq', '@z', 'Z']) {
      const { body }: { body: Body } = await get('/users', { q }).expect(200);
      expect(body.data.map(({ id }) => id)).toEqual([ada.id]);
    }
  });
});

describe('more than five words', () => {
  it('match as the five longest of them do', async () => {
    await addUser(['Maximilian', 'Featherstonehaugh']);
    const q = 'a b maximilian zq featherstonehaugh';
    expect(await total('/users', { q })).toBe(0);
    expect(await total('/users', { q: 'dr of maximilian x y featherstonehaugh fea max eat' })).toBe(
      1,
    );
    expect(await total('/users', { q: 'maximilian featherstonehaugh fea max eat zzz' })).toBe(1);
    expect(await total('/users', { q: 'maximilian featherstonehaugh fea max zzz eat' })).toBe(0);
  });
});

const TITLES: readonly (readonly [string, string, boolean])[] = [
  ['Café Über Data', 'uber cafe', true],
  ['Cafe uber data', 'CAFÉ', true],
  ['Ｔｙｐｅ　Ｓｙｓｔｅｍｓ', 'type systems', true],
  ['データ 分析', '分析', true],
  ['Distributed databases', 'distirbuted', true],
  ['Distributed databases', 'databasse distributed', true],
  ['Distributed databases', 'gardening', false],
  ['Distributed databases', 'd%s', false],
];

describe.each<[string, (title: string) => Promise<unknown>, (query: object) => Promise<number>]>([
  ['GET /events', (title) => anEvent(api.db, { title }), (query) => total('/events', query)],
  [
    'GET /admin/events',
    (title) => anEvent(api.db, { title }),
    (query) => total('/admin/events', query),
  ],
  [
    'GET /conferences',
    (name) => aConference(api.db, { name }),
    (query) => total('/conferences', query),
  ],
  [
    'GET /admin/conferences',
    (name) => aConference(api.db, { name }),
    (query) => total('/admin/conferences', query),
  ],
  [
    'GET /conferences/:id/agenda',
    (title) => anAgendaItem(api.db, conference, { title }),
    agendaItems,
  ],
])('%s', (_list, add, find) => {
  it.each(TITLES)('stores %j, is asked for %j: %s', async (title, q, isFound) => {
    await add(title);
    expect(await find({ q })).toBe(isFound ? 1 : 0);
  });
});

it('finds a name by its characters in their order, if one has them', async () => {
  await addUser(['明', '小王']);
  expect(await total('/users', { q: '王小明' })).toBe(1);
  const wang = await addUser(['小明', '王']);
  const { body } = await get('/users', { q: '王小明' }).expect(200);
  expect(body.data).toEqual([expect.objectContaining({ id: wang.id })]);
});

describe.each(['/events', '/conferences', '/speakers'])('GET %s with updated_since', (path) => {
  it('forgives nothing, so that a row enters and leaves the list by its own changes', async () => {
    await anEvent(api.db, { title: 'Hannah' });
    await aConference(api.db, { name: 'Hannah' });
    await aSpeaker(api.db, { name: 'Hannah' });
    const updated_since = '2020-01-01T00:00:00Z';
    expect(await total(path, { q: 'hannha' })).toBe(1);
    expect(await total(path, { q: 'hannah', updated_since })).toBe(1);
    expect(await total(path, { q: 'hannha', updated_since })).toBe(0);
  });
});

describe('a search by an administrator', () => {
  const found = async (q: string) => {
    const { body }: { body: Body } = await get('/admin/users', { q }).expect(200);
    const attendees: { body: { data: { user: { id: number } }[] } } = await get(
      `/admin/conferences/${conference.id}/attendees`,
      { q },
    ).expect(200);
    const ids = body.data.map(({ id }) => id);
    expect(attendees.body.data.map(({ user }) => user.id)).toEqual(ids);
    return ids;
  };

  it('takes an id, a messenger id and a @username', async () => {
    const ada = await aUser(api.db, { first_name: 'Ada', username: 'Countess_of_L' });
    const other = await aUser(api.db, { first_name: 'Countess' });
    for (const user of [ada, other]) await aRegistration(api.db, [user, conference]);

    expect(await found(String(ada.id))).toEqual([ada.id]);
    expect(await found(String(ada.messenger_id))).toEqual([ada.id]);
    expect(await found('@countess_of_l')).toEqual([ada.id]);
    expect(await found('@COUNTESS')).toEqual([ada.id]);
    expect(await found('of_l ada')).toEqual([ada.id]);
    expect(await found('99999999999999999999')).toEqual([]);
  });
});

it.each<[string, () => Promise<{ readonly id: number }>]>([
  ['/admin/events', () => anEvent(api.db, { title: 'Nets' })],
  ['/admin/conferences', () => aConference(api.db, { name: 'Nets' })],
  ['/admin/speakers', () => aSpeaker(api.db, { name: 'Nets' })],
  ['/admin/quests', () => aQuest(api.db, { title: 'Nets' })],
])('a search by an administrator in %s takes an id', async (path, add) => {
  const [first, second] = [await add(), await add()];

  const { body } = await get(path, { q: String(second.id) }).expect(200);

  const ids = body.data.map(({ id }: { id: number }) => id);
  expect(ids).toContain(second.id);
  expect(ids).not.toContain(first.id);
  expect(await total(path, { q: '99999999999999999999' })).toBe(0);
});

describe('a search without a sign-in', () => {
  it('finds no user by username or bio, exactly or with a typing error', async () => {
    const contact = { username: 'countess', bio: 'Mathematics', contact_visibility: 'everyone' };
    await aUser(api.db, { first_name: 'Ada', ...contact });
    for (const q of ['countess', 'countes', 'cuontess', 'mathematics', 'mathmatics']) {
      const { body } = await api.anonymous().get('/api/v1/users').query({ q }).expect(200);
      expect(body.data).toEqual([]);
    }
  });
});

describe('the cursor of a search with a typing error', () => {
  const q = 'q=hannha&limit=2';

  it('goes on with similar names when a name that matches exactly was added', async () => {
    for (let n = 0; n < 5; n += 1) await addUser(['Hannah']);
    let pages = 0;
    const ids = await walk(api.as(viewer), `/api/v1/users?${q}`, async () => {
      if (pages++ === 0) await addUser(['Hannha']);
    });
    expect(new Set(ids).size).toBe(5);
    expect(pages).toBe(3);
  });

  it('goes on with exact matches when the last of them was renamed', async () => {
    for (let n = 0; n < 5; n += 1) await addUser([n % 2 ? 'Hannah' : 'Hannha']);
    const ids = await walk(api.as(viewer), `/api/v1/users?${q}`, async () => {
      await api
        .db('users')
        .where('messenger_first_name', 'Hannha')
        .update({ messenger_first_name: 'Hannah' });
    });
    expect(ids).toHaveLength(2);
  });

  it.each(['created_at', '-first_name'])('walks the list of administrators by %s', async (sort) => {
    for (let n = 0; n < 5; n += 1) await addUser(['Hannah']);
    expect(await walk(api.admin(), `/api/v1/admin/users?${q}&sort=${sort}`)).toHaveLength(5);
  });

  it.each([[{ similar: 'x' }], [{ similar: { similar: 1 } }], [{ similar: 1, more: 1 }]])(
    'is refused when it is %j',
    async (position) => {
      const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
      await get('/users', { q: 'hannha', cursor }).expect(400);
    },
  );
});

it('exports the attendees that the list shows for a typing error', async () => {
  await addAttendee(['Hannah']);
  const path = `/admin/conferences/${conference.id}/attendees`;
  const { text } = await get(path, { q: 'hannha', format: 'csv' }).expect(200);
  expect(text).toContain('Hannah');
});

it('sends at most twice the queries where nothing matches exactly', async () => {
  await addUser(['Hannah']);
  const search = (q: string) => get('/users', { q }).expect(200);
  const exact = await countQueries(api.db, () => search('hannah'));
  // The comparison with similar words is one statement more, and its settings, also of five words.
  expect(await countQueries(api.db, () => search('hannha'))).toBe(exact + 2);
  expect(await countQueries(api.db, () => search('hannah hannha hanah ana nah'))).toBe(exact + 2);
  // Short words have no similar words.
  expect(await countQueries(api.db, () => search('a b c d e f g h'))).toBe(exact);
});

/** Fills pages, so that an index is cheaper than reading 3,000 rows. */
const WIDE = 'repeat(md5(n::text), 45)';

it('forgives nothing in words of one or two letters', async () => {
  const { id } = await aUser(api.db, { first_name: 'Zqella' });
  const found = async (q: string) => {
    const { body } = await api.admin().get('/api/v1/admin/users').query({ q }).expect(200);
    return body.data.map((user: { id: number }) => user.id);
  };
  expect(await found('Zqela')).toEqual([id]);
  expect(await found('zy')).toEqual([]);
  expect(await found('Zqela zy')).toEqual([]);
  const statements = await countQueries(api.db, () => found('zy'));
  expect(await countQueries(api.db, () => found('zyxwv'))).toBeGreaterThan(statements);
});

it('counts the first five words', async () => {
  const { id } = await aUser(api.db, { first_name: 'One Two Three Four Five' });
  const { body } = await api.admin().get('/api/v1/admin/users').query({
    q: 'one two three four five six',
  });
  expect(body.data).toMatchObject([{ id }]);
});

it('uses an index for every statement of a search in 3,000 rows', async () => {
  await people(api.db, 3_000, {
    first_name: api.db.raw(`'User' || md5(n::text)`),
    company: api.db.raw('md5((n * 7)::text)'),
    bio: api.db.raw(WIDE),
  });
  await api.db.raw(
    `insert into events (slug, title, starts_at, ends_at, timezone, status, source, description)
     select 'e-' || n, md5(n::text), now(), now(), 'UTC', 'approved', 'admin', ${WIDE} from generate_series(1, 3000) n`,
  );
  await api.db.raw(
    `insert into conferences (slug, name, starts_on, ends_on, timezone, status, description)
     select 'c-' || n, md5(n::text), '2026-05-14', '2026-05-14', 'UTC', 'published', ${WIDE} from generate_series(1, 3000) n`,
  );
  await api.db.raw(
    `insert into speakers (slug, name, status, bio)
     select 's-' || n, md5(n::text), 'published', ${WIDE} from generate_series(1, 3000) n`,
  );
  await addUser(['Hannah', '王']);
  await anEvent(api.db, { title: 'Hannah 王' });
  await aConference(api.db, { name: 'Hannah 王' });
  await aSpeaker(api.db, { name: 'Hannah 王' });
  // Vacuum moves new entries from the pending list of a GIN index, which is read whole, into its tree.
  await api.db.raw('vacuum analyze users, events, conferences, speakers');

  const indexes = [
    ['/users', /users_(search|words)_idx/],
    ['/admin/users', /users_admin_(search|words)_idx/],
    ['/events', /events_(search|words)_idx/],
    ['/admin/events', /events_(search|words)_idx/],
    ['/conferences', /conferences_(search|words)_idx/],
    ['/admin/conferences', /conferences_(search|words)_idx/],
    ['/speakers', /speakers_search/],
    ['/admin/speakers', /speakers_search/],
  ] as const;
  for (const [path, index] of indexes) {
    for (const q of ['hannah', 'hannah 王', '王', 'hannha', 'zq', 'h']) {
      for (const plan of await plansOf(() => get(path, { q }).expect(200))) {
        expect({ path, q, plan }).toEqual({ path, q, plan: expect.stringMatching(index) });
      }
    }
  }
});

/** The plans of the statements with a search that `work` sends. */
async function plansOf(work: () => PromiseLike<unknown>): Promise<string[]> {
  const sent: { sql: string; bindings: string[] }[] = [];
  const record = (statement: (typeof sent)[number]) => sent.push(statement);
  api.db.on('query', record);
  await work();
  api.db.removeListener('query', record);
  const plans: string[] = [];
  for (const { sql, bindings } of sent) {
    if (!/contains_|search_prefix/.test(sql)) continue;
    // Compares the first rows, by their keys.
    if (/= any\(\$\d+::bigint\[\]\)/.test(sql)) continue;
    // The event has numbered parameters; `raw` expects question marks.
    const { rows } = await api.db.raw<{ rows: Record<string, string>[] }>(
      `explain ${sql.replace(/\$\d+/g, '?')}`,
      bindings,
    );
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  expect(plans.length).toBeGreaterThan(0);
  return plans;
}
