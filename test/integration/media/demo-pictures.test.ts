import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { loadDemoConference } from '../../../src/development/demo-conference.ts';
import { COVER_SIZE } from '../../../src/development/drawings/cover.ts';
import { PORTRAIT_SIDE } from '../../../src/development/drawings/portrait.ts';
import { startApi, type TestApi } from '../../support/api.ts';

const MAX_PORTRAIT_BYTES = 12 * 1_024;
const MAX_COVER_BYTES = 64 * 1_024;
/** The console lists 20 files at once; its tests upload two more. */
const MAX_FILES = 19;

interface Named {
  readonly name: string;
  readonly url: string | null;
}

describe('the pictures of the demo conference', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
    expect(await loadDemoConference(api, api.now())).toBe(true);
  });
  afterAll(() => api.close());

  const shownBy = (table: string, name: string, url: string): Promise<Named[]> =>
    api.db(table).select({ name, url }).orderBy('id');
  const without = (rows: readonly Named[]) =>
    rows.filter(({ url }) => url === null).map(({ name }) => name);
  const filesOf = async (rows: readonly Named[]) => {
    const urls = rows.flatMap(({ url }) => url ?? []);
    return Promise.all(
      urls.map(async (url) => {
        await api.anonymous().get(new URL(url).pathname).expect(200);
        const key = path.basename(url);
        const file = path.join(api.mediaDirectory, key.slice(0, 2), key);
        const { width, height } = await sharp(file).metadata();
        return { width, height, bytes: (await stat(file)).size };
      }),
    );
  };

  it('are portraits of most users, so that initials are seen, too', async () => {
    const users = await shownBy('users', 'first_name', 'photo_url');
    expect(without(users)).toEqual(['Tomás']);
    const files = await filesOf(users);
    expect(files).toHaveLength(users.length - 1);
    for (const { width, height, bytes } of files) {
      expect([width, height]).toEqual([PORTRAIT_SIDE, PORTRAIT_SIDE]);
      expect(bytes).toBeLessThanOrEqual(MAX_PORTRAIT_BYTES);
    }
    const { body } = await api.admin().get('/api/v1/admin/users/1').expect(200);
    expect(body).toMatchObject({ first_name: 'Mina', photo_url: users[0]?.url });
    expect(await api.db('users').where({ id: 1 }).first()).toMatchObject({ photo_media_id: 1 });
  });

  it('are portraits of the speakers but one, whose photo is missing', async () => {
    const speakers = await shownBy('speakers', 'name', 'photo_url');
    expect(without(speakers)).toEqual(['Ruben Aalders']);
    for (const { width, bytes } of await filesOf(speakers)) {
      expect(width).toBe(PORTRAIT_SIDE);
      expect(bytes).toBeLessThanOrEqual(MAX_PORTRAIT_BYTES);
    }
  });

  it('are covers of the conference, of four events and of the quests', async () => {
    const conferences = await shownBy('conferences', 'name', 'image_url');
    const events = await shownBy('events', 'title', 'image_url');
    const quests = await shownBy('quests', 'title', 'image_url');
    expect(without([...conferences, ...quests])).toEqual([]);
    const files = await filesOf([...conferences, ...events, ...quests]);
    expect(files).toHaveLength(conferences.length + 4 + quests.length);
    for (const { width, height, bytes } of files) {
      expect({ width, height }).toEqual(COVER_SIZE);
      expect(bytes).toBeLessThanOrEqual(MAX_COVER_BYTES);
    }
  });

  it('are in the notifications that users cause', async () => {
    const mina = await api.db('users').where({ id: 1 }).first();
    const { body } = await api.as(mina).get('/api/v1/notifications').expect(200);
    const actors = body.data.flatMap(({ data }: { data: { actor?: object } }) => data.actor ?? []);
    expect(actors).toHaveLength(3);
    for (const { photo_url } of actors) expect(photo_url).toEqual(expect.any(String));
  });

  it('are made once: another start makes none, and leaves nothing behind', async () => {
    const before = await api.db('media').select('id', 'status', 'key').orderBy('id');
    expect(before.length).toBeLessThanOrEqual(MAX_FILES);
    expect(before.filter(({ status }) => status !== 'ready')).toEqual([]);
    expect(await loadDemoConference(api, api.now())).toBe(false);
    expect(await api.db('media').select('id', 'status', 'key').orderBy('id')).toEqual(before);
    expect(await readdir(path.join(api.mediaDirectory, 'incoming'))).toEqual([]);
  });

  it('leave the loader of SVG blocked', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await expect(sharp(svg).metadata()).rejects.toThrow();
  });
});

it('a service without a store of media has the demo conference without pictures', async () => {
  await using api = await startApi({ env: { MEDIA_DIR: '' } });
  expect(await loadDemoConference(api, api.now())).toBe(true);
  expect(await api.db('media').select('id')).toEqual([]);
  expect(await api.db('users').whereNotNull('photo_url').select('id')).toEqual([]);
});
