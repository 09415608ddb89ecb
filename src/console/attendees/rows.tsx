import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Table } from '../parts/table.tsx';

interface Props {
  readonly rows: readonly AdminConferenceAttendee[];
  readonly timezone: string;
}

export function AttendeeRows({ rows, timezone }: Props) {
  const { moment } = zoneOf(timezone);
  return (
    <Table
      label={t('attendees.title')}
      head={[
        t('attendees.name'),
        t('overview.ticket-type'),
        t('attendees.status'),
        t('attendees.arrived-zone', { zone: timezone }),
      ]}
    >
      {rows.map((row) => (
        <Row key={keyOf(row)} row={row} at={moment} />
      ))}
    </Table>
  );
}

/** What tells a row from all others, also after a guest has become an attendee. */
export const keyOf = ({ user, invitation_id }: AdminConferenceAttendee): string =>
  user ? `user-${user.id}` : `guest-${invitation_id}`;

interface RowProps {
  readonly row: AdminConferenceAttendee;
  readonly at: (instant: string) => string;
}

function Row({ row, at }: RowProps) {
  const { user, invitee, ticket_type, status, checked_in_at, waitlist_position: position } = row;
  const person = user ?? invitee;
  return (
    <tr>
      <th scope="row">
        {nameOf(person) || t('attendees.unnamed')}
        <small>{[person?.job_title, person?.company].filter(Boolean).join(' · ')}</small>
      </th>
      <td>{ticket_type}</td>
      <td>
        {t(`status.${status}`)}
        {position !== null && ` · ${t('attendees.position', { position })}`}
      </td>
      <td>{checked_in_at && at(checked_in_at)}</td>
    </tr>
  );
}
