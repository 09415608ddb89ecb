import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminEvent } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { lineOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { CheckedEdit } from '../parts/checked-edit.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import {
  bodyOf,
  EventFields,
  type Fields,
  fieldsIn,
  fieldsOf,
  shownValue,
} from './event-fields.tsx';

const refresh = () => queries.invalidateQueries({ queryKey: ['events'] });

interface EditProps {
  readonly event: AdminEvent;
  readonly close: () => void;
  readonly children: preact.ComponentChildren;
}

/** Changes an event; `children` are the other things that may be done with it. */
export function EditEvent({ event, close, children }: EditProps) {
  const { timezone } = event;
  const params = { id: event.id };
  return (
    <CheckedEdit<Fields, AdminEvent>
      title={t('events.edit')}
      row={event}
      fieldsOf={fieldsOf}
      fieldsIn={(form) => fieldsIn(form, timezone)}
      attempt={(change) =>
        api.call('updateEvent', { params: { ...params, dry_run: true }, body: bodyOf(change) })
      }
      save={(change, ifMatch, notify) =>
        api.call('updateEvent', { params, body: { ...bodyOf(change), notify }, ifMatch })
      }
      nameOf={({ title }) => title}
      refresh={refresh}
      close={close}
      label={(field) => t(`events.field.${field}`)}
      show={(field, value) => shownValue(field, value, timezone)}
    >
      <EventFields first={fieldsOf(event)} timezone={timezone} />
      {children}
    </CheckedEdit>
  );
}

interface NewProps {
  readonly conference: Conference;
  readonly close: () => void;
}

/** Creates an event of the conference. */
export function NewEvent({ conference, close }: NewProps) {
  const { id: conference_id, timezone, starts_on } = conference;
  const clock = wallTimeOf(timezone);
  // One for the draft, not for the click: pressed twice, it is made once.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const create = useMutation({
    mutationFn: (form: FormData) =>
      api.call('createEvent', {
        body: { ...bodyOf(fieldsIn(form, timezone)), conference_id, timezone },
        idempotencyKey,
      }),
    onSuccess: ({ title, warnings }) => {
      say([t('events.added', { title }), ...warnings.map(lineOf)].join(' '));
      close();
      return refresh();
    },
  });
  return (
    <FormDialog
      title={t('events.new')}
      close={close}
      submit={t('events.add')}
      send={create.mutate}
      change={() => setKey(crypto.randomUUID())}
      isBusy={create.isPending}
      problem={create.error}
    >
      <EventFields
        first={{
          title: '',
          description: null,
          kind: 'main',
          status: 'approved',
          starts_at: clock.instant(starts_on, '09:00'),
          ends_at: clock.instant(starts_on, '10:00'),
          venue_name: null,
          venue_address: null,
          capacity: null,
          registration_mode: 'open',
          waitlist: 'auto',
          organizer: null,
          url: null,
          image_url: null,
          tags: [],
          all_day: false,
        }}
        timezone={timezone}
      />
    </FormDialog>
  );
}
