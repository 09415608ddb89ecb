import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Check } from '../parts/fields.tsx';
import { say } from '../parts/toasts.tsx';
import { invitationOf, refreshAttendees, titleOf, userOf, whoOf } from './operations.ts';
import type { AttendeeProps } from './part-props.ts';

/** Deletes the time of an arrival, which no second check-in gives back. */
export function UndoCheckIn({ row, conference, close }: AttendeeProps) {
  const name = titleOf(row);
  const at = row.checked_in_at ? zoneOf(conference.timezone).moment(row.checked_in_at) : '';
  return (
    <Confirm
      title={t('attendees.undo')}
      close={close}
      submit={t('attendees.undo')}
      run={async () => {
        const params = { conference_id: conference.id };
        await api.call('undoConferenceCheckIn', { params, body: whoOf(row) });
        say(t('attendees.undone', { name }));
        await refreshAttendees();
      }}
    >
      <p>{t('attendees.undo.more', { name, at, zone: conference.timezone })}</p>
    </Confirm>
  );
}

/** Gives an invitation back that the wrong account has claimed. */
export function GiveBack({ row, conference, close }: AttendeeProps) {
  const name = titleOf(row);
  return (
    <Confirm
      title={t('attendees.give-back')}
      close={close}
      submit={t('attendees.give-back')}
      run={async (fields) => {
        await api.call('removeConferenceAttendee', {
          params: {
            ...userOf(conference.id, row),
            reopen: true,
            notify: fields.has('notify'),
          },
          ...(row.version !== null && { ifMatch: row.version }),
        });
        say(t('attendees.given-back', { name }));
        await refreshAttendees();
      }}
    >
      <p>{t('attendees.give-back.more', { name })}</p>
      <Check name="notify" isChecked>
        {t('attendees.notify')}
      </Check>
    </Confirm>
  );
}

/** Deletes what is stored of a guest. */
export function EraseGuest({ row, conference, close }: AttendeeProps) {
  const name = titleOf(row);
  return (
    <Confirm
      title={t('attendees.erase')}
      close={close}
      submit={t('attendees.erase')}
      typed={name}
      run={async () => {
        await api.call('withdrawInvitation', {
          params: { ...invitationOf(conference.id, row), erase: true },
        });
        say(t('attendees.erased', { name }));
        await refreshAttendees();
      }}
    >
      <p>{t('attendees.erase.more', { name })}</p>
    </Confirm>
  );
}
