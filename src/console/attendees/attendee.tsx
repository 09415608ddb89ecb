import { useMutation } from '@tanstack/preact-query';
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import type { AdminConferenceAttendee } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Panel } from '../parts/panel.tsx';
import { Popover } from '../parts/popover.tsx';
import { Problem } from '../parts/problem.tsx';
import { MessagePerson } from '../people/message-person.tsx';
import { answerText } from '../registration/answers.tsx';
import { ClaimLink } from './claim-link.tsx';
import { EditAttendee, EditGuest } from './edit.tsx';
import { checkIn, isExpected, isWithdrawable, refreshAttendees, titleOf } from './operations.ts';
import type { AttendeeProps } from './part-props.ts';
import { EraseGuest, GiveBack, UndoCheckIn } from './removals.tsx';
import { GiveSeat, MoveFirst } from './seat.tsx';
import { Seats } from './seats.tsx';
import { StatusTag } from './status-tag.tsx';
import { Withdraw } from './withdraw.tsx';

type Task = FunctionComponent<AttendeeProps>;

/** One attendee or guest: the seat, and what may be done with it. */
export function Attendee({ row, conference, close }: AttendeeProps) {
  const may = useMay();
  const [task, setTask] = useState<{ readonly Form: Task }>();
  if (task) return <task.Form row={row} conference={conference} close={close} />;
  const { user, invitee } = row;
  const person = user ?? invitee;
  const name = titleOf(row);
  return (
    <Panel
      title={name}
      picture={<Avatar name={name} photo_url={user?.photo_url} />}
      about={[person?.job_title, person?.company].filter(Boolean).join(' · ')}
      close={close}
    >
      <Actions row={row} conference={conference} close={close} open={(Form) => setTask({ Form })} />
      <Details row={row} timezone={conference.timezone} />
      {user && may('people:read') && <Seats user_id={user.id} conference={conference} />}
    </Panel>
  );
}

function Details({ row, timezone }: { row: AdminConferenceAttendee; timezone: string }) {
  const { user, invitee, status, waitlist_position: position } = row;
  const { moment } = zoneOf(timezone);
  const person = user ?? invitee;
  const instant = (value: string | null) => value && moment(value);
  return (
    <>
      {row.claimed_by === 'username' && <p class="note warn">{t('attendees.compare')}</p>}
      {user?.is_blocked && <p class="note warn">{t('people.blocked.true')}</p>}
      <Facts
        facts={[
          [
            t('attendees.status'),
            <>
              <StatusTag status={status} />
              {position !== null && ` ${t('attendees.position', { position })}`}
            </>,
          ],
          [t('attendees.ticket'), row.ticket_type],
          [t('attendees.note'), row.desk_note],
          [t('attendees.arrived-zone', { zone: timezone }), instant(row.checked_in_at)],
          [t('attendees.registered-zone', { zone: timezone }), instant(row.registered_at)],
          [t('attendees.claimed'), row.claimed_by && t(`attendees.claimed.${row.claimed_by}`)],
          [t('people.username'), person?.username && `@${person.username}`],
          [t('attendees.email'), invitee?.email],
          [
            t('attendees.claimed.ticket_code'),
            invitee?.ticket_code_end && `…${invitee.ticket_code_end}`,
          ],
          [t('attendees.guest'), invitee?.is_walk_in ? t('attendees.walk-in') : undefined],
          ...(row.answers ?? []).map((one) => [one.label, answerText(one)] as const),
        ]}
      />
    </>
  );
}

/** What the caller may do with a row as it is now, the most frequent first. */
function tasksOf(row: AdminConferenceAttendee, may: ReturnType<typeof useMay>) {
  const { user, status, waitlist_position, checked_in_at, claimed_by } = row;
  const isOpen = status === 'invited';
  const isBehind = user !== null && waitlist_position !== null && waitlist_position > 1;
  const lacksSeat = !isWithdrawable(row) || status === 'waitlisted' || waitlist_position !== null;
  const mayWrite = may('attendees:write');
  const tasks = [
    ['attendees.write', Message, 'send', may('broadcasts:send') && user !== null],
    [
      'attendees.edit',
      user ? EditAttendee : EditGuest,
      'pencil',
      mayWrite && status !== 'withdrawn',
    ],
    [
      isWithdrawable(row) ? 'attendees.seat' : 'attendees.reinstate',
      GiveSeat,
      'ticket',
      mayWrite && lacksSeat,
    ],
    ['attendees.first', MoveFirst, 'arrow-up', mayWrite && isBehind],
    ['attendees.undo', UndoCheckIn, 'undo-2', may('door:check-in') && checked_in_at !== null],
    ['attendees.claim-link', ClaimLink, 'key-round', mayWrite && isOpen],
    ['attendees.give-back', GiveBack, 'repeat-2', mayWrite && claimed_by !== null],
    ['attendees.withdraw', WithdrawOne, 'circle-minus', mayWrite && isWithdrawable(row)],
    ['attendees.erase', EraseGuest, 'trash-2', mayWrite && !user],
  ] as const;
  return tasks.filter(([, , , isPossible]) => isPossible);
}
/** Beside the check-in; the rest is behind one button. */
const SHOWN = 1;

const Message: Task = ({ row, close }) =>
  row.user && <MessagePerson user={row.user} name={titleOf(row)} close={close} />;
const WithdrawOne: Task = ({ row, ...props }) => <Withdraw rows={[row]} {...props} />;
/** What takes a seat, or more. */
const BAD: readonly Task[] = [GiveBack, WithdrawOne, EraseGuest];

function Actions({ row, conference, close, open }: AttendeeProps & { open: (form: Task) => void }) {
  const may = useMay();
  const enter = useMutation({
    mutationFn: () => checkIn(conference.id, row),
    onSuccess: close,
    onSettled: refreshAttendees,
  });
  const tasks = tasksOf(row, may);
  const button = ([text, Form, icon]: (typeof tasks)[number]) => (
    <button
      key={text}
      type="button"
      class={BAD.includes(Form) ? 'btn bad' : 'btn'}
      onClick={() => open(Form)}
    >
      <Icon name={icon} />
      {t(text)}
    </button>
  );
  return (
    <>
      <Problem error={enter.error} />
      <div class="row">
        {may('door:check-in') && isExpected(row) && (
          <button
            type="button"
            class="btn primary grow"
            disabled={enter.isPending}
            onClick={() => enter.mutate()}
          >
            <Icon name="scan-line" />
            {t('find.check-in')}
          </button>
        )}
        {tasks.slice(0, SHOWN).map(button)}
        {tasks.length > SHOWN && (
          <Popover
            class="btn only"
            label={t('frame.more-actions')}
            button={<Icon name="ellipsis" />}
          >
            {tasks.slice(SHOWN).map(button)}
          </Popover>
        )}
      </div>
    </>
  );
}
