import type { Knex } from 'knex';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { laterOn } from '../../support/changes.ts';
import { beginTransaction } from '../../support/database.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { declaredEndpoints } from '../../support/endpoints.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aQuest,
  aSpeaker,
  aTask,
} from '../../support/factories.ts';
import { keysOf } from '../../support/lists.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await deleteRows(api.db, 'quests');
  await api.db('speakers').delete();
  await api.db('events').delete();
  await api.db('conferences').delete();
  await api.db('gone_rows').delete();
  conference = await aConference(api.db);
});

interface Row {
  readonly id: number;
}

/** A list with `updated_since`. */
interface List {
  /** The name of its endpoint. */
  readonly name: string;
  readonly path: () => string;
  readonly table: string;
  /** Creates a row of the list. */
  readonly add: (db: Knex) => Promise<Row>;
  /** The fields of an answer besides `as_of` and `gone`. */
  readonly fields: readonly string[];
}

const PAGE = ['data', 'pagination'];
const SPEAKERS = { table: 'speakers', fields: PAGE };
const QUESTS = { table: 'quests', fields: PAGE };
const AGENDA = {
  table: 'agenda_items',
  add: (db: Knex) => anAgendaItem(db, conference),
  fields: ['conference', 'days', 'rooms', 'track_colors', 'tracks'],
};

const LISTS: readonly List[] = [
  {
    name: 'listEvents',
    path: () => '/events',
    table: 'events',
    add: (db) => anEvent(db),
    fields: PAGE,
  },
  {
    name: 'listConferences',
    path: () => '/conferences',
    table: 'conferences',
    add: (db) => aConference(db),
    fields: PAGE,
  },
  { name: 'listQuests', path: () => '/quests', add: (db) => aQuest(db), ...QUESTS },
  {
    name: 'listFeaturedQuests',
    path: () => '/quests/featured',
    add: (db) => aQuest(db, { is_featured: true }),
    ...QUESTS,
  },
  { name: 'listSpeakers', path: () => '/speakers', add: (db) => aSpeaker(db), ...SPEAKERS },
  {
    name: 'listFeaturedSpeakers',
    path: () => '/speakers/featured',
    add: (db) => aSpeaker(db, { is_featured: true }),
    ...SPEAKERS,
  },
  {
    name: 'listConferenceSpeakers',
    path: () => `/speakers/conference/${conference.id}`,
    add: (db) => aSpeaker(db, {}, [conference]),
    ...SPEAKERS,
  },
  { name: 'getAgenda', path: () => `/conferences/${conference.id}/agenda`, ...AGENDA },
  {
    name: 'getAgendaBySlug',
    path: () => `/conferences/slug/${conference.slug}/agenda`,
    ...AGENDA,
  },
  {
    name: 'listConferencePages',
    path: () => `/conferences/${conference.id}/pages`,
    table: 'conference_pages',
    add: async (db) => {
      const of = { conference_id: conference.id, kind: 'text', position: 0, body: '' };
      const [row] = await db('conference_pages')
        .insert({ ...of, title: 'Wi-Fi' })
        .returning('id');
      return row;
    },
    fields: PAGE,
  },
];

it('every list with updated_since is tested here', () => {
  const names = declaredEndpoints()
    .filter(({ query }) => 'updated_since' in ((query as { shape?: object })?.shape ?? {}))
    .map(({ name }) => name);
  expect(names.toSorted()).toEqual(LISTS.map(({ name }) => name).toSorted());
});

describe.each(LISTS)('$name', ({ path, table, add, fields }) => {
  const get = (query: object = {}) => api.anonymous().get(`/api/v1${path()}`).query(query);
  const read = async (query: object = {}) => (await get(query).expect(200)).body;
  const rowsOf = (body: {
    data?: readonly Row[];
    days?: readonly { readonly items: readonly Row[] }[];
  }): number[] => (body.data ?? body.days?.flatMap(({ items }) => items) ?? []).map(({ id }) => id);
  const touch = ({ id }: Row, db: Knex = api.db) =>
    db(table)
      .where({ id })
      .update({ updated_at: db.fn.now(3) });

  it('gives a client the as_of to begin with, and gone only with updated_since', async () => {
    const row = await add(api.db);
    await laterOn();
    const plain = await read();
    expect(keysOf(plain)).toEqual(['as_of', ...fields].toSorted());

    const unchanged = await read({ updated_since: plain.as_of });
    expect(keysOf(unchanged)).toEqual(['as_of', 'gone', ...fields].toSorted());
    expect([rowsOf(unchanged), unchanged.gone]).toEqual([[], []]);

    await touch(row);
    expect(rowsOf(await read({ updated_since: plain.as_of }))).toEqual([row.id]);
  });

  it('answers an as_of earlier than any change not yet committed', async () => {
    const row = await add(api.db);
    await using late = await beginTransaction(api.db);
    await touch(row, late);
    const added = await add(late);
    await laterOn();
    const plain = await read();
    const { as_of } = await read({ updated_since: plain.as_of });
    await late.commit();

    for (const updated_since of [plain.as_of, as_of]) {
      expect(updated_since).toEqual(expect.stringMatching(/Z$/));
      const ids = rowsOf(await read({ updated_since }));
      expect(ids).toEqual(expect.arrayContaining([row.id, added.id]));
    }
  });

  it('has an ETag that as_of does not change, but every row does', async () => {
    const row = await add(api.db);
    await laterOn();
    const { body, headers } = await get().expect(200);
    await laterOn();
    const again = await get().expect(200);
    expect(Date.parse(again.body.as_of)).toBeGreaterThan(Date.parse(body.as_of));
    expect(again.headers.etag).toBe(headers.etag);
    const etag = headers.etag as string;
    await get().set('If-None-Match', etag).expect(304);

    // The older as_of, which the client keeps after 304, misses nothing.
    await touch(row);
    await get().set('If-None-Match', etag).expect(200);
    expect(rowsOf(await read({ updated_since: body.as_of }))).toEqual([row.id]);
  });

  it('reports as gone a deleted row', async () => {
    const row = await add(api.db);
    await laterOn();
    const { as_of } = await read();
    const resources: Readonly<Record<string, string>> = {
      agenda_items: 'agenda',
      conference_pages: `conferences/${conference.id}/pages`,
    };
    const resource = resources[table] ?? table;
    await api.admin().delete(`/api/v1/admin/${resource}/${row.id}`).expect(200);
    expect((await read({ updated_since: as_of })).gone).toEqual([row.id]);
  });
});

describe('gone respects the filter by conference', () => {
  const changes = async (path: string, of: Conference, updated_since: string) => {
    const query = { conference_id: of.id, updated_since };
    const { body } = await api.anonymous().get(`/api/v1${path}`).query(query).expect(200);
    return { ids: body.data.map(({ id }: Row) => id), gone: body.gone };
  };
  const begin = async (path: string) => {
    await laterOn();
    return (await api.anonymous().get(`/api/v1${path}`).expect(200)).body.as_of;
  };
  const change = (path: string, body: object) =>
    api.admin().put(`/api/v1/admin${path}`).send(body).expect(200);

  it('of events', async () => {
    const other = await aConference(api.db);
    const add = (of: Conference) => anEvent(api.db, { conference_id: of.id });
    const [moved, deleted, cancelled, stays] = [
      await add(conference),
      await add(conference),
      await add(conference),
      await add(conference),
    ];
    const since = await begin('/events');

    await change(`/events/${moved.id}`, { conference_id: other.id });
    await change(`/events/${moved.id}`, { title: 'Moved' });
    await api.admin().delete(`/api/v1/admin/events/${deleted.id}`).expect(200);
    await change(`/events/${cancelled.id}`, { status: 'cancelled' });
    await change(`/events/${stays.id}`, { title: 'New' });

    const { ids, gone } = await changes('/events', conference, since);
    expect(ids).toEqual([stays.id]);
    expect(gone.toSorted()).toEqual([moved.id, deleted.id, cancelled.id].toSorted());
    expect(await changes('/events', other, since)).toEqual({ ids: [moved.id], gone: [] });

    // Deleted from the conference that it moved to.
    await api.admin().delete(`/api/v1/admin/events/${moved.id}`).expect(200);
    expect((await changes('/events', other, since)).gone).toEqual([moved.id]);
    expect((await changes('/events', conference, since)).gone).toContain(moved.id);
  });

  it('of quests, which also change by their tasks, their start and their end', async () => {
    const other = await aConference(api.db);
    const add = (given: object = {}) => aQuest(api.db, { conference_id: conference.id, ...given });
    const soon = new Date(api.now().getTime() + 60_000).toISOString();
    const [moved, off, tasked, starting, ending] = [
      await add(),
      await add(),
      await add(),
      await add({ starts_at: soon }),
      await add({ ends_at: soon }),
    ];
    await begin('/quests');
    const since = api.now().toISOString();
    await api.db('quests').update({ updated_at: since });
    await api.db('gone_rows').delete();

    await change(`/quests/${moved.id}`, { conference_id: other.id });
    await change(`/quests/${off.id}`, { is_active: false });
    await aTask(api.db, tasked);
    api.advance(120_000);

    const { ids, gone } = await changes('/quests', conference, since);
    expect(ids.toSorted()).toEqual([tasked.id, starting.id].toSorted());
    expect(gone.toSorted()).toEqual([moved.id, off.id, ending.id].toSorted());
    expect(await changes('/quests', other, since)).toEqual({ ids: [moved.id], gone: [] });

    await change(`/conferences/${conference.id}`, { status: 'draft' });
    expect((await changes('/quests', conference, since)).gone).toContain(tasked.id);
  });

  it('of speakers', async () => {
    const other = await aConference(api.db);
    const add = () => aSpeaker(api.db, {}, [conference]);
    const [left, deleted, hidden, returns] = [await add(), await add(), await add(), await add()];
    const elsewhere = await aSpeaker(api.db, {}, [other]);
    const since = await begin('/speakers');
    const map = ({ id }: Row, body: object) => change(`/speakers/${id}/conference`, body);

    await map(left, { conference_id: conference.id, remove: true });
    await api.admin().delete(`/api/v1/admin/speakers/${deleted.id}`).expect(200);
    await change(`/speakers/${hidden.id}`, { status: 'draft' });
    await map(returns, { conference_id: conference.id, remove: true });
    await map(returns, { conference_id: conference.id });
    await change(`/speakers/${elsewhere.id}`, { bio: 'New' });

    const { ids, gone } = await changes('/speakers', conference, since);
    expect(ids).toEqual([returns.id]);
    expect(gone.toSorted()).toEqual([left.id, deleted.id, hidden.id].toSorted());
    expect(await changes('/speakers', other, since)).toEqual({ ids: [elsewhere.id], gone: [] });
  });

  it('of speakers, and reveals no lineup of a draft', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const inDraft = await aSpeaker(api.db, {}, [conference, draft]);
    const alone = await aSpeaker(api.db, {}, [conference]);
    const since = await begin('/speakers');
    for (const { id } of [inDraft, alone]) await change(`/speakers/${id}`, { bio: 'New' });

    const { ids, gone } = await changes('/speakers', draft, since);
    expect([ids, gone.toSorted()]).toEqual([[], [inDraft.id, alone.id].toSorted()]);

    await change(`/conferences/${conference.id}`, { status: 'draft' });
    expect((await changes('/speakers', conference, since)).gone).toEqual(
      expect.arrayContaining([inDraft.id, alone.id]),
    );
  });
});
