import {
  createMediaKey,
  isMediaKey,
  isMediaUrlValid,
  isPrivateKey,
  MEDIA_ENDINGS,
  signMediaUrl,
} from '../../../src/lib/media-keys.ts';

describe('the key of a file', () => {
  it('is new each time, in a form of its own', () => {
    const keys = MEDIA_ENDINGS.flatMap((ending) =>
      Array.from({ length: 500 }, () => createMediaKey(ending)),
    );

    expect(new Set(keys).size).toBe(3_000);
    expect(keys.filter((key) => !isMediaKey(key) || isPrivateKey(key))).toEqual([]);
  });

  it('says whether the file is private', () => {
    const key = createMediaKey('jpg', { isPrivate: true });

    expect(key).toMatch(/^[\w-]{22}\.private\.jpg$/);
    expect(isMediaKey(key)).toBe(true);
    expect(isPrivateKey(key)).toBe(true);
  });

  it.each([
    '',
    '.',
    '..',
    '../../etc/passwd',
    'AAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAA.svg',
    'AAAAAAAAAAAAAAAAAAAAAA.html',
    'AAAAAAAAAAAAAAAAAAAAAA.jpg.html',
    'AAAAAAAAAAAAAAAAAAAAAA.jpg\n',
    'AAAAAAAAAAAAAAAAAAAAAA.jpg\0',
    'AAAAAAAAAAAAAAAAAAAAAB.jpg',
    'AAAAAAAAAAAAAAAAAAAA/A.jpg',
    'AAAAAAAAAAAAAAAAAAA..A.jpg',
    '..%2FAAAAAAAAAAAAAAAAA.jpg',
    '../AAAAAAAAAAAAAAAAAAA.jpg',
    'private/AAAAAAAAAAAAAAAAAAAAAA.jpg',
    'AAAAAAAAAAAAAAAAAAAAAA.PRIVATE.jpg',
  ])('is not %j', (text) => {
    expect(isMediaKey(text)).toBe(false);
  });
});

describe('the signed URL of a private file', () => {
  const NEW = 'a new encryption key of this test only';
  const OLD = 'an old encryption key of this test only';
  const key = createMediaKey('jpg', { isPrivate: true });
  const now = new Date('2026-05-01T10:00:00.400Z');
  const after = (ms: number) => new Date(now.getTime() + ms);
  const signed = signMediaUrl(key, { secrets: [NEW, OLD], now });
  const isValid = (given: Partial<typeof signed> & { key?: string } = {}, at = now) =>
    isMediaUrlValid(given.key ?? key, { ...signed, ...given }, { secrets: [NEW, OLD], now: at });

  it('is valid for 10 minutes', () => {
    expect(signed).toEqual({
      expires: Date.parse('2026-05-01T10:10:00Z') / 1_000,
      signature: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(isValid()).toBe(true);
    expect(isValid({}, after(599_599))).toBe(true);
    expect(isValid({}, after(599_600))).toBe(false);
    expect(isValid({}, after(86_400_000))).toBe(false);
  });

  it.each([
    ['a later expiry', { expires: signed.expires + 1 }],
    ['an earlier expiry', { expires: signed.expires - 1 }],
    ['no expiry', { expires: Number.NaN }],
    ['an endless expiry', { expires: Number.POSITIVE_INFINITY }],
    ['a fraction as expiry', { expires: signed.expires + 0.5 }],
    ['no signature', { signature: '' }],
    ['a part of the signature', { signature: signed.signature.slice(0, 42) }],
    ['a longer signature', { signature: `${signed.signature}AA` }],
    ['another spelling of the signature', { signature: `${signed.signature}=` }],
    ['another signature', { signature: Buffer.alloc(32).toString('base64url') }],
    ['the key of another file', { key: createMediaKey('jpg', { isPrivate: true }) }],
    ['the key with another ending', { key: key.replace('.jpg', '.png') }],
  ])('is refused with %s', (_, given) => {
    expect(isValid(given)).toBe(false);
  });

  it('stays valid after a rotation, until the old secret is removed', () => {
    const old = signMediaUrl(key, { secrets: [OLD], now });

    expect(isMediaUrlValid(key, old, { secrets: [NEW, OLD], now })).toBe(true);
    expect(isMediaUrlValid(key, old, { secrets: [NEW], now })).toBe(false);
    expect(isMediaUrlValid(key, signed, { secrets: [OLD], now })).toBe(false);
  });
});
