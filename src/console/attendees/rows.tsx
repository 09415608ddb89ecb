import { useMutation } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { useCallback, useMemo, useRef } from 'preact/hooks';
import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Avatar } from '../parts/avatar.tsx';
import { RowBlock } from '../parts/row-block.tsx';
import { Table } from '../parts/table.tsx';
import { checkIn, isExpected, keyOf, refreshAttendees, titleOf } from './operations.ts';
import type { Selection } from './selection.ts';
import { StatusTag } from './status-tag.tsx';

/** The rows of a page. */
const BLOCK = 50;

interface Props {
  readonly rows: readonly AdminConferenceAttendee[];
  readonly conference: Conference;
  readonly open: (row: AdminConferenceAttendee) => void;
  readonly selection: Selection;
}

/** Attendees and guests, to open, to choose and to check in. */
export function AttendeeRows({ rows, conference: { id, timezone }, open, selection }: Props) {
  const { moment } = useMemo(() => zoneOf(timezone), [timezone]);
  const mayCheckIn = useMay()('door:check-in');
  // One function for all drawings, so that a row is drawn again only if it changes.
  const latest = useRef(selection);
  latest.current = selection;
  const toggle = useCallback<Selection['toggle']>(
    (row, isRange) => latest.current.toggle(row, isRange),
    [],
  );
  const enter = useMutation({
    mutationFn: (row: AdminConferenceAttendee) => checkIn(id, row),
    onSettled: refreshAttendees,
  });
  const blocks = useMemo(() => blocksOf(rows), [rows]);
  return (
    <div class="attendees">
      {enter.error && (
        <p class="problem" role="alert">
          {sentenceOf(enter.error)}
        </p>
      )}
      <Table
        label={t('attendees.title')}
        rowCount={rows.length}
        head={[
          { hidden: t('moderation.choose') },
          t('attendees.name'),
          t('attendees.ticket-type'),
          t('attendees.status'),
          t('attendees.arrived-zone', { zone: timezone }),
          { hidden: t('keys.actions') },
        ]}
      >
        {blocks.map((block, at) => (
          <RowBlock
            key={at}
            count={block.length}
            isDrawnFirst={at === 0 || at === blocks.length - 1}
          >
            {() =>
              block.map((row, index) => (
                <Row
                  key={keyOf(row)}
                  row={row}
                  // The head is the first.
                  rowIndex={at * BLOCK + index + 2}
                  at={moment}
                  open={open}
                  isChosen={selection.has(row)}
                  toggle={toggle}
                  enter={mayCheckIn ? enter.mutate : undefined}
                />
              ))
            }
          </RowBlock>
        ))}
      </Table>
    </div>
  );
}

const blocksOf = (rows: Props['rows']) =>
  Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, at) =>
    rows.slice(at * BLOCK, (at + 1) * BLOCK),
  );

interface RowProps {
  readonly row: AdminConferenceAttendee;
  /** Of the whole list, for assistive technology. */
  readonly rowIndex: number;
  readonly at: (instant: string) => string;
  readonly open: (row: AdminConferenceAttendee) => void;
  readonly isChosen: boolean;
  readonly toggle: (row: AdminConferenceAttendee, isRange: boolean) => void;
  /** Checks in; undefined where the key may not. */
  readonly enter: ((row: AdminConferenceAttendee) => void) | undefined;
}

/** The arrow keys go to the next row. With Shift, it is chosen as the one before. */
function move(event: JSX.TargetedKeyboardEvent<HTMLInputElement>): void {
  const { currentTarget: box, key, shiftKey } = event;
  const row = box.closest('tr');
  const block = row?.parentElement;
  const next = {
    ArrowUp: row?.previousElementSibling ?? block?.previousElementSibling?.lastElementChild,
    ArrowDown: row?.nextElementSibling ?? block?.nextElementSibling?.firstElementChild,
  }[key]?.querySelector('input');
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (shiftKey && next.checked !== box.checked) next.click();
}

/** Drawn again only if it changes. */
const Row = memo(({ row, rowIndex, at, open, isChosen, toggle, enter }: RowProps) => {
  const { user, invitee, ticket_type, status, checked_in_at, waitlist_position: position } = row;
  const person = user ?? invitee;
  const name = titleOf(row);
  return (
    <tr aria-rowindex={rowIndex}>
      <td>
        <label class="check">
          <input
            type="checkbox"
            aria-label={t('moderation.choose-name', { name })}
            checked={isChosen}
            onClick={(event) => toggle(row, event.shiftKey)}
            onKeyDown={move}
          />
        </label>
      </td>
      <th scope="row">
        <span class="person">
          <Avatar name={name} photo_url={user?.photo_url} />
          <span>
            <button type="button" class="name" onClick={() => open(row)}>
              {name}
            </button>
            <span class="on-phone">
              <StatusTag status={status} />
            </span>
            <small>{[person?.job_title, person?.company].filter(Boolean).join(' · ')}</small>
            {row.desk_note && <small class="desk">{row.desk_note}</small>}
          </span>
        </span>
      </th>
      <td>{ticket_type}</td>
      <td>
        <StatusTag status={status} />
        {position !== null && ` ${t('attendees.position', { position })}`}
      </td>
      <td>{checked_in_at && at(checked_in_at)}</td>
      <td>
        {enter && isExpected(row) && (
          <button
            type="button"
            class="btn"
            aria-label={t('find.check-in-name', { name })}
            onClick={() => enter(row)}
          >
            {t('find.check-in')}
          </button>
        )}
      </td>
    </tr>
  );
});
