import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Check } from '../parts/fields.tsx';
import { say } from '../parts/toasts.tsx';
import {
  invitationOf,
  isWithdrawable,
  refreshAttendees,
  sayDone,
  titleOf,
  userOf,
} from './operations.ts';
import type { AttendeeProps } from './part-props.ts';

/** Gives a seat to one who waits, or reinstates one who was withdrawn. */
export function GiveSeat({ row, conference, close }: AttendeeProps) {
  const { user, version } = row;
  const name = titleOf(row);
  const done = (status: Parameters<typeof doneText>[1]) => doneText(name, status);
  const text = t(isWithdrawable(row) ? 'attendees.seat' : 'attendees.reinstate');
  const give = async (form: FormData) => {
    const over_capacity = form.has('over_capacity');
    if (user) {
      const given = await api.call('updateConferenceAttendee', {
        params: userOf(conference.id, row),
        body: { status: 'registered', over_capacity, notify: form.has('notify') },
        ...(version !== null && { ifMatch: version }),
      });
      say(done(given.status));
    } else {
      const params = invitationOf(conference.id, row);
      const isReinstated = row.status === 'withdrawn';
      const given = await api.call('updateInvitation', {
        params,
        body: { ...(isReinstated && { status: 'invited' as const }), over_capacity },
      });
      if (isReinstated)
        sayDone(done(given.status), () => api.call('withdrawInvitation', { params }));
      else say(done(given.status));
    }
    await refreshAttendees();
  };
  return (
    <Confirm title={text} close={close} submit={text} run={give}>
      <p>{t(user ? 'attendees.seat.user' : 'attendees.seat.guest', { name })}</p>
      <Check name="over_capacity">{t('attendees.over-capacity')}</Check>
      {user && (
        <Check name="notify" isChecked>
          {t('attendees.notify')}
        </Check>
      )}
    </Confirm>
  );
}

/** Moves one who waits to the front of the queue. */
export function MoveFirst({ row, conference, close }: AttendeeProps) {
  const name = titleOf(row);
  const { version } = row;
  const move = async () => {
    await api.call('updateConferenceAttendee', {
      params: userOf(conference.id, row),
      body: { queue: 'first' },
      ...(version !== null && { ifMatch: version }),
    });
    say(t('attendees.first.done', { name }));
    await refreshAttendees();
  };
  const text = t('attendees.first');
  return (
    <Confirm title={text} close={close} submit={text} run={move}>
      <p>{t('attendees.first.more', { name })}</p>
    </Confirm>
  );
}

const doneText = (name: string, status: AttendeeProps['row']['status']) =>
  t('events.decided', { title: name, status: t(`status.${status}`) });
