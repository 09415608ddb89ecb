import type { User } from '../../../src/domain/people/users.ts';
import { rebuildMatchTerms } from '../../../src/jobs/networking.jobs.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aUser, people } from '../../support/factories.ts';

const USERS = '/api/v1/users';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Enough others that a shared thing weighs something. */
beforeEach(async () => {
  await api.db('users').delete();
  ada = await aUser(api.db, { first_name: 'Ada' });
  await people(api.db, 8);
});

const edit = (user: User, profile: object) => api.as(user).patch(`${USERS}/me`).send(profile);
const reasonsFor = async (user: User, other: User) => {
  const { body } = await api.as(user).get(`${USERS}/recommended?limit=100`).expect(200);
  return body.data.find(({ id }: User) => id === other.id)?.reasons;
};

describe('the terms of users', () => {
  const termsOf = async ({ id }: Pick<User, 'id'>): Promise<string[]> =>
    (await api.db('match_terms').where({ user_id: id }).orderBy(['kind', 'term'])).map(
      ({ kind, term, is_listed }) => `${kind} ${term}${is_listed ? '' : ' (hidden)'}`,
    );
  const importUsers = (users: object[]) =>
    api.admin().post('/api/v1/admin/users/bulk-import').send({ users }).expect(200);

  it('follow an import in its transaction, and keep fields that the user has edited', async () => {
    const edited = await aUser(api.db);
    await edit(edited, { interests: ['mine'] }).expect(200);
    const rows = [
      { messenger_id: 7_001, first_name: 'New', interests: ['Looms', 'Café'] },
      { messenger_id: edited.messenger_id, interests: ['theirs'] },
    ];
    await importUsers(rows);
    const created = await api.db('users').where({ messenger_id: 7_001 }).first();

    expect(await termsOf(created)).toEqual(['i cafe (hidden)', 'i looms (hidden)']);
    expect(await termsOf(edited)).toEqual(['i mine']);

    await importUsers([{ ...rows[0], interests: ['Looms', 'Tides'] }]);
    expect(await termsOf(created)).toEqual(['i looms (hidden)', 'i tides (hidden)']);
    await api.fromMessenger({ id: 7_001, first_name: 'New' }).get(`${USERS}/me`).expect(200);
    expect(await termsOf(created)).toEqual(['i looms', 'i tides']);
  });

  it('are filled in by the job for users from before, once', async () => {
    const old = await aUser(api.db, {
      interests: ['Looms'],
      looking_for: 'Rust',
      offering: 'COBOL',
    });
    await api.db('match_term_backlog').insert({ user_id: old.id });

    const run = () => rebuildMatchTerms.run(api.services, null, new AbortController().signal);
    expect(await run()).toMatchObject({ filled: 1 });
    expect(await termsOf(old)).toEqual(['i looms', 'l rust', 'o cobol']);
    expect(await run()).toEqual({ filled: 0, changed: 0 });
  });

  it('are counted by the job, of listed users only', async () => {
    const [one, two] = await people(api.db, 2);
    for (const user of [ada, one, two]) await edit(user, { interests: ['looms'] }).expect(200);
    await edit(two, { is_discoverable: false }).expect(200);
    await rebuildMatchTerms.run(api.services, null, new AbortController().signal);

    expect(await api.db('match_term_counts').orderBy('kind')).toEqual([
      { kind: '*', term: '', people: 10 },
      { kind: 'i', term: 'looms', people: 2 },
    ]);
    await edit(ada, { interests: [] }).expect(200);
    await edit(one, { interests: [] }).expect(200);
    await rebuildMatchTerms.run(api.services, null, new AbortController().signal);
    expect(await api.db('match_term_counts')).toEqual([{ kind: '*', term: '', people: 10 }]);
  });

  it('stay if the change of the profile fails', async () => {
    await edit(ada, { interests: ['looms'] }).expect(200);
    await edit(ada, { interests: ['tides'], photo_media_id: 999_999 }).expect(404);

    expect(await termsOf(ada)).toEqual(['i looms']);
  });

  it('end with the erasure', async () => {
    await edit(ada, { interests: ['looms'], offering: 'Looms' }).expect(200);
    await api.as(ada).delete(`${USERS}/me`).expect(200);

    expect(await api.db('match_terms')).toEqual([]);
  });
});

describe('the tags of an enrichment', () => {
  const tagsOf = ({ id }: Pick<User, 'id'>) =>
    api.db('match_terms').where({ user_id: id, kind: 't' }).orderBy('term').pluck('term');
  const enrich = (user: User, step = '') =>
    api.admin().post(`/api/v1/admin/enrichment/user/${user.id}${step}`).send({ force: true });
  const profile = { job_title: 'Programmer', bio: 'Engines, engines and looms.' };

  it('match users once they are synced, until there is a newer enrichment', async () => {
    const [one, two] = await people(api.db, 2, profile);
    for (const user of [one, two]) await enrich(user).expect(200);
    expect(await tagsOf(one)).toEqual([]);

    const { body } = await api
      .admin()
      .post(`/api/v1/admin/enrichment/user/${one.id}/sync`)
      .expect(200);
    await enrich(two, '/sync').expect(200);
    expect(await tagsOf(one)).toEqual(body.tags.toSorted());
    await api.store.matchTerms.updateCounts();
    expect(await reasonsFor(one, two)).toContainEqual({
      kind: 'similar_profile',
      label: 'You have things in common',
    });

    await enrich(one).expect(200);
    expect(await tagsOf(one)).toEqual([]);
  });

  it('match no user after the user has deleted the enrichment', async () => {
    const one = await aUser(api.db, profile);
    await enrich(one).expect(200);
    await enrich(one, '/sync').expect(200);
    await api.as(one).delete(`${USERS}/me/enrichment`).expect(200);

    expect(await tagsOf(one)).toEqual([]);
  });

  it('make the synced interests count at once', async () => {
    const one = await aUser(api.db, { ...profile, interests: [] });
    await enrich(one).expect(200);
    await enrich(one, '/sync').expect(200);
    const { interests } = await api.db('users').where({ id: one.id }).first();

    expect(interests).not.toEqual([]);
    expect(
      await api
        .db('match_terms')
        .where({ user_id: one.id, kind: 'i' })
        .orderBy('term')
        .pluck('term'),
    ).toEqual(interests.toSorted());
  });
});
