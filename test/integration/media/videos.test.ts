import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { mediaFormat, mediaFormatOf } from '../../../src/formats/media/media-format.ts';
import { eraseVideoMetadata } from '../../../src/formats/media/videos.ts';
import { box, fileType, longBox, movie, PLACE, uint32 } from '../../support/media-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'videos-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function saved(content: Buffer): string {
  const path = join(folder, `${++files}`);
  writeFileSync(path, content);
  return path;
}

/** The file afterwards. */
async function erased(content: Buffer): Promise<Buffer> {
  const path = saved(content);
  await eraseVideoMetadata(path, 'mp4');
  return readFileSync(path);
}

/** The error, and that the file is unchanged. */
async function refusalOf(content: Buffer): Promise<unknown> {
  const path = saved(content);
  const answer = await eraseVideoMetadata(path, 'mp4').then(
    () => 'no error',
    (error) => error,
  );
  expect(readFileSync(path).equals(content)).toBe(true);
  return answer;
}

const refused = (problem: string) =>
  expect.objectContaining({
    code: 'VALIDATION_ERROR',
    message: `file: expected a video, but ${problem}`,
  });

const head = fileType('isom', 'mp42');
const empty = (length: number) => box('free', Buffer.alloc(length - 8));

describe('the format of a file', () => {
  const ebml = (type: string) =>
    Buffer.from(
      `\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\x82\x84${type}B\x87\x81\x04`,
      'latin1',
    );

  it.each([
    ['mp4', fileType('isom', 'isom', 'avc1')],
    ['mp4', fileType('mp42')],
    ['mp4', fileType('XAVC', 'XAVC', 'mp42')],
    ['mp4', fileType('3gp5', '3gp5', 'isom')],
    ['quicktime', fileType('qt  ', 'qt  ')],
    ['webm', ebml('webm')],
    ['heic', fileType('heic', 'mif1', 'heic')],
    ['heic', fileType('mif1', 'mif1', 'heic')],
    ['heic', fileType('mif1', 'mif1')],
    ['avif', fileType('avif', 'mif1', 'miaf')],
    ['avif', fileType('mif1', 'mif1', 'avif')],
    ['jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['gif', Buffer.from('GIF89a')],
    ['webp', Buffer.from('RIFF\n\r\u2028\0WEBPVP8 ', 'latin1')],
    [undefined, fileType('M4A ', 'M4A ', 'mp42', 'isom')],
    [undefined, fileType('crx ', 'crx ', 'isom')],
    [undefined, fileType('abcd', 'efgh')],
    [undefined, ebml('matr')],
    [undefined, Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1')],
    [undefined, Buffer.from('\0\0\0\x08ftyp', 'latin1')],
    [undefined, Buffer.from('%PDF-1.7')],
    [undefined, Buffer.alloc(0)],
  ])('is %s', async (format, content) => {
    expect(await mediaFormatOf(saved(content))).toBe(format);
  });

  it('is found in any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.boolean(), (bytes, isMovie) => {
        const start = Buffer.from(isMovie ? '\0\0\0\x20ftyp' : '', 'latin1');
        mediaFormat(Buffer.concat([start, bytes]));
      }),
    );
  });
});

describe('a video', () => {
  it.each(['mp4', 'quicktime'] as const)(
    'of the format %s loses its place, in its place',
    async (format) => {
      const original = movie();
      const path = saved(original);
      await eraseVideoMetadata(path, format);
      const after = readFileSync(path);
      expect(original.includes(PLACE)).toBe(true);
      expect(after.includes(PLACE)).toBe(false);
      for (const word of ['\u00a9xyz', 'udta', 'meta', 'uuid', 'Maker', 'keys']) {
        expect(original.includes(Buffer.from(word, 'latin1'))).toBe(true);
        expect(after.includes(Buffer.from(word, 'latin1'))).toBe(false);
      }
      // The same file without the erased metadata: the offsets into the media data stay correct.
      expect(after.length).toBe(original.length);
      expect(after.indexOf('media data')).toBe(original.indexOf('media data'));
    },
  );

  it('loses nothing else', async () => {
    const udta = box('udta', box('\u00a9xyz', PLACE));
    const uuid = box('uuid', Buffer.alloc(16, 7), PLACE);
    const file = (first: Buffer, second: Buffer, last: Buffer) =>
      Buffer.concat([
        head,
        box('moov', box('mvhd', 'times'), first, box('trak', box('tkhd', 'sizes'), second)),
        box('mdat', 'udta meta uuid'),
        last,
      ]);
    expect(await erased(file(udta, uuid, uuid))).toEqual(
      file(empty(udta.length), empty(uuid.length), empty(uuid.length)),
    );
  });

  it('may have 90,000 boxes in 15,000 fragments, across the blocks in which it is read', async () => {
    const fragment = Buffer.concat([
      box('moof', box('mfhd', 'n'), box('traf', box('tfhd'), box('trun', 'samples'))),
      box('mdat', 'media data'),
    ]);
    const file = (udta: Buffer) =>
      Buffer.concat([
        head,
        box('moov', box('mvex')),
        ...Array<Buffer>(15_000).fill(fragment),
        udta,
      ]);
    const udta = box('udta', PLACE);
    expect(await erased(file(udta))).toEqual(file(empty(udta.length)));
  });

  it('of fragments loses the metadata of each', async () => {
    const meta = box('meta', PLACE);
    const file = (inside: Buffer) =>
      Buffer.concat([
        head,
        box('moov', box('mvex', inside)),
        box('moof', inside, box('traf', inside, box('trun', 'samples'))),
        box('mdat', 'media data'),
        box('mfra', inside),
      ]);
    expect(await erased(file(meta))).toEqual(file(empty(meta.length)));
  });

  it('is read with sizes of 64 bits, an open end, and the zeros that QuickTime leaves', async () => {
    const content = Buffer.alloc(70_000, PLACE);
    const file = (inside: Buffer) =>
      Buffer.concat([
        head,
        longBox('moov', Buffer.concat([inside, uint32(0)])),
        uint32(0),
        Buffer.from('mdat media data'),
      ]);
    expect(await erased(file(longBox('udta', content)))).toEqual(
      file(longBox('free', Buffer.alloc(content.length))),
    );
  });

  it('of the format WebM is left as it is', async () => {
    const path = saved(Buffer.from('anything'));
    await eraseVideoMetadata(path, 'webm');
    expect(readFileSync(path, 'utf8')).toBe('anything');
  });

  it('is unchanged when it is erased again', async () => {
    const once = await erased(movie());
    expect(await erased(once)).toEqual(once);
  });
});

describe('a hostile video', () => {
  const sized = (size: number, type: string, content = '') =>
    Buffer.concat([uint32(size), Buffer.from(type + content)]);
  const longSized = (size: bigint, type: string) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(size);
    return Buffer.concat([uint32(1), Buffer.from(type), bytes]);
  };
  const udta = box('udta', PLACE);
  const at = head.length;
  const wrong = (type: string, position: number) =>
    refused(`box "${type}" at ${position} has a wrong size`);

  it.each([
    [
      'a size of 0',
      Buffer.concat([head, box('moov', udta), sized(0, 'udta')]),
      'udta',
      at + 8 + udta.length,
    ],
    ['a size below that of its header', Buffer.concat([head, sized(7, 'moov')]), 'moov', at],
    ['a size past the end', Buffer.concat([head, sized(99, 'moov', 'cut')]), 'moov', at],
    ['a long size of 0', Buffer.concat([head, longSized(0n, 'moov')]), 'moov', at],
    [
      'a long size below that of its header',
      Buffer.concat([head, longSized(15n, 'moov')]),
      'moov',
      at,
    ],
    [
      'a long size past the end',
      Buffer.concat([head, longSized(2n ** 64n - 1n, 'moov')]),
      'moov',
      at,
    ],
    ['a long size that is cut off', Buffer.concat([head, sized(1, 'moov', 'cut')]), 'moov', at],
    [
      'a box larger than the one around it',
      Buffer.concat([head, box('moov', sized(32, 'udta', 'here')), box('mdat', Buffer.alloc(64))]),
      'udta',
      at + 8,
    ],
    [
      'a box that contains the one around it',
      Buffer.concat([head, box('moov', sized(16, 'moov')), box('mdat', Buffer.alloc(64))]),
      'moov',
      at + 8,
    ],
  ])('with %s is refused and unchanged', async (_fault, content, type, position) => {
    expect(await refusalOf(content)).toEqual(wrong(type, position));
  });

  it('that is cut off is refused', async () => {
    const whole = Buffer.concat([head, box('moov', udta), box('mdat', Buffer.alloc(64))]);
    expect(await refusalOf(whole.subarray(0, -1))).toEqual(wrong('mdat', at + 8 + udta.length));
  });

  it('without a movie, or with a compressed one, is refused', async () => {
    expect(await refusalOf(Buffer.concat([head, udta]))).toEqual(refused('it has no box "moov"'));
    expect(await refusalOf(Buffer.concat([head, box('moov', box('cmov', 'x'))]))).toEqual(
      refused('its header is compressed'),
    );
  });

  it('with too many or too deep boxes is refused, and unchanged', async () => {
    const movieOf = (type: string, count: number) =>
      Buffer.concat([head, box('moov'), ...Array<Buffer>(count).fill(box(type))]);
    for (const type of ['udta', 'free', 'uuid', 'trak']) {
      const refusal = await refusalOf(movieOf(type, 99_000));
      expect(refusal).toEqual(refused('it has more than 1,000 metadata boxes'));
    }
    // The file type and the movie are two of them.
    expect(await refusalOf(movieOf('udta', 999))).toMatchObject({ code: 'VALIDATION_ERROR' });
    await erased(movieOf('udta', 998));
    expect(await refusalOf(movieOf('moof', 100_000))).toEqual(
      refused('it has more than 100,000 boxes'),
    );

    let deep = udta;
    for (let level = 0; level < 9; level++) deep = box('moov', deep);
    expect(await refusalOf(Buffer.concat([head, deep]))).toEqual(
      refused('boxes deeper than 8 levels'),
    );
  });

  it('whose bytes are anything is refused or keeps its size', async () => {
    const original = movie();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 0, max: 255 })), {
          maxLength: 6,
        }),
        async (changes) => {
          const content = Buffer.from(original);
          for (const [index, value] of changes) content[index] = value;
          const path = saved(content);
          const error = await eraseVideoMetadata(path, 'mp4').catch((one) => one);
          if (error !== undefined) expect(error.code).toBe('VALIDATION_ERROR');
          expect(readFileSync(path)).toHaveLength(content.length);
        },
      ),
      { numRuns: 300, endOnFailure: true },
    );
  });
});
