import type { AdminAgendaItem, Room, Track } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import type { WallTime } from '../lib/wall-time.ts';
import { keptText, Warning } from './card.tsx';
import { seatsIn } from './grid.tsx';

interface Props {
  readonly tracks: readonly Track[];
  readonly rooms: readonly Room[];
  readonly items: readonly AdminAgendaItem[];
  readonly clock: WallTime;
  readonly open: (item: AdminAgendaItem) => void;
}

/** A day on a phone: one item below the other, where a grid would be wider than the screen. */
export const DayList = ({ tracks, rooms, items, clock, open }: Props) => (
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
            {keptText(item)}
          </span>
          <Warning item={item} seats={seatsIn(rooms, item)} />
        </button>
      </li>
    ))}
  </ol>
);
