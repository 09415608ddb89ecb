import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { whileErasing } from '../../support/erasure.ts';
import { aConference, anAgendaItem, anEvent, aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { keysOf } from '../../support/lists.ts';
import { signInitData } from '../../support/messenger.ts';
import { countQueries, untilWaiting } from '../../support/queries.ts';

/** Only the limits of feedback are low enough to be reached here. */
const LIMITED = { rateLimits: { 'feedback-per-address': 8 }, env: { TRUST_PROXY: '1' } };
const WINDOW_MS = 10 * 60_000;
const PATH = '/api/v1/feedback';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('feedback').delete();
  ada = await aUser(api.db, { first_name: 'Ada' });
});

const NO_LINK = { conference_id: null, event_id: null, agenda_item_id: null };
const FULL = {
  message: 'More chairs, please.\nAnd shade.',
  rating: 4,
  category: 'venue',
  contact: 'ada@example.org',
  context: { page: '/events/7', app: '1.4.0', screen_width: 390, zoom: 1.25 },
};

const send = (body: object, { as = api.anonymous(), from = '192.0.2.1' } = {}) =>
  as.post(PATH).set('X-Forwarded-For', from).send(body);
/** Without the column that the search reads, and those of ratings. */
const stored = async () => {
  const rows = await api.db('feedback').orderBy('id');
  return rows.map(({ search_text, is_rating, in_group, shared_at, ...row }) => row);
};

describe('POST /feedback', () => {
  it('answers 201 with id and time, and nothing else', async () => {
    const { body } = await send(FULL).expect(201);

    expect(body).toEqual({ id: expect.any(Number), created_at: api.now().toISOString() });
  });

  it('stores the fields of an anonymous sender, and no address', async () => {
    const { body } = await send(FULL).expect(201);

    expect(await stored()).toEqual([
      {
        ...FULL,
        id: body.id,
        user_id: null,
        status: 'new',
        note: null,
        repeat_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        created_at: body.created_at,
        ...NO_LINK,
      },
    ]);
    expect(JSON.stringify(await stored())).not.toContain('192.0.2.1');
  });

  it('needs the message only', async () => {
    await send({ message: ' Lovely ' }).expect(201);
    const nothing = { rating: null, category: null, contact: null, context: null };
    expect(await stored()).toMatchObject([{ message: 'Lovely', ...nothing }]);
    await send({ message: 'Lovely too', ...nothing }).expect(201);
  });

  it.each([
    ['a token', () => api.as(ada)],
    ['launch data', () => api.fromMessenger({ id: Number(ada.messenger_id), first_name: 'Ada' })],
  ])('notes who sent it with %s', async (_what, agent) => {
    await send({ message: 'Lovely' }, { as: agent() }).expect(201);
    expect(await stored()).toMatchObject([{ user_id: ada.id }]);
  });

  it('is open to a blocked user, whom it notes', async () => {
    const blocked = await aUser(api.db, { is_blocked: true });
    await send({ message: 'Why?' }, { as: api.as(blocked) }).expect(201);
    expect(await stored()).toMatchObject([{ user_id: blocked.id }]);
  });

  it.each<[string, () => Record<string, string>]>([
    ['a broken token', () => ({ Authorization: 'Bearer none' })],
    ['broken launch data', () => ({ 'X-Messenger-Auth': 'hash=0' })],
    ['a wrong API key', () => ({ 'X-API-Key': 'wrong' })],
    [
      'a token beside launch data of another user',
      () => ({
        Authorization: `Bearer ${api.tokens.issueForUser({ user_id: ada.id, messenger_id: Number(ada.messenger_id) }).token}`,
        'X-Messenger-Auth': signInitData({ id: 31_337, first_name: 'Eve' }, { at: api.now() }),
      }),
    ],
    [
      'the token of a user who is gone',
      () => ({
        Authorization: `Bearer ${api.tokens.issueForUser({ user_id: 999_999, messenger_id: 1 }).token}`,
      }),
    ],
  ])('is anonymous with %s, and never refused for it', async (_what, headers) => {
    await send({ message: 'Lovely' }).set(headers()).expect(201);
    expect(await stored()).toMatchObject([{ user_id: null }]);
  });

  it('keeps markup as the text that was sent', async () => {
    const message = '<script>alert(1)</script> **bold** =1+1';
    await send({ message }).expect(201);
    expect(await stored()).toMatchObject([{ message }]);
  });

  it.each([
    ['message', undefined],
    ['message', ' '],
    ['message', 'x'.repeat(4_001)],
    ['rating', 0],
    ['rating', 6],
    ['rating', 2.5],
    ['rating', '5'],
    ['category', 'x'.repeat(51)],
    ['category', 'two\nlines'],
    ['contact', 'x'.repeat(201)],
    ['context', ['a']],
    ['context', { '<b>\u202e': 'x' }],
    ['context', { ['x'.repeat(10_000)]: 'x' }],
    ['context.page', { page: { nested: 'x' } }],
    ['context.page', { page: true }],
    ['context.page', { page: null }],
    ['context.page', { page: 'x'.repeat(201) }],
    ['context', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`key${n}`, 'x']))],
  ])('answers 400 for %s: %j', async (field, value) => {
    const [name = ''] = field.split('.');
    const { body } = await send({ message: 'Lovely', [name]: value }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error.startsWith(`${field}: `)).toBe(true);
    expect(await stored()).toEqual([]);
  });

  it('takes the longest of everything, also with every character escaped', async () => {
    const long = {
      message: 'ä'.repeat(4_000),
      contact: 'ä'.repeat(200),
      category: 'ä'.repeat(50),
      context: Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`${'ä'.repeat(48)}${n + 10}`, 'ä'.repeat(200)]),
      ),
    };
    const escaped = JSON.stringify(long).replaceAll('ä', '\\u00e4');
    await api.anonymous().post(PATH).type('json').send(escaped).expect(201);
    expect(await stored()).toMatchObject([long]);
  });
});

describe('feedback about something', () => {
  const linked = async () => {
    const conference = await aConference(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id });
    const item = await anAgendaItem(api.db, conference);
    return { conference, event, item };
  };
  const about = (link: object) => send({ message: 'Lovely', ...link });
  const only = (link: object) => [{ message: 'Lovely', ...NO_LINK, ...link }];

  it('has the conference, also of the event and of the agenda item', async () => {
    const { conference, event, item } = await linked();
    const conference_id = conference.id;
    for (const link of [{ conference_id }, { event_id: event.id }, { agenda_item_id: item.id }]) {
      await api.db('feedback').delete();
      await about({ ...link }).expect(201);
      expect(await stored()).toMatchObject(only({ ...link, conference_id }));
    }
  });

  it('can be about an event without a conference, and a cancelled one', async () => {
    const event = await anEvent(api.db, { status: 'cancelled' });
    await about({ event_id: event.id, conference_id: null }).expect(201);
    expect(await stored()).toMatchObject(only({ event_id: event.id }));
  });

  it('answers 404 for what users cannot read', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const hidden = [
      ['conference', { conference_id: draft.id }],
      ['conference', { conference_id: 999_999 }],
      ['event', { event_id: (await anEvent(api.db, { conference_id: draft.id })).id }],
      ['event', { event_id: (await anEvent(api.db, { status: 'pending' })).id }],
      ['event', { event_id: 999_999 }],
      ['agenda item', { agenda_item_id: (await anAgendaItem(api.db, draft)).id }],
      ['agenda item', { agenda_item_id: 999_999 }],
    ] as const;
    for (const [noun, link] of hidden) {
      const { body } = await about(link).expect(404);
      expect(body).toEqual({ error: `${noun} not found`, code: 'NOT_FOUND' });
    }
    expect(await stored()).toEqual([]);
  });

  it('is about one thing only', async () => {
    const { conference, event } = await linked();
    const { body } = await about({ conference_id: conference.id, event_id: event.id }).expect(400);
    expect(body.error).toBe(
      'conference_id: expected at most one of conference_id, event_id, agenda_item_id',
    );
  });

  it('is another one about another event, also of a user', async () => {
    const { event, item } = await linked();
    const as = api.as(ada);
    await send({ message: 'Lovely', event_id: event.id }, { as }).expect(201);
    await send({ message: 'Lovely', event_id: event.id }, { as }).expect(200);
    await send({ message: 'Lovely', agenda_item_id: item.id }, { as }).expect(201);
  });

  it('keeps its conference when the event or the agenda item is deleted, and no longer', async () => {
    const { conference, event, item } = await linked();
    await about({ event_id: event.id }).expect(201);
    await send({ message: 'Good', agenda_item_id: item.id }).expect(201);
    await api.admin().delete(`/api/v1/admin/events/${event.id}`).expect(200);
    await api.admin().delete(`/api/v1/admin/agenda/${item.id}`).expect(200);
    const kept = { ...NO_LINK, conference_id: conference.id };
    expect(await stored()).toMatchObject([kept, kept]);

    await api.admin().delete(`/api/v1/admin/conferences/${conference.id}?force=true`).expect(200);
    expect(await stored()).toMatchObject([NO_LINK, NO_LINK]);
  });

  it('follows the event and its agenda item to another conference', async () => {
    const [{ conference, event }, other] = [await linked(), await aConference(api.db)];
    const item = await anAgendaItem(api.db, conference, { event_id: event.id });
    await about({ event_id: event.id }).expect(201);
    await send({ message: 'Good', agenda_item_id: item.id }).expect(201);
    const moved = { conference_id: other.id };
    await api.admin().put(`/api/v1/admin/events/${event.id}`).send(moved).expect(200);
    expect(await stored()).toMatchObject([moved, moved]);
  });

  it.each(['events', 'agenda_items'])(
    'waits for a move in %s, and has the new conference',
    async (table) => {
      const [{ event, item }, other] = [await linked(), await aConference(api.db)];
      const link = table === 'events' ? { event_id: event.id } : { agenda_item_id: item.id };
      const [id] = Object.values(link);
      await using move = await beginTransaction(api.db);
      await move(table).where({ id }).update({ conference_id: other.id });
      const answer = Promise.resolve(about(link));
      await untilWaiting(api.db);
      await move.commit();

      expect((await answer).status).toBe(201);
      expect(await stored()).toMatchObject(only({ ...link, conference_id: other.id }));
    },
  );
});

describe('the same message of the same sender', () => {
  const twice = async (
    ...[first, second]: [() => PromiseLike<never>, () => PromiseLike<never>]
  ) => {
    const one: { body: { id: number } } = await first();
    const other: { status: number; body: { id: number } } = await second();
    return { status: other.status, isSame: other.body.id === one.body.id };
  };
  const SAME = { status: 200, isSame: true };
  const OTHER = { status: 201, isSame: false };

  it.each([
    ['of a user', () => api.as(ada)],
    ['of an anonymous sender', () => api.anonymous()],
  ])('%s answers 200 with the first id and time within 10 minutes', async (_what, agent) => {
    const first = await send(FULL, { as: agent() }).expect(201);
    api.advance(WINDOW_MS - 1);

    const second = await send(FULL, { as: agent() }).expect(200);

    expect(second.body).toEqual(first.body);
    expect(await stored()).toHaveLength(1);
  });

  it('is new after 10 minutes', async () => {
    const first = await send(FULL).expect(201);
    api.advance(WINDOW_MS);
    const second = await send(FULL).expect(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('is new once the worker has deleted the hash of its sender', async () => {
    await send(FULL).expect(201);
    await api.db('feedback').update({ created_at: api.db.raw(`now() - interval '9 minutes'`) });
    expect(await api.store.feedback.deleteOldRepeatHashes()).toBe(0);
    await api.db('feedback').update({ created_at: api.db.raw(`now() - interval '601 seconds'`) });
    expect(await api.store.feedback.deleteOldRepeatHashes()).toBe(1);

    expect(await stored()).toMatchObject([{ repeat_hash: null }]);
    await send(FULL).expect(201);
  });

  it.each([
    ['of a user', () => api.as(ada)],
    ['of an anonymous sender', () => api.anonymous()],
  ])('%s is one row when it arrives ten times at once', async (_what, agent) => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(FULL, { as: agent() })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });

  it('is recognized by another process', async () => {
    await using second = await startApi({ on: api, env: { TRUST_PROXY: '1' } });
    await send(FULL).expect(201);
    await send(FULL, { as: second.anonymous() }).expect(200);
  });

  it('is the message alone of a user, whose first feedback stays as it was', async () => {
    const again = { ...FULL, rating: 1 };
    const result = await twice(
      () => send(FULL, { as: api.as(ada) }) as never,
      () => send(again, { as: api.as(ada), from: '192.0.2.9' }) as never,
    );
    expect(result).toEqual(SAME);
    expect(await stored()).toMatchObject([{ rating: 4 }]);
  });

  it.each([
    ['from another address', FULL, '192.0.2.9'],
    ['with another rating', { ...FULL, rating: 5 }, undefined],
    ['with another contact', { ...FULL, contact: 'grace@example.org' }, undefined],
  ])('is another one of an anonymous sender %s', async (_what, body, from) => {
    const result = await twice(
      () => send(FULL) as never,
      () => send(body, from ? { from } : {}) as never,
    );
    expect(result).toEqual(OTHER);
  });

  it('is another message from another user, and from an anonymous sender', async () => {
    const grace = await aUser(api.db);
    for (const as of [api.as(ada), api.as(grace), api.anonymous()]) {
      await send(FULL, { as }).expect(201);
    }
    expect(await stored()).toHaveLength(3);
  });
});

describe('the limits of feedback', () => {
  let limited: TestApi;
  let n = 0;

  beforeAll(async () => {
    limited = await startApi({ on: api, ...LIMITED });
  });
  afterAll(() => limited.close());
  beforeEach(async () => {
    // Ends all windows, in the database and in the process.
    await api.db('rate_limit_counters').delete();
    limited.advance(WINDOW_MS);
  });

  const another = (options: Parameters<typeof send>[1] = {}) =>
    send({ message: `Message ${n++}` }, { as: limited.anonymous(), ...options });
  async function times(count: number, request: () => PromiseLike<{ status: number }>) {
    const statuses: number[] = [];
    for (let at = 0; at < count; at += 1) statuses.push((await request()).status);
    return statuses;
  }

  it('are 5 messages of a user in 10 minutes, from any address', async () => {
    let host = 0;
    const roaming = () => another({ as: limited.as(ada), from: `192.0.2.${host++}` });
    expect(await times(6, roaming)).toEqual([...Array(5).fill(201), 429]);

    const res = await roaming().expect(429);
    expect(res.body).toEqual(failure('RATE_LIMITED'));
    expect(Number(res.get('Retry-After'))).toBeGreaterThan(60);
    expect(res.get('RateLimit-Policy')).toMatch(/^"feedback-per-person"; q=5; w=600/);
    expect(await stored()).toHaveLength(5);
  });

  it('are 8 messages of anonymous senders at one address here', async () => {
    expect(await times(9, another)).toEqual([...Array(8).fill(201), 429]);
    await another({ from: '192.0.2.2' }).expect(201);
  });

  it('of an address do not count those of its users, since a whole venue shares one', async () => {
    for (let n = 0; n < 12; n += 1) {
      await another({ as: limited.as(await aUser(api.db)) }).expect(201);
    }
    await times(20, () => another({ as: limited.as(ada) }));
    expect(await times(9, another)).toEqual([...Array(8).fill(201), 429]);
    await another({ as: limited.as(await aUser(api.db)) }).expect(201);
  });

  it('count before the work: a repetition counts, and what does not fit does not', async () => {
    const same = () => send(FULL, { as: limited.as(ada) });
    const wrong = () => send({ message: '' }, { as: limited.as(ada) });
    expect(await times(7, wrong)).toEqual(Array(7).fill(400));
    expect(await times(6, same)).toEqual([201, ...Array(4).fill(200), 429]);
  });

  it('cost no statement once they are used up', async () => {
    const byUser = () => another({ as: limited.as(ada) });
    await times(6, byUser);
    expect(await countQueries(limited.db, () => byUser().expect(429))).toBe(0);
    await times(9, another);
    expect(await countQueries(limited.db, () => another().expect(429))).toBe(0);
    expect(await countQueries(limited.db, () => another({ as: limited.as(ada) }).expect(429))).toBe(
      0,
    );
  });

  it('are shared by processes, and start again after 10 minutes', async () => {
    await using second = await startApi({ on: api, ...LIMITED });
    for (const on of [limited, second, limited, second, limited]) {
      await another({ as: on.as(ada) }).expect(201);
    }
    await another({ as: second.as(ada) }).expect(429);
    const [row] = await api.db('rate_limit_counters').where('key', 'like', 'feedback-per-person:%');
    expect(Date.parse(row.expires_at) - Date.now()).toBeGreaterThan(9 * 60_000);

    await api.db('rate_limit_counters').update({ expires_at: api.db.raw('now()') });
    limited.advance(WINDOW_MS);
    await another({ as: limited.as(ada) }).expect(201);
  });
});

describe('the sender of feedback', () => {
  const exportOf = async (user: User) =>
    (await api.as(user).get('/api/v1/users/me/export').expect(200)).body.feedback;

  it('finds it in the export of their data, without the notes of the organizers', async () => {
    const { body } = await send(FULL, { as: api.as(ada) }).expect(201);
    await send({ message: 'Of nobody' }).expect(201);
    const change = { status: 'read', note: 'Nice' };
    await api.admin().patch(`/api/v1/admin/feedback/${body.id}`).send(change).expect(200);

    expect(await exportOf(ada)).toEqual([{ ...body, ...FULL, ...NO_LINK, is_rating: false }]);
    expect(keysOf((await exportOf(ada))[0])).toEqual([
      ...['agenda_item_id', 'category', 'conference_id', 'contact', 'context', 'created_at'],
      ...['event_id', 'id', 'is_rating', 'message', 'rating'],
    ]);
  });

  it('is removed by an erasure with contact and context; message and rating stay', async () => {
    const { body } = await send(FULL, { as: api.as(ada) }).expect(201);
    const change = { status: 'done', note: 'Called Ada' };
    await api.admin().patch(`/api/v1/admin/feedback/${body.id}`).send(change).expect(200);

    await api.as(ada).delete('/api/v1/users/me').expect(200);

    expect(await stored()).toEqual([
      {
        ...{ id: body.id, created_at: body.created_at, status: 'done' },
        ...{ message: FULL.message, rating: 4, category: 'venue' },
        ...{ user_id: null, contact: null, context: null, note: null, repeat_hash: null },
        ...NO_LINK,
      },
    ]);
    const about = { subject_type: 'feedback', subject_id: body.id };
    expect(await api.db('audit_log').where(about)).toMatchObject([{ before: null, after: null }]);
  });

  it('is not kept when they are erased while they send it', async () => {
    const res = await whileErasing(api, ada, () => send(FULL, { as: api.as(ada) }));

    expect(res.status).toBe(201);
    expect(await stored()).toMatchObject([
      { message: FULL.message, rating: 4, user_id: null, contact: null, context: null },
    ]);
  });
});
