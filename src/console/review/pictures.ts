import { useEffect } from 'preact/hooks';
import type { QuestSubmissionReview } from '../../client/operations.d.ts';

type Media = NonNullable<QuestSubmissionReview['media']>;

/** Half of the time for which the URL of a proof is signed. */
const KEPT_MS = 5 * 60_000;
const kept = new Map<number, { readonly media: Media; readonly readAt: number }>();

/**
 * The proof with the URLs that were read first: each read signs others, so the browser would load the
 * same picture again at every change of the list.
 */
export function withKeptUrls(proof: QuestSubmissionReview): QuestSubmissionReview {
  const { media_id, media } = proof;
  if (media_id === null || !media) return proof;
  const known = kept.get(media_id);
  if (known && performance.now() - known.readAt < KEPT_MS) return { ...proof, media: known.media };
  kept.set(media_id, { media, readAt: performance.now() });
  return proof;
}

/** Loads the pictures of the proofs that come next, so that they are there when they are shown. */
export function usePrefetchedPictures(proofs: readonly QuestSubmissionReview[]): void {
  const urls = proofs.flatMap(({ media }) => media?.thumb_url ?? []);
  useEffect(() => {
    for (const url of urls) new Image().src = url;
  }, [urls.join(' ')]);
}
