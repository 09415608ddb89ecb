import { useState } from 'preact/hooks';
import type { AdminEventAttendee } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import { refresh } from '../lib/changes.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { Check } from '../parts/fields.tsx';
import { say } from '../parts/toasts.tsx';
import { MessagePerson } from '../people/message-person.tsx';

interface Props {
  readonly id: number;
  readonly row: AdminEventAttendee;
  readonly timezone: string;
  readonly close: () => void;
}

type Task = 'seat' | 'wait' | 'undo' | 'remove' | 'message';

/** One attendee of an event: the seat, and what may be done with it. */
export function EventAttendee({ id, row, timezone, close }: Props) {
  const may = useMay();
  const [task, setTask] = useState<Task>();
  const { user, status, waitlist_position: position } = row;
  const name = nameOf(user) || t('attendees.unnamed');
  if (task === 'message') return <MessagePerson user={user} name={name} close={close} />;
  if (task) return <Change id={id} row={row} name={name} task={task} close={close} />;
  const hasSeat = status === 'registered' || status === 'checked_in';
  const tasks = [
    ['message', 'message.write', may('broadcasts:send')],
    ['undo', 'attendees.undo', may('door:check-in') && status === 'checked_in'],
    ['seat', 'attendees.seat', may('attendees:write') && !hasSeat],
    ['wait', 'event-attendee.wait', may('attendees:write') && status === 'registered'],
    ['remove', 'event-attendee.remove', may('attendees:write')],
  ] as const;
  const { moment } = zoneOf(timezone);
  const place = position === null ? '' : t('attendees.position', { position });
  return (
    <Dialog title={name} close={close}>
      <Facts
        facts={[
          [t('attendees.status'), [t(`status.${status}`), place].filter(Boolean).join(' · ')],
          [t('attendees.note'), row.desk_note],
          [t('attendees.arrived-zone', { zone: timezone }), at(row.checked_in_at)],
          [t('attendees.registered-zone', { zone: timezone }), at(row.registered_at)],
          [t('attendees.job'), [user.job_title, user.company].filter(Boolean).join(' · ')],
          [t('people.username'), user.username && `@${user.username}`],
        ]}
      />
      <div class="buttons">
        <button type="button" class="btn" onClick={close}>
          {t('dialog.close')}
        </button>
        {tasks
          .filter(([, , isPossible]) => isPossible)
          .map(([one, text]) => (
            <button
              key={one}
              type="button"
              class={one === 'remove' ? 'btn bad' : 'btn'}
              onClick={() => setTask(one)}
            >
              {t(text)}
            </button>
          ))}
      </div>
    </Dialog>
  );

  function at(instant: string | null) {
    return instant && moment(instant);
  }
}

interface ChangeProps extends Omit<Props, 'timezone'> {
  readonly name: string;
  readonly task: Exclude<Task, 'message'>;
}

const TITLES = {
  seat: 'attendees.seat',
  wait: 'event-attendee.wait',
  undo: 'attendees.undo',
  remove: 'event-attendee.remove',
} as const;

function Change({ id, row, name, task, close }: ChangeProps) {
  const user_id = row.user.id;
  const change = async (form: FormData) => {
    const params = { id, user_id };
    const notify = form.has('notify');
    if (task === 'undo') {
      await api.call('undoEventCheckIn', { params: { id }, body: { user_id } });
      say(t('attendees.undone', { name }));
    } else if (task === 'remove') {
      await api.call('removeEventAttendee', { params: { ...params, notify } });
      say(t('event-attendee.removed', { name }));
    } else {
      const status = task === 'seat' ? 'registered' : 'waitlisted';
      const over_capacity = form.has('over_capacity');
      const body = { status, over_capacity, notify } as const;
      const saved = await api.call('updateEventAttendee', { params, body });
      say(t('events.decided', { title: name, status: t(`status.${saved.status}`) }));
    }
    await refresh('attendees');
  };
  return (
    <Confirm
      title={`${t(TITLES[task])}: ${name}`}
      close={close}
      submit={t(TITLES[task])}
      run={change}
    >
      {task === 'seat' && <Check name="over_capacity">{t('attendees.over-capacity')}</Check>}
      {task === 'remove' && <p>{t('event-attendee.remove.more')}</p>}
      {task !== 'undo' && (
        <Check name="notify" isChecked>
          {t('attendees.notify-one')}
        </Check>
      )}
    </Confirm>
  );
}
