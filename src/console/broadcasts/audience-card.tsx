import type { Audience } from '../../client/operations.d.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
import { baseOf } from './audience.ts';
import { AudienceFilters } from './audience-filters.tsx';
import type { Choices } from './choices.ts';
import { channelsText, type Reach } from './use-reach.ts';

interface Props {
  readonly audience: Audience;
  readonly set: (audience: Audience) => void;
  readonly reach: Reach;
  readonly conference: Conference;
  readonly choices: Choices;
}

/** Who gets a broadcast, and how many they are now. */
export function AudienceCard({ reach: { data, error }, ...props }: Props) {
  return (
    <section class="card" aria-label={t('compose.reach')}>
      <header>
        <h2>{t('compose.readers')}</h2>
        {data && !error && (
          <p class="row" role="status">
            <Icon name="users" />
            <strong>{counted('compose.reach', data.count)}</strong>
            <span class="muted">{channelsText(data)}</span>
          </p>
        )}
      </header>
      <div class="body stack">
        {error && (
          <p class="problem" role="alert">
            {sentenceOf(error)}
          </p>
        )}
        <AudienceFilters {...props} />
        {baseOf(props.audience) === 'all' && <p class="note warn">{t('audience.all.warning')}</p>}
      </div>
    </section>
  );
}
