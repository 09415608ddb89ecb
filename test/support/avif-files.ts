import sharp from 'sharp';
import { box, uint32 } from './media-files.ts';

/** The frame of an AVIF image, as an encoder wrote it. */
export interface CodedImage {
  readonly width: number;
  readonly height: number;
  /** The box `av1C`. */
  readonly configuration: Buffer;
  /** AV1 data units: time, sequence, frame. */
  readonly units: readonly Buffer[];
}

/** One colored frame. */
export async function codedImage(width: number, height: number): Promise<CodedImage> {
  const color = { r: 200, g: 100, b: 50 };
  const file = await sharp({ create: { width, height, channels: 3, background: color } })
    .avif({ effort: 0 })
    .toBuffer();
  const found = (type: string) => {
    const start = file.indexOf(type) - 4;
    return file.subarray(start, start + file.readUInt32BE(start));
  };
  return {
    width,
    height,
    configuration: found('av1C'),
    units: unitsIn(found('mdat').subarray(8)),
  };
}

/** The boxes as the encoder writes them: each with a size of one or two bytes. */
function unitsIn(data: Buffer): readonly Buffer[] {
  const units: Buffer[] = [];
  for (let at = 0; at < data.length; ) {
    const low = data.readUInt8(at + 1);
    const size = low < 128 ? low + 2 : (low & 127) + data.readUInt8(at + 2) * 128 + 3;
    units.push(data.subarray(at, at + size));
    at += size;
  }
  return units;
}

/** An item of a file. Its id is its place in the list, from 1. */
export interface AvifItem {
  readonly type: string;
  readonly data: Buffer;
  readonly properties: readonly Buffer[];
  /** Items of one byte range, or of several equal ones. */
  readonly parts?: number;
  readonly references?: { readonly type: string; readonly to: readonly number[] };
}

/** The box `ispe`. */
export const sizeOf = ({ width, height }: Pick<CodedImage, 'width' | 'height'>) =>
  box('ispe', uint32(0, width, height));

export const ALPHA = box('auxC', uint32(0), 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0');

/** An item of the type `av01`. */
export const imageItem = (
  image: CodedImage,
  given: Partial<AvifItem> & { size?: Pick<CodedImage, 'width' | 'height'> } = {},
): AvifItem => ({
  type: 'av01',
  data: Buffer.concat(image.units),
  properties: [sizeOf(given.size ?? image), image.configuration],
  ...given,
});

/** The smallest AVIF file of these items. The first one is the image. */
export function avifFile(items: readonly AvifItem[], { isInIdat = false } = {}): Buffer {
  const type = box('ftyp', 'avif', uint32(0), 'avifmif1miaf');
  const data = Buffer.concat(items.map((item) => item.data));
  const meta = (start: number) =>
    box(
      'meta',
      uint32(0),
      box('hdlr', uint32(0, 0), 'pict', uint32(0, 0, 0), '\0'),
      box('pitm', uint32(0), short(1)),
      locations(items, { start, isInIdat }),
      itemInfos(items),
      references(items),
      propertiesOf(items),
      ...(isInIdat ? [box('idat', data)] : []),
    );
  const start = isInIdat ? 0 : type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(start), ...(isInIdat ? [] : [box('mdat', data)])]);
}

function locations(
  items: readonly AvifItem[],
  { start, isInIdat }: { start: number; isInIdat: boolean },
): Buffer {
  let at = start;
  const entries = items.map(({ data, parts = 1 }, index) => {
    const part = uint32(at, data.length);
    at += data.length;
    const method = isInIdat ? 1 : 0;
    return Buffer.concat([short(index + 1, method, 0, parts), ...Array<Buffer>(parts).fill(part)]);
  });
  return box('iloc', uint32(1 << 24), short(0x4400, items.length), ...entries);
}

const itemInfos = (items: readonly AvifItem[]) =>
  box(
    'iinf',
    uint32(0),
    short(items.length),
    ...items.map(({ type }, index) =>
      box('infe', uint32(2 << 24), short(index + 1, 0), type, '\0'),
    ),
  );

function references(items: readonly AvifItem[]): Buffer {
  const boxes = items.flatMap(({ references: named }, index) =>
    named ? [box(named.type, short(index + 1, named.to.length, ...named.to))] : [],
  );
  return box('iref', uint32(0), ...boxes);
}

function propertiesOf(items: readonly AvifItem[]): Buffer {
  const all = items.flatMap(({ properties }) => properties);
  const entries = items.map(({ properties }, index) => {
    const numbers = properties.map((property) => all.indexOf(property) + 1);
    return Buffer.concat([short(index + 1), Buffer.from([numbers.length, ...numbers])]);
  });
  const associations = box('ipma', uint32(0, items.length), ...entries);
  return box('iprp', box('ipco', ...all), associations);
}

function short(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}
