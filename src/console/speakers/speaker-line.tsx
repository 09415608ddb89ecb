import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { AdminSpeaker } from '../../client/operations.d.ts';
import { useFilters } from '../lib/filters.ts';
import { counted, t } from '../lib/text.ts';
import { Avatar } from '../parts/avatar.tsx';
import { aboutOf } from './read-speakers.ts';

interface LineProps {
  readonly speaker: AdminSpeaker;
  /** At the conference; undefined where they are not known. */
  readonly sessions: number | undefined;
}

/** A speaker in a list: photo, name, and what is missing for the lineup. */
export function SpeakerLine({ speaker, sessions }: LineProps) {
  const { at } = useFilters();
  const { id, name, status, is_featured, bio, photo_url } = speaker;
  return (
    <div class="speaker">
      <Avatar name={name} photo_url={photo_url} />
      <span>
        <Link href={at({ id: String(id) })}>{name}</Link>
        <small>{aboutOf(speaker)}</small>
      </span>
      <span class="pills">
        {is_featured && <Pill kind="good">{t('speakers.featured')}</Pill>}
        {status === 'draft' && <Pill kind="warn">{t('speakers.status.draft')}</Pill>}
        {photo_url === null && <Pill kind="warn">{t('speakers.missing.photo')}</Pill>}
        {bio === null && <Pill kind="warn">{t('speakers.missing.bio')}</Pill>}
        {sessions !== undefined && (
          <small>
            {sessions === 0
              ? t('speakers.no-session')
              : counted('speakers.session-count', sessions)}
          </small>
        )}
      </span>
    </div>
  );
}

const Pill = ({ kind, children }: { kind: 'good' | 'warn'; children: ComponentChildren }) => (
  <span class={`tag ${kind}`}>{children}</span>
);
