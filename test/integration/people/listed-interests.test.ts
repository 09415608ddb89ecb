import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aRegistration, aUser, people } from '../../support/factories.ts';
import { expectInterestsListed } from '../../support/listed-interests.ts';

let api: TestApi;
let ada: User;
let viewer: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const table of ['conferences', 'users']) await api.db(table).delete();
  expect(await api.db('listed_interests')).toEqual([]);
  ada = await aUser(api.db, { interests: ['Music', 'Looms'] });
  viewer = await aUser(api.db);
});
afterEach(() => expectInterestsListed(api.db));

const edit = (user: User, changes: object) =>
  api.as(user).patch('/api/v1/users/me').send(changes).expect(200);
const block = (verb: 'block' | 'unblock', { id }: User) =>
  api.admin().post(`/api/v1/admin/users/${id}/${verb}`).expect(200);

async function foundBy(query: object, path = '/users'): Promise<number[]> {
  const { body } = await api.as(viewer).get(`/api/v1${path}`).query(query).expect(200);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data.map(({ id }: { id: number }) => id);
}
const interestedIn = (interest: string) => foundBy({ interest });

describe('the list of those with an interest', () => {
  it('follows each change of a profile, in any case', async () => {
    expect(await interestedIn('mUSIC')).toEqual([ada.id]);
    await edit(ada, { interests: ['Music', 'Engines'] });
    expect(await interestedIn('looms')).toEqual([]);
    expect(await interestedIn('engines')).toEqual([ada.id]);
    await edit(ada, { headline: 'Analyst' });
    expect(await interestedIn('engines')).toEqual([ada.id]);
    await edit(ada, { interests: [] });
    expect(await api.db('listed_interests')).toEqual([]);
  });

  it('has no part of an interest', async () => {
    expect(await interestedIn('mus')).toEqual([]);
    expect(await interestedIn('%')).toEqual([]);
  });

  it('has nobody who is hidden or blocked, until they are listed again', async () => {
    await edit(ada, { is_discoverable: false });
    expect(await interestedIn('music')).toEqual([]);
    await edit(ada, { interests: ['Engines'] });
    await edit(ada, { is_discoverable: true });
    expect(await interestedIn('music')).toEqual([]);
    expect(await interestedIn('engines')).toEqual([ada.id]);
    await block('block', ada);
    expect(await interestedIn('engines')).toEqual([]);
    await block('unblock', ada);
    expect(await interestedIn('engines')).toEqual([ada.id]);
  });

  it('has nobody who was erased', async () => {
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    expect(await interestedIn('music')).toEqual([]);
    expect(await api.db('listed_interests')).toEqual([]);
  });

  it('has two spellings of an interest once', async () => {
    await api
      .db('users')
      .where({ id: ada.id })
      .update({ interests: ['MUSIC', 'music'] });
    expect(await interestedIn('music')).toEqual([ada.id]);
  });

  it('has those of a conference or a search only, newest first, and never the viewer', async () => {
    const conference = await aConference(api.db);
    const others = await people(api.db, 3, { interests: ['music'], company: 'Looms' });
    await api
      .db('users')
      .where({ id: viewer.id })
      .update({ interests: ['music'] });
    for (const user of [ada, viewer, ...others.slice(1)]) {
      await aRegistration(api.db, [user, conference]);
    }
    const [first, second, third] = others.map(({ id }) => id);
    const interest = 'music';
    expect(await foundBy({ interest })).toEqual([third, second, first, ada.id]);
    const conference_id = conference.id;
    expect(await foundBy({ interest, conference_id })).toEqual([third, second, ada.id]);
    expect(await foundBy({ interest, q: 'looms' })).toEqual([third, second, first]);
    expect(await foundBy({ interest, q: 'lomos' })).toEqual([third, second, first]);
    expect(await foundBy({ interest, q: 'lo', conference_id })).toEqual([third, second]);
    const attendees = `/conferences/${conference_id}/attendees`;
    expect(await foundBy({ interest }, attendees)).toEqual([third, second, viewer.id, ada.id]);
    expect(await foundBy({ interest, q: 'looms' }, attendees)).toEqual([third, second]);
  });
});

it('profiles that change at once, and are hidden meanwhile, leave the interests that they have', async () => {
  for (let n = 0; n < 10; n += 1) {
    await Promise.all([
      edit(ada, { interests: ['Music', `Engines ${n}`] }),
      edit(ada, { is_discoverable: n % 2 === 0 }),
      edit(ada, { interests: ['Looms'] }),
    ]);
    await expectInterestsListed(api.db);
  }
});
