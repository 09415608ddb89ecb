import { useMutation } from '@tanstack/preact-query';
import type { IssuedWebhook, Webhook } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Choice } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { refreshWebhooks } from './form.tsx';
import { hostOf } from './words.tsx';

interface Props {
  readonly webhook: Webhook;
  readonly close: () => void;
}

/** Seconds for which the old secret signs, too. */
const GRACES = ['86400', '604800', '3600', '0'] as const;

/** A new secret, beside which the old one signs for a time. */
export function RotateWebhook({
  webhook: { id, url },
  close,
  made,
}: Props & { readonly made: (issued: IssuedWebhook) => void }) {
  const rotate = useMutation({
    mutationFn: (form: FormData) =>
      api.call('rotateWebhookSecret', {
        params: { id },
        body: { grace_seconds: Number(form.get('grace')) },
      }),
    onSuccess: (issued) => {
      made(issued);
      return refreshWebhooks();
    },
  });
  return (
    <FormDialog
      title={t('webhooks.rotate-name', { name: hostOf(url) })}
      close={close}
      submit={t('webhooks.rotate')}
      send={rotate.mutate}
      isBusy={rotate.isPending}
      problem={rotate.error}
    >
      <p>{t('webhooks.rotate.more')}</p>
      <Choice
        name="grace"
        label={t('webhooks.grace')}
        values={GRACES}
        value="86400"
        textOf={(one) => t(`keys.grace.${one}`)}
      />
    </FormDialog>
  );
}

/** Asks before messages and their history are gone. */
export const DeleteWebhook = ({ webhook: { id, url, version }, close }: Props) => (
  <Confirm
    title={t('webhooks.delete-name', { name: hostOf(url) })}
    submit={t('webhooks.delete')}
    close={close}
    run={async () => {
      await api.call('deleteWebhook', { params: { id }, ifMatch: version });
      say(t('webhooks.deleted', { name: hostOf(url) }));
      await refreshWebhooks();
    }}
  >
    <p>{t('webhooks.delete.more')}</p>
  </Confirm>
);
