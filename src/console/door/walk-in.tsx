import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

/** Adds and checks in a person who is on no list. */
export function WalkIn({ conference, isOnline }: { conference: Conference; isOnline: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="btn" disabled={!isOnline} onClick={() => setOpen(true)}>
        {t('walk-in.open')}
      </button>
      {isOpen && <Form conference={conference} close={() => setOpen(false)} />}
    </>
  );
}

function Form({ conference, close }: { conference: Conference; close: () => void }) {
  // One for the person, not for the click: pressed twice, they get one seat.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const add = useMutation({
    mutationFn: (fields: FormData) => {
      const company = textOf(fields, 'company');
      return api.call('addConferenceAttendee', {
        params: { conference_id: conference.id },
        body: {
          first_name: textOf(fields, 'first_name'),
          last_name: textOf(fields, 'last_name'),
          ...(company && { company }),
          check_in: true,
          over_capacity: true,
        },
        idempotencyKey,
      });
    },
    onSuccess: async ({ invitee }) => {
      say(t('walk-in.done', { name: nameOf(invitee) }));
      close();
      await queries.invalidateQueries({ queryKey: ['door', conference.id] });
    },
  });
  return (
    <FormDialog
      title={t('walk-in.open')}
      close={close}
      submit={t('walk-in.submit')}
      send={add.mutate}
      isBusy={add.isPending}
      problem={add.error}
    >
      <label class="field">
        {t('walk-in.first-name')}
        <input name="first_name" required maxLength={100} autocomplete="off" />
      </label>
      <label class="field">
        {t('walk-in.last-name')}
        <input name="last_name" required maxLength={100} autocomplete="off" />
      </label>
      <label class="field">
        {t('walk-in.company')}
        <input name="company" maxLength={100} autocomplete="off" />
      </label>
    </FormDialog>
  );
}
