import type { IssuedApiKey, RotatedApiKey } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { say } from '../parts/toasts.tsx';
import { momentIn } from './key-ends.tsx';
import { PhoneCode } from './phone-code.tsx';

interface Props {
  readonly issued: IssuedApiKey | RotatedApiKey;
  readonly timezone: string;
  readonly close: () => void;
}

/** The only time that a secret is seen, with its end, and that of the secret before it. */
export function Secret({ issued, timezone, close }: Props) {
  const { secret, expires_at, old_secret_valid_until: old, name } = issued;
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    say(t('keys.copied'));
  };
  return (
    <Dialog title={t('keys.secret', { name })} close={close}>
      <p>{t('keys.secret.more')}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <Facts
        facts={[
          [
            t('keys.secret.new'),
            expires_at
              ? t('keys.until', { moment: momentIn(expires_at, timezone) })
              : t('keys.endless'),
          ],
          [t('keys.secret.old'), old && t('keys.until', { moment: momentIn(old, timezone) })],
        ]}
      />
      <h3>{t('keys.phone')}</h3>
      <PhoneCode apiKey={issued} timezone={timezone} />
      <div class="buttons">
        <button
          type="button"
          class="btn"
          onClick={() => void copy().catch(() => say(t('keys.copy.failed')))}
        >
          {t('keys.copy')}
        </button>
        <button type="button" class="btn primary" onClick={close}>
          {t('dialog.close')}
        </button>
      </div>
    </Dialog>
  );
}
