import {
  isReady,
  type Media,
  quotaProblem,
  type ReadyMedia,
} from '../../../src/domain/media/media.ts';
import { mediaUrls, mediaView } from '../../../src/domain/media/media-urls.ts';

const urlsOf = (objectsPublicUrl?: string) =>
  mediaUrls({ publicUrl: () => 'https://api.example', objectsPublicUrl });
const SERVED = 'https://api.example/api/v1/media/';
const OBJECTS = 'https://cdn.example/public/';

it.each([
  [undefined, 'local', SERVED],
  [undefined, 'objstore', SERVED],
  ['https://cdn.example', 'local', SERVED],
  ['https://cdn.example', 'objstore', OBJECTS],
] as const)(
  'with the object store at %p, a file in %s has its address at %s',
  (store, storage, base) => {
    const urls = urlsOf(store);
    expect(urls.of(storage, 'k.jpg')).toBe(`${base}k.jpg`);
    expect(urls.keyIn(`${base}k.jpg`)).toBe('k.jpg');
  },
);

it.each([
  [undefined, `${OBJECTS}k.jpg`],
  ['https://cdn.example', 'https://other.example/k.jpg'],
])('with the object store at %p, %s is no address of a file', (store, url) => {
  expect(urlsOf(store).keyIn(url)).toBeUndefined();
});

const media: ReadyMedia = {
  id: 3,
  key: 'k.jpg',
  user_id: 7,
  kind: 'image',
  storage: 'local',
  purpose: 'public',
  status: 'ready',
  mime_type: 'image/jpeg',
  bytes: 10,
  width: 4,
  height: 3,
  frames: 1,
  variants: { '96': { key: 's.jpg', width: 2, height: 1, bytes: 5 } },
  variant_keys: ['s.jpg'],
  created_at: '2030-01-01T00:00:00.000Z',
};

it.each([
  ['public', `${SERVED}k.jpg`, { '96': { url: `${SERVED}s.jpg`, width: 2, height: 1 } }],
  ['proof', null, {}],
] as const)('a %s file is shown at %p', (purpose, url, variants) => {
  const { key: _, variant_keys: __, ...shown } = media;
  expect(mediaView({ ...media, purpose }, urlsOf())).toEqual({ ...shown, purpose, url, variants });
});

it.each([
  ['ready', true],
  ['storing', false],
  ['deleting', false],
] as const)('a file that is %s is ready: %p', (status, ready) => {
  expect(isReady({ ...media, status } as Media)).toBe(ready);
});

it('a file that is not there is not ready', () => {
  expect(isReady(undefined)).toBe(false);
});

it.each([
  [{}, {}, undefined],
  [{ files: 10 }, {}, 'You have 10 files'],
  [{ bytes: 1_048_576 - 5 }, {}, undefined],
  [{ bytes: 1_048_576 - 4 }, {}, 'exceed 1 MiB'],
  [{ videos_today: 2 }, {}, undefined],
  [{ videos_today: 1 }, { kind: 'video' }, undefined],
  [{ videos_today: 2 }, { kind: 'video' }, '2 videos'],
] as const)('an upload of a user with %j, of %j, has the problem %p', (uploaded, file, problem) => {
  const quota = { files: 10, bytes: 1_048_576, videosPerDay: 2 };
  const found = quotaProblem(
    quota,
    { files: 9, bytes: 0, videos_today: 0, ...uploaded },
    { kind: 'image', bytes: 5, ...file },
  );
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});
