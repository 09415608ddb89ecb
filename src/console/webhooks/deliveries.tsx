import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Webhook, WebhookDelivery } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { useFilters } from '../lib/filters.ts';
import { sentenceOf } from '../lib/problems.ts';
import { useRows } from '../lib/rows.ts';
import { counted, number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Listing } from '../parts/listing.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { kindText, outcomeText } from './words.tsx';

const STATUSES = ['queued', 'sending', 'sent', 'failed', 'skipped'] as const;
/** How long messages are kept. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

interface Props {
  readonly webhook: Webhook;
  readonly timezone: string;
}

/** The messages of the last 7 days. */
export function Deliveries({ webhook: { id, status: state }, timezone }: Props) {
  const may = useMay();
  const status = useFilters().oneOf('status', STATUSES);
  const list = useRows(['webhooks', id, 'deliveries', status], (asked, signal) =>
    api.call('listWebhookDeliveries', { params: { id, status, ...asked }, signal }),
  );
  const [opened, setOpened] = useState<string>();
  const replay = useMutation({
    mutationFn: (message_ids?: string[]) =>
      api.call('replayWebhookDeliveries', {
        params: { id },
        body: message_ids ? { message_ids } : allFailed(),
      }),
    onSuccess: ({ queued, missing }) =>
      say(
        missing.length > 0
          ? counted('webhooks.missing', missing.length)
          : counted('webhooks.replayed', queued),
      ),
    onError: (error) => say(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const canReplay = may('webhooks:write') && state !== 'off';
  return (
    <section class="stack">
      <h3>{t('webhooks.deliveries')}</h3>
      <Filters
        tabs={null}
        filters={[
          choice({
            name: 'status',
            label: t('webhooks.state'),
            values: STATUSES,
            text: (one) => t(`webhooks.delivery.${one}`),
          }),
        ]}
      />
      {canReplay && (
        <div class="buttons">
          <button
            type="button"
            class="btn"
            disabled={replay.isPending}
            onClick={() => replay.mutate(undefined)}
          >
            {t('webhooks.replay-failed')}
          </button>
        </div>
      )}
      <Listing list={list} empty={t('webhooks.deliveries.none')} filters={['status']}>
        {(rows) => (
          <ul class="stack">
            {rows.map((row) => (
              <li key={row.message_id} class="stack">
                <Row row={row} timezone={timezone} />
                <div class="buttons">
                  <button
                    type="button"
                    class="btn quiet"
                    aria-expanded={opened === row.message_id}
                    onClick={() =>
                      setOpened(opened === row.message_id ? undefined : row.message_id)
                    }
                  >
                    {t('webhooks.body')}
                  </button>
                  {canReplay && row.status !== 'queued' && row.status !== 'sending' && (
                    <button
                      type="button"
                      class="btn quiet"
                      disabled={replay.isPending}
                      onClick={() => replay.mutate([row.message_id])}
                    >
                      {t('webhooks.replay')}
                    </button>
                  )}
                </div>
                {opened === row.message_id && <Body id={id} messageId={row.message_id} />}
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </section>
  );
}

function Row({ row, timezone }: { row: WebhookDelivery; timezone: string }) {
  const { moment } = zoneOf(timezone);
  const { status, reason, answers, due_at, created_at } = row;
  const tone = { sent: 'good', failed: 'bad', skipped: 'warn', queued: '', sending: '' }[status];
  return (
    <div>
      <strong>{kindText(row.kind)}</strong>{' '}
      <span class={`tag ${tone}`}>
        {reason ? t(`webhooks.skipped.${reason}`) : t(`webhooks.delivery.${status}`)}
      </span>
      <small>
        {moment(created_at)}
        {due_at && ` · ${t('webhooks.next', { moment: moment(due_at) })}`}
      </small>
      {answers.map((answer) => (
        <small key={answer.at}>
          {moment(answer.at)} · {outcomeText(answer)} ·{' '}
          {t('webhooks.ms', { ms: number(answer.ms) })}
        </small>
      ))}
    </div>
  );
}

function Body({ id, messageId }: { id: number; messageId: string }) {
  const one = useQuery({
    queryKey: ['webhooks', id, 'delivery', messageId],
    queryFn: () => api.call('getWebhookDelivery', { params: { id, message_id: messageId } }),
  });
  if (one.error) return <Failure error={one.error} again={one.refetch} />;
  if (!one.data) return <Loading />;
  return (
    <>
      <p>
        <code>{messageId}</code>
      </p>
      <pre class="secret">{JSON.stringify(JSON.parse(one.data.body), null, 2)}</pre>
    </>
  );
}

/** All that failed, whose messages are still kept. */
const allFailed = () => ({
  status: 'failed' as const,
  from: new Date(Date.now() - KEPT_MS).toISOString(),
  to: new Date().toISOString(),
});
