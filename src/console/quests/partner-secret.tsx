import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { IssuedQuestSecret } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Close, Dialog } from '../parts/dialog.tsx';
import { Check } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import type { PartProps } from './part-props.ts';

/** Makes the secret with which a partner signs its calls, and shows it once. */
export function PartnerSecret({ quest, conference, close }: PartProps & { close: () => void }) {
  const [issued, setIssued] = useState<IssuedQuestSecret>();
  const make = useMutation({
    mutationFn: (form: FormData) =>
      api.call('rotateQuestSecret', {
        params: { id: quest.id },
        body: { revoke: form.has('revoke') },
      }),
    onSuccess: setIssued,
  });
  if (!issued) {
    return (
      <FormDialog
        title={t('quests.secret')}
        close={close}
        submit={t('quests.secret.make')}
        send={make.mutate}
        isBusy={make.isPending}
        problem={make.error}
      >
        <p>{t('quests.secret.more')}</p>
        <Check name="revoke">{t('quests.secret.revoke')}</Check>
      </FormDialog>
    );
  }
  const { secret, old_secret_valid_until: old } = issued;
  return (
    <Dialog title={t('quests.secret')} close={close}>
      <p>{t('keys.secret.more')}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      {old && <p>{t('quests.secret.old', { moment: zoneOf(conference.timezone).moment(old) })}</p>}
      <Close close={close} />
    </Dialog>
  );
}
