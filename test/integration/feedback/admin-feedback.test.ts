import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { openTable } from '../../../src/formats/tables/table-file.ts';
import { ADMIN_KEY_ID, startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, anAgendaItem, anEvent, aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { walk } from '../../support/lists.ts';
import { countQueries } from '../../support/queries.ts';

const PATH = '/api/v1/admin/feedback';
const NO_LINK = { conference_id: null, event_id: null, agenda_item_id: null };
const folder = mkdtempSync(join(tmpdir(), 'feedback-'));

let api: TestApi;
let ada: User;
let ids: number[];

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db, { first_name: 'Ada', last_name: 'Lovelace', username: 'countess' });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

/** Ada's is the first; the others are anonymous, one minute after the other. */
beforeEach(async () => {
  await api.db('feedback').delete();
  await emptyAuditLog(api.db);
  ids = [];
  for (const [user_id, message, rating, category] of [
    [ada.id, 'More chairs at the café', 4, 'venue'],
    [null, '=HYPERLINK("http://evil.example")', 1, 'app'],
    [null, 'Lovely harbor, "really"', 5, null],
  ] as const) {
    const minute = ids.length;
    const [{ id }] = await api
      .db('feedback')
      .insert({
        ...{ user_id, message, rating, category },
        ...(user_id && { contact: '@ada', context: { page: '/events/7' } }),
        created_at: `2026-05-14T09:0${minute}:00.000Z`,
      })
      .returning('id');
    ids.push(id);
  }
});

const list = (query: object = {}) => api.admin().get(PATH).query(query);
const patch = (id: number | undefined, body: object) =>
  api.admin().patch(`${PATH}/${id}`).send(body);
const indexesOf = (body: { data: { id: number }[] }) => body.data.map(({ id }) => ids.indexOf(id));
const auditRows = () =>
  api.db('audit_log').orderBy('id').select('actor', 'action', 'subject_id', 'before', 'after');

describe('GET /admin/feedback', () => {
  it('lists feedback, the latest first, with its sender', async () => {
    const { body } = await list().expect(200);

    expect(indexesOf(body)).toEqual([2, 1, 0]);
    expect(body.data[2]).toEqual({
      id: ids[0],
      user: { id: ada.id, first_name: 'Ada', last_name: 'Lovelace', username: 'countess' },
      is_rating: false,
      shared_at: null,
      message: 'More chairs at the café',
      rating: 4,
      category: 'venue',
      contact: '@ada',
      context: { page: '/events/7' },
      status: 'new',
      note: null,
      created_at: '2026-05-14T09:00:00.000Z',
      ...NO_LINK,
      about: null,
    });
    expect(body.data[0]).toMatchObject({ user: null, contact: null, context: null });
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 3, pages: 1, next_cursor: null });
  });

  it('shows no hash of a sender', async () => {
    await api.anonymous().post('/api/v1/feedback').send({ message: 'Hello' }).expect(201);
    const { text } = await list().expect(200);
    const [{ repeat_hash }] = await api.db('feedback').whereNotNull('repeat_hash');
    expect(text).not.toContain(repeat_hash);
  });

  it.each<[object, number[]]>([
    [{ rating: 5 }, [2]],
    [{ rating: 2 }, []],
    [{ category: 'venue' }, [0]],
    [{ category: 'ven' }, []],
    [{ status: 'new' }, [2, 1, 0]],
    [{ status: 'done' }, []],
    [{ from: '2026-05-14T09:01:00Z' }, [2, 1]],
    [{ to: '2026-05-14T09:01:00Z' }, [0]],
    [{ from: '2026-05-14T11:01:00+02:00', to: '2026-05-14T09:02:00Z' }, [1]],
    [{ q: 'HARBOR' }, [2]],
    [{ q: 'cafe chairs' }, [0]],
    [{ q: 'harbuor' }, []],
    [{ q: '%' }, []],
    [{ q: 'chairs', rating: 5 }, []],
  ])('filters by %j', async (query, expected) => {
    const { body } = await list(query).expect(200);
    expect(indexesOf(body)).toEqual(expected);
    expect(body.pagination.total).toBe(expected.length);
  });

  it('filters by sender', async () => {
    expect(indexesOf((await list({ user_id: ada.id }).expect(200)).body)).toEqual([0]);
    expect(indexesOf((await list({ user_id: ada.id + 1 }).expect(200)).body)).toEqual([]);
  });

  it.each(['', '&q=e'])(
    'misses no feedback behind a cursor while more arrives (%s)',
    async (filter) => {
      const { body } = await list(Object.fromEntries(new URLSearchParams(filter))).expect(200);
      const all = body.data.map(({ id }: { id: number }) => id);
      const more = () =>
        api.db('feedback').insert({ message: 'harbor e', created_at: '2030-01-01' });

      expect(await walk(api.admin(), `${PATH}?limit=1${filter}`, more)).toEqual(all);
    },
  );

  it('sends two statements per page, and one for the last page or by cursor', async () => {
    expect(await countQueries(api.db, () => list({ limit: 1 }).expect(200))).toBe(2);
    expect(await countQueries(api.db, () => list({ limit: 100 }).expect(200))).toBe(1);
    const { body } = await list({ limit: 1 }).expect(200);
    const cursor = body.pagination.next_cursor;
    expect(await countQueries(api.db, () => list({ limit: 1, cursor }).expect(200))).toBe(1);
  });

  it.each([
    ['rating', '6'],
    ['rating', 'x'],
    ['status', 'open'],
    ['user_id', '0'],
    ['from', 'yesterday'],
    ['q', ''],
    ['format', 'pdf'],
    ['cursor', 'x'],
    ['cursor', Buffer.from('["2026-02-30T00:00:00.000Z",1]').toString('base64url')],
    ['stars', '5'],
  ])('answers 400 for %s=%s', async (field, value) => {
    const { body } = await list({ [field]: value }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(field);
  });

  it('requires an administrator, also for a file', async () => {
    for (const query of [{}, { format: 'csv' }]) {
      await api.anonymous().get(PATH).query(query).expect(401);
      await api.as(ada).get(PATH).query(query).expect(403);
    }
  });
});

describe('GET /admin/feedback as a file', () => {
  const download = (query: object) => list(query).responseType('blob').expect(200);

  it('is CSV that spreadsheet programs can read, with formulas escaped', async () => {
    await patch(ids[0], { note: '+49 30 1' }).expect(200);

    const res = await download({ format: 'csv' });

    expect(res.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(res.get('Content-Disposition')).toBe('attachment; filename="feedback.csv"');
    expect(res.get('Cache-Control')).toBe('private, no-store, no-transform');
    expect(String(res.body)).toBe(
      [
        '\uFEFFid,created_at,status,rating,category,message,contact,context,user_id,first_name,last_name,username,note,conference_id,event_id,agenda_item_id,about,is_rating,shared_at',
        `${ids[2]},2026-05-14T09:02:00.000Z,new,5,,"Lovely harbor, ""really""",,,,,,,,,,,,false,`,
        `${ids[1]},2026-05-14T09:01:00.000Z,new,1,app,"'=HYPERLINK(""http://evil.example"")",,,,,,,,,,,,false,`,
        `${ids[0]},2026-05-14T09:00:00.000Z,new,4,venue,More chairs at the café,'@ada,"{""page"":""/events/7""}",${ada.id},Ada,Lovelace,countess,'+49 30 1,,,,,false,`,
        '',
      ].join('\r\n'),
    );
  });

  it('is a workbook with the same texts', async () => {
    const path = join(folder, 'feedback.xlsx');
    writeFileSync(path, (await download({ format: 'xlsx' })).body);

    await using table = await openTable(path, { maxRows: 10 });
    const messages: (string | undefined)[] = [];
    for await (const row of table.rows) {
      if ('cells' in row) messages.push(row.cells.message);
    }

    expect(messages).toEqual([
      'Lovely harbor, "really"',
      '=HYPERLINK("http://evil.example")',
      'More chairs at the café',
    ]);
  });

  it('has every row that matches, whatever the page and the number', async () => {
    await api.db.raw(
      `insert into feedback (message, rating) select 'Nice ' || n, 3 from generate_series(1, 600) n`,
    );
    const linesOf = async (query: object) =>
      String((await download({ format: 'csv', page: 2, limit: 1, ...query })).body)
        .trimEnd()
        .split('\r\n').length - 1;

    expect(await linesOf({})).toBe(603);
    expect(await linesOf({ q: 'nice' })).toBe(600);
    expect(await linesOf({ rating: 5 })).toBe(1);
  });

  it.each(['csv', 'xlsx'])(
    'is in the audit log, without the search words and the sender (%s)',
    async (format) => {
      await list({ q: 'harbor' }).expect(200);
      await download({ format, rating: 4, q: 'Lovelace', user_id: ada.id });

      expect(await auditRows()).toEqual([
        {
          actor: `key ${ADMIN_KEY_ID}`,
          action: 'feedback.export',
          subject_id: null,
          before: null,
          after: { format, rating: 4 },
        },
      ]);
    },
  );
});

describe('PATCH /admin/feedback/:id', () => {
  it('records status and note, and the audit log what changed', async () => {
    const { body } = await patch(ids[0], { status: 'done', note: ' Ordered. ' }).expect(200);

    expect(body).toMatchObject({ id: ids[0], status: 'done', note: 'Ordered.', rating: 4 });
    expect((await list({ status: 'done' }).expect(200)).body.data).toEqual([body]);
    expect(await auditRows()).toEqual([
      {
        actor: `key ${ADMIN_KEY_ID}`,
        action: 'feedback.update',
        subject_id: ids[0],
        before: { status: 'new', note: null },
        after: { status: 'done', note: 'Ordered.' },
      },
    ]);
  });

  it('changes the given fields only, and null clears the note', async () => {
    await patch(ids[0], { note: 'Ordered' }).expect(200);
    const read = await patch(ids[0], { status: 'read' }).expect(200);
    expect(read.body).toMatchObject({ status: 'read', note: 'Ordered' });
    const cleared = await patch(ids[0], { note: null }).expect(200);
    expect(cleared.body).toMatchObject({ status: 'read', note: null });
  });

  it('repeated or without a change answers the same, and records nothing', async () => {
    const first = await patch(ids[0], { status: 'read' }).expect(200);
    for (const body of [{ status: 'read' }, {}]) {
      expect((await patch(ids[0], body).expect(200)).body).toEqual(first.body);
    }
    expect(await auditRows()).toHaveLength(1);
  });

  it('records concurrent changes one after the other', async () => {
    await Promise.all(['read', 'done', 'new', 'read'].map((status) => patch(ids[0], { status })));

    const rows = await auditRows();
    const [{ status }] = await api.db('feedback').where({ id: ids[0] });
    const steps = rows.map(({ before, after }) => [before.status, after.status]);
    expect(steps[0]?.[0]).toBe('new');
    expect(steps.slice(1).map(([before]) => before)).toEqual(
      steps.slice(0, -1).map(([, after]) => after),
    );
    expect(steps.at(-1)?.[1] ?? 'new').toBe(status);
  });

  it('never changes the feedback itself', async () => {
    const change = { message: 'Forged', rating: 5, user_id: null, contact: null };
    await patch(ids[0], { ...change, status: 'read' }).expect(200);
    expect(await api.db('feedback').where({ id: ids[0] })).toMatchObject([
      { message: 'More chairs at the café', rating: 4, user_id: ada.id, contact: '@ada' },
    ]);
  });

  it.each([{ status: 'open' }, { status: null }, { note: '' }, { note: 'x'.repeat(2_001) }])(
    'answers 400 for %j',
    async (body) => {
      expect((await patch(ids[0], body).expect(400)).body).toEqual(failure('VALIDATION_ERROR'));
    },
  );

  it('answers 404 for unknown feedback', async () => {
    const { body } = await patch(999_999, { status: 'read' }).expect(404);
    expect(body).toEqual({ error: 'feedback not found', code: 'NOT_FOUND' });
  });
});

describe('feedback about conferences', () => {
  let a: Conference;
  let event: Event;
  let key: string;

  beforeAll(async () => {
    a = await aConference(api.db, { name: 'A', timezone: 'Pacific/Auckland' });
    event = await anEvent(api.db, { conference_id: a.id, title: 'Harbor tour' });
    key = (await aKey(api.db, { conference_ids: [a.id] })).secret;
  });
  /** The first is about the event, the second about another conference, the third about nothing. */
  beforeEach(async () => {
    const other = await aConference(api.db);
    const item = await anAgendaItem(api.db, other, { title: 'Opening' });
    const links = [{ conference_id: a.id, event_id: event.id }];
    for (const [at, link] of [
      ...links,
      { conference_id: other.id, agenda_item_id: item.id },
    ].entries()) {
      await api.db('feedback').where({ id: ids[at] }).update(link);
    }
  });
  const get = (path: string, query: object = {}) => api.admin(key).get(path).query(query);

  it('is listed with its title, and by conference, event and agenda item', async () => {
    const { body } = await list().expect(200);
    const [, ofItem, ofEvent] = body.data;
    expect(ofEvent).toMatchObject({
      conference_id: a.id,
      event_id: event.id,
      about: 'Harbor tour',
    });
    expect(ofItem).toMatchObject({ event_id: null, about: 'Opening' });
    const { conference_id, agenda_item_id } = ofItem;
    for (const [query, expected] of [
      [{ conference_id: a.id }, [0]],
      [{ event_id: event.id }, [0]],
      [{ conference_id }, [1]],
      [{ agenda_item_id }, [1]],
      [{ conference_id, event_id: event.id }, []],
    ] as const) {
      expect(indexesOf((await list(query).expect(200)).body)).toEqual(expected);
    }
  });

  it('is all that a key of a conference reads, counts and changes', async () => {
    const { body } = await get(PATH).expect(200);
    expect(indexesOf(body)).toEqual([0]);
    expect(body.pagination.total).toBe(1);
    expect((await get(PATH, { format: 'csv' }).expect(200)).text.match(/\r\n/g)).toHaveLength(2);
    expect((await get(`${PATH}/statistics`).expect(200)).body.total).toBe(1);
    const change = { status: 'read' };
    await api.admin(key).patch(`${PATH}/${ids[0]}`).send(change).expect(200);
    for (const id of ids.slice(1)) {
      const { body: refused } = await api
        .admin(key)
        .patch(`${PATH}/${id}`)
        .send(change)
        .expect(404);
      expect(refused.error).toBe('feedback not found');
    }
    const { body: changed } = await api
      .admin(key)
      .post(`${PATH}/bulk`)
      .send({ ids, status: 'done' });
    expect(changed.results.map(({ code }: { code?: string }) => code)).toEqual([
      undefined,
      'NOT_FOUND',
      'NOT_FOUND',
    ]);
    expect(await api.db('feedback').orderBy('id').pluck('status')).toEqual(['done', 'new', 'new']);
  });

  it('is counted on the days of the conference', async () => {
    await api
      .db('feedback')
      .insert({ message: 'x', rating: 4, created_at: '2026-05-14T13:00:00Z', conference_id: a.id });
    const { body } = await get(`${PATH}/statistics`).expect(200);
    expect(body).toEqual({
      total: 2,
      average_rating: 4,
      by_status: [{ status: 'new', count: 2 }],
      by_rating: [{ rating: 4, count: 2 }],
      by_category: [
        { category: 'venue', count: 1 },
        { category: null, count: 1 },
      ],
      // 13:00 UTC is the next day in Auckland.
      by_day: [
        { day: '2026-05-15', count: 1 },
        { day: '2026-05-14', count: 1 },
      ],
    });
  });
});

describe('GET /admin/feedback/statistics', () => {
  const statistics = async (query: object = {}) =>
    (await api.admin().get(`${PATH}/statistics`).query(query).expect(200)).body;

  it('counts by status, rating, category and day', async () => {
    await api.db('feedback').where({ id: ids[2] }).update({ status: 'done', rating: null });
    expect(await statistics()).toEqual({
      total: 3,
      average_rating: 2.5,
      by_status: [
        { status: 'done', count: 1 },
        { status: 'new', count: 2 },
      ],
      by_rating: [
        { rating: 1, count: 1 },
        { rating: 4, count: 1 },
        { rating: null, count: 1 },
      ],
      by_category: [
        { category: 'app', count: 1 },
        { category: 'venue', count: 1 },
        { category: null, count: 1 },
      ],
      by_day: [{ day: '2026-05-14', count: 3 }],
    });
  });

  it('counts a period, or nothing, with one statement', async () => {
    expect(
      await statistics({ from: '2026-05-14T09:01:00Z', to: '2026-05-14T09:02:00Z' }),
    ).toMatchObject({ total: 1, average_rating: 1 });
    expect(await countQueries(api.db, () => statistics())).toBe(1);
    expect(await statistics({ from: '2030-01-01' })).toEqual({
      ...{ total: 0, average_rating: null },
      ...{ by_status: [], by_rating: [], by_category: [], by_day: [] },
    });
  });

  it('names the most frequent 50 categories of any number', async () => {
    await api.db.raw(
      `insert into feedback (message, category) select 'x', 'c' || n % 60 from generate_series(1, 130) n`,
    );
    const { total, by_category } = await statistics();
    expect(total).toBe(133);
    expect(by_category).toHaveLength(50);
    expect(by_category[0]).toEqual({ category: 'c1', count: 3 });
  });
});

describe('POST /admin/feedback/bulk', () => {
  const bulk = (body: object) => api.admin().post(`${PATH}/bulk`).send(body);

  it('changes what exists, says what does not, and records what changed, once', async () => {
    await patch(ids[1], { status: 'read' }).expect(200);
    await emptyAuditLog(api.db);
    const given = { ids: [ids[2], 999_999, ids[1], ids[0]], status: 'read' };
    const expected = {
      results: [
        { id: ids[2], status: 'read' },
        { id: 999_999, error: 'feedback not found', code: 'NOT_FOUND' },
        { id: ids[1], status: 'read' },
        { id: ids[0], status: 'read' },
      ],
    };
    expect((await bulk(given).expect(200)).body).toEqual(expected);
    expect((await bulk(given).expect(200)).body).toEqual(expected);
    expect(await auditRows()).toMatchObject([
      { action: 'feedback.update', after: { status: 'read', ids: [ids[0], ids[2]] } },
    ]);
  });

  it('changes each once of ten at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        bulk({ ids: n % 2 ? ids : ids.toReversed(), status: 'done' }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await auditRows()).toHaveLength(1);
  });

  it.each([
    { ids: [], status: 'read' },
    { ids: Array.from({ length: 101 }, (_, n) => n + 1), status: 'read' },
    { ids: [1], status: 'open' },
    { ids: [1] },
  ])('answers 400 for %j', async (body) => {
    expect((await bulk(body).expect(400)).body).toEqual(failure('VALIDATION_ERROR'));
  });
});

it('uses an index for each list of 5,000 rows of feedback', async () => {
  await api.db.raw(
    `insert into feedback (message, rating, category, user_id, status, created_at)
     select repeat(md5(n::text), 20), case n % 50 when 0 then 1 else 5 end, 'c' || n % 100,
            case n % 100 when 0 then :id::bigint end, case n % 100 when 0 then 'new' else 'done' end,
            '2026-01-01'::timestamptz + n * interval '1 minute'
       from generate_series(1, 5000) n`,
    { id: ada.id },
  );
  // Vacuum moves new entries from the pending list of a GIN index, which is read whole, into its tree.
  await api.db.raw('vacuum analyze feedback');

  for (const [query, index] of [
    [{}, 'feedback_created_idx'],
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-02T01:00:00Z' }, 'feedback_created_idx'],
    [{ rating: 1 }, 'feedback_rating_idx'],
    [{ category: 'c7' }, 'feedback_category_idx'],
    [{ user_id: ada.id }, 'feedback_user_idx'],
    [{ status: 'new' }, 'feedback_open_idx'],
    // A search reads its page by the ids that it found.
    [{ q: 'harbor' }, /feedback_(search_idx|pkey)/],
    [{ q: 'zq' }, /feedback_(words_idx|pkey)/],
  ] as const) {
    const plans = await plansOf(() => list({ limit: 20, ...query }).expect(200));
    expect({ query, plans }).toEqual({ query, plans: expect.any(Array) });
    for (const plan of plans) {
      expect({ query, plan }).toEqual({ query, plan: expect.stringMatching(index) });
    }
  }
});

/** The plans of the pages that `work` reads. The count of all rows of a list reads all of them. */
async function plansOf(work: () => PromiseLike<unknown>): Promise<string[]> {
  const sent: { sql: string; bindings: string[] }[] = [];
  const record = (statement: (typeof sent)[number]) => sent.push(statement);
  api.db.on('query', record);
  await work();
  api.db.removeListener('query', record);
  // A search first compares a few rows of the list, one by one.
  const pages = sent.filter(({ sql }) => sql.includes('order by') && !sql.includes('as "key"'));
  expect(pages.length).toBeGreaterThan(0);
  const plans: string[] = [];
  for (const { sql, bindings } of pages) {
    const { rows } = await api.db.raw<{ rows: Record<string, string>[] }>(
      `explain ${sql.replace(/\$\d+/g, '?')}`,
      bindings,
    );
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}
