import { useState } from 'preact/hooks';
import { t } from '../lib/text.ts';
import { Relative } from '../parts/relative.tsx';
import { MomentField } from './moment-field.tsx';

interface Props {
  readonly value: string | null;
  readonly timezone: string;
  readonly set: (value: string | null) => void;
}

/** Sends a broadcast as soon as it is confirmed, or at a time of the conference. */
export function WhenCard({ value, timezone, set }: Props) {
  const [isTimed, setTimed] = useState(value !== null);
  const choose = (isLater: boolean) => {
    setTimed(isLater);
    if (!isLater) set(null);
  };
  return (
    <section class="card" aria-label={t('compose.when')}>
      <header>
        <h2>{t('compose.when')}</h2>
        <div class="seg">
          {[false, true].map((isLater) => (
            <button
              key={String(isLater)}
              type="button"
              aria-pressed={isTimed === isLater}
              onClick={() => choose(isLater)}
            >
              {t(isLater ? 'compose.later' : 'compose.now')}
            </button>
          ))}
        </div>
      </header>
      <div class="body bar">
        {isTimed ? (
          <MomentField
            name="scheduled_at"
            label={t('compose.field.scheduled_at')}
            value={value}
            timezone={timezone}
            required
            set={set}
          />
        ) : (
          <p class="muted">{t('compose.now.more')}</p>
        )}
        {value && (
          <p class="muted">
            <Relative to={value} />
          </p>
        )}
      </div>
    </section>
  );
}
