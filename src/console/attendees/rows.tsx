import { useMutation } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { useCallback, useMemo, useRef } from 'preact/hooks';
import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import type { Conference } from '../lib/conference.ts';
import { useKeys } from '../lib/keys.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Icon } from '../parts/icon.tsx';
import { RowBlock } from '../parts/row-block.tsx';
import { Table } from '../parts/table.tsx';
import { AnswerLines } from '../registration/answers.tsx';
import type { Listed, Sort } from './list-filters.ts';
import { checkIn, isExpected, keyOf, refreshAttendees, titleOf } from './operations.ts';
import type { Selection } from './selection.ts';
import { StatusTag } from './status-tag.tsx';

/** The rows of a page. */
const BLOCK = 50;

interface Props {
  readonly rows: readonly AdminConferenceAttendee[];
  readonly conference: Conference;
  /** What the list shows. */
  readonly status: Listed;
  readonly opened: AdminConferenceAttendee | undefined;
  readonly open: (row: AdminConferenceAttendee) => void;
  readonly selection: Selection;
}

/** Attendees and guests, to open, to choose and to check in. */
export function AttendeeRows({ rows, conference, status, opened, open, selection }: Props) {
  const { id, timezone } = conference;
  const zone = useMemo(() => zoneOf(timezone), [timezone]);
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
  const at = rows.findIndex((row) => opened && keyOf(row) === keyOf(opened));
  const current = rows[at];
  const move = (to: number) => {
    const next = rows[to];
    if (next) open(next);
  };
  useKeys({
    j: () => move(at + 1),
    k: () => move(Math.max(0, at - 1)),
    x: () => current && toggle(current, false),
    i: () => mayCheckIn && current && isExpected(current) && enter.mutate(current),
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
          {
            hidden: t('attendees.choose-all'),
            box: { isChosen: rows.every(selection.has), choose: selection.all },
          },
          { text: t('attendees.name'), sorts: sortsOf(status, ['name', 'company']) },
          { text: t('attendees.ticket'), sorts: sortsOf(status, ['ticket_type']) },
          { text: t('attendees.status'), sorts: sortsOf(status, ['-registered_at']) },
          { number: t('attendees.arrived'), sorts: sortsOf(status, ['-checked_in_at']) },
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
                  zone={zone}
                  open={open}
                  isOpened={opened !== undefined && keyOf(opened) === keyOf(row)}
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

/** The orders of a column. Guests have only the time of registration. */
const sortsOf = (status: Listed, sorts: readonly Sort[]) =>
  Object.fromEntries(
    sorts
      .filter(
        (one) => one === '-registered_at' || !(status === 'invited' || status === 'withdrawn'),
      )
      .map((one) => [one, t(`attendees.sort.${one}`)]),
  );

const blocksOf = (rows: Props['rows']) =>
  Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, at) =>
    rows.slice(at * BLOCK, (at + 1) * BLOCK),
  );

interface RowProps {
  readonly row: AdminConferenceAttendee;
  /** Of the whole list, for assistive technology. */
  readonly rowIndex: number;
  readonly zone: ReturnType<typeof zoneOf>;
  readonly open: (row: AdminConferenceAttendee) => void;
  /** In the panel beside the list. */
  readonly isOpened: boolean;
  readonly isChosen: boolean;
  readonly toggle: (row: AdminConferenceAttendee, isRange: boolean) => void;
  /** Checks in; undefined where the key may not. */
  readonly enter: ((row: AdminConferenceAttendee) => void) | undefined;
}

/** The arrow keys go to the next row. With Shift, it is chosen as the one before. */
function moveFocus(event: JSX.TargetedKeyboardEvent<HTMLInputElement>): void {
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

/** That of the panel is in view, also when a key has opened it. */
const showRow = (button: HTMLElement | null) => button?.scrollIntoView({ block: 'nearest' });

/** Drawn again only if it changes. */
const Row = memo((props: RowProps) => {
  const { row, rowIndex, zone, open, isOpened, isChosen, toggle, enter } = props;
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
            onKeyDown={moveFocus}
          />
        </label>
      </td>
      <th scope="row">
        <span class="person">
          <Avatar name={name} photo_url={user?.photo_url} />
          <span>
            <button
              ref={isOpened ? showRow : null}
              type="button"
              class="name"
              aria-current={isOpened}
              onClick={() => open(row)}
            >
              {name}
            </button>
            <span class="on-phone">
              <StatusTag status={status} />
            </span>
            <small>{[person?.job_title, person?.company].filter(Boolean).join(' · ')}</small>
            {row.desk_note && <small class="desk">{row.desk_note}</small>}
            <AnswerLines of={row.answers} />
          </span>
        </span>
      </th>
      <td>{ticket_type}</td>
      <td>
        <StatusTag status={status} />
        {position !== null && ` ${t('attendees.position', { position })}`}
      </td>
      <td class="number">
        {checked_in_at && (
          <>
            {zone.time(checked_in_at)}
            <small>{zone.day(checked_in_at)}</small>
          </>
        )}
        {enter && isExpected(row) && (
          <button
            type="button"
            class="btn only"
            aria-label={t('find.check-in-name', { name })}
            title={t('find.check-in')}
            onClick={() => enter(row)}
          >
            <Icon name="scan-line" />
          </button>
        )}
      </td>
    </tr>
  );
});
