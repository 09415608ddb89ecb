import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api } from '../lib/api.ts';
import { refresh } from '../lib/changes.ts';
import type { Conference } from '../lib/conference.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { Check, TextField } from '../parts/fields.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { FindPerson } from '../people/find-person.tsx';

interface Props {
  readonly close: () => void;
  readonly to: { readonly conference: Conference } | { readonly event_id: number };
}

/** Adds one person to a conference or an event: a user, or to a conference also a guest by name. */
export function AddAttendee({ to, close }: Props) {
  // One for the person, not for the click.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const [isUser, setUser] = useState(false);
  const takesGuests = 'conference' in to;
  const adding = useMutation({
    mutationFn: async (form: FormData) => {
      const user_id = Number(form.get('user_id'));
      const over_capacity = form.has('over_capacity');
      const seat = { over_capacity, ...(user_id && { user_id, notify: form.has('notify') }) };
      if (!takesGuests) {
        const { event_id: id } = to;
        return api.call('addEventAttendee', { params: { id }, body: seat, idempotencyKey });
      }
      const given = ['first_name', 'last_name', 'company', 'ticket_type']
        .map((name) => [name, textOf(form, name)] as const)
        .filter(([, value]) => value !== '');
      return api.call('addConferenceAttendee', {
        params: { conference_id: to.conference.id },
        body: { ...Object.fromEntries(given), ...seat },
        idempotencyKey,
      });
    },
    onSuccess: (row) => {
      const name = nameOf(row.user ?? ('invitee' in row ? row.invitee : null));
      say(t('events.decided', { title: name, status: t(`status.${row.status}`) }));
      close();
      return refresh('attendees');
    },
  });
  return (
    <FormDialog
      title={t('attendees.add-one')}
      close={close}
      submit={t('attendees.add')}
      send={adding.mutate}
      change={() => setKey(crypto.randomUUID())}
      isBusy={adding.isPending}
      problem={adding.error}
    >
      <FindPerson
        name="user_id"
        label={t('attendees.person')}
        choose={(found) => setUser(found !== undefined)}
        {...(takesGuests && { none: t('attendees.add-guest') })}
      />
      {takesGuests && !isUser && (
        <>
          <div class="columns">
            <TextField name="first_name" label={t('walk-in.first-name')} required maxLength={256} />
            <TextField name="last_name" label={t('walk-in.last-name')} maxLength={256} />
          </div>
          <TextField name="company" label={t('walk-in.company')} maxLength={200} />
        </>
      )}
      {takesGuests && (
        <TextField name="ticket_type" label={t('attendees.ticket-type')} maxLength={100} />
      )}
      <Check name="over_capacity">{t('attendees.over-capacity')}</Check>
      {(isUser || !takesGuests) && (
        <Check name="notify" isChecked>
          {t('attendees.notify-one')}
        </Check>
      )}
    </FormDialog>
  );
}
