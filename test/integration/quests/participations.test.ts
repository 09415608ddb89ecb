import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { openTable } from '../../../src/formats/tables/table-file.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../../support/api.ts';
import { aQuest, aTask, aUser, people } from '../../support/factories.ts';
import { pagesOf, peopleIn } from '../../support/lists.ts';
import { countQueries, statementsDuring } from '../../support/queries.ts';

const folder = mkdtempSync(join(tmpdir(), 'quest-export-'));

let api: TestApi;
let ada: User;
let quest: Quest;
let link: QuestTask;
let poem: QuestTask;

beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api.close();
});
beforeEach(async () => {
  ada = await aUser(api.db, { first_name: 'Ada', company: 'Engines' });
  quest = await aQuest(api.db);
  link = await aTask(api.db, quest, { title: 'A link', position: 1 });
  poem = await aTask(api.db, quest, {
    title: 'v1.2 [a]',
    type: 'text',
    position: 2,
    config: { min_length: 1, max_length: 100 },
  });
});

const complete = (user: User, task: QuestTask, sent: object = {}) =>
  api
    .as(user)
    .post('/api/v1/quests/tasks/complete')
    .send({ task_id: task.id, ...sent })
    .expect(201);
const start = (user: User) => api.as(user).post(`/api/v1/quests/${quest.id}/start`).expect(201);
const path = () => `/api/v1/admin/quests/${quest.id}/participants`;
const list = (query = '') => api.admin().get(`${path()}?${query}`);
const exportOf = (format: string) =>
  api
    .admin()
    .get(`/api/v1/admin/quests/${quest.id}/export?format=${format}`)
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks)));
    });
/** An admitted participant, who has not started. */
const admit = async ({ id }: User) => {
  await api.db('user_quests').insert({
    quest_id: quest.id,
    user_id: id,
    status: 'admitted',
    source: 'admin',
    active_at: api.now(),
  });
};
/** Participants who started at the same instant, two admitted ones last. Returns their ids. */
async function crowd(count: number): Promise<number[]> {
  const users = await people(api.db, count);
  for (const user of users.slice(0, -2)) await start(user);
  for (const user of users.slice(-2)) await admit(user);
  return users.map(({ id }) => id);
}
async function walked(query: string): Promise<number[]> {
  const ids: number[] = [];
  const pages = pagesOf(api.admin(), `${path()}?${query}`, peopleIn);
  for await (const page of pages) ids.push(...peopleIn(page));
  return ids;
}

describe('the participants of a quest', () => {
  it('have person, status, points, times and completed tasks', async () => {
    await complete(ada, link);
    await complete(ada, poem, { text: 'A poem' });
    const { body } = await list().expect(200);
    expect(body.data).toEqual([
      {
        user: {
          id: ada.id,
          messenger_id: ada.messenger_id,
          first_name: 'Ada',
          last_name: null,
          username: null,
          photo_url: null,
          company: 'Engines',
          job_title: null,
          is_blocked: false,
        },
        status: 'in_progress',
        source: 'self',
        points: 10,
        started_at: api.now().toISOString(),
        completed_at: null,
        completed_tasks: 1,
      },
    ]);
  });

  it('are sorted by start, those who have not started last, page by page', async () => {
    await start(ada);
    api.advance(1_000);
    const later = await crowd(6);
    expect(await walked('limit=2')).toEqual([ada.id, ...later]);
    expect(await walked('limit=100')).toEqual([ada.id, ...later]);
  });

  it('are narrowed by status and by words', async () => {
    await start(ada);
    const others = await crowd(4);
    expect(await walked('status=admitted&limit=1')).toEqual(others.slice(-2));
    expect(await walked('q=engines')).toEqual([ada.id]);
    expect(await walked('q=engnies')).toEqual([ada.id]);
    await list('status=requested').expect(400);
  });

  it('keep an erased person as "Deleted user"', async () => {
    await complete(ada, link);
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    const { body } = await list().expect(200);
    expect(body.data[0].user).toMatchObject({ first_name: 'Deleted user', messenger_id: null });
    expect(String((await exportOf('csv')).body)).toContain('Deleted user');
  });

  it('are sorted by points, also those whom no board shows, page by page', async () => {
    const others = await crowd(5);
    const unranked = await aUser(api.db, { is_ranked: false });
    for (const user of [ada, unranked]) await complete(user, link);
    const ascending = [...others, ada.id, unranked.id];
    for (const limit of [2, 100]) {
      expect(await walked(`sort=points&limit=${limit}`)).toEqual(ascending);
      expect(await walked(`sort=-points&limit=${limit}`)).toEqual(ascending.toReversed());
    }
    expect(await walked('sort=-points&status=admitted&limit=1')).toEqual(
      others.slice(-2).toReversed(),
    );
  });

  it('of an unknown quest are 404', async () => {
    await api.admin().get('/api/v1/admin/quests/999999/participants').expect(404);
    await api.admin().get('/api/v1/admin/quests/999999/export').expect(404);
  });

  it('cost the same number of statements for one and for twenty', async () => {
    await start(ada);
    const one = await countQueries(api.db, () => list());
    await crowd(19);
    expect(await countQueries(api.db, () => list())).toBe(one);
  });
});

describe('the export of a quest', () => {
  const columns = () => [
    'user_id',
    'messenger_id',
    'first_name',
    'last_name',
    'username',
    'company',
    'status',
    'source',
    'points',
    'started_at',
    'completed_at',
    'completed_tasks',
    `task ${link.id}: A link`,
    `task ${poem.id}: v1.2 [a]`,
    `text ${poem.id}: v1.2 [a]`,
  ];
  const rowOf = ({ id, messenger_id, first_name, company }: User, rest: readonly unknown[]) => {
    const own = [id, messenger_id, first_name, null, null, company];
    const cells = [...own, ...rest];
    return Object.fromEntries(columns().map((name, at) => [name, cells[at] ?? null]));
  };

  it('has one row per participant, a column per task and one per text answer (json)', async () => {
    const grace = await aUser(api.db, { first_name: 'Grace' });
    await complete(ada, link);
    await complete(ada, poem, { text: '=1+1' });
    await admit(grace);
    const res = await exportOf('json').expect(200);
    expect(res.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(res.get('Content-Disposition')).toBe(
      `attachment; filename="quest-${quest.id}-participants.json"`,
    );
    const at = api.now().toISOString();
    const rows = JSON.parse(String(res.body));
    expect(rows).toEqual([
      rowOf(ada, ['in_progress', 'self', 10, at, null, 1, 'approved', 'pending', '=1+1']),
      rowOf(grace, ['admitted', 'admin', 0, null, null, 0, 'none', 'none', null]),
    ]);
    expect(Object.keys(rows[0])).toEqual(columns());
  });

  it('is the same table as CSV, with formulas escaped', async () => {
    await complete(ada, poem, { text: '=1+1' });
    const res = await exportOf('csv').expect(200);
    expect(res.get('Content-Type')).toBe('text/csv; charset=utf-8');
    const [header, row, ...rest] = parse(String(res.body), { bom: true }) as string[][];
    expect(header).toEqual(columns());
    expect(row?.slice(-3)).toEqual(['none', 'pending', `'=1+1`]);
    expect(rest).toEqual([]);
  });

  it('is the same table as a workbook', async () => {
    await complete(ada, poem, { text: '=1+1' });
    const res = await exportOf('xlsx').expect(200);
    const file = join(folder, 'quest.xlsx');
    writeFileSync(file, res.body);
    await using table = await openTable(file, { maxRows: 10 });
    const rows: unknown[] = [];
    for await (const row of table.rows) rows.push(row);
    expect(table.columns).toEqual(columns().map((name) => name.toLowerCase()));
    const text = `text ${poem.id}: v1.2 [a]`;
    expect(rows).toEqual([
      { row: 2, cells: expect.objectContaining({ first_name: 'Ada', [text]: '=1+1' }) },
    ]);
  });

  it('is a table without rows for a quest without participants', async () => {
    expect(JSON.parse(String((await exportOf('json').expect(200)).body))).toEqual([]);
    expect(parse(String((await exportOf('csv')).body), { bom: true })).toEqual([columns()]);
  });

  it('leaves out deleted tasks', async () => {
    await complete(ada, link);
    await api.db('quest_tasks').where({ id: link.id }).update({ deleted_at: api.now() });
    const [row] = JSON.parse(String((await exportOf('json')).body));
    expect(Object.keys(row)).not.toContain(`task ${link.id}: A link`);
  });

  it('reads all batches, each with one statement', async () => {
    const made = (await people(api.db, 600)).map(({ id }) => id);
    await api.db.raw(
      `insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
       select :quest, id, case when id % 2 = 0 then 'admitted' else 'in_progress' end, 'self',
              case when id % 2 = 1 then timestamptz '2026-05-14' + id % 7 * interval '1 hour' end, now()
         from unnest(:made::int[]) id`,
      { quest: quest.id, made },
    );
    let rows: { user_id: number; started_at: string | null }[] = [];
    const sent = await statementsDuring(api.db, async () => {
      rows = JSON.parse(String((await exportOf('json')).body));
    });
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(600);
    const keys = rows.map(({ started_at, user_id }) => [started_at ?? '9', user_id] as const);
    expect(keys).toEqual(
      keys.toSorted(([a, one], [b, other]) => (a === b ? one - other : a < b ? -1 : 1)),
    );
    const batches = sent.filter(({ sql }) => sql.includes('json_object_agg'));
    // One of 25 rows, then as many as their answers allow.
    expect(batches).toHaveLength(7);
  });

  it('reads fewer rows at once where the answers are long', async () => {
    const made = (await people(api.db, 75)).map(({ id }) => id);
    await api.db.raw(
      `insert into user_quests (quest_id, user_id, status, source, started_at, active_at)
       select :quest, unnest(:made::int[]), 'in_progress', 'self', now(), now()`,
      { quest: quest.id, made },
    );
    await api.db.raw(
      `insert into user_quest_tasks (task_id, user_id, quest_id, status, source, text, submitted_at)
       select :task, user_id, quest_id, 'pending', 'self', repeat('a', 4000), now()
         from user_quests where quest_id = :quest`,
      { quest: quest.id, task: poem.id },
    );
    let rows: object[] = [];
    const sent = await statementsDuring(api.db, async () => {
      rows = JSON.parse(String((await exportOf('json')).body));
    });
    expect(rows).toHaveLength(75);
    expect(sent.filter(({ sql }) => sql.includes('json_object_agg'))).toHaveLength(7);
  });

  it('is in the audit log', async () => {
    await exportOf('xlsx').expect(200);
    const rows = api.db('audit_log').where({ subject_type: 'quest', subject_id: quest.id });
    expect(await rows.select('action', 'after')).toEqual([
      { action: 'quest.export_participants', after: { format: 'xlsx' } },
    ]);
  });

  it('as JSON breaks off when the database fails, so that a part never looks complete', async () => {
    const made = (await people(api.db, 20_000)).map(({ id }) => id);
    await api.db.raw(
      `insert into user_quests (quest_id, user_id, status, source, active_at)
       select :quest, unnest(:made::int[]), 'admitted', 'self', now()`,
      { quest: quest.id, made },
    );
    const res = await fetch(`${api.url}/api/v1/admin/quests/${quest.id}/export?format=json`, {
      headers: { 'X-API-Key': ADMIN_API_KEY },
    });
    const reader = res.body?.getReader();
    await reader?.read();
    await api.db.schema.renameTable('point_totals', 'away');
    const rest = async () => {
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read());
    };
    await expect(rest()).rejects.toThrow('terminated');
    await api.db.schema.renameTable('away', 'point_totals');
  });
});
