import type { ComponentChildren } from 'preact';
import type { QuestSubmissionReview } from '../../client/operations.d.ts';
import { nameOf } from '../lib/person.ts';
import { counted, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';

interface Props {
  readonly proof: QuestSubmissionReview;
  readonly timezone: string;
  /** What can be done with it. */
  readonly children: ComponentChildren;
}

/** A proof, large enough to be decided. */
export function Proof({ proof, timezone, children }: Props) {
  const { user, task, quest, text, media, submitted_at, rejections } = proof;
  return (
    <article class="proof">
      {media && <img src={media.thumb_url} alt={t('review.photo', { name: nameOf(user) })} />}
      {text !== null && <blockquote>{text}</blockquote>}
      <div>
        <h2>{nameOf(user)}</h2>
        <p>
          {t('review.task', { task: task.title, quest: quest.title, points: task.points })}
          <small>{zoneOf(timezone).moment(submitted_at)}</small>
        </p>
        {rejections > 0 && <p class="note warn">{counted('review.rejections', rejections)}</p>}
        {media && (
          <p>
            <a href={media.url} target="_blank" rel="noreferrer">
              {t('review.open')}
            </a>
          </p>
        )}
        <div class="buttons">{children}</div>
        <p class="muted">{t('review.keys')}</p>
      </div>
    </article>
  );
}
