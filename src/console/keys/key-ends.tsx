import { useMutation } from '@tanstack/preact-query';
import type { ApiKey, RotatedApiKey } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Choice } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { refreshKeys } from './key-forms.tsx';

interface Props {
  readonly apiKey: ApiKey;
  readonly timezone: string;
  readonly close: () => void;
}

/** Seconds that the old secret stays valid, so that devices change one after another. */
const GRACES = ['0', '600', '3600', '86400', '604800'] as const;

/** A new secret of a key, beside which the old one stays valid for a time. */
export function RotateKey({
  apiKey: { id, name, old_secret_valid_until },
  timezone,
  close,
  made,
}: Props & { readonly made: (key: RotatedApiKey) => void }) {
  const rotate = useMutation({
    mutationFn: (form: FormData) =>
      api.call('rotateApiKey', {
        params: { id },
        body: { grace_seconds: Number(form.get('grace')) },
      }),
    onSuccess: (key) => {
      made(key);
      return refreshKeys();
    },
  });
  return (
    <FormDialog
      title={t('keys.rotate-name', { name })}
      close={close}
      submit={t('keys.rotate')}
      send={rotate.mutate}
      isBusy={rotate.isPending}
      problem={rotate.error}
    >
      <p>{t('keys.rotate.more')}</p>
      {old_secret_valid_until && (
        <p class="note warn">
          {t('keys.rotate.third', { moment: momentIn(old_secret_valid_until, timezone) })}
        </p>
      )}
      <Choice
        name="grace"
        label={t('keys.grace')}
        values={GRACES}
        value="3600"
        textOf={(one) => t(`keys.grace.${one}`)}
      />
    </FormDialog>
  );
}

/** Asks before a key opens nothing any more, and names who loses access. */
export const RevokeKey = ({
  apiKey: { id, name, administrator, last_used_at, last_used_ip },
  timezone,
  close,
  isOwn,
}: Props & { readonly isOwn: boolean }) => (
  <Confirm
    title={t('keys.revoke-name', { name })}
    submit={t('keys.revoke')}
    close={close}
    run={async () => {
      await api.call('revokeApiKey', { params: { id } });
      say(t('keys.revoked', { name }));
      await refreshKeys();
    }}
  >
    {isOwn && <p class="note warn">{t('keys.revoke.own')}</p>}
    <p>
      <strong>
        {administrator
          ? t('keys.revoke.person', { name: administrator.name })
          : t('keys.revoke.device', { name })}
      </strong>
    </p>
    <p>
      {last_used_at
        ? t('keys.revoke.used', {
            moment: momentIn(last_used_at, timezone),
            ip: last_used_ip ?? t('keys.address.unknown'),
          })
        : t('keys.revoke.unused')}
    </p>
    <p>{t('keys.revoke.more')}</p>
  </Confirm>
);

/** A moment with its zone, inside a sentence. */
export const momentIn = (instant: string, zone: string): string =>
  t('account.at', { moment: zoneOf(zone).dated(instant), zone });
