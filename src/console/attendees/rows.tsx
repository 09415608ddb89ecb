import { useMutation } from '@tanstack/preact-query';
import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { sentenceOf } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { checkIn, isExpected, keyOf, refreshAttendees, titleOf } from './operations.ts';

interface Props {
  readonly rows: readonly AdminConferenceAttendee[];
  readonly conference: Conference;
  readonly open: (row: AdminConferenceAttendee) => void;
}

/** A page of attendees and guests, with check-in. */
export function AttendeeRows({ rows, conference: { id, timezone }, open }: Props) {
  const { moment } = zoneOf(timezone);
  const mayCheckIn = useMay()('door:check-in');
  const enter = useMutation({
    mutationFn: (row: AdminConferenceAttendee) => checkIn(id, row),
    onSettled: refreshAttendees,
  });
  return (
    <>
      {enter.error && (
        <p class="problem" role="alert">
          {sentenceOf(enter.error)}
        </p>
      )}
      <Table
        label={t('attendees.title')}
        head={[
          t('attendees.name'),
          t('overview.ticket-type'),
          t('attendees.status'),
          t('attendees.arrived-zone', { zone: timezone }),
          { hidden: t('keys.actions') },
        ]}
      >
        {rows.map((row) => (
          <Row
            key={keyOf(row)}
            row={row}
            at={moment}
            open={open}
            enter={mayCheckIn ? enter.mutate : undefined}
          />
        ))}
      </Table>
    </>
  );
}

interface RowProps {
  readonly row: AdminConferenceAttendee;
  readonly at: (instant: string) => string;
  readonly open: (row: AdminConferenceAttendee) => void;
  /** Checks in; undefined where the key may not. */
  readonly enter: ((row: AdminConferenceAttendee) => void) | undefined;
}

function Row({ row, at, open, enter }: RowProps) {
  const { user, invitee, ticket_type, status, checked_in_at, waitlist_position: position } = row;
  const person = user ?? invitee;
  const name = titleOf(row);
  return (
    <tr>
      <th scope="row">
        <button type="button" class="quiet name" onClick={() => open(row)}>
          {name}
        </button>
        <small>{[person?.job_title, person?.company].filter(Boolean).join(' · ')}</small>
        {row.desk_note && <small class="note">{row.desk_note}</small>}
      </th>
      <td>{ticket_type}</td>
      <td>
        {t(`status.${status}`)}
        {position !== null && ` · ${t('attendees.position', { position })}`}
      </td>
      <td>{checked_in_at && at(checked_in_at)}</td>
      <td>
        {enter && isExpected(row) && (
          <button
            type="button"
            aria-label={t('find.check-in-name', { name })}
            onClick={() => enter(row)}
          >
            {t('find.check-in')}
          </button>
        )}
      </td>
    </tr>
  );
}
