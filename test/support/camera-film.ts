import { writeFile } from 'node:fs/promises';
import { toFile } from 'qrcode';
import sharp from 'sharp';

const SIZE = { width: 640, height: 480 };
/** At 30 frames a second: long enough to be seen on a busy machine. */
const FRAMES = { shown: 75, between: 30 };

/** Writes a film of QR codes that a fake camera of Chromium plays in a loop. */
export async function writeFilm(path: string, codes: readonly string[]): Promise<void> {
  const empty = await frame();
  const film: Buffer[] = [];
  // A file, since the service has sharp refuse images in memory, for the whole process.
  const picture = `${path}.png`;
  for (const code of codes) {
    await toFile(picture, code, { width: 320, margin: 4 });
    const shown = await frame(picture);
    film.push(...Array(FRAMES.shown).fill(shown), ...Array(FRAMES.between).fill(empty));
  }
  await writeFile(path, Buffer.concat(film));
}

/** @param code the file of a picture */
const frame = (code?: string): Promise<Buffer> =>
  sharp({ create: { ...SIZE, channels: 3, background: '#445566' } })
    .composite(code ? [{ input: code }] : [])
    .jpeg()
    .toBuffer();
