import { useMutation } from '@tanstack/preact-query';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { FindPerson } from '../people/find-person.tsx';
import type { Content } from './content.ts';

/** Sends what is written to one colleague, by the messenger alone. */
export function TestOnOne({ content, close }: { content: Content; close: () => void }) {
  const { title, body, action_url, start, translations } = content;
  const test = useMutation({
    mutationFn: (form: FormData) =>
      api.call('testBroadcast', {
        body: {
          user_id: Number(form.get('user_id')),
          ...{ title, body, action_url, start, translations },
        },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: () => {
      say(t('compose.tested'));
      close();
    },
  });
  return (
    <FormDialog
      title={t('compose.test.other')}
      close={close}
      submit={t('message.send')}
      send={test.mutate}
      isBusy={test.isPending}
      problem={test.error}
    >
      <FindPerson name="user_id" label={t('attendees.person')} />
    </FormDialog>
  );
}
