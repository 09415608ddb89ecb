import { rm, writeFile } from 'node:fs/promises';
import type { App } from '../app.ts';
import type { MediaPurpose } from '../domain/media/media.ts';

type Services = Pick<App['services'], 'stores' | 'uploads'>;

const MOTIFS = {
  portrait: { width: 320, height: 320, draw: portrait },
  harbor: { width: 960, height: 540, draw: harbor },
} as const;
/**
 * The step of the hue from picture to picture, in degrees; it keeps all hues as different as
 * possible.
 */
const GOLDEN_ANGLE = 137.5;

interface Picture {
  /** Null for a picture of the programme. */
  readonly user_id: number | null;
  /** Each has a color of its own. */
  readonly index: number;
  readonly motif?: keyof typeof MOTIFS;
  readonly purpose?: MediaPurpose;
}

/**
 * Uploads a picture, through the services of the product.
 *
 * @returns undefined if no store is configured
 */
export async function demoPicture(
  { stores, uploads }: Services,
  { user_id, index, motif = 'portrait', purpose = 'public' }: Picture,
) {
  if (!stores.incoming || !stores.stores.local) return undefined;
  const { default: sharp } = await import('sharp');
  const { width, height, draw } = MOTIFS[motif];
  await using upload = await uploads.begin({
    user_id,
    kind: 'image',
    storage: 'default',
    bytes: width * height,
  });
  const raw = { width, height, channels: 3 as const };
  try {
    await writeFile(upload.path, await sharp(draw(index), { raw }).jpeg().toBuffer());
    // Awaited here: the upload is disposed with this scope.
    return await uploads.complete(upload, purpose);
  } finally {
    // Disposes the file, as the HTTP layer does.
    await rm(upload.path, { force: true });
  }
}

/** A head and shoulders, light on a color. */
function portrait(index: number): Buffer {
  const ground = colorOf(index);
  return pixelsOf(MOTIFS.portrait, (x, y) => {
    const isHead = Math.hypot(x - 160, y - 125) < 65;
    const isShoulders = Math.hypot((x - 160) / 1.1, y - 330) < 120;
    return isHead || isShoulders ? lighter(ground, 45) : ground;
  });
}

/** The sun low above the water, and its path on the waves. */
function harbor(index: number): Buffer {
  const sky = colorOf(index);
  const horizon = 340;
  return pixelsOf(MOTIFS.harbor, (x, y) => {
    if (Math.hypot(x - 650, y - 300) < 90 && y < horizon) return lighter(sky, 90);
    if (y < horizon) return lighter(sky, (y / horizon) * 50 - 10);
    const wave = Math.sin(y / 5) * 40 + (y - horizon) / 3;
    return lighter(sky, Math.abs(x - 650) < 50 + wave ? 20 : -60);
  });
}

type Color = readonly number[];

function colorOf(index: number): Color {
  const hue = ((index * GOLDEN_ANGLE) % 360) / 60;
  return [5, 3, 1].map((n) => {
    const k = (n + hue) % 6;
    return Math.round(200 * (1 - 0.6 * Math.max(0, Math.min(k, 4 - k, 1))));
  });
}

const lighter = (color: Color, by: number): Color =>
  color.map((value) => Math.max(0, Math.min(255, Math.round(value + by))));

function pixelsOf(
  { width, height }: { width: number; height: number },
  colorAt: (x: number, y: number) => Color,
): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels.set(colorAt(x, y), (y * width + x) * 3);
  }
  return pixels;
}
