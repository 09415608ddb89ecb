import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { laterOn } from '../../support/changes.ts';
import { aConference, anAgendaItem, anEvent, aSpeaker, aUser } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';
import { said } from '../../support/said.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await emptyAuditLog(api.db);
  for (const table of ['agenda_items', 'events', 'conferences', 'speakers']) {
    await api.db(table).delete();
  }
  await api.db('gone_rows').delete();
  conference = await aConference(api.db);
});

interface Item extends AgendaItem {
  readonly speakers: readonly { readonly id: number; readonly name: string }[];
}
interface Agenda {
  readonly days: readonly { readonly date: string; readonly items: readonly Item[] }[];
  readonly as_of?: string;
  readonly gone?: readonly number[];
}

const read = (query: object = {}, { id }: Pick<Conference, 'id'> = conference) =>
  api.anonymous().get(`/api/v1/conferences/${id}/agenda`).query(query);
const titles = ({ days }: Agenda) => days.flatMap(({ items }) => items.map(({ title }) => title));
const titlesBy = async (query: object = {}) => titles((await read(query).expect(200)).body);

const ITEMS = '/api/v1/admin/agenda';
const create = (body: object) =>
  api
    .admin()
    .post(ITEMS)
    .send({ conference_id: conference.id, ...body });
const change = ({ id }: Pick<AgendaItem, 'id'>, body: object) =>
  api.admin().put(`${ITEMS}/${id}`).send(body);
const remove = ({ id }: Pick<AgendaItem, 'id'>) => api.admin().delete(`${ITEMS}/${id}`);
const listed = (query: object = {}, { id }: Pick<Conference, 'id'> = conference) =>
  api.admin().get(`/api/v1/admin/conferences/${id}/agenda`).query(query);
const changeEvent = ({ id }: { id: number }, body: object) =>
  api.admin().put(`/api/v1/admin/events/${id}`).send(body).expect(200);
const rowOf = ({ id }: Pick<AgendaItem, 'id'>) => api.db('agenda_items').where({ id }).first();

const audit = () => api.db('audit_log').orderBy('id').select('action', 'subject_id');

/** From 9 to 10 in Berlin on the first day. */
const NINE = { starts_at: '2026-05-14T07:00:00.000Z', ends_at: '2026-05-14T08:00:00.000Z' };
const TEN = { starts_at: '2026-05-14T08:00:00.000Z', ends_at: '2026-05-14T09:00:00.000Z' };
const HALF_PAST_NINE = {
  starts_at: '2026-05-14T07:30:00.000Z',
  ends_at: '2026-05-14T08:30:00.000Z',
};

describe.each([
  ['GET /conferences/:conference_id/agenda', ({ id }: Conference) => `${id}`],
  ['GET /conferences/slug/:slug/agenda', ({ slug }: Conference) => `slug/${slug}`],
])('%s', (_name, nameOf) => {
  const get = (of: Conference) => api.anonymous().get(`/api/v1/conferences/${nameOf(of)}/agenda`);

  it('answers a conference and its items by day, with their speakers', async () => {
    const ada = await aSpeaker(api.db, { name: 'Ada', title: 'Analyst', company: 'Engines' });
    const grace = await aSpeaker(api.db, { name: 'Grace', photo_url: 'https://sea.example/g.png' });
    const given = {
      title: 'Engines that weave',
      description: 'From the loom to the store.',
      kind: 'keynote',
      track: 'History',
      room: 'Great Hall',
      ...NINE,
      language: 'en',
      url: 'https://sea.example/talks/engines',
      links: JSON.stringify([{ title: 'Slides', url: 'https://sea.example/engines.pdf' }]),
      position: 3,
    };
    const event = await anEvent(api.db, { conference_id: conference.id });
    const item = await anAgendaItem(api.db, conference, { ...given, event_id: event.id }, [
      grace,
      ada,
    ]);

    const { body } = await get(conference).expect(200);

    expect(body).toEqual({
      as_of: expect.stringMatching(/Z$/),
      conference: expect.objectContaining({ id: conference.id, event_count: 1 }),
      days: [
        {
          date: '2026-05-14',
          items: [
            {
              id: item.id,
              conference_id: conference.id,
              event_id: event.id,
              ...given,
              links: [{ title: 'Slides', url: 'https://sea.example/engines.pdf' }],
              status: 'scheduled',
              interest: null,
              speakers: [
                {
                  id: grace.id,
                  slug: grace.slug,
                  name: 'Grace',
                  title: null,
                  company: null,
                  photo_url: 'https://sea.example/g.png',
                },
                {
                  id: ada.id,
                  slug: ada.slug,
                  name: 'Ada',
                  title: 'Analyst',
                  company: 'Engines',
                  photo_url: null,
                },
              ],
              created_at: item.created_at,
              updated_at: item.updated_at,
            },
          ],
        },
      ],
      tracks: ['History'],
      track_colors: [],
      rooms: ['Great Hall'],
    });
  });

  it('answers an empty agenda', async () => {
    const { body } = await get(conference).expect(200);
    expect(body).toMatchObject({ days: [], tracks: [], rooms: [] });
  });

  it('answers the agenda of an archived conference, and 304 for the current ETag', async () => {
    const archived = await aConference(api.db, { status: 'archived' });
    await anAgendaItem(api.db, archived);
    const first = await get(archived).expect(200);
    await get(archived)
      .set('If-None-Match', String(first.get('ETag')))
      .expect(304);
  });

  it.each([
    ['a draft', async () => aConference(api.db, { status: 'draft' })],
    ['an unknown id or slug', async () => ({ id: 999_999, slug: 'nowhere' }) as Conference],
  ])('answers 404 for %s', async (_what, made) => {
    const { body } = await get(await made()).expect(404);
    expect(body).toEqual(failure('NOT_FOUND', 'conference not found'));
  });

  it('answers 400 for an invalid id or slug', async () => {
    await get({ id: 0, slug: 'A--B' } as Conference).expect(400);
  });
});

describe('the order of an agenda', () => {
  it('is by start, then by position, then by creation', async () => {
    const at = (title: string, position: number, times = NINE) =>
      anAgendaItem(api.db, conference, { title, position, ...times });
    await at('Third', 1);
    await at('Second', 0);
    await at('Fourth', 1);
    await at('Fifth', 0, TEN);
    await at('First', 5, { ...NINE, starts_at: '2026-05-14T06:00:00.000Z' });
    expect(await titlesBy()).toEqual(['First', 'Second', 'Third', 'Fourth', 'Fifth']);
  });

  // One item starts an hour before midnight in the conference's time zone, one at midnight.
  it.each([
    ['UTC+14', 'Pacific/Kiritimati', '2026-05-14T09:00Z', '2026-05-14T10:00Z'],
    ['UTC-11', 'Pacific/Pago_Pago', '2026-05-15T10:00Z', '2026-05-15T11:00Z'],
    ['UTC+5:45', 'Asia/Kathmandu', '2026-05-14T17:15Z', '2026-05-14T18:15Z'],
    ['before clocks go forward', 'Europe/Berlin', '2026-03-28T22:00Z', '2026-03-28T23:00Z'],
    ['after clocks went forward', 'Europe/Berlin', '2026-03-29T21:00Z', '2026-03-29T22:00Z'],
    ['before clocks go back', 'Europe/Berlin', '2026-10-24T21:00Z', '2026-10-24T22:00Z'],
    ['after clocks went back', 'Europe/Berlin', '2026-10-25T22:00Z', '2026-10-25T23:00Z'],
  ])('starts days in the time zone of the conference: %s', async (_what, timezone, ...times) => {
    const elsewhere = await aConference(api.db, { timezone });
    for (const starts_at of times) {
      await anAgendaItem(api.db, elsewhere, { title: starts_at, starts_at, ends_at: '2027-01-01' });
    }
    const { body } = await read({}, elsewhere).expect(200);

    const [before, after] = body.days.map(({ date }: { date: string }) => date);
    expect(body.days).toHaveLength(2);
    expect(Date.parse(after) - Date.parse(before)).toBe(24 * 60 * 60 * 1000);
    for (const [n, day] of [before, after].entries()) {
      expect(titles((await read({ day }, elsewhere)).body)).toEqual([times[n]]);
    }
  });

  it('puts both 2 a.m. hours on one day when clocks go back', async () => {
    for (const hour of ['00', '01', '02']) {
      const starts_at = `2026-10-25T${hour}:30:00.000Z`;
      await anAgendaItem(api.db, conference, { title: hour, starts_at, ends_at: starts_at });
    }
    const { body } = await read().expect(200);
    expect(body.days).toMatchObject([{ date: '2026-10-25', items: [{}, {}, {}] }]);
  });
});

describe('the filters of an agenda', () => {
  beforeEach(async () => {
    const ada = await aSpeaker(api.db, { name: 'Ada Lovelace', bio: 'Wrote of looms.' });
    await anAgendaItem(
      api.db,
      conference,
      { title: 'Engines', kind: 'keynote', track: 'History', room: 'Great Hall', ...NINE },
      [ada],
    );
    await anAgendaItem(api.db, conference, {
      title: 'Looms',
      description: 'Threads & needles',
      track: 'crafts',
      room: 'Attic',
      ...TEN,
    });
    await anAgendaItem(api.db, conference, {
      title: 'Lunch',
      kind: 'break',
      room: 'GREAT HALL',
      starts_at: '2026-05-15T10:00:00.000Z',
      ends_at: '2026-05-15T11:00:00.000Z',
    });
  });

  it.each([
    ['a day', { day: '2026-05-15' }, ['Lunch']],
    ['a day without items', { day: '2026-05-16' }, []],
    ['a track in any case', { track: ' HISTORY' }, ['Engines']],
    ['a room in any case', { room: 'great hall' }, ['Engines', 'Lunch']],
    ['a part of a room name', { room: 'great' }, []],
    ['a kind', { kind: 'break' }, ['Lunch']],
    ['several filters', { room: 'Great Hall', day: '2026-05-14' }, ['Engines']],
    ['a word of a title', { q: 'LOOMS' }, ['Looms']],
    ['a word of a description', { q: 'threads' }, ['Looms']],
    ['a word of a room', { q: 'attic' }, ['Looms']],
    ['the beginning of a word', { q: 'eng' }, ['Engines']],
    ['the name of a speaker', { q: 'lovelace' }, ['Engines']],
    ['words of the item and its speaker', { q: 'ada history eng' }, ['Engines']],
    ['words of different items', { q: 'ada looms' }, []],
    ['only punctuation', { q: `'\\ :* &|!()` }, []],
  ])('match by %s', async (_what, query, found) => {
    expect(await titlesBy(query)).toEqual(found);
  });

  it('do not restrict the tracks and rooms, which are unique and sorted', async () => {
    const { body } = await read({ q: 'nothing' }).expect(200);
    expect(body).toMatchObject({
      days: [],
      tracks: ['crafts', 'History'],
      rooms: ['Attic', expect.stringMatching(/^great hall$/i)],
    });
  });

  it('do not restrict the colors of its tracks, which are in the order of the organizers', async () => {
    const pending = await anEvent(api.db, { conference_id: conference.id, status: 'pending' });
    await anAgendaItem(api.db, conference, { event_id: pending.id, track: 'Hidden' });
    await anAgendaItem(api.db, conference, { track: 'Colorless' });
    const tracks = api.db('agenda_groups').where('kind', 'track').whereNot('name', 'Colorless');
    await tracks.update({ color: '#3366cc', position: api.db.raw('100 - position') });
    const { body } = await read({ q: 'nothing' }).expect(200);
    expect(body.track_colors).toEqual([
      { name: 'crafts', color: '#3366cc' },
      { name: 'History', color: '#3366cc' },
    ]);
  });

  it('search once for a repeated word', async () => {
    const bindingsOf = async (q: string) => {
      const values: unknown[] = [];
      const note = ({ bindings = [] }: { bindings?: readonly unknown[] }) => {
        values.push(...bindings);
      };
      api.db.on('query', note);
      await read({ q }).expect(200);
      api.db.removeListener('query', note);
      return values;
    };
    expect(await bindingsOf('loom Ada LOOM loom ada')).toEqual(await bindingsOf('loom ada'));
  });

  it.each(['day=14.5.2026', 'kind=party', 'track=', 'room=%00', 'q=', 'updated_since=today'])(
    'answer 400 for %s',
    async (query) => {
      const path = `/api/v1/conferences/${conference.id}/agenda?${query}`;
      const { body } = await api.anonymous().get(path).expect(400);
      expect(body).toEqual(refusal(query.split('=')[0] ?? ''));
    },
  );
});

describe('an agenda item with an event', () => {
  it.each([
    ['approved', ['scheduled']],
    ['cancelled', ['cancelled']],
    ['pending', []],
    ['rejected', []],
  ])('is on the agenda if the event is %s: %j', async (status, shown) => {
    const event = await anEvent(api.db, { conference_id: conference.id, status });
    await anAgendaItem(api.db, conference, { event_id: event.id, track: 'Its', room: 'Its' });

    const { body } = await read().expect(200);

    const items = body.days.flatMap((day: Agenda['days'][number]) => day.items);
    expect(items.map((item: Item) => item.status)).toEqual(shown);
    const names = shown.map(() => 'Its');
    expect([body.tracks, body.rooms]).toEqual([names, names]);
  });

  it('follows changes of the event', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id, ...NINE });
    const { body: item } = await create({ event_id: event.id }).expect(201);

    const changes = { title: 'New', description: 'Newer', ...TEN };
    await changeEvent(event, { ...changes, venue: { name: 'Attic' } });

    const row = await rowOf(item);
    expect(row).toMatchObject({ ...changes, room: 'Attic', revision: 1 });
    expect(row.updated_at > item.updated_at).toBe(true);
    await changeEvent(event, { organizer: 'Weavers' });
    expect(await rowOf(item)).toEqual(row);
  });

  it.each([
    ['title', { title: 'Edited' }, { title: 'From the event' }],
    ['description', { description: 'Edited' }, { description: 'From the event' }],
    ['cleared description', { description: null }, { description: 'From the event' }],
    ['room', { room: 'Edited' }, { venue: { name: 'From the event' } }],
    [
      'start, and with it its end,',
      { starts_at: '2026-05-14T07:15:00.000Z', ends_at: '2026-05-14T08:00:00.000Z' },
      TEN,
    ],
  ])('keeps its %s after an edit', async (_what, edit, eventChange) => {
    const event = await anEvent(api.db, {
      conference_id: conference.id,
      description: 'First',
      ...NINE,
    });
    const { body: created } = await create({ event_id: event.id, ...edit }).expect(201);
    await changeEvent(event, eventChange);
    expect(await rowOf(created)).toMatchObject(edit);

    await remove(created).expect(200);
    const { body: changed } = await create({ event_id: event.id }).expect(201);
    await change(changed, edit).expect(200);
    await changeEvent(event, { description: 'Later', venue: { name: 'Later' }, ...NINE });
    expect(await rowOf(changed)).toMatchObject(edit);
  });

  it('keeps an edit that is concurrent with a change of the event', async () => {
    for (let n = 0; n < 5; n += 1) {
      const event = await anEvent(api.db, { conference_id: conference.id });
      const item = await anAgendaItem(api.db, conference, { event_id: event.id });
      await Promise.all([
        changeEvent(event, { title: 'From the event' }),
        change(item, { title: 'Edited' }).expect(200),
      ]);
      expect(await rowOf(item)).toMatchObject({ title: 'Edited' });
    }
  });

  it('still follows after an update with unchanged values', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id, ...NINE });
    const { body: item } = await create({ event_id: event.id }).expect(201);
    await change(item, item).expect(200);
    await changeEvent(event, { title: 'New' });
    expect(await rowOf(item)).toMatchObject({ title: 'New', edited_fields: [] });
  });

  it('moves with the event to another conference and adds its speakers to that lineup', async () => {
    const other = await aConference(api.db);
    const speaker = await aSpeaker(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id });
    const { body: item } = await create({ event_id: event.id, speaker_ids: [speaker.id] });

    await changeEvent(event, { conference_id: other.id });

    expect(titles((await read({}, other)).body)).toEqual([item.title]);
    expect(await titlesBy()).toEqual([]);
    const lineup = await api.db('conference_speakers').where({ speaker_id: speaker.id });
    expect(lineup.map(({ conference_id }) => conference_id)).toEqual([conference.id, other.id]);
  });

  it.each([
    ['leaves its conference', (id: number) => changeEvent({ id }, { conference_id: null })],
    ['is deleted', (id: number) => api.admin().delete(`/api/v1/admin/events/${id}`).expect(200)],
  ])('is deleted when the event %s', async (_what, happen) => {
    const event = await anEvent(api.db, { conference_id: conference.id });
    const { body: item } = await create({ event_id: event.id }).expect(201);
    await happen(event.id);
    expect(await rowOf(item)).toBeUndefined();
  });
});

describe('an agenda with updated_since', () => {
  let since: string;
  /** Restricts `changes` to changes from now on. */
  const fromNow = async () => {
    await laterOn();
    since = (await read({ updated_since: '2000-01-01T00:00:00Z' })).body.as_of;
  };
  const changes = async (query: object = {}, of?: Conference) => {
    const { body } = await read({ updated_since: since, ...query }, of).expect(200);
    return { titles: titles(body), gone: body.gone };
  };

  it('answers all items at first, and none if nothing changed', async () => {
    await anAgendaItem(api.db, conference, { title: 'It' });
    const { body } = await read({ updated_since: '2000-01-01T00:00:00Z' }).expect(200);
    expect(titles(body)).toEqual(['It']);
    expect(body.gone).toEqual([]);
    await fromNow();
    expect(await changes()).toEqual({ titles: [], gone: [] });
    const plain = await read().expect(200);
    expect(plain.body).toHaveProperty('as_of');
    expect(plain.body).not.toHaveProperty('gone');
  });

  it('answers new and changed items, deleted ones, and those that no longer match', async () => {
    const hall = (title: string) => anAgendaItem(api.db, conference, { title, room: 'Hall' });
    await hall('Same');
    const changed = await hall('Changed');
    const moved = await hall('Moved');
    const deleted = await hall('Deleted');
    await fromNow();
    await change(changed, { track: 'New' }).expect(200);
    await change(moved, { room: 'Attic' }).expect(200);
    await remove(deleted).expect(200);
    await create({ title: 'New', room: 'Hall', ...TEN }).expect(201);

    expect(await changes()).toEqual({
      titles: ['New', 'Changed', 'Moved'],
      gone: [deleted.id],
    });
    const gone = [moved.id, deleted.id];
    expect(await changes({ room: 'Hall' })).toEqual({ titles: ['New', 'Changed'], gone });
  });

  it('answers an item with new speakers', async () => {
    const item = await anAgendaItem(api.db, conference, { title: 'It' });
    const speaker = await aSpeaker(api.db);
    await fromNow();
    await change(item, { speaker_ids: [speaker.id] }).expect(200);
    expect(await changes()).toEqual({ titles: ['It'], gone: [] });
  });

  it('answers an item whose event is cancelled, and one whose event takes place after all', async () => {
    const its = { conference_id: conference.id, title: 'It', venue_name: 'Hall' };
    const event = await anEvent(api.db, its);
    await anAgendaItem(api.db, conference, { room: 'Hall', event_id: event.id });
    await fromNow();
    await changeEvent(event, { status: 'cancelled' });
    expect(await changes()).toEqual({ titles: ['It'], gone: [] });
    expect(await changes({ room: 'Hall' })).toEqual({ titles: ['It'], gone: [] });

    await fromNow();
    expect(await changes()).toEqual({ titles: [], gone: [] });
    await api
      .db('events')
      .where({ id: event.id })
      .update({ status: 'approved', updated_at: api.db.fn.now(3) });
    expect(await changes()).toEqual({ titles: ['It'], gone: [] });
  });

  it('reports an item as gone when its cancelled event is deleted', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id, status: 'cancelled' });
    const item = await anAgendaItem(api.db, conference, { event_id: event.id });
    await fromNow();
    await api.admin().delete(`/api/v1/admin/events/${event.id}`).expect(200);
    expect(await changes()).toEqual({ titles: [], gone: [item.id] });
  });

  it('reports an event that moves between conferences to both', async () => {
    const other = await aConference(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id, title: 'It' });
    const item = await anAgendaItem(api.db, conference, { event_id: event.id });
    await fromNow();
    await changeEvent(event, { conference_id: other.id });
    expect(await changes()).toEqual({ titles: [], gone: [item.id] });
    expect(await changes({}, other)).toEqual({ titles: ['It'], gone: [] });

    await changeEvent(event, { conference_id: conference.id });
    expect(await changes()).toEqual({ titles: ['It'], gone: [] });
    expect(await changes({}, other)).toEqual({ titles: [], gone: [item.id] });
  });

  it('reports items that a new time zone moved to another day', async () => {
    const item = await anAgendaItem(api.db, conference, {
      title: 'Late',
      starts_at: '2026-05-14T23:30:00Z',
      ends_at: '2026-05-14T23:45:00Z',
    });
    const conferencePath = `/api/v1/admin/conferences/${conference.id}`;
    await api.admin().put(conferencePath).send({ timezone: 'UTC' }).expect(200);
    await fromNow();

    await api.admin().put(conferencePath).send({ timezone: 'Asia/Tokyo' }).expect(200);

    expect(await changes({ day: '2026-05-14' })).toEqual({ titles: [], gone: [item.id] });
    expect(await changes({ day: '2026-05-15' })).toEqual({ titles: ['Late'], gone: [] });
  });

  it('reports an item as gone when it gets a pending event', async () => {
    const item = await anAgendaItem(api.db, conference, { title: 'It' });
    const [shown, pending] = await Promise.all(
      ['approved', 'pending'].map((status) =>
        anEvent(api.db, { conference_id: conference.id, title: 'It', status }),
      ),
    );
    await fromNow();
    await change(item, { event_id: shown?.id }).expect(200);
    expect(await changes()).toEqual({ titles: ['It'], gone: [] });
    await change(item, { event_id: pending?.id }).expect(200);
    expect(await changes()).toEqual({ titles: [], gone: [item.id] });
  });

  it('never reports items that were never public', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    await remove(await anAgendaItem(api.db, draft)).expect(200);
    await api.db('conferences').where({ id: draft.id }).update({ status: 'published' });
    const pending = await anEvent(api.db, { conference_id: draft.id, status: 'pending' });
    const hidden = await anAgendaItem(api.db, draft, { event_id: pending.id });
    since = '2000-01-01T00:00:00Z';
    expect(await changes({}, draft)).toEqual({ titles: [], gone: [] });

    await remove(hidden).expect(200);
    const another = await anEvent(api.db, { conference_id: draft.id, status: 'pending' });
    await anAgendaItem(api.db, draft, { event_id: another.id });
    await api.admin().delete(`/api/v1/admin/events/${another.id}`).expect(200);
    expect(await changes({}, draft)).toEqual({ titles: [], gone: [] });
  });
});

describe('a large agenda', () => {
  it('takes four queries, a search seven', async () => {
    const speakers = await api
      .db('speakers')
      .insert(
        Array.from({ length: 300 }, (_, n) => ({
          slug: `s-${n}`,
          name: `Speaker ${n}`,
          status: 'published',
        })),
      )
      .returning('id');
    const items = await api
      .db('agenda_items')
      .insert(
        Array.from({ length: 400 }, (_, n) => ({
          conference_id: conference.id,
          title: `Item ${n}`,
          room: `Room ${n % 20}`,
          starts_at: new Date(Date.UTC(2026, 4, 14, 7, n * 5)).toISOString(),
          ends_at: new Date(Date.UTC(2026, 4, 14, 8, n * 5)).toISOString(),
        })),
      )
      .returning('id');
    await api.db('agenda_item_speakers').insert(
      items.map(({ id }, n) => ({
        agenda_item_id: id,
        speaker_id: speakers[n % 300].id,
        position: 1,
      })),
    );

    const whole = await read().expect(200);
    expect(titles(whole.body)).toHaveLength(400);
    expect(whole.body.days[0].items[0].speakers).toHaveLength(1);

    const q = { q: 'speaker', room: 'room 1' };
    expect(await countQueries(api.db, () => read())).toBe(4);
    expect(await countQueries(api.db, () => read(q))).toBe(7);
    const updated_since = '2000-01-01T00:00:00Z';
    expect(await countQueries(api.db, () => read({ ...q, updated_since }))).toBe(7);
    expect(await countQueries(api.db, () => listed({ limit: 1 }))).toBe(4);
    expect(await countQueries(api.db, () => listed({ limit: 100 }))).toBe(4);
  });
});

describe('GET /admin/conferences/:conference_id/agenda', () => {
  it('lists all items in pages, also of drafts and cancelled events', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const event = await anEvent(api.db, { conference_id: draft.id, status: 'cancelled' });
    const one = await anAgendaItem(api.db, draft, { event_id: event.id, ...NINE });
    const two = await anAgendaItem(api.db, draft, { room: 'Hall', ...TEN });
    const three = await anAgendaItem(api.db, draft, { room: 'Hall', ...TEN });
    await anAgendaItem(api.db, conference);

    const { body } = await listed({ limit: 2 }, draft).expect(200);

    expect(body.pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 });
    expect(body.data).toMatchObject([
      { id: one.id, speakers: [], warnings: [] },
      { id: two.id, warnings: [{ kind: 'room', agenda_item_id: three.id }] },
    ]);
    const second = await listed({ limit: 2, page: 2 }, draft).expect(200);
    expect(second.body.data).toMatchObject([
      { id: three.id, warnings: [{ kind: 'room', agenda_item_id: two.id }] },
    ]);
  });

  it('filters by the status that an item shows', async () => {
    const off = await anEvent(api.db, { conference_id: conference.id, status: 'cancelled' });
    await anAgendaItem(api.db, conference, { title: 'Its event', event_id: off.id, ...NINE });
    await anAgendaItem(api.db, conference, { title: 'Itself', status: 'cancelled', ...TEN });
    await anAgendaItem(api.db, conference, { title: 'Scheduled', ...TEN });
    const found = async (status: string) => {
      const { body } = await listed({ status }).expect(200);
      return [body.pagination.total, body.data.map(({ title }: Item) => title)];
    };

    expect(await found('cancelled')).toEqual([2, ['Its event', 'Itself']]);
    expect(await found('scheduled')).toEqual([1, ['Scheduled']]);
    await listed({ status: 'approved' }).expect(400);
    await api.db('conferences').where({ id: conference.id }).update({ status: 'cancelled' });
    expect(await found('scheduled')).toEqual([0, []]);
  });

  it('answers 404 for an unknown conference', async () => {
    const { body } = await listed({}, { id: 999_999 }).expect(404);
    expect(body).toEqual(failure('NOT_FOUND', 'conference not found'));
  });
});

describe('GET /admin/agenda/:id', () => {
  it('shows an item that is not public', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id, status: 'rejected' });
    const item = await anAgendaItem(api.db, conference, { event_id: event.id });
    const { body } = await api.admin().get(`${ITEMS}/${item.id}`).expect(200);
    expect(body).toMatchObject({ id: item.id, event_id: event.id, speakers: [], warnings: [] });
  });

  it('answers 404 for an unknown id', async () => {
    const { body } = await api.admin().get(`${ITEMS}/999999`).expect(404);
    expect(body).toEqual(failure('NOT_FOUND', 'agenda item not found'));
  });
});

describe('POST /admin/agenda', () => {
  it('creates an item with all given fields and writes an audit entry', async () => {
    const [ada, grace] = [await aSpeaker(api.db), await aSpeaker(api.db)];
    const given = {
      title: 'Engines that weave',
      description: 'From the loom to the store.',
      kind: 'workshop',
      track: 'History',
      room: 'Great Hall',
      ...NINE,
      language: 'de-AT',
      url: 'https://sea.example/talks/looms',
      links: [{ title: 'Slides', url: 'https://sea.example/looms.pdf' }],
      position: 2,
      questions: 'moderated',
      questions_until: null,
    };

    const { body } = await create({ ...given, speaker_ids: [grace.id, ada.id] }).expect(201);

    const speakers = [grace, ada].map(({ id, slug, name }) => ({
      id,
      slug,
      name,
      title: null,
      company: null,
      photo_url: null,
    }));
    expect(body).toEqual({
      id: expect.any(Number),
      conference_id: conference.id,
      event_id: null,
      interest: null,
      status: 'scheduled',
      ...given,
      speakers,
      version: 1,
      warnings: [],
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: body.created_at,
    });
    expect(await titlesBy()).toEqual(['Engines that weave']);
    expect((await api.admin().get(`${ITEMS}/${body.id}`).expect(200)).body).toEqual(body);
    const lineup = await api.db('conference_speakers').orderBy('speaker_id').pluck('speaker_id');
    expect(lineup).toEqual([ada.id, grace.id]);
    const [entry] = await api.db('audit_log');
    expect(entry).toMatchObject({
      action: 'agenda_item.create',
      subject_type: 'agenda_item',
      subject_id: body.id,
      after: { title: 'Engines that weave', speaker_ids: [grace.id, ada.id] },
    });
  });

  it('creates a talk by default', async () => {
    const { body } = await create({ title: 'It', ...NINE }).expect(201);
    expect(body).toMatchObject({
      description: null,
      kind: 'talk',
      track: null,
      room: null,
      position: 0,
      speakers: [],
    });
  });

  it('keeps the position of speakers who are already in the lineup', async () => {
    const speaker = await aSpeaker(api.db);
    const pair = { conference_id: conference.id, speaker_id: speaker.id };
    await api.db('conference_speakers').insert({ ...pair, position: 7 });
    await create({ title: 'It', ...NINE, speaker_ids: [speaker.id] }).expect(201);
    expect(await api.db('conference_speakers')).toEqual([{ ...pair, position: 7 }]);
  });

  it('takes title, description, times, room and kind from an event', async () => {
    const event = await anEvent(api.db, {
      conference_id: conference.id,
      title: 'Engines',
      description: 'Of old',
      venue_name: 'Great Hall',
      tags: ['2026', 'Tutorial'],
      ...NINE,
    });
    const { body } = await create({ event_id: event.id, track: 'History' }).expect(201);
    expect(body).toMatchObject({
      event_id: event.id,
      title: 'Engines',
      description: 'Of old',
      kind: 'workshop',
      track: 'History',
      room: 'Great Hall',
      ...NINE,
    });
  });

  it('accepts an event that ends when it starts, as in some feeds', async () => {
    const moment = { starts_at: NINE.starts_at, ends_at: NINE.starts_at };
    const event = await anEvent(api.db, { conference_id: conference.id, ...moment });
    const { body } = await create({ event_id: event.id }).expect(201);
    expect(body).toMatchObject(moment);
    await change(body, body).expect(200);
    expect((await change(body, { starts_at: NINE.ends_at }).expect(400)).body).toEqual(
      refusal('ends_at'),
    );
  });

  it('adds an event once for concurrent requests', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create({ event_id: event.id })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(
      failure('CONFLICT', 'event_id: this event is already on the agenda'),
    );
    expect(await audit()).toHaveLength(1);
  });

  it.each([
    ['no title', { title: undefined }, 'title'],
    ['an empty title', { title: ' ' }, 'title'],
    ['no start', { starts_at: undefined }, 'starts_at'],
    ['no end', { ends_at: undefined }, 'ends_at'],
    ['an end at the start', { ends_at: NINE.starts_at }, 'ends_at'],
    ['an unknown kind', { kind: 'party' }, 'kind'],
    ['a negative position', { position: -1 }, 'position'],
    ['a repeated speaker', { speaker_ids: [1, 1] }, 'speaker_ids'],
    ['51 speakers', { speaker_ids: Array.from({ length: 51 }, (_, n) => n + 1) }, 'speaker_ids'],
    ['an invalid speaker id', { speaker_ids: ['x'] }, 'speaker_ids.0'],
    ['no conference', { conference_id: undefined }, 'conference_id'],
  ])('answers 400 for %s', async (_what, given, field) => {
    const { body } = await create({ title: 'It', ...NINE, ...given }).expect(400);
    expect(body).toEqual(refusal(field));
  });

  it.each([
    ['conference', { conference_id: 999_999 }],
    ['event', { event_id: 999_999 }],
    ['speaker', { speaker_ids: [999_999] }],
  ])('answers 404 for an unknown %s and inserts nothing', async (what, given) => {
    const { body } = await create({ title: 'It', ...NINE, ...given }).expect(404);
    expect(body).toEqual(failure('NOT_FOUND', `${what} not found`));
    expect(await api.db('agenda_items')).toEqual([]);
    expect(await audit()).toEqual([]);
  });

  it.each([
    ['another conference', async () => (await aConference(api.db)).id],
    ['no conference', async () => null],
  ])('answers 409 for an event of %s', async (_what, conferenceId) => {
    const event = await anEvent(api.db, { conference_id: await conferenceId() });
    const { body } = await create({ event_id: event.id }).expect(409);
    expect(body).toEqual(
      failure('CONFLICT', 'event_id: expected an event of the conference of the item'),
    );
  });
});

describe('PUT /admin/agenda/:id', () => {
  it('replaces and clears language, url and links', async () => {
    const links = [{ title: 'Slides', url: 'https://sea.example/a.pdf' }];
    const { body: item } = await create({ title: 'It', ...NINE, language: 'en', links });
    const page = 'https://sea.example/it';
    const recording = [{ url: 'https://sea.example/it.webm' }];
    const changed = { language: 'de', url: page, links: recording };
    expect((await change(item, changed).expect(200)).body).toMatchObject({
      ...changed,
      links: [{ title: null, ...recording[0] }],
    });
    const cleared = { language: null, url: null, links: null };
    const { body } = await change(item, cleared).expect(200);
    expect(body).toMatchObject({ ...cleared, links: [] });
    expect(await rowOf(item)).toMatchObject({ edited_fields: ['language', 'url', 'links'] });
  });

  it('updates the given fields, clears null ones and writes an audit entry', async () => {
    const [ada, grace] = [await aSpeaker(api.db), await aSpeaker(api.db)];
    const { body: item } = await create({
      title: 'It',
      description: 'Long',
      room: 'Hall',
      ...NINE,
      speaker_ids: [ada.id],
    });

    const { body } = await change(item, {
      title: 'That',
      description: null,
      conference_id: 999_999,
      speaker_ids: [grace.id, ada.id],
    }).expect(200);

    expect(body).toMatchObject({ title: 'That', description: null, room: 'Hall', ...NINE });
    expect(body.conference_id).toBe(conference.id);
    expect(body.speakers.map(({ id }: { id: number }) => id)).toEqual([grace.id, ada.id]);
    const entry = await api.db('audit_log').where({ action: 'agenda_item.update' }).first();
    expect(entry).toMatchObject({
      subject_id: item.id,
      before: { title: 'It', description: 'Long', speaker_ids: [ada.id] },
      after: {
        title: 'That',
        description: null,
        speaker_ids: [grace.id, ada.id],
        edited_fields: ['title', 'description', 'speaker_ids'],
      },
    });
    expect(Object.keys(entry.after)).toHaveLength(4);
    expect((await change(item, { speaker_ids: null }).expect(200)).body.speakers).toEqual([]);
  });

  it('writes nothing if nothing changes', async () => {
    const speaker = await aSpeaker(api.db);
    const { body: item } = await create({ title: 'It', ...NINE, speaker_ids: [speaker.id] });
    const { body } = await change(item, { ...item, speaker_ids: [speaker.id] }).expect(200);
    expect(body).toEqual(item);
    expect(await audit()).toHaveLength(1);
  });

  it('links an item to an event and takes all other fields from it', async () => {
    const event = await anEvent(api.db, {
      conference_id: conference.id,
      title: 'Event',
      description: 'From the event',
      ...TEN,
    });
    const { body: item } = await create({ title: 'It', room: 'Hall', ...NINE }).expect(201);

    const { body } = await change(item, { event_id: event.id, description: 'Mine' }).expect(200);

    expect(body).toMatchObject({ title: 'Event', description: 'Mine', room: null, ...TEN });
    await changeEvent(event, { title: 'New', description: 'New' });
    expect(await rowOf(item)).toMatchObject({ title: 'New', description: 'Mine' });
  });

  it('unlinks an item from its event and keeps its fields', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id, title: 'Event', ...TEN });
    const { body: item } = await create({ event_id: event.id, room: 'Hall' }).expect(201);

    const { body } = await change(item, { event_id: null }).expect(200);

    expect(body).toMatchObject({ event_id: null, title: 'Event', room: 'Hall', ...TEN });
    await changeEvent(event, { title: 'New' });
    expect(await rowOf(item)).toMatchObject({ title: 'Event', edited_fields: [] });
  });

  it('keeps its speakers in the lineup despite a concurrent removal', async () => {
    for (let n = 0; n < 5; n += 1) {
      const item = await anAgendaItem(api.db, conference);
      const speaker = await aSpeaker(api.db, {}, [conference]);
      const pair = { conference_id: conference.id, speaker_id: speaker.id };
      const [changed, removed] = await Promise.all([
        change(item, { speaker_ids: [speaker.id] }),
        api
          .admin()
          .put(`/api/v1/admin/speakers/${speaker.id}/conference`)
          .send({ conference_id: conference.id, remove: true }),
      ]);
      expect(changed.status).toBe(200);
      expect([200, 409]).toContain(removed.status);
      expect(await api.db('conference_speakers').where(pair)).toHaveLength(1);
    }
  });

  it.each([
    ['an end before the start', { ends_at: '2026-05-14T06:00:00Z' }, 'ends_at'],
    ['a start after the end', { starts_at: '2026-05-14T09:00:00Z' }, 'ends_at'],
    ['no title', { title: null }, 'title'],
    ['no language tag', { language: 'Plattdeutsch!' }, 'language'],
    ['another scheme', { url: 'javascript:alert(1)' }, 'url'],
    ['a link of another scheme', { links: [{ url: 'ftp://sea.example' }] }, 'links.0.url'],
  ])('answers 400 for %s', async (_what, given, field) => {
    const item = await anAgendaItem(api.db, conference, NINE);
    expect((await change(item, given).expect(400)).body).toEqual(refusal(field));
  });

  it.each([
    ['agenda item', {}],
    ['event', { event_id: 999_999 }],
    ['speaker', { speaker_ids: [999_999] }],
  ])('answers 404 for an unknown %s and changes nothing', async (what, given) => {
    const item = await anAgendaItem(api.db, conference);
    const { body } = await change(what === 'agenda item' ? { id: 999_999 } : item, given);
    expect(body).toEqual(failure('NOT_FOUND', `${what} not found`));
    expect(await rowOf(item)).toEqual(item);
  });

  it('answers 409 for an event that is already on the agenda or of another conference', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id });
    const foreign = await anEvent(api.db);
    await create({ event_id: event.id }).expect(201);
    const item = await anAgendaItem(api.db, conference);
    for (const { id } of [event, foreign]) {
      const { body } = await change(item, { event_id: id }).expect(409);
      expect(body).toEqual(failure('CONFLICT', expect.stringContaining('event_id: ')));
    }
  });
});

describe('DELETE /admin/agenda/:id', () => {
  it('deletes an item but not its event, and writes an audit entry', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id });
    const { body: item } = await create({ event_id: event.id }).expect(201);

    expect((await remove(item).expect(200)).body).toEqual({ id: item.id, deleted: true });
    expect((await remove(item).expect(404)).body).toEqual(
      failure('NOT_FOUND', 'agenda item not found'),
    );

    expect(await titlesBy()).toEqual([]);
    await api.anonymous().get(`/api/v1/events/${event.id}`).expect(200);
    const entry = await api.db('audit_log').where({ action: 'agenda_item.delete' });
    expect(entry).toMatchObject([{ subject_id: item.id, before: { title: item.title } }]);
  });
});

describe('double-booking warnings', () => {
  const warningsOf = async ({ id }: AgendaItem) =>
    (await api.admin().get(`${ITEMS}/${id}`).expect(200)).body.warnings;

  it('name the room in answers to writes and for the other item', async () => {
    const one = await anAgendaItem(api.db, conference, {
      title: 'One',
      room: 'Great Hall',
      ...NINE,
    });

    const { body } = await create({ title: 'Two', room: ' great hall', ...HALF_PAST_NINE });

    const message = 'Great Hall is booked for “One” at the same time';
    expect(body.warnings).toEqual(said({ kind: 'room', agenda_item_id: one.id, message }));
    expect(await warningsOf(one)).toMatchObject([{ kind: 'room', agenda_item_id: body.id }]);
    expect((await change(body, { room: 'Attic' }).expect(200)).body.warnings).toEqual([]);
    expect((await change(body, { room: 'GREAT HALL' }).expect(200)).body.warnings).toHaveLength(1);
  });

  it('name the speaker, also for an item of another conference', async () => {
    const speaker = await aSpeaker(api.db, { name: 'Ada' });
    const elsewhere = await aConference(api.db);
    const one = await anAgendaItem(api.db, elsewhere, { title: 'One', ...NINE }, [speaker]);

    const { body } = await create({ title: 'Two', ...HALF_PAST_NINE, speaker_ids: [speaker.id] });

    expect(body.warnings).toEqual(
      said({
        kind: 'speaker',
        agenda_item_id: one.id,
        speaker_id: speaker.id,
        message: 'Ada is booked for “One” at the same time',
      }),
    );
  });

  it.each([
    ['an item that starts when the other ends', TEN, { room: 'Hall' }],
    [
      'an item without duration',
      { ...HALF_PAST_NINE, ends_at: '2026-05-14T07:30Z' },
      { room: 'Hall' },
    ],
    ['another room', HALF_PAST_NINE, { room: 'Attic' }],
    ['no room', HALF_PAST_NINE, { room: null }],
  ])('are empty for %s', async (_what, times, given) => {
    const one = await anAgendaItem(api.db, conference, { room: 'Hall', ...NINE });
    const two = await anAgendaItem(api.db, conference, { ...times, ...given });
    for (const item of [one, two]) expect(await warningsOf(item)).toEqual([]);
  });

  it('are empty for the same room name at another conference and for items without room', async () => {
    const elsewhere = await aConference(api.db);
    const one = await anAgendaItem(api.db, conference, { room: 'Hall', ...NINE });
    await anAgendaItem(api.db, elsewhere, { room: 'Hall', ...NINE });
    const two = await anAgendaItem(api.db, conference, NINE);
    await anAgendaItem(api.db, conference, NINE);
    for (const item of [one, two]) expect(await warningsOf(item)).toEqual([]);
  });

  it('are empty for items back to back, whose room and speaker are the same, in one list', async () => {
    const speaker = await aSpeaker(api.db, { name: 'Ada' });
    const items = [];
    for (const times of [NINE, TEN]) {
      items.push(await anAgendaItem(api.db, conference, { room: 'Hall', ...times }, [speaker]));
    }
    for (const item of items) expect(await warningsOf(item)).toEqual([]);
    const path = `/api/v1/admin/conferences/${conference.id}/agenda`;
    const { body } = await api.admin().get(path).expect(200);
    const listed = body.data.map(({ id, warnings }: { id: number; warnings: [] }) => [
      id,
      warnings,
    ]);
    expect(listed).toEqual(items.map(({ id }) => [id, []]));
  });

  it.each([
    ['cancelled', 0],
    ['rejected', 0],
    ['pending', 1],
    ['approved', 1],
  ])('with a %s event number %i', async (status, count) => {
    const event = await anEvent(api.db, { conference_id: conference.id, status });
    const one = await anAgendaItem(api.db, conference, { room: 'Hall', ...NINE });
    const two = await anAgendaItem(api.db, conference, {
      room: 'Hall',
      ...NINE,
      event_id: event.id,
    });
    for (const item of [one, two]) expect(await warningsOf(item)).toHaveLength(count);
  });
});

it('the admin agenda endpoints answer 401 and 403 to other callers', async () => {
  const user = api.as(await aUser(api.db));
  await user.post(ITEMS).send({}).expect(403);
  await user.get(`/api/v1/admin/conferences/${conference.id}/agenda`).expect(403);
  await api.anonymous().delete(`${ITEMS}/1`).expect(401);
});
