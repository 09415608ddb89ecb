import { setTimeout as sleep } from 'node:timers/promises';
import type { AgendaItem } from '../../src/domain/programme/agenda.ts';
import type { Conference } from '../../src/domain/programme/conferences.ts';
import type { Speaker } from '../../src/domain/programme/speakers.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { laterOn } from '../support/changes.ts';
import { aConference, anEvent, aSpeaker, aUser } from '../support/factories.ts';
import { failure } from '../support/failures.ts';
import { keysOf } from '../support/lists.ts';
import { countQueries, untilWaiting } from '../support/queries.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('speakers').delete();
  await api.db('events').delete();
  await api.db('conferences').delete();
  await api.db('gone_rows').delete();
});

const BEGINNING = '2000-01-01T00:00:00Z';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);
const missing = (what: string) => ({ error: `${what} not found`, code: 'NOT_FOUND' });

const get = (path: string, query: object = {}) =>
  api.anonymous().get(`/api/v1/speakers${path}`).query(query);
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);
const auditOf = (id: number) =>
  api.db('audit_log').where({ subject_type: 'speaker', subject_id: id }).orderBy('id');

const draft = () => aConference(api.db, { status: 'draft' });

/** Something on the agenda of a conference, with these speakers. */
async function aTalk(
  conference: Conference,
  speakers: readonly Speaker[],
  given: Partial<Record<keyof AgendaItem, unknown>> = {},
): Promise<AgendaItem> {
  const [item] = await api
    .db('agenda_items')
    .insert({
      conference_id: conference.id,
      title: 'Engines that weave',
      starts_at: '2026-05-14T09:00:00.000Z',
      ends_at: '2026-05-14T10:00:00.000Z',
      ...given,
    })
    .returning<AgendaItem[]>('*');
  await api.db('agenda_item_speakers').insert(
    speakers.map(({ id }, position) => ({
      agenda_item_id: item?.id,
      speaker_id: id,
      position,
    })),
  );
  return item as AgendaItem;
}

describe('GET /speakers', () => {
  it('lists speakers by name, in pages', async () => {
    for (const name of ['grace hopper', 'Ada Lovelace', 'Alan Turing', 'Barbara Liskov']) {
      await aSpeaker(api.db, { name });
    }
    const second = await get('', { limit: 3, page: 2 }).expect(200);

    expect(names((await get('').expect(200)).body)).toEqual([
      'Ada Lovelace',
      'Alan Turing',
      'Barbara Liskov',
      'grace hopper',
    ]);
    expect(names(second.body)).toEqual(['grace hopper']);
    expect(second.body.pagination).toEqual({ page: 2, limit: 3, total: 4, pages: 2 });
  });

  it('shows all of a speaker, their handles as links', async () => {
    const { id: user_id } = await aUser(api.db);
    const { id } = await aSpeaker(api.db, {
      slug: 'ada-lovelace',
      name: 'Ada Lovelace',
      title: 'Programmer',
      company: 'Analytical Engines',
      bio: 'Wrote the first program.',
      photo_url: 'https://x.example/ada.webp',
      is_featured: true,
      socials: { github: 'ada', discord: 'ada' },
      user_id,
    });

    const { body } = await get('').expect(200);

    const speaker = {
      id,
      slug: 'ada-lovelace',
      name: 'Ada Lovelace',
      title: 'Programmer',
      company: 'Analytical Engines',
      bio: 'Wrote the first program.',
      photo_url: 'https://x.example/ada.webp',
      is_featured: true,
      socials: {
        github: { handle: 'ada', url: 'https://github.com/ada' },
        discord: { handle: 'ada', url: null },
      },
      user_id,
      created_at: INSTANT,
      updated_at: INSTANT,
    };
    expect(body.data).toEqual([speaker]);
    expect((await get(`/${id}`).expect(200)).body).toEqual(speaker);
  });

  it.each([
    ['the name', 'love', ['Ada']],
    ['any case', 'LOVELACE ada', ['Ada']],
    ['words of different fields', 'ada analytical programmer', ['Ada']],
    ['only what has every word', 'ada compilers', []],
    ['only beginnings of words', 'ovelace', []],
    ['the biography', 'compil', ['Grace']],
    ['words of any script', 'ΑΔΑ', ['Greek']],
    ['a hyphenated word as a whole', 'jean-luc', ['Jean']],
    ['a part of a hyphenated word', 'luc', ['Jean']],
    ['a name with an apostrophe', "o'bri", ['Jean']],
    ['no wildcards', '%', []],
    ['words between signs', '– Ada & Lovelace!', ['Ada']],
    ['nothing where there are only signs', '& | ! ( ) :* <-> \' \\ "', []],
    ['nothing where there are only pictures', '🚀', []],
  ])('searches %s', async (_what, q, found) => {
    await aSpeaker(api.db, {
      slug: 'ada',
      name: 'Ada Lovelace',
      title: 'Programmer',
      company: 'Analytical Engines',
    });
    await aSpeaker(api.db, { slug: 'grace', name: 'Grace Hopper', bio: 'Compilers, and time.' });
    await aSpeaker(api.db, { slug: 'greek', name: 'Αδα' });
    await aSpeaker(api.db, { slug: 'jean', name: "Jean-Luc O'Brien" });

    const { body } = await get('', { q }).expect(200);

    const slugs = body.data.map(({ slug }: Speaker) => slug);
    expect(slugs).toEqual(found.map((name) => name.toLowerCase()));
  });

  it('takes any text for a search', async () => {
    await aSpeaker(api.db, { name: 'Ada Lovelace' });
    const pieces = ["'", "''", '\\', ':*', ':*A', '&', '|', '!', '(', ')', '<->', '<b>', '&amp;'];
    const words = [...pieces, 'a', 'ada', '1', '-1', '1e3', 'a@b.example', '/a/b', '🚀', 'é', '%'];
    for (let n = 0; n < 150; n += 1) {
      const picked = Array.from({ length: 1 + (n % 5) }, (_, k) => words[(n * 7 + k * k * 5) % 23]);
      await get('', { q: picked.join(n % 2 ? '' : ' ') }).expect(200);
    }
    await get('', { q: 'x'.repeat(100) }).expect(200);
  });

  it('uses the index for a search', async () => {
    await api.db.raw(
      `insert into speakers (slug, name)
       select 'many-' || n, 'Speaker ' || n from generate_series(1, 3000) n`,
    );
    await api.db.raw('analyze speakers');
    const statements: { sql: string; bindings: unknown[] }[] = [];
    const note = (statement: { sql: string; bindings: unknown[] }) => statements.push(statement);
    api.db.on('query', note);
    await get('', { q: 'speaker 2999' }).expect(200);
    api.db.removeListener('query', note);

    for (const { sql, bindings } of [...statements]) {
      // Knex numbers the bindings itself; handed back they are question marks again.
      const again = sql.replace(/\$\d+/g, '?');
      const { rows } = await api.db.raw(`explain ${again}`, bindings as string[]);
      expect(JSON.stringify(rows)).toContain('speakers_search_idx');
    }
    expect(statements).toHaveLength(2);
  });

  it('narrows to a conference', async () => {
    const [here, there] = [await aConference(api.db), await aConference(api.db)];
    await aSpeaker(api.db, { name: 'Ada' }, [here, there]);
    await aSpeaker(api.db, { name: 'Grace' }, [there]);
    await aSpeaker(api.db, { name: 'Barbara' });

    expect(names((await get('', { conference_id: here.id })).body)).toEqual(['Ada']);
    expect(names((await get('', { conference_id: there.id, q: 'g' })).body)).toEqual(['Grace']);
    expect((await get('', { conference_id: 999_999 }).expect(200)).body.data).toEqual([]);
  });

  it.each([
    ['page=0', 'page'],
    ['limit=101', 'limit'],
    ['q=', 'q'],
    ['q=%00', 'q'],
    [`q=${'x'.repeat(101)}`, 'q'],
    ['conference_id=x', 'conference_id'],
    ['updated_since=yesterday', 'updated_since'],
  ])('refuses %s', async (query, field) => {
    const { body } = await api.anonymous().get(`/api/v1/speakers?${query}`).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });

  it('may be kept by anybody who asks whether it changed', async () => {
    const first = await get('').expect(200);
    const again = () => get('').set('If-None-Match', String(first.get('ETag')));
    expect(first.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
    await again().expect(304);
    await aSpeaker(api.db);
    await again().expect(200);
  });
});

describe('an unannounced line-up', () => {
  const everywhere = async ({ id, slug }: Speaker, conference: Conference) => ({
    list: names((await get('').expect(200)).body),
    featured: names((await get('/featured').expect(200)).body),
    ofConference: names((await get('', { conference_id: conference.id }).expect(200)).body),
    found: names((await get('', { q: 'ada' }).expect(200)).body),
    statuses: [
      (await get(`/${id}`)).status,
      (await get(`/${id}/profile`)).status,
      (await get(`/slug/${slug}/socials`)).status,
    ],
  });
  const SHOWN = { list: ['Ada'], featured: ['Ada'], found: ['Ada'], statuses: [200, 200, 200] };
  const HIDDEN = { list: [], featured: [], found: [], statuses: [404, 404, 404] };

  it('is known to nobody while all the conferences of somebody are drafts', async () => {
    const drafts = [await draft(), await draft()] as const;
    const ada = await aSpeaker(api.db, { name: 'Ada', is_featured: true }, drafts);

    expect(await everywhere(ada, drafts[0])).toEqual({ ...HIDDEN, ofConference: [] });
    expect((await get(`/${ada.id}`)).body).toEqual(missing('speaker'));
  });

  it.each(['published', 'archived'])(
    'hides nobody who speaks at a conference that is %s',
    async (status) => {
      const conference = await aConference(api.db, { status });
      const secret = await draft();
      const ada = await aSpeaker(api.db, { name: 'Ada', is_featured: true }, [secret, conference]);

      expect(await everywhere(ada, conference)).toEqual({ ...SHOWN, ofConference: ['Ada'] });
      expect(await everywhere(ada, secret)).toEqual({ ...SHOWN, ofConference: [] });
    },
  );

  it('hides nobody who speaks nowhere yet', async () => {
    const ada = await aSpeaker(api.db, { name: 'Ada', is_featured: true });
    expect(await everywhere(ada, await draft())).toEqual({ ...SHOWN, ofConference: [] });
  });
});

describe('GET /speakers/featured', () => {
  it('lists the featured speakers by name, in pages', async () => {
    for (const name of ['Grace', 'Ada', 'Barbara'])
      await aSpeaker(api.db, { name, is_featured: true });
    await aSpeaker(api.db, { name: 'Alan' });

    const { body } = await get('/featured', { limit: 2 }).expect(200);

    expect(names(body)).toEqual(['Ada', 'Barbara']);
    expect(body.pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 });
  });
});

describe('GET /speakers/conference/:id', () => {
  it('lists the line-up by position, then name', async () => {
    const conference = await aConference(api.db);
    for (const [name, position] of [
      ['Last', 9],
      ['Grace', 1],
      ['ada', 1],
      ['First', 0],
    ] as const) {
      const { id } = await aSpeaker(api.db, { name }, [conference]);
      await api.db('conference_speakers').where({ speaker_id: id }).update({ position });
    }
    await aSpeaker(api.db, { name: 'Of another' }, [await aConference(api.db)]);

    const { body } = await get(`/conference/${conference.id}`).expect(200);

    expect(names(body)).toEqual(['First', 'ada', 'Grace', 'Last']);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 4, pages: 1 });
    expect(keysOf(body)).toEqual(['data', 'pagination']);
  });

  it('knows of no conference that is a draft or not there', async () => {
    const { id } = await draft();
    expect((await get(`/conference/${id}`).expect(404)).body).toEqual(missing('conference'));
    await get('/conference/999999').expect(404);
    await get('/conference/x').expect(400);
  });
});

describe('GET /speakers/:id', () => {
  it.each(['', '/profile'])('knows of nobody who is not there (%s)', async (page) => {
    expect((await get(`/999999${page}`).expect(404)).body).toEqual(missing('speaker'));
    expect((await get(`/x${page}`).expect(400)).body).toEqual(failure('VALIDATION_ERROR'));
  });
});

describe('GET /speakers/:id/profile', () => {
  it('adds the talks and the conferences that people may know of, by start', async () => {
    const later = await aConference(api.db, {
      slug: 'later',
      name: 'Later',
      starts_on: '2026-06-01',
      ends_on: '2026-06-02',
      status: 'archived',
    });
    const sooner = await aConference(api.db, { slug: 'sooner', name: 'Sooner' });
    const secret = await draft();
    const ada = await aSpeaker(api.db, { name: 'Ada' }, [later, sooner, secret]);
    const grace = await aSpeaker(api.db, { name: 'Grace' }, [sooner]);
    const of = (conference: Conference, status: string) =>
      anEvent(api.db, { conference_id: conference.id, status });

    const approved = await of(sooner, 'approved');
    const weave = await aTalk(sooner, [grace, ada], {
      kind: 'keynote',
      track: 'Looms',
      room: 'Great Hall',
      event_id: approved.id,
    });
    const early = await aTalk(sooner, [ada], { starts_at: '2026-05-14T07:00:00.000Z' });
    await aTalk(secret, [ada]);
    await aTalk(sooner, [grace]);
    for (const status of ['pending', 'rejected', 'cancelled']) {
      await aTalk(sooner, [ada], { event_id: (await of(sooner, status)).id });
    }

    const { body } = await get(`/${ada.id}/profile`).expect(200);

    expect(body.talks).toEqual([
      expect.objectContaining({ id: early.id, kind: 'talk', track: null, room: null }),
      {
        id: weave.id,
        conference_id: sooner.id,
        title: 'Engines that weave',
        kind: 'keynote',
        starts_at: '2026-05-14T09:00:00.000Z',
        ends_at: '2026-05-14T10:00:00.000Z',
        track: 'Looms',
        room: 'Great Hall',
      },
    ]);
    const shown = ({ id, slug, name, starts_on, ends_on }: Conference) => ({
      id,
      slug,
      name,
      starts_on,
      ends_on,
    });
    expect(body.conferences).toEqual([shown(sooner), shown(later)]);
    expect(body).toMatchObject((await get(`/${ada.id}`)).body);
  });
});

describe('GET /speakers/slug/:slug/socials', () => {
  it('gives the links of a speaker and no more', async () => {
    await aSpeaker(api.db, { slug: 'ada', name: 'Ada', socials: { x: 'ada', github: 'lovelace' } });
    const { body } = await get('/slug/ada/socials').expect(200);
    expect(body).toEqual({
      slug: 'ada',
      name: 'Ada',
      socials: {
        x: { handle: 'ada', url: 'https://x.com/ada' },
        github: { handle: 'lovelace', url: 'https://github.com/lovelace' },
      },
    });
  });

  it('knows of nobody who is not there', async () => {
    expect((await get('/slug/nobody/socials').expect(404)).body).toEqual(missing('speaker'));
    await get('/slug/Not_a_slug/socials').expect(400);
  });
});

describe('updated_since', () => {
  const changes = async (path: string, since: string, query: object = {}) => {
    const { body } = await get(path, { ...query, updated_since: since, limit: 100 }).expect(200);
    const ids = body.data.map(({ id }: Speaker) => id).toSorted();
    return { ids, gone: body.gone, as_of: body.as_of };
  };
  const inAnyOrder = (...speakers: Speaker[]) => speakers.map(({ id }) => id).toSorted();
  const feature = (id: number, is_featured: boolean) =>
    api.admin().put(`/api/v1/admin/speakers/${id}`).send({ is_featured }).expect(200);
  const setMapping = (id: number, change: object) =>
    api.admin().put(`/api/v1/admin/speakers/${id}/conference`).send(change).expect(200);

  it('tells of those who changed', async () => {
    const [ada, grace] = [await aSpeaker(api.db), await aSpeaker(api.db)];
    await laterOn();
    const before = await changes('', BEGINNING);
    expect(before.ids).toEqual(inAnyOrder(ada, grace));

    await api.admin().put(`/api/v1/admin/speakers/${grace.id}`).send({ bio: 'New' }).expect(200);

    expect(await changes('', before.as_of)).toMatchObject({ ids: [grace.id], gone: [] });
  });

  it('tells of those who joined a line-up, moved in it or left it', async () => {
    const conference = await aConference(api.db);
    const there = [conference];
    const [stays, moves, leaves] = [
      await aSpeaker(api.db, {}, there),
      await aSpeaker(api.db, {}, there),
      await aSpeaker(api.db, {}, there),
    ];
    const joins = await aSpeaker(api.db);
    const returns = await aSpeaker(api.db, {}, there);
    const path = `/conference/${conference.id}`;
    await laterOn();
    const { as_of, ids } = await changes(path, BEGINNING);
    expect(ids).toEqual(inAnyOrder(stays, moves, leaves, returns));

    await setMapping(moves.id, { conference_id: conference.id, position: 3 });
    await setMapping(joins.id, { conference_id: conference.id });
    for (const { id } of [leaves, returns]) {
      await setMapping(id, { conference_id: conference.id, remove: true });
    }
    await setMapping(returns.id, { conference_id: conference.id });

    const after = await changes(path, as_of);
    expect(after.ids).toEqual(inAnyOrder(moves, joins, returns));
    expect(after.gone).toEqual([leaves.id]);
    const narrowed = await changes('', as_of, { conference_id: conference.id });
    expect(narrowed.ids).toEqual(inAnyOrder(moves, joins, returns));
    expect(narrowed.gone).toEqual([leaves.id]);
  });

  it('tells of those who are not featured any more', async () => {
    const ada = await aSpeaker(api.db, { is_featured: true });
    await laterOn();
    const { as_of } = await changes('/featured', BEGINNING);

    await feature(ada.id, false);

    expect(await changes('/featured', as_of)).toMatchObject({ ids: [], gone: [ada.id] });
    expect(await changes('', as_of)).toMatchObject({ ids: [ada.id], gone: [] });
  });

  it('tells of those who left what was announced and now are in drafts alone', async () => {
    const [conference, secret] = [await aConference(api.db), await draft()];
    const ada = await aSpeaker(api.db, {}, [conference, secret]);
    await laterOn();
    const { as_of } = await changes('', BEGINNING);

    await setMapping(ada.id, { conference_id: conference.id, remove: true });

    expect(await changes('', as_of)).toMatchObject({ ids: [], gone: [ada.id] });
  });

  it('tells of those who were public by themselves and are in a draft now', async () => {
    const ada = await aSpeaker(api.db);
    await laterOn();
    const { as_of } = await changes('', BEGINNING);

    await setMapping(ada.id, { conference_id: (await draft()).id });

    expect(await changes('', as_of)).toMatchObject({ ids: [], gone: [ada.id] });
  });

  it('tells of those whose conference is deleted while drafts still have them', async () => {
    const conference = await aConference(api.db);
    const ada = await aSpeaker(api.db, {}, [conference, await draft()]);
    await laterOn();
    const { as_of } = await changes('', BEGINNING);

    await api.admin().delete(`/api/v1/admin/conferences/${conference.id}`).expect(200);

    expect(await changes('', as_of)).toMatchObject({ ids: [], gone: [ada.id] });
  });

  it('tells of those who were announced with their conference and are in drafts alone', async () => {
    const conference = await draft();
    const ada = await aSpeaker(api.db, {}, [conference, await draft()]);
    const path = `/api/v1/admin/conferences/${conference.id}`;
    await api.admin().put(path).send({ status: 'published' }).expect(200);
    await laterOn();
    const { as_of, ids } = await changes('', BEGINNING);

    await api.admin().delete(path).expect(200);

    expect([ids, await changes('', as_of)]).toMatchObject([[ada.id], { ids: [], gone: [ada.id] }]);
  });

  it('says nothing of those who came into a draft from the start', async () => {
    const { id } = await draft();
    const { body } = await create({ name: 'Ada', conference_id: id }).expect(201);
    await change(body.id, { name: 'Ada L.' }).expect(200);

    expect(await changes('', BEGINNING)).toMatchObject({ ids: [], gone: [] });
  });

  it('tells of those whose conference is a draft again', async () => {
    const conference = await aConference(api.db);
    const ada = await aSpeaker(api.db, {}, [conference]);
    await laterOn();
    const { as_of } = await changes('', BEGINNING);

    await api.db('conferences').where({ id: conference.id }).update({ status: 'draft' });
    await api
      .db('speakers')
      .where({ id: ada.id })
      .update({ updated_at: api.db.fn.now(3) });

    expect(await changes('', as_of)).toMatchObject({ ids: [], gone: [ada.id] });
  });

  it('says nothing of those who never were public', async () => {
    const [secret, other] = [await draft(), await draft()];
    const hidden = await aSpeaker(api.db, {}, [secret, other]);
    const leaves = await aSpeaker(api.db, {}, [secret, other]);
    await setMapping(leaves.id, { conference_id: secret.id, remove: true });
    expect(await changes('', BEGINNING)).toMatchObject({ ids: [], gone: [] });

    await api.db('conferences').where({ id: secret.id }).update({ status: 'published' });
    expect(await changes(`/conference/${secret.id}`, BEGINNING)).toMatchObject({
      ids: [hidden.id],
      gone: [],
    });
  });

  it('misses no change of a transaction that commits late', async () => {
    const ada = await aSpeaker(api.db);
    await laterOn();
    const late = await api.db.transaction();
    await late('speakers')
      .where({ id: ada.id })
      .update({ bio: 'x', updated_at: late.fn.now(3) });
    await laterOn();
    const { as_of } = await changes('', BEGINNING);
    await late.commit();

    expect((await changes('', as_of)).ids).toContain(ada.id);
  });
});

describe('every list', () => {
  it.each([
    ['/speakers?q=speaker', 2],
    [`/speakers?updated_since=${BEGINNING}`, 4],
    ['/speakers/featured', 2],
    ['/speakers/conference/:id', 3],
    [`/speakers/conference/:id?updated_since=${BEGINNING}`, 5],
    ['/admin/speakers?q=speaker', 2],
  ])('asks the database as often for many as for one: %s', async (path, queries) => {
    const conference = await aConference(api.db);
    const list = () =>
      api
        .admin()
        .get(`/api/v1${path.replace(':id', String(conference.id))}`)
        .expect(200);
    await aSpeaker(api.db, { is_featured: true }, [conference]);
    const one = await countQueries(api.db, list);
    for (let n = 0; n < 15; n += 1) await aSpeaker(api.db, { is_featured: true }, [conference]);
    const many = await countQueries(api.db, list);

    expect([one, many]).toEqual([queries, queries]);
  });

  it('is what a profile does too', async () => {
    const conference = await aConference(api.db);
    const ada = await aSpeaker(api.db, {}, [conference]);
    const profile = () => countQueries(api.db, () => get(`/${ada.id}/profile`).expect(200));
    const none = await profile();
    for (let n = 0; n < 5; n += 1) await aTalk(conference, [ada]);

    expect([none, await profile()]).toEqual([3, 3]);
  });
});

const admin = (path = '', query: object = {}) =>
  api.admin().get(`/api/v1/admin/speakers${path}`).query(query);
const create = (body: object) => api.admin().post('/api/v1/admin/speakers').send(body);
const change = (id: number, body: object) =>
  api.admin().put(`/api/v1/admin/speakers/${id}`).send(body);
const map = (id: number, body: object) =>
  api.admin().put(`/api/v1/admin/speakers/${id}/conference`).send(body);
const mapping = ({ id, slug, name, starts_on, ends_on, status }: Conference, position = 0) => ({
  id,
  slug,
  name,
  starts_on,
  ends_on,
  status,
  position,
});

describe('for administrators alone', () => {
  it.each([
    ['get', ''],
    ['post', ''],
    ['get', '/1'],
    ['put', '/1'],
    ['put', '/1/conference'],
  ] as const)('%s /admin/speakers%s', async (method, path) => {
    const user = await aUser(api.db);
    await api.anonymous()[method](`/api/v1/admin/speakers${path}`).send({}).expect(401);
    await api.as(user)[method](`/api/v1/admin/speakers${path}`).send({}).expect(403);
  });
});

describe('GET /admin/speakers', () => {
  it('lists everybody by name, with where they speak', async () => {
    const [secret, conference] = [await draft(), await aConference(api.db)];
    await aSpeaker(api.db, { name: 'Grace' }, [secret, conference]);
    await aSpeaker(api.db, { name: 'Ada' }, [secret]);
    await aSpeaker(api.db, { name: 'Barbara' });

    const { body } = await admin().expect(200);

    expect(names(body)).toEqual(['Ada', 'Barbara', 'Grace']);
    expect(body.data.map(({ conferences }: { conferences: object }) => conferences)).toEqual([
      [mapping(secret)],
      [],
      [mapping(secret), mapping(conference)],
    ]);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 3, pages: 1 });
  });

  it.each([
    ['to words', { q: 'lovel' }, ['Ada Lovelace']],
    ['to the featured', { is_featured: 'true' }, ['Grace Hopper']],
    ['to the others', { is_featured: 'false' }, ['Ada Lovelace']],
  ])('narrows %s', async (_how, query, found) => {
    await aSpeaker(api.db, { name: 'Ada Lovelace' });
    await aSpeaker(api.db, { name: 'Grace Hopper', is_featured: true });
    expect(names((await admin('', query).expect(200)).body)).toEqual(found);
  });

  it('narrows to a conference, a draft too', async () => {
    const secret = await draft();
    await aSpeaker(api.db, { name: 'Ada' }, [secret]);
    await aSpeaker(api.db, { name: 'Grace' });
    expect(names((await admin('', { conference_id: secret.id })).body)).toEqual(['Ada']);
  });

  it.each([
    ['is_featured=yes', 'is_featured'],
    ['conference_id=0', 'conference_id'],
    ['q=', 'q'],
    ['page=x', 'page'],
  ])('refuses %s', async (query, field) => {
    const { body } = await api.admin().get(`/api/v1/admin/speakers?${query}`).expect(400);
    expect(body.error).toContain(`${field}: `);
  });
});

describe('GET /admin/speakers/:id', () => {
  it('shows anybody, with where they speak', async () => {
    const secret = await draft();
    const ada = await aSpeaker(api.db, { name: 'Ada', socials: { github: 'ada' } }, [secret]);
    const { body } = await admin(`/${ada.id}`).expect(200);

    expect(body).toEqual({
      id: ada.id,
      slug: ada.slug,
      name: 'Ada',
      title: null,
      company: null,
      bio: null,
      photo_url: null,
      is_featured: false,
      socials: { github: { handle: 'ada', url: 'https://github.com/ada' } },
      user_id: null,
      created_at: INSTANT,
      updated_at: INSTANT,
      conferences: [mapping(secret)],
    });
  });

  it('knows of nobody who is not there', async () => {
    expect((await admin('/999999').expect(404)).body).toEqual(missing('speaker'));
    await admin('/x').expect(400);
  });
});

describe('POST /admin/speakers', () => {
  it('creates a speaker with all that is said of them, and notes who did', async () => {
    const { id: user_id } = await aUser(api.db);
    const given = {
      name: '  Émilie du Châtelet ',
      title: 'Physicist',
      company: 'Cirey',
      bio: 'Line one\nline two',
      photo_url: 'https://x.example/e.png',
      is_featured: true,
      socials: { github: '@emilie', linkedin: 'https://www.linkedin.com/in/emilie', x: null },
      user_id,
    };

    const { body } = await create(given).expect(201);

    expect(body).toEqual({
      ...given,
      id: expect.any(Number),
      slug: 'emilie-du-chatelet',
      name: 'Émilie du Châtelet',
      socials: {
        github: { handle: 'emilie', url: 'https://github.com/emilie' },
        linkedin: { handle: 'emilie', url: 'https://www.linkedin.com/in/emilie' },
      },
      created_at: INSTANT,
      updated_at: INSTANT,
      conferences: [],
    });
    expect(await auditOf(body.id)).toMatchObject([
      {
        actor: expect.stringMatching(/^key /),
        action: 'speaker.create',
        before: null,
        after: { name: 'Émilie du Châtelet', socials: { github: 'emilie', linkedin: 'emilie' } },
      },
    ]);
  });

  it('puts a speaker into a draft from the start, so that nobody ever sees them', async () => {
    const secret = await draft();
    const { body } = await create({ name: 'Ada', conference_id: secret.id }).expect(201);

    expect(body.conferences).toEqual([mapping(secret)]);
    await get(`/${body.id}`).expect(404);
    expect((await auditOf(body.id)).map(({ action }) => action)).toEqual([
      'speaker.create',
      'speaker.map',
    ]);
  });

  it('counts up slugs when a name is taken, also for many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'Ada' })));
    expect(answers.map(({ body }) => body.slug).toSorted()).toEqual([
      'ada',
      'ada-2',
      'ada-3',
      'ada-4',
      'ada-5',
      'ada-6',
    ]);
    expect((await create({ name: '🎉' })).body.slug).toBe('speaker');
  });

  it('takes a slug, unless somebody has it', async () => {
    await create({ name: 'Ada', slug: 'countess' }).expect(201);
    const { body } = await create({ name: 'Other', slug: 'countess' }).expect(409);
    expect(body).toEqual({ error: 'slug: expected one that is not in use', code: 'CONFLICT' });
  });

  it.each([
    ['a name', { name: undefined }, 'name'],
    ['a name of words', { name: ' ' }, 'name'],
    ['a name that fits', { name: 'x'.repeat(201) }, 'name'],
    ['a slug that is one', { slug: 'Not a slug' }, 'slug'],
    ['a title that fits', { title: 'x'.repeat(201) }, 'title'],
    ['a biography that fits', { bio: 'x'.repeat(10_001) }, 'bio'],
    ['an address on the web', { photo_url: 'javascript:alert(1)' }, 'photo_url'],
    ['yes or no', { is_featured: 'yes' }, 'is_featured'],
    ['handles', { socials: { github: 'https://x.com/ada' } }, 'socials.github'],
    ['a user by their id', { user_id: '1' }, 'user_id'],
    ['a conference by its id', { conference_id: null }, 'conference_id'],
  ])('needs %s', async (_what, given, field) => {
    const { body } = await create({ name: 'Ada', ...given }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
    expect(await api.db('speakers')).toEqual([]);
  });

  it('refuses a user who is not there or erased, and a conference that is not there', async () => {
    const erased = await aUser(api.db, { messenger_id: null, erased_at: api.now() });
    for (const user_id of [999_999, erased.id]) {
      expect((await create({ name: 'Ada', user_id }).expect(404)).body).toEqual(missing('user'));
    }
    const answer = await create({ name: 'Ada', conference_id: 999_999 }).expect(404);
    expect(answer.body).toEqual(missing('conference'));
    expect(await api.db('speakers')).toEqual([]);
  });

  it('makes one speaker of one user, however many are asked for at once', async () => {
    const { id: user_id } = await aUser(api.db);
    const answers = await Promise.all(
      ['Ada', 'Countess', 'Lovelace'].map((name) => create({ name, user_id })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'user_id: another speaker is this user',
      code: 'CONFLICT',
    });
  });

  it('makes one also when another change of the user waits for it', async () => {
    const conference = await aConference(api.db);
    const { id: user_id } = await aUser(api.db);
    const other = await api.db.transaction();
    await other('users').where({ id: user_id }).forUpdate();
    const made = Promise.resolve(create({ name: 'Ada', user_id, conference_id: conference.id }));
    await untilWaiting(api.db);
    await other('conferences').where({ id: conference.id }).forUpdate();
    await other.commit();

    expect((await made).status).toBe(201);
  });
});

describe('PUT /admin/speakers/:id', () => {
  it('changes the fields given, leaves the others, and notes what was before', async () => {
    const secret = await draft();
    const ada = await aSpeaker(api.db, { name: 'Ada', title: 'Countess', bio: 'Old' }, [secret]);

    const { body } = await change(ada.id, { name: 'Ada Lovelace', title: null }).expect(200);

    expect(body).toMatchObject({
      slug: ada.slug,
      name: 'Ada Lovelace',
      title: null,
      bio: 'Old',
      conferences: [mapping(secret)],
    });
    expect(body.updated_at > ada.updated_at).toBe(true);
    expect(await auditOf(ada.id)).toMatchObject([
      {
        action: 'speaker.update',
        before: { name: 'Ada', title: 'Countess' },
        after: { name: 'Ada Lovelace', title: null },
      },
    ]);
  });

  it('changes nothing, and notes nothing, where everything is so already', async () => {
    const socials = { github: 'ada', x: 'countess' };
    const ada = await aSpeaker(api.db, { name: 'Ada', socials });
    for (const given of [{}, { name: 'Ada', socials, title: null }]) {
      expect((await change(ada.id, given).expect(200)).body.updated_at).toBe(ada.updated_at);
    }
    expect(await auditOf(ada.id)).toEqual([]);
  });

  it('replaces the socials as a whole, and empties them', async () => {
    const { id } = await aSpeaker(api.db, { socials: { github: 'ada', x: 'ada' } });
    const { body } = await change(id, { socials: { github: 'lovelace' } }).expect(200);
    expect(body.socials).toEqual({
      github: { handle: 'lovelace', url: 'https://github.com/lovelace' },
    });
    expect((await change(id, { socials: null }).expect(200)).body.socials).toEqual({});
  });

  it('keeps the slug when the name changes, and changes it when somebody says so', async () => {
    const { id } = await aSpeaker(api.db, { slug: 'ada', name: 'Ada' });
    await aSpeaker(api.db, { slug: 'grace' });
    expect((await change(id, { name: 'Augusta' })).body.slug).toBe('ada');
    expect((await change(id, { slug: 'augusta' })).body.slug).toBe('augusta');
    const taken = await change(id, { slug: 'grace' }).expect(409);
    expect(taken.body).toEqual({
      error: 'slug: expected one that is not in use',
      code: 'CONFLICT',
    });
  });

  it('says who they are here, unless another speaker is that user', async () => {
    const user = await aUser(api.db);
    const [ada, grace] = [await aSpeaker(api.db), await aSpeaker(api.db)];
    expect((await change(ada.id, { user_id: user.id }).expect(200)).body.user_id).toBe(user.id);
    await change(ada.id, { user_id: user.id }).expect(200);
    expect((await change(grace.id, { user_id: user.id }).expect(409)).body).toEqual({
      error: 'user_id: another speaker is this user',
      code: 'CONFLICT',
    });
    expect((await change(ada.id, { user_id: null }).expect(200)).body.user_id).toBe(null);
    await change(grace.id, { user_id: user.id }).expect(200);
    expect((await change(grace.id, { user_id: 999_999 }).expect(404)).body).toEqual(
      missing('user'),
    );
  });

  it.each([
    ['slug', 'ada-l'],
    ['name', 'Ada L.'],
    ['title', 'Countess'],
    ['company', null],
    ['photo_url', 'https://x.example/new.png'],
  ])('changes the talks where %s is shown, and no others', async (field, value) => {
    const conference = await aConference(api.db);
    const ada = await aSpeaker(api.db, { company: 'Engines' }, [conference]);
    const [talk, other] = [
      await aTalk(conference, [ada]),
      await aTalk(conference, [await aSpeaker(api.db)]),
    ];
    await sleep(2);

    await change(ada.id, { [field]: value }).expect(200);

    const updatedAt = ({ id }: AgendaItem) =>
      api.db('agenda_items').where({ id }).pluck('updated_at');
    expect((await updatedAt(talk))[0] > talk.updated_at).toBe(true);
    expect(await updatedAt(other)).toEqual([other.updated_at]);
  });

  it('leaves the talks as they are where they show nothing of a change', async () => {
    const conference = await aConference(api.db);
    const ada = await aSpeaker(api.db, {}, [conference]);
    const talk = await aTalk(conference, [ada]);
    await sleep(2);
    await change(ada.id, { bio: 'New', is_featured: true, socials: { x: 'ada' } }).expect(200);
    expect(await api.db('agenda_items').pluck('updated_at')).toEqual([talk.updated_at]);
  });

  it.each([
    ['name', { name: null }],
    ['slug', { slug: null }],
    ['is_featured', { is_featured: null }],
    ['socials.x', { socials: { x: 'no handle' } }],
    ['photo_url', { photo_url: 'ftp://x.example' }],
    ['user_id', { user_id: -1 }],
  ])('refuses a wrong %s', async (field, given) => {
    const { id } = await aSpeaker(api.db);
    const { body } = await change(id, given).expect(400);
    expect(body.error).toContain(`${field}: `);
  });

  it('knows of nobody who is not there', async () => {
    expect((await change(999_999, { name: 'x' }).expect(404)).body).toEqual(missing('speaker'));
  });

  it('waits for changes of the talks at the same time, and they for it', async () => {
    const conference = await aConference(api.db);
    const [ada, grace] = [await aSpeaker(api.db), await aSpeaker(api.db)];
    const talks = [await aTalk(conference, [ada, grace]), await aTalk(conference, [grace, ada])];

    const answers = await Promise.all([
      ...[ada, grace].map(({ id }) => change(id, { slug: `new-${id}`, name: 'New' })),
      ...talks.map(({ id }) =>
        api
          .admin()
          .put(`/api/v1/admin/agenda/${id}`)
          .send({ title: 'New', speaker_ids: [grace.id] }),
      ),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('keeps every change when two administrators write at once', async () => {
    const { id } = await aSpeaker(api.db);
    await Promise.all([change(id, { title: 'Countess' }), change(id, { company: 'Engines' })]);
    expect((await admin(`/${id}`)).body).toMatchObject({ title: 'Countess', company: 'Engines' });
    expect(await auditOf(id)).toHaveLength(2);
  });
});

describe('PUT /admin/speakers/:id/conference', () => {
  let ada: Speaker;
  let conference: Conference;

  beforeEach(async () => {
    ada = await aSpeaker(api.db, { name: 'Ada' });
    conference = await aConference(api.db);
  });

  const at = (given: object = {}) => map(ada.id, { conference_id: conference.id, ...given });
  const actions = async () => (await auditOf(ada.id)).map(({ action }) => action);

  it('puts a speaker into a line-up, once', async () => {
    const first = await at({ position: 4 }).expect(200);
    const again = await at({ position: 4 }).expect(200);

    expect(first.body).toMatchObject({ id: ada.id, conferences: [mapping(conference, 4)] });
    expect(again.body).toEqual(first.body);
    expect(names((await get(`/conference/${conference.id}`)).body)).toEqual(['Ada']);
    expect(await auditOf(ada.id)).toMatchObject([
      {
        action: 'speaker.map',
        before: null,
        after: { conference_id: conference.id, position: 4 },
      },
    ]);
  });

  it('moves a speaker, and leaves them where they are without a position', async () => {
    expect((await at()).body.conferences).toEqual([mapping(conference, 0)]);
    expect((await at({ position: 2 })).body.conferences).toEqual([mapping(conference, 2)]);
    expect((await at()).body.conferences).toEqual([mapping(conference, 2)]);
    expect((await at({ remove: false })).body.conferences).toEqual([mapping(conference, 2)]);
    expect(await actions()).toEqual(['speaker.map', 'speaker.map']);
  });

  it('takes a speaker off a line-up, once', async () => {
    const other = await aConference(api.db);
    await map(ada.id, { conference_id: other.id }).expect(200);
    await at().expect(200);

    const first = await at({ remove: true }).expect(200);
    const again = await at({ remove: true }).expect(200);

    expect(first.body.conferences).toEqual([mapping(other)]);
    expect(again.body).toEqual(first.body);
    expect(await actions()).toEqual(['speaker.map', 'speaker.map', 'speaker.unmap']);
    expect((await auditOf(ada.id)).at(-1)).toMatchObject({
      before: { conference_id: conference.id },
      after: null,
    });
  });

  it('leaves a speaker in the line-up while its agenda has them', async () => {
    await at().expect(200);
    const talks = [await aTalk(conference, [ada]), await aTalk(conference, [ada])];
    await aTalk(await aConference(api.db), [ada]);

    const { body } = await at({ remove: true }).expect(409);
    expect(body).toEqual({
      error: 'Items of its agenda that still have this speaker: 2',
      code: 'CONFLICT',
    });
    expect((await admin(`/${ada.id}`)).body.conferences).toEqual([mapping(conference)]);

    for (const { id } of talks) await api.db('agenda_items').where({ id }).delete();
    await at({ remove: true }).expect(200);
  });

  it('takes nobody off whom the agenda is just getting', async () => {
    await at().expect(200);
    const talk = await aTalk(conference, [await aSpeaker(api.db)]);
    const agenda = await api.db.transaction();
    await agenda('agenda_item_speakers').insert({
      agenda_item_id: talk.id,
      speaker_id: ada.id,
      position: 1,
    });
    const answer = at({ remove: true }).then(({ status }) => status);
    await sleep(50);
    await agenda.commit();

    expect(await answer).toBe(409);
  });

  it('maps once when administrators press at once', async () => {
    const answers = await Promise.all([at(), at(), at()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await actions()).toEqual(['speaker.map']);
  });

  it.each([
    ['conference_id', {}],
    ['conference_id', { conference_id: 'x' }],
    ['position', { conference_id: 1, position: -1 }],
    ['position', { conference_id: 1, position: 1.5 }],
    ['position', { conference_id: 1, position: 1_000_001 }],
    ['remove', { conference_id: 1, remove: 'yes' }],
  ])('refuses a wrong %s', async (field, given) => {
    const { body } = await map(ada.id, given).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });

  it('knows of no speaker or conference that is not there', async () => {
    const nowhere = await map(ada.id, { conference_id: 999_999 }).expect(404);
    const nobody = await map(999_999, { conference_id: conference.id }).expect(404);
    expect(nowhere.body).toEqual(missing('conference'));
    expect(nobody.body).toEqual(missing('speaker'));
  });
});

describe('DELETE /users/me', () => {
  it('leaves a speaker on the programme, but not as that person', async () => {
    const user = await aUser(api.db);
    const ada = await aSpeaker(api.db, { name: 'Ada', user_id: user.id });
    await api.as(user).delete('/api/v1/users/me').expect(200);

    const { body } = await get(`/${ada.id}`).expect(200);
    expect(body).toMatchObject({ name: 'Ada', user_id: null });
    expect(body.updated_at > ada.updated_at).toBe(true);
  });
});
