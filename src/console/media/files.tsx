import { Link } from 'wouter-preact';
import type { AdminMedia } from '../../client/operations.d.ts';
import { useFilters } from '../lib/filters.ts';
import { number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { fileSize } from './file-size.ts';
import { ByOwner } from './owner.tsx';
import { Preview, titleOf } from './preview.tsx';

interface Props {
  readonly files: readonly AdminMedia[];
  readonly timezone: string;
  /** Of those that can be chosen to be deleted. */
  readonly choice?:
    | { readonly chosen: readonly number[]; readonly toggle: (id: number) => void }
    | undefined;
}

/** Files as pictures side by side. */
export function Files({ files, timezone, choice }: Props) {
  const { at } = useFilters();
  const { moment } = zoneOf(timezone);
  return (
    <ul class="files" aria-label={t('media.title')}>
      {files.map((file) => (
        <li key={file.id}>
          <Link href={at({ id: String(file.id) })}>
            <Preview media={file} side={320} />
          </Link>
          <div>
            <strong>{titleOf(file)}</strong>
            <small>{[fileSize(file.bytes), sidesOf(file)].filter(Boolean).join(' · ')}</small>
            <small>{moment(file.created_at)}</small>
            <small>
              <ByOwner user_id={file.user_id} />
            </small>
          </div>
          {choice && (
            <label class="check">
              <input
                type="checkbox"
                aria-label={t('media.choose', { title: titleOf(file) })}
                checked={choice.chosen.includes(file.id)}
                onChange={() => choice.toggle(file.id)}
              />
            </label>
          )}
        </li>
      ))}
    </ul>
  );
}

export const sidesOf = ({ width, height }: Pick<AdminMedia, 'width' | 'height'>): string | null =>
  width && height ? t('media.sides', { width: number(width), height: number(height) }) : null;
