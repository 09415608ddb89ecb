import { rm, writeFile } from 'node:fs/promises';
import type { App } from '../app.ts';
import type { MediaPurpose } from '../domain/media/media.ts';
import type { MediaView } from '../domain/media/media-urls.ts';
import { coverOf, type Motif } from './drawings/cover.ts';
import { planOf } from './drawings/plan.ts';
import { portraitOf } from './drawings/portrait.ts';

type Services = Pick<App['services'], 'stores' | 'uploads'>;

/** The product reads no SVG: its decoder blocks this loader, and so do we after each drawing. */
const SVG_LOADER = { operation: ['VipsForeignLoadSvg'] };
/** The upload encodes it once more, so it loses little here. */
const JPEG = { quality: 92, chromaSubsampling: '4:4:4' };

interface Owner {
  /** Null for a picture of the organizers. */
  readonly user_id: number | null;
  readonly purpose?: MediaPurpose;
}

/** Uploads the portrait that belongs to a name. @returns undefined if no store is configured */
export const demoPortrait = (services: Services, owner: Owner, name: string) =>
  demoPicture(services, owner, () => portraitOf(name));

/** Uploads a scene of the harbor. @returns undefined if no store is configured */
export const demoCover = (services: Services, owner: Owner, title: string, motif?: Motif) =>
  demoPicture(services, owner, () => coverOf(title, motif));

/** Uploads the plan of the venue. @returns undefined if no store is configured */
export const demoPlan = (services: Services) => demoPicture(services, { user_id: null }, planOf);

/** Through the services of the product. */
async function demoPicture(
  { stores, uploads }: Services,
  { user_id, purpose = 'public' }: Owner,
  draw: () => string,
): Promise<MediaView | undefined> {
  if (!stores.incoming || !stores.stores.local) return undefined;
  const file = await pictureOf(draw());
  const bytes = file.length;
  await using upload = await uploads.begin({ user_id, kind: 'image', storage: 'default', bytes });
  try {
    await writeFile(upload.path, file);
    // Awaited here: the upload is disposed with this scope.
    return await uploads.complete(upload, purpose);
  } finally {
    // Disposes the file, as the HTTP layer does.
    await rm(upload.path, { force: true });
  }
}

async function pictureOf(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  sharp.unblock(SVG_LOADER);
  try {
    return await sharp(Buffer.from(svg)).flatten().jpeg(JPEG).toBuffer();
  } finally {
    sharp.block(SVG_LOADER);
  }
}
