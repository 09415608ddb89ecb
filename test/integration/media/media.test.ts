import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, anEvent, aQuest, aSpeaker, aTask, aUser } from '../../support/factories.ts';
import { filesBelow } from '../../support/media.ts';
import {
  blackPng,
  jpegWithPlace,
  movie,
  noiseGif,
  PLACE,
  redAndBlue,
} from '../../support/media-files.ts';
import { aParticipation, aSubmission } from '../../support/quests.ts';
import { until } from '../../support/until.ts';

const IMAGES = '/api/v1/images/upload';
const VIDEOS = '/api/v1/videos/upload';
const KEY = /^[A-Za-z0-9_-]{22}(\.private)?\.(jpg|png|webp|mp4|webm|mov)$/;

let api: TestApi;
let ada: User;
let grace: User;
let small: Buffer;

beforeAll(async () => {
  api = await startApi();
  small = await redAndBlue(400, 200).png().toBuffer();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db, { photo_url: 'https://t.me/ada.svg' });
  grace = await aUser(api.db);
});

const upload = (user: User, file: Buffer, to = IMAGES) =>
  api.as(user).post(to).attach('file', file, { filename: '../../etc/passwd' });

/** An image that was uploaded. */
async function anImage(user: User, file = small) {
  const { body } = await upload(user, file).expect(201);
  return body;
}
const aProof = async (user: User) => {
  const { body } = await api
    .as(user)
    .post(IMAGES)
    .field('purpose', 'proof')
    .attach('file', small, 'a.png')
    .expect(201);
  return body;
};

const pathOf = (url: string) => url.slice(url.indexOf('/api/v1'));
const get = (url: string) => api.anonymous().get(pathOf(url)).buffer(true);
/** By path: the service blocks the other loaders of sharp in its process. */
const pathOfFile = (url: string) => {
  const key = path.basename(url);
  return path.join(api.mediaDirectory, key.slice(0, 2), key);
};
const incoming = () => readdir(path.join(api.mediaDirectory, 'incoming'));
const stored = async () =>
  (await filesBelow(api.mediaDirectory)).filter((file) => !file.startsWith('incoming'));
const rows = () => api.db('media').count('* as n').first();
const failure = (code: string, error: RegExp | string = /./) =>
  expect.objectContaining({
    body: { code, error: typeof error === 'string' ? error : expect.stringMatching(error) },
  });

describe('POST /images/upload', () => {
  it('answers the stored image, its variants and their URLs, under a random key', async () => {
    const { body } = await upload(ada, await jpegWithPlace(1_200, 800)).expect(201);

    expect(body).toEqual({
      id: expect.any(Number),
      url: expect.stringContaining('/api/v1/media/'),
      kind: 'image',
      storage: 'local',
      purpose: 'public',
      mime_type: 'image/jpeg',
      bytes: expect.any(Number),
      width: 800,
      height: 1_200,
      variants: {
        96: { url: expect.any(String), width: 64, height: 96 },
        320: { url: expect.any(String), width: 213, height: 320 },
        960: { url: expect.any(String), width: 640, height: 960 },
      },
      created_at: api.now().toISOString(),
    });
    expect(path.basename(body.url)).toMatch(KEY);
    const file = await get(body.url).expect(200).expect('Content-Type', 'image/jpeg');
    expect(file.body).toHaveLength(body.bytes);
    await get(body.variants[96].url).expect(200).expect('Content-Type', 'image/webp');
    expect(await incoming()).toEqual([]);
  });

  it('stores no place and no camera, and turns the image upright', async () => {
    const { url } = await anImage(ada, await jpegWithPlace());

    const { body } = await get(url).expect(200);
    expect(body.includes(PLACE)).toBe(false);
    const { exif, xmp, icc, orientation, width, height } = await sharp(pathOfFile(url)).metadata();
    expect({ exif, xmp, icc, orientation }).toEqual({});
    expect([width, height]).toEqual([800, 1_200]);
  });

  it('keeps an animated image animated, as WebP', async () => {
    const { url, mime_type } = await anImage(ada, noiseGif(40, 30, 3));

    expect(mime_type).toBe('image/webp');
    expect(await sharp(pathOfFile(url), { animated: true }).metadata()).toMatchObject({ pages: 3 });
  });

  it.each(['file', 'image', 'video'])('takes its one file in the field %s', async (field) => {
    await api.as(ada).post(IMAGES).attach(field, small, 'a.png').expect(201);
  });

  it.each<[string, () => Promise<Buffer> | Buffer, number, string, RegExp]>([
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /JPEG/,
    ],
    ['HTML', () => Buffer.from('<html><script>1</script>'), 415, 'UNSUPPORTED_MEDIA_TYPE', /JPEG/],
    [
      'HEIC',
      () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /HEIC.*JPEG/,
    ],
    ['a video', () => movie(), 415, 'UNSUPPORTED_MEDIA_TYPE', /JPEG/],
    [
      'a bomb of 30,000 × 30,000',
      () => blackPng(30_000, 30_000),
      400,
      'VALIDATION_ERROR',
      /16,383/,
    ],
    [
      'a truncated file',
      async () => (await jpegWithPlace()).subarray(0, 2_000),
      400,
      'VALIDATION_ERROR',
      /damaged/,
    ],
    ['an empty file', () => Buffer.alloc(0), 400, 'VALIDATION_ERROR', /with content/],
  ])('refuses %s, and leaves nothing behind', async (_what, file, status, code, error) => {
    const before = await rows();

    const answer = await upload(ada, await file());

    expect(answer).toMatchObject({ status });
    expect(answer).toEqual(failure(code, error));
    expect(await rows()).toEqual(before);
    expect(await incoming()).toEqual([]);
  });

  it('stores of a GIF with a script behind it the image only', async () => {
    const script = 'alert(document.cookie)';
    const { url } = await anImage(
      ada,
      Buffer.concat([noiseGif(20, 20, 1), Buffer.from(`/*${script}*/`)]),
    );

    const { body, headers } = await get(url).expect(200);
    expect(body.includes(script)).toBe(false);
    expect(headers['content-type']).toBe('image/webp');
  });

  it('refuses two files, another field and a body of JSON', async () => {
    const two = api.as(ada).post(IMAGES).attach('file', small, 'a').attach('image', small, 'b');
    expect(await two.expect(400)).toEqual(failure('VALIDATION_ERROR'));
    const other = api.as(ada).post(IMAGES).attach('photo', small, 'a');
    expect(await other.expect(400)).toEqual(failure('VALIDATION_ERROR', /^photo/));
    const none = api.as(ada).post(IMAGES).field('purpose', 'public');
    expect(await none.expect(400)).toEqual(failure('VALIDATION_ERROR', /^file/));
    const json = api.as(ada).post(IMAGES).send({ file: 'a' });
    expect(await json.expect(415)).toEqual(failure('UNSUPPORTED_MEDIA_TYPE', /multipart/));
    const purpose = api.as(ada).post(IMAGES).field('purpose', 'x').attach('file', small, 'a');
    expect(await purpose.expect(400)).toEqual(failure('VALIDATION_ERROR', /^purpose/));
    expect(await incoming()).toEqual([]);
  });
});

describe('POST /videos/upload', () => {
  it('stores a video without its place, in the same size', async () => {
    const file = movie();
    const { body } = await upload(ada, file, VIDEOS).expect(201);

    expect(body).toMatchObject({
      kind: 'video',
      mime_type: 'video/mp4',
      bytes: file.length,
      width: null,
      height: null,
      variants: {},
    });
    const served = await get(body.url).expect(200).expect('Content-Type', 'video/mp4');
    expect(served.body).toHaveLength(file.length);
    expect(served.body.includes(PLACE)).toBe(false);
  });

  it('refuses an image', async () => {
    expect(await upload(ada, small, VIDEOS).expect(415)).toEqual(
      failure('UNSUPPORTED_MEDIA_TYPE', /MP4/),
    );
  });
});

describe('the order of refusals', () => {
  it('refuses each upload over the quota before it is received', async () => {
    await using limited = await startApi({
      on: api,
      env: { MEDIA_QUOTA_FILES: '1', MEDIA_QUOTA_VIDEOS_PER_DAY: '0' },
    });
    const post = (to: string, file: Buffer) =>
      limited.as(ada).post(to).attach('file', file, 'a').expect(409);
    expect(await post(VIDEOS, movie())).toEqual(failure('QUOTA_EXCEEDED', /0 videos/));
    await limited.as(ada).post(IMAGES).attach('file', small, 'a').expect(201);
    expect(await post(IMAGES, small)).toEqual(failure('QUOTA_EXCEEDED', /1 files/));

    // Its store has less room than the declared size, which is counted before it is received.
    await api.db('media').where({ user_id: ada.id }).delete();
    await using bytes = await startApi({ on: api, env: { MEDIA_QUOTA_BYTES: '100' } });
    const full = bytes.as(ada).post(IMAGES).attach('file', small, 'a').expect(409);
    expect(await full).toEqual(failure('QUOTA_EXCEEDED', /MiB/));
  });

  it('counts uploads that begin at once one after the other', async () => {
    await using limited = await startApi({ on: api, env: { MEDIA_QUOTA_FILES: '2' } });
    const answers = await Promise.all(
      [1, 2, 3].map(() => limited.as(ada).post(IMAGES).attach('file', small, 'a')),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409]);
  });

  it('answers 503 where no store is configured, after the quota', async () => {
    const answer = upload(ada, small, '/api/v1/images/objstore/upload').expect(503);
    expect(await answer).toEqual(failure('SERVICE_UNAVAILABLE', 'No object store is configured'));
    await using bare = await startApi({ on: api, env: { MEDIA_DIR: '', MEDIA_QUOTA_FILES: '1' } });
    const post = () => bare.as(grace).post(IMAGES).attach('file', small, 'a');
    expect(await post().expect(503)).toEqual(failure('SERVICE_UNAVAILABLE'));
    await anImage(grace);
    expect(await post().expect(409)).toEqual(failure('QUOTA_EXCEEDED'));
  });

  it('limits the uploads of a user in a minute', async () => {
    await using limited = await startApi({
      on: api,
      rateLimits: { uploads: 1 },
    });
    const post = (user: User) => limited.as(user).post(IMAGES).attach('file', small, 'a');
    await post(ada).expect(201);
    expect(await post(ada).expect(429)).toEqual(failure('RATE_LIMITED'));
    await post(grace).expect(201);
  });

  it('refuses a blocked user and a stranger first', async () => {
    const blocked = await aUser(api.db, { is_blocked: true });
    await upload(blocked, small, '/api/v1/images/objstore/upload').expect(403);
    await api.anonymous().post('/api/v1/images/objstore/upload').expect(401);
  });
});

describe('GET /media/:key', () => {
  it('may be cached forever, cannot run, and may be shown on every page', async () => {
    const { url } = await anImage(ada);

    const { headers } = await get(url).expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=2592000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('answers HEAD as GET, and 304 to a client that has it', async () => {
    const { url, bytes } = await anImage(ada);

    const head = await api.anonymous().head(pathOf(url)).expect(200);
    expect(head.headers['content-length']).toBe(String(bytes));
    const etag = head.headers.etag ?? '';
    const current = await get(url).set('If-None-Match', etag).expect(304);
    expect(current.headers['cache-control']).toContain('immutable');
    await get(url).set('If-None-Match', '"other"').expect(200);
  });

  it.each([
    ['bytes=0-9', 206, 0, 9],
    ['bytes=10-', 206, 10, undefined],
    ['bytes=-5', 206, -5, undefined],
    ['bytes=5-999999999', 206, 5, undefined],
    ['bytes=0-1,4-5', 200, 0, undefined],
    ['bytes=9-2', 200, 0, undefined],
    ['bytes=x', 200, 0, undefined],
    ['items=0-1', 200, 0, undefined],
  ] as const)('answers Range: %s with %i', async (range, status, start, end) => {
    const { url, bytes } = await anImage(ada);
    const whole = (await get(url)).body as Buffer;

    const { body, headers } = await get(url).set('Range', range).expect(status);

    const expected = whole.subarray(start, end === undefined ? undefined : end + 1);
    expect(expected.equals(body)).toBe(true);
    const first = start < 0 ? bytes + start : start;
    expect(headers['content-range']).toBe(
      status === 206 ? `bytes ${first}-${first + body.length - 1}/${bytes}` : undefined,
    );
  });

  it('refuses a range behind the end, and ignores one for another version', async () => {
    const { url, bytes } = await anImage(ada);
    const answer = await get(url).set('Range', `bytes=${bytes}-`).expect(416);
    expect(JSON.parse(answer.text ?? answer.body)).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE' });
    expect(answer.headers['content-range']).toBe(`bytes */${bytes}`);
    await get(url).set('Range', 'bytes=0-1').set('If-Range', '"other"').expect(200);
  });

  it.each(['..%2f..%2fetc%2fpasswd', 'x', `${'k'.repeat(21)}A.jpg`, `${'k'.repeat(22)}.svg`])(
    'is 404 for %s',
    async (key) => {
      await api.anonymous().get(`/api/v1/media/${key}`).expect(404);
    },
  );

  it('is 404 for a row whose file is gone', async () => {
    const { url } = await anImage(ada);
    await api.services.stores.stores.local?.delete(path.basename(url));
    const answer = await get(url).expect(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('a proof', () => {
  it('has no URL until its owner asks for one, which lasts 10 minutes', async () => {
    const proof = await aProof(ada);
    expect(proof).toMatchObject({ purpose: 'proof', url: null, variants: {} });

    const { body } = await api.as(ada).get(`/api/v1/media/${proof.id}/url`).expect(200);
    expect(body.expires_at).toBe(new Date(api.now().getTime() + 600_000).toISOString());
    const { headers } = await get(body.url).expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    api.advance(600_000);
    await get(body.url).expect(404);
  });

  it('is 404 without its signature, with that of another, and to other users', async () => {
    const [mine, other] = [await aProof(ada), await aProof(ada)];
    const urlOf = async ({ id }: { id: number }) =>
      (await api.as(ada).get(`/api/v1/media/${id}/url`).expect(200)).body.url as string;
    const [url = '', query = ''] = (await urlOf(mine)).split('?');
    const [, another = ''] = (await urlOf(other)).split('?');

    await get(`${url}?${query}`).expect(200);
    await get(url).expect(404);
    await get(`${url}?${another}`).expect(404);
    await get(`${url}?${query.replace(/expires=\d/, 'expires=9')}`).expect(404);
    await api.as(grace).get(`/api/v1/media/${mine.id}/url`).expect(404);
  });

  it('is opened by administrators, which is audited', async () => {
    const { id } = await aProof(ada);

    const { body } = await api.admin().get(`/api/v1/admin/media/${id}/url`).expect(200);

    await get(body.url).expect(200);
    expect(await api.db('audit_log').where({ action: 'media.open' }).first()).toMatchObject({
      subject_id: id,
    });
  });
});

describe('DELETE /images', () => {
  const remove = (user: User, body: object) => api.as(user).delete('/api/v1/images').send(body);

  it('is gone at once, and the worker deletes its files', async () => {
    const { id, url } = await anImage(ada);
    const before = (await stored()).length;

    await remove(ada, { id }).expect(200, { id, deleted: true });

    await get(url).expect(404);
    await remove(ada, { id }).expect(404);
    await api.services.mediaFiles.deleteMarked();
    expect(await stored()).toHaveLength(before - 4);
    expect(await api.db('media').where({ id })).toEqual([]);
  });

  it('takes a URL, also of a variant and of a video', async () => {
    const image = await anImage(ada);
    const video = (await upload(ada, movie(), VIDEOS)).body;
    await remove(ada, { url: image.variants[96].url }).expect(200, { id: image.id, deleted: true });
    await remove(ada, { url: video.url }).expect(200, { id: video.id, deleted: true });
    await remove(ada, { url: `https://evil.example/${path.basename(video.url)}` }).expect(400);
  });

  it('is 403 for a public image of another user, and 404 for a private one', async () => {
    const [image, proof] = [await anImage(ada), await aProof(ada)];
    await remove(grace, { id: image.id }).expect(403);
    await remove(grace, { url: image.url }).expect(403);
    await remove(grace, { id: proof.id }).expect(404);
    await get(image.url).expect(200);
  });

  it('needs either an id or a URL', async () => {
    await remove(ada, {}).expect(400);
    await remove(ada, { id: 1, url: 'https://x.example/a' }).expect(400);
  });
});

describe('photo_media_id', () => {
  const patch = (user: User, photo_media_id: number | null) =>
    api.as(user).patch('/api/v1/users/me').send({ photo_media_id });

  it('makes a variant of an own image the photo, until it is null or deleted', async () => {
    const image = await anImage(ada);
    const photo_url = image.variants[320].url;

    const { body } = await patch(ada, image.id).expect(200);
    expect(body).toMatchObject({ photo_media_id: image.id, photo_url });
    const seen = await api.anonymous().get(`/api/v1/users/profile/${ada.id}`).expect(200);
    expect(seen.body.photo_url).toBe(photo_url);
    const back = await patch(ada, null).expect(200);
    expect(back.body).toMatchObject({ photo_media_id: null, photo_url: 'https://t.me/ada.svg' });

    await patch(ada, image.id).expect(200);
    await api.as(ada).delete('/api/v1/images').send({ id: image.id }).expect(200);
    const me = await api.as(ada).get('/api/v1/users/me').expect(200);
    expect(me.body).toMatchObject({ photo_media_id: null, photo_url: 'https://t.me/ada.svg' });
  });

  it('is not overwritten by the messenger', async () => {
    const launch = { id: 7_001, first_name: 'Mary', photo_url: 'https://t.me/i/1.svg' };
    const me = () => api.fromMessenger(launch).get('/api/v1/users/me').expect(200);
    const mary = await api.store.users.find((await me()).body.id);
    const image = await anImage(mary as User);
    await patch(mary as User, image.id).expect(200);

    launch.photo_url = 'https://t.me/i/2.svg';
    api.advance(1_000);

    expect((await me()).body.photo_url).toBe(image.variants[320].url);
    const back = await patch(mary as User, null).expect(200);
    expect(back.body.photo_url).toBe('https://t.me/i/2.svg');
  });

  it('is 404 for a video, a proof and what others uploaded', async () => {
    const video = (await upload(ada, movie(), VIDEOS)).body;
    for (const { id } of [video, await aProof(ada), await anImage(grace), { id: 999_999 }]) {
      await patch(ada, id).expect(404);
    }
  });
});

describe('administrators', () => {
  it('upload images without an owner, once for an Idempotency-Key', async () => {
    const post = () =>
      api
        .admin()
        .post('/api/v1/admin/images')
        .set('Idempotency-Key', 'picture-1')
        .attach('file', small, 'a.png')
        .expect(201);
    const first = await post();
    const again = await post();

    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(first.body).toMatchObject({ user_id: null, url: expect.any(String) });
    await until(async () => {
      const storing = await api.db('media').where({ user_id: null, status: 'storing' });
      return storing.length === 0;
    });
    expect(await api.db('audit_log').where({ action: 'media.create' })).toHaveLength(1);
  });

  it('list the media of a user without the URLs of proofs, and delete it', async () => {
    const [image, proof] = [await anImage(ada), await aProof(ada)];
    await anImage(grace);

    const { body } = await api.admin().get(`/api/v1/admin/media?user_id=${ada.id}`).expect(200);
    expect(body.data).toMatchObject([
      { id: proof.id, url: null, user_id: ada.id },
      { id: image.id, url: image.url },
    ]);
    await api.db('users').where({ id: ada.id }).update({ own_first_name: 'Hedy' });
    const ofAda = await api.admin().get('/api/v1/admin/media?q=hedy').expect(200);
    expect(ofAda.body.data.map(({ id }: { id: number }) => id)).toEqual([proof.id, image.id]);
    const ofNobody = await api.admin().get('/api/v1/admin/media?q=charles').expect(200);
    expect(ofNobody.body.data).toEqual([]);
    const proofs = `/api/v1/admin/media?user_id=${ada.id}&purpose=proof&limit=1`;
    expect((await api.admin().get(proofs).expect(200)).body.data).toHaveLength(1);

    await api.as(ada).patch('/api/v1/users/me').send({ photo_media_id: image.id }).expect(200);
    await api.admin().delete(`/api/v1/admin/media/${image.id}`).expect(200);
    await api.admin().delete(`/api/v1/admin/media/${image.id}`).expect(404);
    await get(image.url).expect(404);
    expect(await api.db('users').where({ id: ada.id }).first()).toMatchObject({
      photo_media_id: null,
      photo_url: 'https://t.me/ada.svg',
    });
    expect(await api.db('audit_log').where({ action: 'media.delete' }).first()).toMatchObject({
      subject_id: image.id,
      before: { user_id: ada.id, kind: 'image', purpose: 'public' },
    });
  });

  it('find what nothing shows, and delete only that in bulk, each by itself', async () => {
    const host = await aUser(api.db);
    const images = [];
    for (let n = 0; n < 7; n += 1) images.push(await anImage(host));
    const [photo, cover, banner, prize, portrait, free, other] = images;
    await api.as(host).patch('/api/v1/users/me').send({ photo_media_id: photo.id }).expect(200);
    const event = await anEvent(api.db, { image_url: cover.url });
    const address = `${banner.variants[320].url}?w=320#top`;
    const conference = await aConference(api.db, { image_url: address });
    const quest = await aQuest(api.db, { image_url: prize.url });
    const speaker = await aSpeaker(api.db, { photo_url: portrait.url });
    const used = [photo, cover, banner, prize, portrait].map(({ id }) => id);
    const listed = async (unused: boolean) =>
      (
        await api.admin().get('/api/v1/admin/media').query({ user_id: host.id, unused, sort: 'id' })
      ).body.data.map(({ id }: { id: number }) => id);
    expect([await listed(true), await listed(false)]).toEqual([[free.id, other.id], used]);

    const usesOf = async ({ id }: { id: number }) =>
      (await api.admin().get(`/api/v1/admin/media/${id}`).expect(200)).body.uses;
    const shownBy = (type: string, { id, name }: { id: number; name: string | null }) => [
      expect.objectContaining({ type, id, name }),
    ];
    expect(await usesOf(photo)).toEqual(shownBy('profile', { id: host.id, name: null }));
    expect(await usesOf(cover)).toEqual(shownBy('event', { id: event.id, name: event.title }));
    expect(await usesOf(banner)).toEqual([
      {
        type: 'conference',
        id: conference.id,
        name: conference.name,
        conference_id: conference.id,
      },
    ]);
    expect(await usesOf(prize)).toEqual(shownBy('quest', { id: quest.id, name: quest.title }));
    expect(await usesOf(portrait)).toEqual(shownBy('speaker', speaker));
    expect(await usesOf(free)).toEqual([]);
    await api.admin().get('/api/v1/admin/media/999999').expect(404);

    const remove = (ids: readonly number[]) =>
      api.admin().post('/api/v1/admin/media/bulk-delete').send({ ids });
    const { body } = await remove([free.id, ...used, 999_999, free.id, other.id]).expect(200);
    const gone = { error: 'media not found', code: 'NOT_FOUND' };
    expect(body.results).toEqual([
      { id: free.id, deleted: true },
      ...used.map((id) => ({
        id,
        error: 'A submission, a profile or a picture of the program shows this file',
        code: 'MEDIA_IN_USE',
      })),
      { id: 999_999, ...gone },
      { id: free.id, ...gone },
      { id: other.id, deleted: true },
    ]);
    expect([await listed(true), await listed(false)]).toEqual([[], used]);
    const audits = api.db('audit_log').where({ action: 'media.delete' });
    expect(await audits.whereIn('subject_id', [...used, free.id, other.id])).toHaveLength(2);
    await remove([]).expect(400);
    await remove(Array.from({ length: 101 }, (_, n) => n + 1)).expect(400);
  });

  it('do not delete in bulk a proof that a submission shows', async () => {
    const proof = await aProof(ada);
    const quest = await aQuest(api.db);
    const task = await aTask(api.db, quest);
    await aParticipation(api.db, [ada, quest]);
    const submission = { status: 'pending', media_id: proof.id } as const;
    await aSubmission(api.db, [ada, task], submission);
    const { body: seen } = await api.admin().get(`/api/v1/admin/media/${proof.id}`).expect(200);
    expect(seen).toMatchObject({ url: null, uses: [{ type: 'submission', name: task.title }] });
    const { body } = await api
      .admin()
      .post('/api/v1/admin/media/bulk-delete')
      .send({ ids: [proof.id] })
      .expect(200);
    expect(body.results).toMatchObject([{ id: proof.id, code: 'MEDIA_IN_USE' }]);
  });
});

describe('personal data', () => {
  it('of uploads is exported, and erased with its files by the worker', async () => {
    const image = await anImage(ada);
    const proof = await aProof(ada);
    await api.as(ada).patch('/api/v1/users/me').send({ photo_media_id: image.id }).expect(200);

    const { body } = await api.as(ada).get('/api/v1/users/me/export').expect(200);
    expect(body.media).toMatchObject([
      { id: image.id, url: image.url, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { id: proof.id, url: null, purpose: 'proof' },
    ]);
    expect(body.profile).toMatchObject({
      own_photo_url: image.variants[320].url,
      messenger_photo_url: 'https://t.me/ada.svg',
    });

    await api.services.mediaFiles.deleteMarked();
    const before = (await stored()).length;
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    await get(image.url).expect(404);
    await api.services.mediaFiles.deleteMarked();
    expect(await stored()).toHaveLength(before - 8);
    expect(await api.db('media').whereIn('id', [image.id, proof.id])).toEqual([]);
  });
});

it('never stores a file under the name that the client gave', async () => {
  await anImage(ada);
  expect((await stored()).filter((file) => !KEY.test(path.basename(file)))).toEqual([]);
});
