import { useMutation } from '@tanstack/preact-query';
import { useRef } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { api, queries } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { ConferenceFields, fieldsOf } from './conference-fields.tsx';

/** A new conference: a draft, which attendees do not see yet. */
export function CreateConference({ close }: { close: () => void }) {
  const [, go] = useLocation();
  // One for the draft: a second click makes no second conference.
  const idempotencyKey = useRef(crypto.randomUUID());
  const create = useMutation({
    mutationFn: (form: FormData) => {
      const { slug, ...fields } = fieldsOf(form);
      return api.call('createConference', {
        body: { ...fields, ...(slug && { slug }) },
        idempotencyKey: idempotencyKey.current,
      });
    },
    onSuccess: async ({ id, name }) => {
      say(t('conferences.created', { name }));
      close();
      await queries.invalidateQueries({ queryKey: ['conferences'] });
      go(`/c/${id}/conferences?id=${id}`);
    },
  });
  return (
    <FormDialog
      title={t('conferences.create')}
      close={close}
      submit={t('conferences.create.submit')}
      send={create.mutate}
      change={() => {
        idempotencyKey.current = crypto.randomUUID();
      }}
      isBusy={create.isPending}
      problem={create.error}
    >
      <p class="muted">{t('conferences.create.more')}</p>
      <ConferenceFields />
    </FormDialog>
  );
}
