import { rm, writeFile } from 'node:fs/promises';
import type { App } from '../app.ts';

type Services = Pick<App['services'], 'stores' | 'uploads'>;

const SIDE = 320;
/**
 * The step of the hue from picture to picture, in degrees; it keeps all hues as different as
 * possible.
 */
const GOLDEN_ANGLE = 137.5;

/**
 * Uploads a picture, through the services of the product, in a color of its own.
 *
 * @param user_id null for a picture of the programme
 * @returns undefined if no store is configured
 */
export async function demoPicture(
  { stores, uploads }: Services,
  { user_id, index }: { user_id: number | null; index: number },
) {
  if (!stores.incoming || !stores.stores.local) return undefined;
  const { default: sharp } = await import('sharp');
  await using upload = await uploads.begin({
    user_id,
    kind: 'image',
    storage: 'default',
    bytes: SIDE ** 2,
  });
  const raw = { width: SIDE, height: SIDE, channels: 3 as const };
  try {
    await writeFile(upload.path, await sharp(portrait(index), { raw }).jpeg().toBuffer());
    // Awaited here: the upload is disposed with this scope.
    return await uploads.complete(upload, 'public');
  } finally {
    // Disposes the file, as the HTTP layer does.
    await rm(upload.path, { force: true });
  }
}

/** A head and shoulders, light on a color. */
function portrait(index: number): Buffer {
  const hue = ((index * GOLDEN_ANGLE) % 360) / 60;
  const channel = (n: number) => {
    const k = (n + hue) % 6;
    return Math.round(200 * (1 - 0.6 * Math.max(0, Math.min(k, 4 - k, 1))));
  };
  const ground = [channel(5), channel(3), channel(1)];
  const light = ground.map((value) => Math.min(255, value + 45));
  const pixels = Buffer.alloc(SIDE * SIDE * 3);
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = 0; x < SIDE; x += 1) {
      const isHead = Math.hypot(x - 160, y - 125) < 65;
      const isShoulders = Math.hypot((x - 160) / 1.1, y - 330) < 120;
      pixels.set(isHead || isShoulders ? light : ground, (y * SIDE + x) * 3);
    }
  }
  return pixels;
}
