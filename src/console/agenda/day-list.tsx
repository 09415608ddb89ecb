import type { AdminAgendaItem, Track } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import type { WallTime } from '../lib/wall-time.ts';

interface Props {
  readonly tracks: readonly Track[];
  readonly items: readonly AdminAgendaItem[];
  readonly clock: WallTime;
  readonly open: (item: AdminAgendaItem) => void;
}

/** A day on a phone: one item below the other, where a grid would be wider than the screen. */
export const DayList = ({ tracks, items, clock, open }: Props) => (
  <ol class="day-list">
    {items.map((item) => (
      <li key={item.id}>
        <button
          type="button"
          class="slot"
          data-status={item.status}
          data-kind={item.kind}
          data-warns={item.warnings.length > 0}
          style={{ '--track': tracks.find(({ name }) => name === item.track)?.color ?? undefined }}
          onClick={() => open(item)}
        >
          <time>{`${clock.time(item.starts_at)}–${clock.time(item.ends_at)}`}</time>
          <strong>{item.title}</strong>
          <span>
            {[item.room ?? t('agenda.no-room'), ...item.speakers.map(({ name }) => name)].join(
              ' · ',
            )}
          </span>
          {item.warnings.length > 0 && <em>{t('agenda.clash')}</em>}
        </button>
      </li>
    ))}
  </ol>
);
