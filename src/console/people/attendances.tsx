import { Link } from 'wouter-preact';
import type { AdminUserDetails } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { dayText, zoneOf } from '../lib/zone.ts';
import { Table } from '../parts/table.tsx';

interface Props {
  readonly user: AdminUserDetails;
  readonly timezone: string;
}

/** The conferences and events of a user. */
export function Attendances({ user, timezone }: Props) {
  const { moment } = zoneOf(timezone);
  const { conference_attendances: conferences, event_attendances: events } = user;
  return (
    <section>
      <h2>{t('people.attendances')}</h2>
      {conferences.length + events.length === 0 ? (
        <p class="muted">{t('people.attendances.none')}</p>
      ) : (
        <Table
          label={t('people.attendances')}
          head={[
            t('people.what'),
            t('people.when', { zone: timezone }),
            t('attendees.status'),
            t('attendees.arrived'),
          ]}
        >
          {conferences.map(({ conference, ...attendance }) => (
            <tr key={`conference ${conference.id}`}>
              <th scope="row">
                <Link href={`/c/${conference.id}/attendees`}>{conference.name}</Link>
                <small>{attendance.ticket_type}</small>
              </th>
              <td>{dayText(conference.starts_on)}</td>
              <td>{t(`status.${attendance.status}`)}</td>
              <td>{attendance.checked_in_at && moment(attendance.checked_in_at)}</td>
            </tr>
          ))}
          {events.map(({ event, ...attendance }) => (
            <tr key={`event ${event.id}`}>
              <th scope="row">{event.title}</th>
              <td>{moment(event.starts_at)}</td>
              <td>{t(`status.${attendance.status}`)}</td>
              <td>{attendance.checked_in_at && moment(attendance.checked_in_at)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
