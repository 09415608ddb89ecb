import { useState } from 'preact/hooks';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { Relative } from '../parts/relative.tsx';
import type { Choices } from './choices.ts';
import type { Content } from './content.ts';
import { MomentField } from './moment-field.tsx';
import { RelativeFields } from './relative-fields.tsx';
import { anchorOf } from './times.ts';

const KINDS = ['now', 'later', 'relative'] as const;
type Kind = (typeof KINDS)[number];

interface Props {
  readonly content: Content;
  readonly set: (change: Partial<Content>) => void;
  readonly conference: Conference;
  readonly choices: Choices;
}

function kindOf({ anchor, scheduled_at }: Content): Kind {
  if (anchor) return 'relative';
  return scheduled_at === null ? 'now' : 'later';
}

/** Sends a broadcast as soon as it is confirmed, at a time of the conference, or beside its start. */
export function WhenCard({ content, set, conference, choices }: Props) {
  const [kind, setKind] = useState(() => kindOf(content));
  const { anchor, scheduled_at, ignore_gap, asks, audience } = content;
  const isOfConference = audience.conference_ids?.length === 1;
  const { broadcast_gap_minutes: gap = 0 } = conference;
  const choose = (next: Kind) => {
    setKind(next);
    const parts = { edge: 'before_start', unit: 'hours', count: 24 } as const;
    set({
      scheduled_at: next === 'later' ? scheduled_at : null,
      anchor: next === 'relative' ? (anchor ?? anchorOf(parts, conference)) : null,
    });
  };
  return (
    <section class="card" aria-label={t('compose.when')}>
      <header>
        <h2>{t('compose.when')}</h2>
        <div class="seg">
          {KINDS.map((one) => (
            <button key={one} type="button" aria-pressed={kind === one} onClick={() => choose(one)}>
              {t(`compose.${one}`)}
            </button>
          ))}
        </div>
      </header>
      <div class="body bar">
        {kind === 'now' && <p class="muted">{t('compose.now.more')}</p>}
        {kind === 'later' && (
          <MomentField
            name="scheduled_at"
            label={t('compose.field.scheduled_at')}
            value={scheduled_at}
            timezone={conference.timezone}
            required
            set={(at) => set({ scheduled_at: at })}
          />
        )}
        {scheduled_at && (
          <p class="muted">
            <Relative to={scheduled_at} />
          </p>
        )}
        {anchor && (
          <RelativeFields
            anchor={anchor}
            set={(next) => set({ anchor: next })}
            conference={conference}
            choices={choices}
          />
        )}
        {(gap > 0 || ignore_gap) && (
          <label class="check">
            <input
              type="checkbox"
              checked={ignore_gap}
              onChange={({ currentTarget }) => set({ ignore_gap: currentTarget.checked })}
            />
            {t('when.ignore-gap', { minutes: gap })}
          </label>
        )}
        {(isOfConference || asks) && (
          <label class="check">
            <input
              type="checkbox"
              checked={asks}
              onChange={({ currentTarget }) => set({ asks: currentTarget.checked })}
            />
            {t('when.asks')}
          </label>
        )}
      </div>
    </section>
  );
}
