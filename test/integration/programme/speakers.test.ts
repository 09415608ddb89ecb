import type { AgendaItem, AgendaItemView } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Speaker } from '../../../src/domain/programme/speakers.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { laterOn } from '../../support/changes.ts';
import { beginTransaction } from '../../support/database.ts';
import { whileDeadlocked } from '../../support/deadlocks.ts';
import { aConference, anEvent, aSpeaker, aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { keysOf } from '../../support/lists.ts';
import { countQueries, untilWaiting } from '../../support/queries.ts';

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
const setStatus = ({ id }: Conference, status: string) =>
  api.admin().put(`/api/v1/admin/conferences/${id}`).send({ status }).expect(200);

/** Makes a later change of `updated_at` visible, however soon it comes. */
const LONG_AGO = '2026-01-01T00:00:00.000Z';
const ageItems = () => api.db('agenda_items').update({ updated_at: LONG_AGO });

/** An agenda item of a conference with these speakers. */
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
  it('lists speakers sorted by name, in pages', async () => {
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

  it('shows all fields of a speaker, with social handles as links', async () => {
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
      status: 'published',
      created_at: INSTANT,
      updated_at: INSTANT,
    };
    expect(body.data).toEqual([speaker]);
    expect((await get(`/${id}`).expect(200)).body).toEqual(speaker);
  });

  it.each([
    ['the beginning of a name', 'love', ['Ada']],
    ['a name in any case', 'LOVELACE ada', ['Ada']],
    ['words of different fields', 'ada analytical programmer', ['Ada']],
    ['words of different speakers', 'ada compilers', []],
    ['a name without its first letter', 'ovelace', ['Ada']],
    ['a word of the bio', 'compil', ['Grace']],
    ['a word in another script', 'ΑΔΑ', ['Greek']],
    ['a hyphenated word', 'jean-luc', ['Jean']],
    ['a part of a hyphenated word', 'luc', ['Jean']],
    ['a name with an apostrophe', "o'bri", ['Jean']],
    ['a wildcard', '%', []],
    ['words between punctuation', '– Ada & Lovelace!', ['Ada']],
    ['only punctuation', '& | ! ( ) :* <-> \' \\ "', []],
    ['only emoji', '🚀', []],
  ])('searches for %s', async (_what, q, found) => {
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

  it('accepts any text as a search', async () => {
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
      `insert into speakers (slug, name, status)
       select 'many-' || n, 'Speaker ' || n, 'published' from generate_series(1, 3000) n`,
    );
    await api.db.raw('analyze speakers');
    const statements: { sql: string; bindings: unknown[] }[] = [];
    const note = (statement: { sql: string; bindings: unknown[] }) => {
      // Before it, the first 500 speakers are compared one by one.
      const isOfFirst = /= any\(\$\d+::bigint\[\]\)/.test(statement.sql);
      if (statement.sql.includes('search_prefix') && !isOfFirst) statements.push(statement);
    };
    api.db.on('query', note);
    await get('', { q: 'speaker 2999' }).expect(200);
    api.db.removeListener('query', note);

    for (const { sql, bindings } of [...statements]) {
      // The event has numbered parameters; `raw` expects question marks.
      const again = sql.replace(/\$\d+/g, '?');
      const { rows } = await api.db.raw(`explain ${again}`, bindings as string[]);
      expect(JSON.stringify(rows)).toContain('speakers_search_idx');
    }
    expect(statements).toHaveLength(1);
  });

  it('filters by conference', async () => {
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
  ])('answers 400 for %s', async (query, field) => {
    const { body } = await api.anonymous().get(`/api/v1/speakers?${query}`).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });

  it('is public for caches and answers 304 until it changes', async () => {
    const first = await get('').expect(200);
    const again = () => get('').set('If-None-Match', String(first.get('ETag')));
    expect(first.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
    await again().expect(304);
    await aSpeaker(api.db);
    await again().expect(200);
  });
});

describe('a speaker of a draft', () => {
  const everywhere = async (
    { id, slug }: Pick<Speaker, 'id' | 'slug'>,
    conference: Conference,
  ) => ({
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

  /** Creates a featured speaker with a conference, as an administrator does. */
  const createAda = async (given: object = {}): Promise<Speaker> =>
    (await create({ name: 'Ada', is_featured: true, ...given }).expect(201)).body;
  const take = (ada: Speaker, { id }: Conference) =>
    map(ada.id, { conference_id: id, remove: true }).expect(200);
  const add = (ada: Speaker, { id }: Conference) => map(ada.id, { conference_id: id }).expect(200);
  const deleteConference = ({ id }: Conference) =>
    api.admin().delete(`/api/v1/admin/conferences/${id}`).query({ force: true }).expect(200);
  const statusOf = async ({ id }: Speaker) => (await admin(`/${id}`)).body.status;

  it('is created as a draft that nobody sees', async () => {
    const secret = await draft();
    const ada = await createAda({ conference_id: secret.id });

    expect(ada).toMatchObject({ status: 'draft' });
    expect(await everywhere(ada, secret)).toEqual({ ...HIDDEN, ofConference: [] });
    expect((await get(`/${ada.id}`)).body).toEqual(missing('speaker'));
  });

  it('does not become public by being taken off the lineup', async () => {
    const secret = await draft();
    const ada = await createAda({ conference_id: secret.id });

    await take(ada, secret);

    expect(await everywhere(ada, secret)).toEqual({ ...HIDDEN, ofConference: [] });
    expect(await statusOf(ada)).toBe('draft');
  });

  it('does not become public by the deletion of the draft', async () => {
    const secret = await draft();
    const ada = await createAda({ conference_id: secret.id });

    await deleteConference(secret);

    expect(await everywhere(ada, secret)).toEqual({ ...HIDDEN, ofConference: [] });
    expect(await statusOf(ada)).toBe('draft');
  });

  it.each(['published', 'archived'])('is public once the conference is %s', async (status) => {
    const [conference, other] = [await draft(), await draft()];
    const ada = await createAda({ conference_id: conference.id });
    await add(ada, other);

    await setStatus(conference, status);

    expect(await everywhere(ada, conference)).toEqual({ ...SHOWN, ofConference: ['Ada'] });
    expect(await everywhere(ada, other)).toEqual({ ...SHOWN, ofConference: [] });
    expect(await statusOf(ada)).toBe('published');
  });

  it('is public once they are in the lineup of a published conference, and stays so', async () => {
    const [secret, conference] = [await draft(), await aConference(api.db)];
    const ada = await createAda({ conference_id: secret.id });

    await add(ada, conference);
    expect(await everywhere(ada, conference)).toEqual({ ...SHOWN, ofConference: ['Ada'] });

    await take(ada, conference);
    expect(await everywhere(ada, conference)).toEqual({ ...SHOWN, ofConference: [] });
  });

  it('is public once they are on the agenda of a published conference', async () => {
    const [secret, conference] = [await draft(), await aConference(api.db)];
    const ada = await createAda({ conference_id: secret.id });

    await api
      .admin()
      .post('/api/v1/admin/agenda')
      .send({
        conference_id: conference.id,
        title: 'Looms',
        starts_at: '2026-05-14T09:00:00Z',
        ends_at: '2026-05-14T10:00:00Z',
        speaker_ids: [ada.id],
      })
      .expect(201);

    expect(await everywhere(ada, conference)).toEqual({ ...SHOWN, ofConference: ['Ada'] });
  });

  it('becomes a draft again with their only conference', async () => {
    const [conference, other] = [await aConference(api.db), await aConference(api.db)];
    const ada = await createAda({ conference_id: conference.id });
    await add(ada, other);

    await setStatus(conference, 'draft');
    expect(await statusOf(ada)).toBe('published');

    await setStatus(other, 'draft');
    expect(await statusOf(ada)).toBe('draft');
  });

  it('has the status that an administrator sets', async () => {
    const [secret, conference] = [await draft(), await aConference(api.db)];
    const ada = await createAda({ conference_id: secret.id, status: 'published' });
    expect(await everywhere(ada, secret)).toEqual({ ...SHOWN, ofConference: [] });

    expect((await change(ada.id, { status: 'draft' }).expect(200)).body.status).toBe('draft');
    expect(await everywhere(ada, secret)).toEqual({ ...HIDDEN, ofConference: [] });
    expect((await auditOf(ada.id)).at(-1)).toMatchObject({
      action: 'speaker.update',
      before: { status: 'published' },
      after: { status: 'draft' },
    });

    const grace = await createAda({ slug: 'g', conference_id: conference.id, status: 'draft' });
    expect(await everywhere(grace, conference)).toEqual({ ...HIDDEN, ofConference: [] });
    expect(names((await get(`/conference/${conference.id}`)).body)).toEqual([]);
    await map(grace.id, { conference_id: conference.id, position: 3 }).expect(200);
    expect(await statusOf(grace)).toBe('draft');
  });

  it('is neither shown nor found in a public agenda, nor in its calendar', async () => {
    const conference = await aConference(api.db);
    const ada = await aSpeaker(api.db, { name: 'Ada' }, [conference]);
    const grace = await aSpeaker(api.db, { name: 'Grace' }, [conference]);
    await aTalk(conference, [ada, grace]);
    await laterOn();
    const agenda = async (query: object = {}) => {
      const { body } = await api
        .anonymous()
        .get(`/api/v1/conferences/${conference.id}/agenda`)
        .query(query)
        .expect(200);
      const items = body.days.flatMap(({ items }: { items: AgendaItemView[] }) => items);
      return {
        as_of: body.as_of,
        shown: items.map(({ speakers }: AgendaItemView) => speakers.map(({ name }) => name)),
      };
    };
    const { as_of } = await agenda({ updated_since: BEGINNING });

    await change(ada.id, { status: 'draft' }).expect(200);

    expect((await agenda()).shown).toEqual([['Grace']]);
    expect((await agenda({ updated_since: as_of })).shown).toEqual([['Grace']]);
    expect((await agenda({ q: 'ada' })).shown).toEqual([]);
    expect((await agenda({ q: 'grace' })).shown).toEqual([['Grace']]);
    const calendar = await api
      .anonymous()
      .get(`/api/v1/conferences/${conference.id}/agenda.ics`)
      .expect(200);
    expect(calendar.text).toContain('Grace');
    expect(calendar.text).not.toContain('Ada');
    const { body } = await api.admin().get(`/api/v1/admin/conferences/${conference.id}/agenda`);
    expect(body.data[0].speakers).toHaveLength(2);
  });

  it('is public if they were created without a conference', async () => {
    const ada = await createAda();
    expect(await everywhere(ada, await draft())).toEqual({ ...SHOWN, ofConference: [] });
  });
});

describe('GET /speakers/featured', () => {
  it('lists featured speakers sorted by name, in pages', async () => {
    for (const name of ['Grace', 'Ada', 'Barbara']) {
      await aSpeaker(api.db, { name, is_featured: true });
    }
    await aSpeaker(api.db, { name: 'Alan' });

    const { body } = await get('/featured', { limit: 2 }).expect(200);

    expect(names(body)).toEqual(['Ada', 'Barbara']);
    expect(body.pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 });
  });
});

describe('GET /speakers/conference/:id', () => {
  it('lists the lineup by position, then name', async () => {
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
    expect(keysOf(body)).toEqual(['as_of', 'data', 'pagination']);
  });

  it('answers 404 for a draft and an unknown conference, and 400 for an invalid id', async () => {
    const { id } = await draft();
    expect((await get(`/conference/${id}`).expect(404)).body).toEqual(missing('conference'));
    await get('/conference/999999').expect(404);
    await get('/conference/x').expect(400);
  });
});

describe('GET /speakers/:id', () => {
  it.each(['', '/profile'])(
    'answers 404 or 400 for an unknown or invalid id (%s)',
    async (page) => {
      expect((await get(`/999999${page}`).expect(404)).body).toEqual(missing('speaker'));
      expect((await get(`/x${page}`).expect(400)).body).toEqual(failure('VALIDATION_ERROR'));
    },
  );
});

describe('GET /speakers/:id/profile', () => {
  it('adds the public talks and conferences, sorted by start', async () => {
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
    for (const status of ['pending', 'rejected']) {
      await aTalk(sooner, [ada], { event_id: (await of(sooner, status)).id });
    }
    const off = await aTalk(sooner, [ada], { event_id: (await of(sooner, 'cancelled')).id });

    const { body } = await get(`/${ada.id}/profile`).expect(200);

    expect(body.talks).toEqual([
      expect.objectContaining({ id: early.id, kind: 'talk', track: null, room: null }),
      {
        id: weave.id,
        status: 'scheduled',
        conference_id: sooner.id,
        title: 'Engines that weave',
        kind: 'keynote',
        starts_at: '2026-05-14T09:00:00.000Z',
        ends_at: '2026-05-14T10:00:00.000Z',
        track: 'Looms',
        room: 'Great Hall',
      },
      expect.objectContaining({ id: off.id, status: 'cancelled' }),
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
  it('answers the links of a speaker only', async () => {
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

  it('answers 404 for an unknown slug and 400 for an invalid one', async () => {
    expect((await get('/slug/unknown/socials').expect(404)).body).toEqual(missing('speaker'));
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

  it('answers changed speakers', async () => {
    const [ada, grace] = [await aSpeaker(api.db), await aSpeaker(api.db)];
    await laterOn();
    const before = await changes('', BEGINNING);
    expect(before.ids).toEqual(inAnyOrder(ada, grace));

    await api.admin().put(`/api/v1/admin/speakers/${grace.id}`).send({ bio: 'New' }).expect(200);

    expect(await changes('', before.as_of)).toMatchObject({ ids: [grace.id], gone: [] });
  });

  it('reports speakers who joined, moved in or left a lineup', async () => {
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

  it('reports as gone speakers who are no longer featured', async () => {
    const ada = await aSpeaker(api.db, { is_featured: true });
    await laterOn();
    const { as_of } = await changes('/featured', BEGINNING);

    await feature(ada.id, false);

    expect(await changes('/featured', as_of)).toMatchObject({ ids: [], gone: [ada.id] });
    expect(await changes('', as_of)).toMatchObject({ ids: [ada.id], gone: [] });
  });

  it('reports as gone published speakers who became drafts, and as changed again later', async () => {
    const conference = await aConference(api.db);
    const ada = await aSpeaker(api.db, {}, [conference]);
    const lineup = `/conference/${conference.id}`;
    await laterOn();
    const { as_of } = await changes('', BEGINNING);

    await change(ada.id, { status: 'draft' }).expect(200);

    expect(await changes('', as_of)).toMatchObject({ ids: [], gone: [ada.id] });
    expect(await changes(lineup, as_of)).toMatchObject({ ids: [], gone: [ada.id] });

    await change(ada.id, { status: 'published' }).expect(200);

    expect(await changes('', as_of)).toMatchObject({ ids: [ada.id], gone: [] });
    expect(await changes(lineup, as_of)).toMatchObject({ ids: [ada.id], gone: [] });
  });

  it('never reports speakers who were created in a draft', async () => {
    const { id } = await draft();
    const { body } = await create({ name: 'Ada', conference_id: id }).expect(201);
    await change(body.id, { name: 'Ada L.' }).expect(200);

    expect(await changes('', BEGINNING)).toMatchObject({ ids: [], gone: [] });
  });

  it('reports as gone speakers whose conference is a draft again', async () => {
    const conference = await aConference(api.db);
    const ada = await aSpeaker(api.db, {}, [conference]);
    await laterOn();
    const { as_of } = await changes('', BEGINNING);

    await setStatus(conference, 'draft');

    expect(await changes('', as_of)).toMatchObject({ ids: [], gone: [ada.id] });
  });

  it('never reports speakers who were never public', async () => {
    const [secret, other] = [await draft(), await draft()];
    const hidden = await aSpeaker(api.db, {}, [secret, other]);
    const leaves = await aSpeaker(api.db, {}, [secret, other]);
    await setMapping(leaves.id, { conference_id: secret.id, remove: true });
    expect(await changes('', BEGINNING)).toMatchObject({ ids: [], gone: [] });

    await setStatus(secret, 'published');
    expect(await changes(`/conference/${secret.id}`, BEGINNING)).toMatchObject({
      ids: [hidden.id],
      gone: [],
    });
  });
});

describe('every list', () => {
  it.each([
    ['/speakers?q=speaker', 8],
    [`/speakers?updated_since=${BEGINNING}`, 3],
    ['/speakers/featured', 2],
    ['/speakers/conference/:id', 3],
    [`/speakers/conference/:id?updated_since=${BEGINNING}`, 4],
    ['/admin/speakers?q=speaker', 7],
  ])('takes as many queries for many as for one: %s', async (path, queries) => {
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

  it('and every profile take a fixed number of queries', async () => {
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

describe('other callers than administrators get 401 and 403 from', () => {
  it.each([
    ['get', ''],
    ['post', ''],
    ['get', '/1'],
    ['put', '/1'],
    ['put', '/1/conference'],
    ['delete', '/1'],
  ] as const)('%s /admin/speakers%s', async (method, path) => {
    const user = await aUser(api.db);
    await api.anonymous()[method](`/api/v1/admin/speakers${path}`).send({}).expect(401);
    await api.as(user)[method](`/api/v1/admin/speakers${path}`).send({}).expect(403);
  });
});

describe('GET /admin/speakers', () => {
  it('lists all speakers sorted by name, with their conferences', async () => {
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
    [{ q: 'lovel' }, ['Ada Lovelace']],
    [{ is_featured: 'true' }, ['Grace Hopper']],
    [{ is_featured: 'false' }, ['Ada Lovelace']],
    [{ status: 'draft' }, ['Ada Lovelace']],
    [{ status: 'published' }, ['Grace Hopper']],
  ])('filters by %j', async (query, found) => {
    await aSpeaker(api.db, { name: 'Ada Lovelace', status: 'draft' });
    await aSpeaker(api.db, { name: 'Grace Hopper', is_featured: true });
    expect(names((await admin('', query).expect(200)).body)).toEqual(found);
  });

  it('filters by a conference, also a draft', async () => {
    const secret = await draft();
    await aSpeaker(api.db, { name: 'Ada' }, [secret]);
    await aSpeaker(api.db, { name: 'Grace' });
    expect(names((await admin('', { conference_id: secret.id })).body)).toEqual(['Ada']);
  });

  it('filters by what is missing, a talk at one conference', async () => {
    const [conference, other] = [await aConference(api.db), await aConference(api.db)];
    const lineup = [conference, other];
    const given = { bio: 'A bio', photo_url: 'https://x.example/p.png' };
    const full = await aSpeaker(api.db, { ...given, name: 'Full' }, lineup);
    await aSpeaker(api.db, { ...given, name: 'No talk' }, lineup);
    const noBio = await aSpeaker(api.db, { ...given, bio: null, name: 'No bio' }, lineup);
    const noPhoto = await aSpeaker(api.db, { ...given, photo_url: null, name: 'No photo' }, lineup);
    const cancelled = await aSpeaker(api.db, { ...given, name: 'Cancelled' }, lineup);
    const off = await aSpeaker(api.db, { ...given, name: 'Off' }, lineup);
    const elsewhere = await aSpeaker(api.db, { ...given, name: 'Elsewhere' }, lineup);
    await aTalk(conference, [full, noBio, noPhoto]);
    await aTalk(conference, [cancelled], { status: 'cancelled' });
    const { id: event_id } = await anEvent(api.db, {
      conference_id: conference.id,
      status: 'cancelled',
    });
    await aTalk(conference, [off], { event_id });
    await aTalk(other, [elsewhere]);

    const without = async (missing: string, conference_id?: number) =>
      names((await admin('', { missing, conference_id }).expect(200)).body);
    expect(await without('photo')).toEqual(['No photo']);
    expect(await without('bio')).toEqual(['No bio']);
    expect(await without('photo,bio')).toEqual(['No bio', 'No photo']);
    expect(await without('talk', conference.id)).toEqual([
      'Cancelled',
      'Elsewhere',
      'No talk',
      'Off',
    ]);
    expect(await without('talk,bio', other.id)).toEqual([
      'Cancelled',
      'Full',
      'No bio',
      'No photo',
      'No talk',
      'Off',
    ]);
  });

  it.each([
    ['missing=talk', 'missing'],
    ['missing=', 'missing.0'],
    ['missing=photo,hat', 'missing.1'],
    ['missing=photo&missing=bio', 'missing'],
    ['is_featured=yes', 'is_featured'],
    ['status=secret', 'status'],
    ['conference_id=0', 'conference_id'],
    ['q=', 'q'],
    ['page=x', 'page'],
  ])('answers 400 for %s', async (query, field) => {
    const { body } = await api.admin().get(`/api/v1/admin/speakers?${query}`).expect(400);
    expect(body.error).toContain(`${field}: `);
  });
});

describe('GET /admin/speakers/:id', () => {
  it('shows any speaker with their conferences', async () => {
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
      status: 'draft',
      version: 1,
      created_at: INSTANT,
      updated_at: INSTANT,
      conferences: [mapping(secret)],
    });
  });

  it('answers 404 for an unknown id and 400 for an invalid one', async () => {
    expect((await admin('/999999').expect(404)).body).toEqual(missing('speaker'));
    await admin('/x').expect(400);
  });
});

describe('POST /admin/speakers', () => {
  it('creates a speaker with all given fields and writes an audit entry', async () => {
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
      status: 'published',
      slug: 'emilie-du-chatelet',
      name: 'Émilie du Châtelet',
      socials: {
        github: { handle: 'emilie', url: 'https://github.com/emilie' },
        linkedin: { handle: 'emilie', url: 'https://www.linkedin.com/in/emilie' },
      },
      version: 1,
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

  it('creates a speaker in the lineup of a draft, so that they are never public', async () => {
    const secret = await draft();
    const { body } = await create({ name: 'Ada', conference_id: secret.id }).expect(201);

    expect(body.conferences).toEqual([mapping(secret)]);
    await get(`/${body.id}`).expect(404);
    expect((await auditOf(body.id)).map(({ action }) => action)).toEqual([
      'speaker.create',
      'speaker.map',
    ]);
  });

  it('generates unique slugs for concurrent requests with one name', async () => {
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

  it('accepts a given slug, and answers 409 for a taken one', async () => {
    await create({ name: 'Ada', slug: 'countess' }).expect(201);
    const { body } = await create({ name: 'Other', slug: 'countess' }).expect(409);
    expect(body).toEqual({ error: 'slug: expected one that is not in use', code: 'CONFLICT' });
  });

  it.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['an invalid slug', { slug: 'Not a slug' }, 'slug'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['a bio of 10,001 characters', { bio: 'x'.repeat(10_001) }, 'bio'],
    ['a javascript URL', { photo_url: 'javascript:alert(1)' }, 'photo_url'],
    ['a text as is_featured', { is_featured: 'yes' }, 'is_featured'],
    ['a link to another site', { socials: { github: 'https://x.com/ada' } }, 'socials.github'],
    ['a user id as text', { user_id: '1' }, 'user_id'],
    ['a null conference id', { conference_id: null }, 'conference_id'],
  ])('answers 400 for %s', async (_what, given, field) => {
    const { body } = await create({ name: 'Ada', ...given }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
    expect(await api.db('speakers')).toEqual([]);
  });

  it('answers 404 for an unknown or erased user and for an unknown conference', async () => {
    const erased = await aUser(api.db, { messenger_id: null, erased_at: api.now() });
    for (const user_id of [999_999, erased.id]) {
      expect((await create({ name: 'Ada', user_id }).expect(404)).body).toEqual(missing('user'));
    }
    const answer = await create({ name: 'Ada', conference_id: 999_999 }).expect(404);
    expect(answer.body).toEqual(missing('conference'));
    expect(await api.db('speakers')).toEqual([]);
  });

  it('links one speaker to a user for concurrent requests', async () => {
    const { id: user_id } = await aUser(api.db);
    const answers = await Promise.all(
      ['Ada', 'Countess', 'Lovelace'].map((name) => create({ name, user_id })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'user_id: another speaker is already linked to this user',
      code: 'CONFLICT',
    });
  });

  it('retries after a deadlock', async () => {
    const conference = await aConference(api.db);
    const user = await aUser(api.db);
    const { status } = await whileDeadlocked(
      api.db,
      [
        ['conferences', { id: conference.id }],
        ['users', { id: user.id }],
      ],
      () => create({ name: 'Ada', user_id: user.id, conference_id: conference.id }),
    );

    expect(status).toBe(201);
  });
});

describe('PUT /admin/speakers/:id', () => {
  it('updates the given fields only and writes an audit entry', async () => {
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

  it('writes nothing if nothing changes', async () => {
    const socials = { github: 'ada', x: 'countess' };
    const ada = await aSpeaker(api.db, { name: 'Ada', socials });
    for (const given of [{}, { name: 'Ada', socials, title: null }]) {
      expect((await change(ada.id, given).expect(200)).body.updated_at).toBe(ada.updated_at);
    }
    expect(await auditOf(ada.id)).toEqual([]);
  });

  it('replaces all socials, and clears them for null', async () => {
    const { id } = await aSpeaker(api.db, { socials: { github: 'ada', x: 'ada' } });
    const { body } = await change(id, { socials: { github: 'lovelace' } }).expect(200);
    expect(body.socials).toEqual({
      github: { handle: 'lovelace', url: 'https://github.com/lovelace' },
    });
    expect((await change(id, { socials: null }).expect(200)).body.socials).toEqual({});
  });

  it('keeps the slug when the name changes, and updates a given one', async () => {
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

  it('links a speaker to a user, and answers 409 if another speaker has the user', async () => {
    const user = await aUser(api.db);
    const [ada, grace] = [await aSpeaker(api.db), await aSpeaker(api.db)];
    expect((await change(ada.id, { user_id: user.id }).expect(200)).body.user_id).toBe(user.id);
    await change(ada.id, { user_id: user.id }).expect(200);
    expect((await change(grace.id, { user_id: user.id }).expect(409)).body).toEqual({
      error: 'user_id: another speaker is already linked to this user',
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
    ['status', 'draft'],
  ])('bumps updated_at of the agenda items when %s changes', async (field, value) => {
    const conference = await aConference(api.db);
    const ada = await aSpeaker(api.db, { company: 'Engines' }, [conference]);
    const [talk, other] = [
      await aTalk(conference, [ada]),
      await aTalk(conference, [await aSpeaker(api.db)]),
    ];
    await ageItems();

    await change(ada.id, { [field]: value }).expect(200);

    const updatedAt = ({ id }: AgendaItem) =>
      api.db('agenda_items').where({ id }).pluck('updated_at');
    expect(await updatedAt(talk)).not.toEqual([LONG_AGO]);
    expect(await updatedAt(other)).toEqual([LONG_AGO]);
  });

  it('does not touch agenda items that show none of the updated fields', async () => {
    const conference = await aConference(api.db);
    const ada = await aSpeaker(api.db, {}, [conference]);
    await aTalk(conference, [ada]);
    await ageItems();
    await change(ada.id, { bio: 'New', is_featured: true, socials: { x: 'ada' } }).expect(200);
    expect(await api.db('agenda_items').pluck('updated_at')).toEqual([LONG_AGO]);
  });

  it.each([
    ['name', { name: null }],
    ['slug', { slug: null }],
    ['is_featured', { is_featured: null }],
    ['socials.x', { socials: { x: 'no handle' } }],
    ['photo_url', { photo_url: 'ftp://x.example' }],
    ['user_id', { user_id: -1 }],
  ])('answers 400 for an invalid %s', async (field, given) => {
    const { id } = await aSpeaker(api.db);
    const { body } = await change(id, given).expect(400);
    expect(body.error).toContain(`${field}: `);
  });

  it('answers 404 for an unknown id', async () => {
    expect((await change(999_999, { name: 'x' }).expect(404)).body).toEqual(missing('speaker'));
  });

  it('succeeds with concurrent updates of the agenda items', async () => {
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

  it('keeps both of two concurrent updates', async () => {
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

  it('adds a speaker to a lineup, once', async () => {
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

  it('moves a speaker, and keeps their position if none is given', async () => {
    expect((await at()).body.conferences).toEqual([mapping(conference, 0)]);
    expect((await at({ position: 2 })).body.conferences).toEqual([mapping(conference, 2)]);
    expect((await at()).body.conferences).toEqual([mapping(conference, 2)]);
    expect((await at({ remove: false })).body.conferences).toEqual([mapping(conference, 2)]);
    expect(await actions()).toEqual(['speaker.map', 'speaker.map']);
  });

  it('removes a speaker from a lineup, once', async () => {
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

  it('answers 409 for the removal of a speaker who is on the agenda', async () => {
    await at().expect(200);
    const talks = [await aTalk(conference, [ada]), await aTalk(conference, [ada])];
    await aTalk(await aConference(api.db), [ada]);

    const { body } = await at({ remove: true }).expect(409);
    expect(body).toEqual({
      error: 'The speaker is in 2 agenda items of this conference',
      code: 'CONFLICT',
    });
    expect((await admin(`/${ada.id}`)).body.conferences).toEqual([mapping(conference)]);

    for (const { id } of talks) await api.db('agenda_items').where({ id }).delete();
    await at({ remove: true }).expect(200);
  });

  it('answers 409 for the removal of a speaker whom a concurrent change adds to it', async () => {
    await at().expect(200);
    const talk = await aTalk(conference, [await aSpeaker(api.db)]);
    await using agenda = await beginTransaction(api.db);
    await agenda('agenda_item_speakers').insert({
      agenda_item_id: talk.id,
      speaker_id: ada.id,
      position: 1,
    });
    const answer = at({ remove: true }).then(({ status }) => status);
    await untilWaiting(api.db);
    await agenda.commit();

    expect(await answer).toBe(409);
  });

  it('takes effect once for concurrent requests', async () => {
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
  ])('answers 400 for an invalid %s', async (field, given) => {
    const { body } = await map(ada.id, given).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });

  it('answers 404 for an unknown speaker or conference', async () => {
    const noConference = await map(ada.id, { conference_id: 999_999 }).expect(404);
    const noSpeaker = await map(999_999, { conference_id: conference.id }).expect(404);
    expect(noConference.body).toEqual(missing('conference'));
    expect(noSpeaker.body).toEqual(missing('speaker'));
  });
});

describe('PUT /admin/conferences/:conference_id/speakers/order', () => {
  let conference: Conference;
  let ids: number[];

  beforeEach(async () => {
    conference = await aConference(api.db);
    ids = [];
    for (const name of ['Ada', 'Barbara', 'Grace', 'Hedy']) {
      ids.push((await aSpeaker(api.db, { name }, [conference])).id);
    }
  });

  const order = (body: object, of = conference.id) =>
    api.admin().put(`/api/v1/admin/conferences/${of}/speakers/order`).send(body);
  const lineup = async () => (await get(`/conference/${conference.id}`)).body.data;
  const orderAudits = () =>
    api.db('audit_log').where({ action: 'conference.order_speakers', subject_id: conference.id });

  it('orders the lineup, raises the versions of those who move, and is safe to repeat', async () => {
    const [ada, barbara, grace, hedy] = ids;
    const expected = [hedy, ada, grace, barbara];
    const { body } = await order({ ids: expected }).expect(200);
    expect(body).toEqual({
      speakers: expected.map((id, at) => ({ id, position: at + 1, version: 2 })),
    });
    expect((await lineup()).map(({ id }: Speaker) => id)).toEqual(expected);
    const shown = (await admin(`/${hedy}`)).body;
    expect(shown).toMatchObject({ version: 2, conferences: [mapping(conference, 1)] });

    expect((await order({ ids: expected }).expect(200)).body).toEqual(body);
    const swapped = [hedy, ada, barbara, grace];
    const again = await order({ ids: swapped }).expect(200);
    expect(again.body.speakers.map(({ version }: Speaker) => version)).toEqual([2, 2, 3, 3]);
    const audits = await orderAudits().orderBy('id');
    expect(audits.map(({ before, after }) => [before, after])).toEqual([
      [{ speaker_ids: ids }, { speaker_ids: expected }],
      [{ speaker_ids: expected }, { speaker_ids: swapped }],
    ]);
  });

  it('answers 409 unless each speaker of the lineup is there, and no other', async () => {
    const other = await aSpeaker(api.db);
    const problem = (missing: number, foreign: number) => ({
      error: `ids: expected each of the 4 speakers of the lineup once; ${missing} are missing, ${foreign} are not in it`,
      code: 'CONFLICT',
    });
    const reversed = ids.toReversed();
    expect((await order({ ids: ids.slice(1) }).expect(409)).body).toEqual(problem(1, 0));
    expect((await order({ ids: [...reversed, other.id] }).expect(409)).body).toEqual(problem(0, 1));
    const swapped = [...reversed.slice(1), other.id];
    expect((await order({ ids: swapped }).expect(409)).body).toEqual(problem(1, 1));
    expect((await lineup()).map(({ id }: Speaker) => id)).toEqual(ids);
    expect(await orderAudits()).toEqual([]);
  });

  it.each([
    ['no id', { ids: [] }],
    ['an id twice', { ids: [1, 1] }],
    ['too many ids', { ids: Array.from({ length: 5_001 }, (_, at) => at + 1) }],
  ])('answers 400 for %s', async (_what, body) => {
    expect((await order(body).expect(400)).body).toEqual({
      error: 'ids: expected 1 to 5,000 ids, each once',
      code: 'VALIDATION_ERROR',
    });
  });

  it('answers 404 for an unknown conference', async () => {
    expect((await order({ ids }, 999_999).expect(404)).body).toEqual(missing('conference'));
  });

  it('of two orders at once, one holds as a whole', async () => {
    for (let n = 0; n < 10; n += 1) {
      const orders = [ids, ids.toReversed()];
      await Promise.all(orders.map((one) => order({ ids: one }).expect(200)));
      const held = (await lineup()).map(({ id }: Speaker) => id);
      expect(orders).toContainEqual(held);
    }
  });

  it('and concurrent edits, additions and deletions of its speakers all end', async () => {
    const [ada, , , hedy] = ids as [number, number, number, number];
    const [ordered, mapped, changed, removed] = await Promise.all([
      order({ ids: ids.toReversed() }),
      map((await aSpeaker(api.db, { name: 'New' })).id, { conference_id: conference.id }),
      change(ada, { title: 'Countess' }),
      api.admin().delete(`/api/v1/admin/speakers/${hedy}`),
    ]);
    expect([200, 409]).toContain(ordered.status);
    expect([mapped.status, changed.status, removed.status]).toEqual([200, 200, 200]);
    const people = (await lineup()).map(({ name }: Speaker) => name);
    expect(people.toSorted()).toEqual(['Ada', 'Barbara', 'Grace', 'New']);
  });
});

describe('DELETE /admin/speakers/:id', () => {
  const remove = (id: number) => api.admin().delete(`/api/v1/admin/speakers/${id}`);

  it('deletes a speaker from lists, lineups and agenda items, and writes an audit entry', async () => {
    const conference = await aConference(api.db);
    const ada = await aSpeaker(api.db, { name: 'Ada' }, [conference]);
    const talk = await aTalk(conference, [ada]);
    const lineup = `/conference/${conference.id}`;
    await laterOn();
    const { as_of } = (await get('', { updated_since: BEGINNING })).body;
    const gone = async (path: string) =>
      (await get(path, { updated_since: as_of }).expect(200)).body.gone;

    expect((await remove(ada.id).expect(200)).body).toEqual({ id: ada.id, deleted: true });

    await get(`/${ada.id}`).expect(404);
    expect([await gone(''), await gone(lineup)]).toEqual([[ada.id], [ada.id]]);
    const { body } = await api.admin().get(`/api/v1/admin/agenda/${talk.id}`).expect(200);
    expect(body.speakers).toEqual([]);
    expect(body.updated_at > talk.updated_at).toBe(true);
    expect(await auditOf(ada.id)).toMatchObject([
      { action: 'speaker.delete', before: { name: 'Ada' }, after: null },
    ]);
  });

  it('reports no speaker as gone who was never public', async () => {
    const secret = await draft();
    const ada = await aSpeaker(api.db, {}, [secret]);
    await remove(ada.id).expect(200);
    await setStatus(secret, 'published');

    for (const path of ['', `/conference/${secret.id}`]) {
      expect((await get(path, { updated_since: BEGINNING })).body).toMatchObject({
        data: [],
        gone: [],
      });
    }
  });

  it('answers 404 for an unknown id and for the second of two requests', async () => {
    const { id } = await aSpeaker(api.db);
    await remove(id).expect(200);
    expect((await remove(id).expect(404)).body).toEqual(missing('speaker'));
  });
});

describe('DELETE /users/me', () => {
  it('keeps the speaker of the user but unlinks the user', async () => {
    const user = await aUser(api.db);
    const ada = await aSpeaker(api.db, { name: 'Ada', user_id: user.id });
    await api.as(user).delete('/api/v1/users/me').expect(200);

    const { body } = await get(`/${ada.id}`).expect(200);
    expect(body).toMatchObject({ name: 'Ada', user_id: null });
    expect(body.updated_at > ada.updated_at).toBe(true);
  });
});
