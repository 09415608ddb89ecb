import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { TextArea, TextField } from '../parts/fields.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

interface Props {
  readonly user: { readonly id: number };
  readonly name: string;
  readonly close: () => void;
}

/** A message to one person, in the inbox and by the messenger. */
export function MessagePerson({ user, name, close }: Props) {
  // One for the draft, not for the click.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const sending = useMutation({
    mutationFn: (form: FormData) =>
      api.call('createNotification', {
        body: { user_id: user.id, title: textOf(form, 'title'), body: textOf(form, 'body') },
        idempotencyKey,
      }),
    onSuccess: ({ delivery }) => {
      say(t(delivery?.status === 'queued' ? 'message.sent' : 'message.in-inbox', { name }));
      close();
    },
  });
  return (
    <FormDialog
      title={t('message.to', { name })}
      close={close}
      submit={t('message.send')}
      send={sending.mutate}
      change={() => setKey(crypto.randomUUID())}
      isBusy={sending.isPending}
      problem={sending.error}
    >
      <TextField name="title" label={t('compose.field.title')} required maxLength={200} />
      <TextArea
        name="body"
        label={t('compose.field.body')}
        value=""
        required
        maxLength={4_000}
        dir="auto"
      />
    </FormDialog>
  );
}
