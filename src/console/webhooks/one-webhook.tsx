import { useMutation } from '@tanstack/preact-query';
import type { Webhook } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Panel } from '../parts/panel.tsx';
import { say } from '../parts/toasts.tsx';
import { Deliveries } from './deliveries.tsx';
import { refreshWebhooks } from './form.tsx';
import { hostOf, kindText, Light, outcomeText } from './words.tsx';

interface Props {
  readonly webhook: Webhook;
  readonly conference: Conference;
  readonly open: (kind: 'edit' | 'rotate' | 'delete') => void;
  readonly close: () => void;
}

/** One address: its state, what can be done with it, and what became of each message. */
export function OneWebhook({ webhook, conference, open, close }: Props) {
  const may = useMay();
  const { id, url, version, status, kinds, administrator, api_key } = webhook;
  const { dated } = zoneOf(conference.timezone);
  const test = useMutation({
    mutationFn: () => api.call('testWebhook', { params: { id } }),
    onSuccess: ({ ms, ...outcome }) =>
      say(t('webhooks.tested', { outcome: outcomeText(outcome), ms: number(ms) })),
    onError: (error) => say(sentenceOf(error)),
  });
  const turn = useMutation({
    mutationFn: (to: 'active' | 'off') =>
      api.call('updateWebhook', { params: { id }, body: { status: to }, ifMatch: version }),
    onError: (error) => say(sentenceOf(error)),
    onSettled: refreshWebhooks,
  });
  return (
    <Panel title={webhook.description ?? hostOf(url)} about={url} close={close}>
      <div>
        <Light webhook={webhook} />
      </div>
      {may('webhooks:write') && (
        <div class="buttons">
          {status === 'off' ? (
            <button
              type="button"
              class="btn primary"
              disabled={turn.isPending}
              onClick={() => turn.mutate('active')}
            >
              {t('webhooks.on')}
            </button>
          ) : (
            <button
              type="button"
              class="btn"
              disabled={test.isPending}
              onClick={() => test.mutate()}
            >
              <Icon name="send" />
              {t('webhooks.test')}
            </button>
          )}
          <button type="button" class="btn" onClick={() => open('edit')}>
            {t('webhooks.edit')}
          </button>
          <button type="button" class="btn" onClick={() => open('rotate')}>
            {t('webhooks.rotate')}
          </button>
          {status !== 'off' && (
            <button
              type="button"
              class="btn"
              disabled={turn.isPending}
              onClick={() => turn.mutate('off')}
            >
              {t('webhooks.off')}
            </button>
          )}
          <button type="button" class="btn bad" onClick={() => open('delete')}>
            {t('webhooks.delete')}
          </button>
        </div>
      )}
      <Facts
        facts={[
          [t('webhooks.kinds'), kinds.map(kindText).join(', ')],
          [
            t('webhooks.owner'),
            administrator?.name ?? api_key?.name ?? t('webhooks.owner.settings'),
          ],
          [
            t('keys.secret.old'),
            webhook.old_secret_valid_until &&
              t('keys.until', { moment: dated(webhook.old_secret_valid_until) }),
          ],
        ]}
      />
      <Deliveries webhook={webhook} timezone={conference.timezone} />
    </Panel>
  );
}
