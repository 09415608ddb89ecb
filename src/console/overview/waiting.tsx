import type { ConferenceStats } from '../../client/operations.d.ts';
import { type Decision, SCREEN_OF } from '../lib/statistics.ts';
import { ageText, counted, number, t } from '../lib/text.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { ScreenLink } from '../parts/screen-link.tsx';
import { Empty } from '../parts/states.tsx';

const ICON_OF: Readonly<Record<Decision, IconName>> = {
  side_event: 'shield-check',
  registration_request: 'compass',
  seat_request: 'users',
  submission: 'badge-check',
  feedback: 'message-square-text',
  report: 'flag',
  programme_source: 'repeat-2',
  guest_source: 'repeat-2',
};

interface Props {
  readonly conference_id: number;
  readonly waiting: ConferenceStats['waiting'];
}

/** What waits for a decision, the longest wait first. */
export function Waiting({ conference_id, waiting }: Props) {
  const open = waiting
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => (one.oldest_at ?? '').localeCompare(other.oldest_at ?? ''));
  const sum = open.reduce((all, { count }) => all + count, 0);
  return (
    <section class="card">
      <header>
        <h2>{t('overview.waiting')}</h2>
        {sum > 0 && <span class="count now">{number(sum)}</span>}
      </header>
      {open.length === 0 && <Empty title={t('overview.waiting.none')} />}
      <ul class="rows">
        {open.map(({ kind, count, oldest_at }) => (
          <li key={kind}>
            <ScreenLink conference_id={conference_id} to={SCREEN_OF[kind]}>
              <span class={kind === 'report' ? 'tile bad' : 'tile warn'}>
                <Icon name={ICON_OF[kind]} />
              </span>
              <span class="grow">
                <strong>{counted(`overview.waiting.${kind}`, count)}</strong>
                {oldest_at && <small>{t('overview.oldest', { age: ageText(oldest_at) })}</small>}
              </span>
              <Icon name="chevron-right" />
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
