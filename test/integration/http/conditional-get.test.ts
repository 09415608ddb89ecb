import { isServed } from '../../../src/http/errors-of.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { declaredEndpoints, nameOf } from '../../support/endpoints.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aQuest,
  aSpeaker,
  aTask,
} from '../../support/factories.ts';

/** Every GET whose anonymous answer may be cached, but files, whose tags are strong. */
const READS = declaredEndpoints().filter(
  (one) =>
    one.method === 'get' &&
    ['public', 'optional'].includes(one.auth) &&
    !one.holdsProfiles &&
    !isServed(one),
);

let api: TestApi;
/** The path of an endpoint, with ids and slugs that exist. */
let pathOf: (path: string) => string;

beforeAll(async () => {
  api = await startApi();
  const conference = await aConference(api.db);
  const event = await anEvent(api.db, { conference_id: conference.id });
  const speaker = await aSpeaker(api.db, {}, [conference]);
  const item = await anAgendaItem(api.db, conference, {}, [speaker]);
  const quest = await aQuest(api.db);
  const options = ['a', 'b'].map((id) => ({ id, label: id }));
  const poll = await aTask(api.db, quest, { type: 'poll', config: { options, results: 'always' } });
  pathOf = (path) => {
    const isOfConference = /conference/.test(path);
    const isOfEvent = path.startsWith('/events');
    const one = isOfConference ? conference : isOfEvent ? event : speaker;
    const id = path.startsWith('/quests')
      ? quest.id
      : path.startsWith('/agenda')
        ? item.id
        : one.id;
    return `/api/v1${path
      .replace(/:slug/, one.slug)
      .replace(/:task_id/, String(poll.id))
      .replace(/:parameter/, `e_${event.id}`)
      .replace(/:(conference_)?id/, String(id))}`;
  };
});
afterAll(() => api.close());

describe('every public read', () => {
  it.each(READS.map(nameOf))('%s answers 304 to its own ETag', async (name) => {
    const path = pathOf(name.slice('GET '.length));
    const first = await api.anonymous().get(path).expect(200);

    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    const etag = first.headers.etag as string;
    const again = await api.anonymous().get(path).set('If-None-Match', etag).expect(304);
    expect(again.text).toBe('');
    expect(again.headers.etag).toBe(etag);
    await api.anonymous().get(path).set('If-None-Match', 'W/"another"').expect(200);
  });

  it.each(READS.map(nameOf))(
    '%s answers 304 to the fetch of Node.js, which sends Cache-Control: no-cache beside an ETag',
    async (name) => {
      const url = api.url + pathOf(name.slice('GET '.length));
      const etag = String((await fetch(url)).headers.get('etag'));
      const again = await fetch(url, { headers: { 'If-None-Match': etag } });

      expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
      const changed = await fetch(url, { headers: { 'If-None-Match': 'W/"another"' } });
      expect(changed.status).toBe(200);
    },
  );

  it.each(['no-cache', 'no-store', 'max-age=0', 'no-cache, no-store'])(
    'answers 304 whatever Cache-Control the request carries: %s',
    async (cacheControl) => {
      const path = pathOf('/events');
      const { headers } = await api.anonymous().get(path).expect(200);
      const tag = String(headers.etag);
      for (const sent of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
        await api
          .anonymous()
          .get(path)
          .set({ 'Cache-Control': cacheControl, 'If-None-Match': sent })
          .expect(304);
      }
    },
  );

  it('answers 200 to any tag where no cache may store the answer', async () => {
    const any = { 'If-None-Match': '*' };
    await api.anonymous().get('/healthz').set(any).expect(200);
    await api.anonymous().get('/api/v1/users').set(any).expect(200);
    const { body } = await api.admin().get('/api/v1/admin/users').set(any).expect(200);
    expect(body.data).toEqual(expect.any(Array));
  });

  it('answers 200 after a change', async () => {
    const path = pathOf('/events/:id');
    const { headers } = await api.anonymous().get(path).expect(200);
    await api.admin().put(path.replace('/v1', '/v1/admin')).send({ title: 'Looms' }).expect(200);

    const { body } = await api
      .anonymous()
      .get(path)
      .set('If-None-Match', headers.etag as string)
      .expect(200);
    expect(body.title).toBe('Looms');
  });
});
