import { useState } from 'preact/hooks';
import type { AdminMedia } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';

/** What organizers call a file, which has no name of its own. */
export const titleOf = ({ id, kind, purpose }: AdminMedia): string =>
  t(`media.id.${purpose === 'proof' ? purpose : kind}`, { id: String(id) });

interface Props {
  readonly media: AdminMedia;
  /** The longest side that is shown, in pixels. */
  readonly side: 320 | 960;
}

/** A picture, or what stands for a file that no page shows. */
export function Preview({ media, side }: Props) {
  const [isBroken, setBroken] = useState(false);
  const title = titleOf(media);
  if (media.kind === 'video' || media.url === null || isBroken) {
    const why = media.url === null ? 'private' : media.kind === 'video' ? 'video' : 'broken';
    return (
      <span class="preview" role="img" aria-label={title}>
        {t(`media.preview.${why}`)}
      </span>
    );
  }
  const {
    url = media.url,
    width = media.width,
    height = media.height,
  } = media.variants[side] ?? {};
  return (
    <img
      class="preview"
      src={url}
      alt={title}
      loading="lazy"
      {...(width && height && { width, height })}
      onError={() => setBroken(true)}
    />
  );
}
