import { useMutation } from '@tanstack/preact-query';
import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { AdminConference, ConferenceCopyInput } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

const PARTS = [
  'rooms',
  'tracks',
  'agenda',
  'pages',
  'form_questions',
  'ticket_types',
  'checkpoints',
  'quests',
  'templates',
] as const satisfies NonNullable<ConferenceCopyInput['parts']>;

/** Makes a draft of another year from a conference. */
export function DuplicateConference({ conference }: { conference: AdminConference }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="btn" onClick={() => setOpen(true)}>
        {t('conferences.duplicate')}
      </button>
      {isOpen && <Form conference={conference} close={() => setOpen(false)} />}
    </>
  );
}

function Form({ conference, close }: { conference: AdminConference; close: () => void }) {
  const [, go] = useLocation();
  // One for the draft: a second click makes no second copy.
  const idempotencyKey = useRef(crypto.randomUUID());
  const copy = useMutation({
    mutationFn: (fields: FormData) => {
      const slug = textOf(fields, 'slug');
      return api.call('duplicateConference', {
        params: { id: conference.id },
        body: {
          name: textOf(fields, 'name'),
          ...(slug && { slug }),
          starts_on: textOf(fields, 'starts_on'),
          parts: PARTS.filter((part) => fields.has(part)),
        },
        idempotencyKey: idempotencyKey.current,
      });
    },
    onSuccess: async ({ id, name, copied }) => {
      say(t('conferences.copied', { name, items: copied.agenda_items, quests: copied.quests }));
      close();
      await queries.invalidateQueries({ queryKey: ['conferences'] });
      go(`/c/${id}/conferences?id=${id}`);
    },
  });
  return (
    <FormDialog
      title={t('conferences.duplicate.title', { name: conference.name })}
      close={close}
      submit={t('conferences.duplicate')}
      send={copy.mutate}
      change={() => {
        idempotencyKey.current = crypto.randomUUID();
      }}
      isBusy={copy.isPending}
      problem={copy.error}
    >
      <label class="field">
        {t('conferences.field.name')}
        <input name="name" required maxLength={200} autocomplete="off" />
      </label>
      <label class="field">
        {t('conferences.field.slug-optional')}
        <input name="slug" maxLength={100} pattern="[a-z0-9]+(-[a-z0-9]+)*" autocomplete="off" />
      </label>
      <label class="field">
        {t('conferences.field.starts_on')}
        <input name="starts_on" type="date" required />
      </label>
      <fieldset>
        <legend>{t('conferences.parts')}</legend>
        {PARTS.map((part) => (
          <label key={part} class="check">
            <input name={part} type="checkbox" defaultChecked />
            {t(`conferences.part.${part}`)}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
