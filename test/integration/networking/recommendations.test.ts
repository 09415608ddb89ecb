import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { whileErasing } from '../../support/erasure.ts';
import {
  aConference,
  aConnection,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
  people,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';

const USERS = '/api/v1/users';
const RECOMMENDED = `${USERS}/recommended`;
const NO_SUCH_USER = failure('NOT_FOUND', 'user not found');
const NO_SUCH_CONFERENCE = failure('NOT_FOUND', 'conference not found');

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Enough others that a shared thing weighs something. */
beforeEach(async () => {
  await api.db('users').delete();
  await api.db('events').delete();
  await api.db('conferences').delete();
  ada = await aUser(api.db, { first_name: 'Ada' });
  await people(api.db, 8);
  await count();
});

const count = () => api.store.matchTerms.updateCounts();
/** A ranking is kept for a minute. */
const aMinuteLater = () => api.advance(60_000);
/** Rankings are kept for 6 hours. */
const hoursLater = () => api.advance(6 * 3_600_000);
const edit = (user: User, profile: object) => api.as(user).patch(`${USERS}/me`).send(profile);
const list = async (user: User, query = '') => {
  const { body } = await api.as(user).get(`${RECOMMENDED}?limit=100${query}`).expect(200);
  return body.data;
};
const idsFor = async (user: User, query = ''): Promise<number[]> =>
  (await list(user, query)).map(({ id }: User) => id);
const reasonsFor = async (user: User, other: User) =>
  (await list(user)).find(({ id }: User) => id === other.id)?.reasons;
const dismiss = (user: User, id: number) => api.as(user).post(`${RECOMMENDED}/${id}/dismiss`);
const undo = (user: User, id: number) => api.as(user).delete(`${RECOMMENDED}/${id}/dismiss`);

describe('GET /users/recommended', () => {
  it('lists the public profile with a score and reasons, best first', async () => {
    const grace = await aUser(api.db, { first_name: 'Grace', username: 'grace' });
    await edit(ada, { looking_for: 'Someone who knows COBOL', interests: ['Sailing'] }).expect(200);
    await edit(grace, { offering: 'Cobol and compilers', interests: ['sailing'] }).expect(200);
    await count();

    const [first, second] = await list(ada);

    expect(first).toMatchObject({
      id: grace.id,
      first_name: 'Grace',
      connection_status: 'none',
      looking_for: null,
      offering: 'Cobol and compilers',
      reasons: [
        { kind: 'offers_what_you_look_for', label: 'Offers what you look for: Cobol' },
        { kind: 'shared_interests', label: 'Shares your interests: sailing' },
      ],
    });
    expect(first).not.toHaveProperty('username');
    expect(first.score).toBeGreaterThan(0);
    expect(first.score * 1_000).toBeCloseTo(Math.round(first.score * 1_000), 6);
    expect(second).toMatchObject({ score: 0, reasons: [{ kind: 'new_here', label: 'New here' }] });
  });

  it('shows a changed profile after hours, before the next count', async () => {
    const grace = await aUser(api.db);
    await edit(ada, { looking_for: 'looms' }).expect(200);
    expect(await reasonsFor(ada, grace)).toMatchObject([{ kind: 'new_here' }]);

    await edit(grace, { offering: 'Looms' }).expect(200);
    hoursLater();
    expect(await reasonsFor(ada, grace)).toEqual([
      { kind: 'offers_what_you_look_for', label: 'Offers what you look for: Looms' },
    ]);
    expect(await reasonsFor(grace, ada)).toEqual([
      { kind: 'looks_for_what_you_offer', label: 'Looks for what you offer: looms' },
    ]);

    await edit(grace, { offering: null }).expect(200);
    hoursLater();
    expect(await reasonsFor(ada, grace)).toMatchObject([{ kind: 'new_here' }]);
  });

  it('names shared events and conferences with their ids, but no drafts and no cancelled seats', async () => {
    const grace = await aUser(api.db);
    const [conference, draft] = [
      await aConference(api.db, { name: 'Summit' }),
      await aConference(api.db, { status: 'draft' }),
    ];
    const event = await anEvent(api.db, { title: 'Opening' });
    const unlisted = [
      await anEvent(api.db, { conference_id: draft.id }),
      await anEvent(api.db, { status: 'cancelled' }),
    ];
    const left = await anEvent(api.db, { title: 'Left' });
    for (const user of [ada, grace]) {
      for (const one of [event, ...unlisted]) await anAttendance(api.db, [user, one]);
      for (const one of [conference, draft]) await aRegistration(api.db, [user, one]);
    }
    await anAttendance(api.db, [ada, left]);
    await anAttendance(api.db, [grace, left], 'cancelled');

    expect(await reasonsFor(ada, grace)).toEqual([
      { kind: 'shared_events', label: 'Events you share: Opening', ids: [event.id] },
      { kind: 'shared_conferences', label: 'Conferences you share: Summit', ids: [conference.id] },
    ]);
  });

  it('counts common connections from two on, without names, for callers with ten', async () => {
    const grace = await aUser(api.db);
    const [one, two, ...others] = await people(api.db, 9);
    await aConnection(api.db, [ada, one]);
    await aConnection(api.db, [one, grace]);
    await aConnection(api.db, [two, ada]);
    await aConnection(api.db, [grace, two]);
    for (const other of others) await aConnection(api.db, [ada, other]);
    expect(await reasonsFor(ada, grace)).toEqual([{ kind: 'new_here', label: 'New here' }]);

    await aConnection(api.db, [await aUser(api.db), ada]);
    hoursLater();
    expect(await reasonsFor(ada, grace)).toEqual([
      { kind: 'common_connections', label: '2 common connections' },
    ]);
    await api.db('connections').where({ requester_id: grace.id }).delete();
    hoursLater();
    expect(await reasonsFor(ada, grace)).toEqual([{ kind: 'new_here', label: 'New here' }]);
  });

  it('is the same, whatever connections others have, for a caller with fewer than ten', async () => {
    const friends = await people(api.db, 9);
    for (const friend of friends) await aConnection(api.db, [ada, friend]);
    const strangers = await people(api.db, 60, { interests: ['sailing'] });
    await edit(ada, { interests: ['sailing'] }).expect(200);
    await count();
    const answer = async () => (await api.as(ada).get(`${RECOMMENDED}?limit=100`).expect(200)).text;
    const before = await answer();

    for (const friend of friends) {
      for (const stranger of strangers.slice(0, 3)) await aConnection(api.db, [friend, stranger]);
    }
    hoursLater();
    expect(await answer()).toBe(before);
  });

  it('orders users of equal score by common connections, which the score does not show', async () => {
    const friends = await people(api.db, 10);
    for (const friend of friends) await aConnection(api.db, [ada, friend]);
    const [known, unknown] = [await aUser(api.db), await aUser(api.db)];
    expect((await idsFor(ada)).slice(0, 2)).toEqual([unknown.id, known.id]);

    await aConnection(api.db, [known, friends[0]]);
    hoursLater();
    const [first, second] = await list(ada);
    expect([first.id, second.id]).toEqual([known.id, unknown.id]);
    expect([first.score, second.score]).toEqual([0, 0]);
  });

  it('never shows the tags of a similar profile', async () => {
    const grace = await aUser(api.db);
    const terms = [ada, grace].map(({ id }) => ({
      user_id: id,
      kind: 't' as const,
      term: 'secret',
    }));
    await api.store.matchTerms.update([ada.id, grace.id], ['t'], terms);
    await count();

    const { text } = await api.as(ada).get(RECOMMENDED).expect(200);
    expect(text).toContain('similar_profile');
    expect(text).not.toContain('secret');
  });

  it('never lists oneself, hidden, blocked or erased users, or users who never signed in', async () => {
    const [hidden, blocked, erased] = await people(api.db, 3, { interests: ['looms'] });
    const imported = await aUser(api.db, { last_seen_at: null });
    const shared = [ada, hidden, blocked, erased, imported];
    const event = await anEvent(api.db);
    for (const user of shared) {
      await edit(user, { interests: ['looms'] });
      await anAttendance(api.db, [user, event]);
    }
    await edit(hidden, { is_discoverable: false }).expect(200);
    await api.admin().post(`/api/v1/admin/users/${blocked.id}/block`).expect(200);
    await api.as(erased).delete(`${USERS}/me`).expect(200);

    const ids = await idsFor(ada);
    expect(ids).toHaveLength(8);
    for (const { id } of shared) expect(ids).not.toContain(id);
  });

  it('lists a user again who is no longer hidden, by the same terms', async () => {
    const grace = await aUser(api.db);
    await edit(ada, { interests: ['looms'] }).expect(200);
    await edit(grace, { interests: ['looms'], is_discoverable: false }).expect(200);
    await count();
    expect(await idsFor(ada)).not.toContain(grace.id);

    await edit(grace, { is_discoverable: true }).expect(200);
    hoursLater();
    expect((await idsFor(ada))[0]).toBe(grace.id);
  });

  it('recommends listed users to a hidden one', async () => {
    await edit(ada, { is_discoverable: false, interests: ['looms'] }).expect(200);
    const grace = await aUser(api.db);
    await edit(grace, { interests: ['looms'] }).expect(200);

    expect((await idsFor(ada))[0]).toBe(grace.id);
  });

  it.each(['pending', 'accepted', 'rejected'] as const)(
    'never lists a user with a connection that is %s, in either direction',
    async (status) => {
      const [asked, asking] = await people(api.db, 2);
      await aConnection(api.db, [ada, asked], status);
      await aConnection(api.db, [asking, ada], status);

      expect(await idsFor(ada)).toHaveLength(8);
    },
  );

  it('lists a user again after a request is withdrawn', async () => {
    const grace = await aUser(api.db);
    const { body } = await api
      .as(ada)
      .post('/api/v1/connections')
      .send({ recipient_id: grace.id })
      .expect(201);
    expect(await idsFor(ada)).not.toContain(grace.id);

    await api.as(ada).delete(`/api/v1/connections/${body.id}`).expect(200);
    aMinuteLater();
    expect(await idsFor(ada)).toContain(grace.id);
    expect(await idsFor(grace)).toContain(ada.id);
  });

  it('gives a newcomer a full list, newest users first', async () => {
    await people(api.db, 60);
    const newest = await aUser(api.db);
    const newcomer = await aUser(api.db);

    const ids = await idsFor(newcomer);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(ids[0]).toBe(newest.id);
    const { body } = await api.as(newcomer).get(RECOMMENDED).expect(200);
    expect(body.data).toHaveLength(20);
  });

  it('has at most 200 users, in pages without gaps and the same order each time', async () => {
    await people(api.db, 250, { interests: ['looms'] });
    await edit(ada, { interests: ['looms'] }).expect(200);
    await api.db.raw(
      `insert into match_terms select id, 'i', 'looms', true from users on conflict do nothing`,
    );
    await count();
    const page = async (n: number) => {
      const { body } = await api.as(ada).get(`${RECOMMENDED}?limit=80&page=${n}`).expect(200);
      expect(body.pagination).toEqual({ page: n, limit: 80, total: 200, pages: 3 });
      return body.data.map(({ id }: User) => id);
    };

    const pages = [await page(1), await page(2), await page(3), await page(4)];
    expect(pages.map((ids) => ids.length)).toEqual([80, 80, 40, 0]);
    expect(new Set(pages.flat()).size).toBe(200);
    expect(pages.flat()).toEqual(pages.flat().toSorted((a, b) => b - a));
    expect(await page(1)).toEqual(pages[0]);
  });

  it('asks the same number of questions for one user and for many', async () => {
    const few = await countQueries(api.db, () => api.as(ada).get(`${RECOMMENDED}?limit=1`));
    hoursLater();
    const many = await countQueries(api.db, () => api.as(ada).get(`${RECOMMENDED}?limit=100`));
    expect(many).toBe(few);
  });

  it('is for signed-in users', async () => {
    await api.anonymous().get(RECOMMENDED).expect(401);
  });
});

describe('GET /users/recommended with conference_id', () => {
  it('lists only users with a seat there, also if the caller has none', async () => {
    const conference = await aConference(api.db);
    const [registered, waiting] = await people(api.db, 2);
    await aRegistration(api.db, [registered, conference]);
    await aRegistration(api.db, [waiting, conference], { status: 'waitlisted' });

    expect(await idsFor(ada, `&conference_id=${conference.id}`)).toEqual([registered.id]);
  });

  it('finds the attendees of a small conference among many users who share more', async () => {
    const conference = await aConference(api.db);
    const [attendee] = await people(api.db, 1);
    await aRegistration(api.db, [attendee, conference]);
    await people(api.db, 600, { interests: ['looms'] });
    await edit(ada, { interests: ['looms'] }).expect(200);
    await api.db.raw(
      `insert into match_terms select id, 'i', 'looms', true from users where interests <> '{}'
       on conflict do nothing`,
    );
    await count();

    expect(await idsFor(ada, `&conference_id=${conference.id}`)).toEqual([attendee.id]);
  });

  it('answers 404 for a draft and for an unknown conference', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    for (const id of [draft.id, 999_999]) {
      const { body } = await api.as(ada).get(`${RECOMMENDED}?conference_id=${id}`).expect(404);
      expect(body).toEqual(NO_SUCH_CONFERENCE);
    }
  });
});

describe('POST and DELETE /users/recommended/:id/dismiss', () => {
  it('hides a user from the recommendations until it is undone, and are safe to repeat', async () => {
    const grace = await aUser(api.db);
    for (let time = 0; time < 2; time += 1) {
      const { body } = await dismiss(ada, grace.id).expect(200);
      expect(body).toEqual({ id: grace.id, dismissed: true });
      expect(await idsFor(ada)).not.toContain(grace.id);
    }
    expect(await idsFor(grace)).toContain(ada.id);
    for (let time = 0; time < 2; time += 1) {
      const { body } = await undo(ada, grace.id).expect(200);
      expect(body).toEqual({ id: grace.id, dismissed: false });
      expect(await idsFor(ada)).toContain(grace.id);
    }
  });

  it('hides a user who shares something', async () => {
    const grace = await aUser(api.db);
    for (const user of [ada, grace]) await edit(user, { interests: ['Sailing'] }).expect(200);
    await count();
    expect(await reasonsFor(ada, grace)).toMatchObject([{ kind: 'shared_interests' }]);

    await dismiss(ada, grace.id).expect(200);
    expect(await idsFor(ada)).not.toContain(grace.id);
  });

  it('shows other new users once the newest 50 are dismissed', async () => {
    const others = await idsFor(ada);
    const newest = await people(api.db, 50);
    hoursLater();
    expect(new Set(await idsFor(ada))).toEqual(new Set(newest.map(({ id }) => id)));

    await Promise.all(newest.map(({ id }) => dismiss(ada, id).expect(200)));
    expect(new Set(await idsFor(ada))).toEqual(new Set(others));
  });

  it('keep the time of the first dismissal', async () => {
    const grace = await aUser(api.db);
    const { body: before } = await api.as(ada).get(`${USERS}/me/export`).expect(200);
    expect(before.dismissed_recommendations).toEqual([]);
    await dismiss(ada, grace.id).expect(200);
    const dismissed_at = api.now().toISOString();
    api.advance(1_000);
    await dismiss(ada, grace.id).expect(200);

    const { body } = await api.as(ada).get(`${USERS}/me/export`).expect(200);
    const user = { id: grace.id, first_name: grace.first_name };
    expect(body.dismissed_recommendations).toEqual([{ user, dismissed_at }]);
  });

  it.each([
    ['dismissal', dismiss],
    ['undoing', undo],
  ])('the %s of an unknown, hidden or own id is answered 404', async (_name, send) => {
    const hidden = await aUser(api.db, { is_discoverable: false });
    for (const id of [999_999, hidden.id, ada.id]) {
      const { body } = await send(ada, id).expect(404);
      expect(body).toEqual(NO_SUCH_USER);
    }
  });

  it.each(['who dismisses', 'who is dismissed'])(
    'do not outlive the erasure of the user %s, also a concurrent one',
    async (side) => {
      const grace = await aUser(api.db);
      const erased = side === 'who dismisses' ? ada : grace;
      const response = await whileErasing(api, erased, () => dismiss(ada, grace.id));

      expect([401, 404]).toContain(response.status);
      expect(await api.db('recommendation_dismissals')).toEqual([]);
    },
  );
});
