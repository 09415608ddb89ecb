import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { Dialog } from '../parts/dialog.tsx';
import { sentenceOf } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';

/** Adds and checks in a person who is on no list. */
export function WalkIn({ conference, isOnline }: { conference: Conference; isOnline: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" disabled={!isOnline} onClick={() => setOpen(true)}>
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
      const text = (name: string) => String(fields.get(name)).trim();
      const company = text('company');
      return api.call('addConferenceAttendee', {
        params: { conference_id: conference.id },
        body: {
          first_name: text('first_name'),
          last_name: text('last_name'),
          ...(company && { company }),
          check_in: true,
          over_capacity: true,
        },
        idempotencyKey,
      });
    },
    onSuccess: async ({ invitee }) => {
      say(
        t('walk-in.done', {
          name: [invitee?.first_name, invitee?.last_name].filter(Boolean).join(' '),
        }),
      );
      close();
      await queries.invalidateQueries({ queryKey: ['door', conference.id] });
    },
  });
  return (
    <Dialog title={t('walk-in.open')} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(new FormData(event.currentTarget));
        }}
      >
        <label>
          {t('walk-in.first-name')}
          <input name="first_name" required maxLength={100} autocomplete="off" />
        </label>
        <label>
          {t('walk-in.last-name')}
          <input name="last_name" required maxLength={100} autocomplete="off" />
        </label>
        <label>
          {t('walk-in.company')}
          <input name="company" maxLength={100} autocomplete="off" />
        </label>
        <p class="problem" role="alert">
          {add.error && sentenceOf(add.error)}
        </p>
        <div class="buttons">
          <button type="button" onClick={close}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" class="primary" disabled={add.isPending}>
            {t('walk-in.submit')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
