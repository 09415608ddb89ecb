import { Link } from 'wouter-preact';
import type { ConferenceStats } from '../../client/operations.d.ts';
import type { Conference } from '../lib/conference.ts';
import { number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Icon } from '../parts/icon.tsx';
import { Meter } from '../parts/meter.tsx';
import { Table } from '../parts/table.tsx';

type Room = NonNullable<ConferenceStats['rooms']>[number];
interface Props {
  readonly rooms: readonly Room[];
  readonly conference: Conference;
}

/** What runs in each room, how many have it in their agenda, and what comes next. */
export function Rooms({ rooms, conference: { id, timezone } }: Props) {
  if (rooms.length === 0) return null;
  const { time } = zoneOf(timezone);
  const title = t('overview.rooms');
  return (
    <section>
      <h2>{title}</h2>
      <Table
        label={title}
        head={[t('overview.room'), t('overview.rooms.now'), t('overview.fill'), t('overview.next')]}
      >
        {rooms.map(({ room, capacity, now, next }) => (
          <tr key={room}>
            <th scope="row">
              {room}
              {capacity !== null && <small>{t('overview.room-seats', { count: capacity })}</small>}
            </th>
            <td>
              {now ? (
                <>
                  <Link href={`/c/${id}/agenda?id=${now.id}`}>{now.title}</Link>
                  <small>{t('overview.until', { time: time(now.ends_at) })}</small>
                </>
              ) : (
                <span class="muted">{t('overview.empty-room')}</span>
              )}
            </td>
            <td>{now && <Fill people={now.people} capacity={capacity} />}</td>
            <td>
              {next ? (
                <>
                  {next.title}
                  <small>{time(next.starts_at)}</small>
                </>
              ) : (
                <span class="muted">{t('overview.nothing-next')}</span>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Fill({ people, capacity }: { people: number; capacity: number | null }) {
  if (capacity === null) return <>{number(people)}</>;
  const over = people - capacity;
  return (
    <>
      <span class="row">
        {t('overview.of-seats', { people, capacity })}
        {over > 0 && (
          <span class="tag warn">
            <Icon name="triangle-alert" />
            {t('overview.over', { count: over })}
          </span>
        )}
      </span>
      <Meter value={people} max={capacity} />
    </>
  );
}
