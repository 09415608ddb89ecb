import type { Webhook, WebhookDelivery } from '../../client/operations.d.ts';
import { t, textIf } from '../lib/text.ts';
import { Relative } from '../parts/relative.tsx';

export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

/** What a kind tells, in words; a kind of a newer service is shown as it is named. */
export const kindText = (kind: string): string => textIf(`webhooks.kind.${kind}`) ?? kind;

/** Whether messages reach the address; since when they do not, or why none is sent. */
export function Light({ webhook: { status, off_reason, failing_since } }: { webhook: Webhook }) {
  if (status === 'active') return <span class="tag good">{t('webhooks.status.active')}</span>;
  if (status === 'off') {
    return (
      <>
        <span class="tag warn">{t('webhooks.status.off')}</span>
        {off_reason && <small>{t(`webhooks.off.${off_reason}`)}</small>}
      </>
    );
  }
  return (
    <>
      <span class="tag bad">{t('webhooks.status.failing')}</span>
      {failing_since && (
        <small>
          <Relative to={failing_since} />
        </small>
      )}
    </>
  );
}

/** What a call resulted in: a status, or why there is none. */
export const outcomeText = ({ status, error }: Pick<Answer, 'status' | 'error'>): string =>
  error ? t(`webhooks.error.${error}`) : t('webhooks.answered', { status: String(status) });

type Answer = WebhookDelivery['answers'][number];
