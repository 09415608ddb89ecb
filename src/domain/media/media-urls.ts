import type { ReadyMedia, Variant } from './media.ts';

/** A smaller copy in an answer. */
export interface VariantView {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export interface MediaUrls {
  /** The URL of the file with this key; a private file needs a signature, too. */
  of(storage: ReadyMedia['storage'], key: string): string;
  /** The key in a URL of `of`; undefined for every other text. */
  keyIn(url: string): string | undefined;
}

/**
 * The addresses of public files.
 *
 * @param options.publicUrl the origin of the service; if it is empty, a URL is a path
 * @param options.objectsPublicUrl where clients read the public files of the object store; undefined
 *   when the service serves them
 */
export function mediaUrls({
  publicUrl,
  objectsPublicUrl,
}: {
  publicUrl: () => string;
  objectsPublicUrl: string | undefined;
}): MediaUrls {
  const served = () => `${publicUrl()}/api/v1/media/`;
  const objects = objectsPublicUrl && `${objectsPublicUrl}/public/`;
  return {
    of: (storage, key) => (storage === 'objstore' && objects ? objects : served()) + key,
    keyIn(url) {
      const base = [served(), objects].find((start) => start && url.startsWith(start));
      return base && url.slice(base.length);
    },
  };
}

/** Media in an answer. A private file has no URL there. */
export type MediaView = Omit<ReadyMedia, 'key' | 'variants' | 'variant_keys'> & {
  readonly url: string | null;
  readonly variants: Readonly<Partial<Record<Variant, VariantView>>>;
};

export function mediaView(
  { key, variants, variant_keys: _, ...media }: ReadyMedia,
  urls: MediaUrls,
): MediaView {
  if (media.purpose === 'proof') return { ...media, url: null, variants: {} };
  const views = Object.entries(variants).map(([side, file]) => {
    const { width, height } = file;
    return [side, { url: urls.of(media.storage, file.key), width, height }] as const;
  });
  return { ...media, url: urls.of(media.storage, key), variants: Object.fromEntries(views) };
}
