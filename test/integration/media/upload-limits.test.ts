import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aUser } from '../../support/factories.ts';
import { box, fileType, movie, noiseGif, redAndBlue } from '../../support/media-files.ts';
import { answerOverSocket } from '../../support/socket.ts';

const IMAGES = '/api/v1/images/upload';
const LIMITED = {
  error: 'file: expected images of at most 1 megapixels in 10 minutes; try again later',
  code: 'RATE_LIMITED',
};

const rateLimits = { 'decoded-kilopixels': 1_000 };

let api: TestApi;
let ada: User;
let grace: User;
/** 0.64 megapixels. */
let image: Buffer;

beforeAll(async () => {
  api = await startApi({ rateLimits });
  image = await redAndBlue(800, 800).png().toBuffer();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
  grace = await aUser(api.db);
});

const upload = (user: User, file = image, { on = api, to = IMAGES } = {}) =>
  on.as(user).post(to).attach('file', file, 'a');
const counter = ({ id }: User) =>
  api.db('rate_limit_counters').where({ key: `decoded-kilopixels:${id}` });
const incoming = () => readdir(path.join(api.mediaDirectory, 'incoming'));

describe('the budget of decoded pixels', () => {
  it('counts per person, and over it an image is refused before it is decoded', async () => {
    const first = await upload(ada).expect(201);
    expect(first.get('RateLimit')).toMatch(/"decoded-kilopixels"; r=360; t=(599|600)$/);
    expect(first.get('RateLimit-Policy')).toMatch(/"decoded-kilopixels"; q=1000; w=600$/);

    const second = await upload(ada).expect(429, LIMITED);
    expect(Number(second.get('Retry-After'))).toBeGreaterThan(500);
    expect(Number(second.get('Retry-After'))).toBeLessThanOrEqual(600);
    expect(second.get('RateLimit')).toMatch(/"decoded-kilopixels"; r=0; t=\d+$/);
    expect(await api.db('media').where({ user_id: ada.id })).toHaveLength(1);
    expect(await incoming()).toEqual([]);

    await upload(grace).expect(201);
  });

  it('is one for all processes, of which each refuses the next image before its body', async () => {
    await using second = await startApi({ on: api, rateLimits });
    await upload(ada, image, { on: second }).expect(201);
    await upload(ada).expect(429, LIMITED);

    const { id, messenger_id } = ada;
    const { token } = api.tokens.issueForUser({ user_id: id, messenger_id: Number(messenger_id) });
    const head = `POST ${IMAGES} HTTP/1.1\r\nHost: hallway\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n`;
    const answer = await answerOverSocket(api.url, head);
    expect(answer.status).toBe(429);
    expect(answer.head).toMatch(/^retry-after: \d+$/im);
    expect(JSON.parse(answer.body)).toEqual(LIMITED);
  });

  it('is exact for images that come at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => upload(ada)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429]);
  });

  it('starts again after 10 minutes', async () => {
    await upload(ada).expect(201);
    await upload(ada).expect(429);
    await counter(ada).update({ expires_at: api.db.raw('now()') });
    api.advance(600_000);
    await upload(ada).expect(201);
  });

  it('counts all frames, and no image that its header refuses', async () => {
    await upload(ada, noiseGif(100, 100, 30)).expect(201);
    expect(await counter(ada)).toMatchObject([{ hits: 300 }]);
    await upload(ada, noiseGif(100, 100, 61)).expect(400);
    await upload(ada, Buffer.from('text')).expect(415);
    expect(await counter(ada)).toMatchObject([{ hits: 300 }]);
  });

  it('is not that of videos and administrators', async () => {
    await upload(ada).expect(201);
    await upload(ada).expect(429);
    await upload(ada, movie(), { to: '/api/v1/videos/upload' }).expect(201);
    for (const _ of [1, 2])
      await api.admin().post('/api/v1/admin/images').attach('file', image, 'a').expect(201);
  });
});

describe('a video with 99,000 empty boxes', () => {
  it('is refused with the field and the limit', async () => {
    const boxes = Array<Buffer>(99_000).fill(box('udta'));
    const file = Buffer.concat([fileType('isom'), box('moov'), ...boxes]);
    await upload(ada, file, { to: '/api/v1/videos/upload' }).expect(400, {
      error: 'file: expected a video, but it has more than 1,000 metadata boxes',
      code: 'VALIDATION_ERROR',
    });
    expect(await incoming()).toEqual([]);
  });
});

describe('five people who upload at once', () => {
  it('are all served, although four send three images each that are decoded one at a time', async () => {
    await using unlimited = await startApi({ on: api });
    // Interlaced, so decoded as a whole.
    const large = await redAndBlue(4_000, 2_600).png({ progressive: true }).toBuffer();
    const four = await Promise.all([1, 2, 3, 4].map(() => aUser(api.db)));
    const theirs = four.flatMap((user) =>
      [1, 2, 3].map(() => upload(user, large, { on: unlimited })),
    );
    const fifth = [1, 2, 3].map(() => upload(ada, image, { on: unlimited }));
    const answers = await Promise.all([...theirs, ...fifth]);
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(201));
  });
});
