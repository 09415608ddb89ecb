import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { NotificationJob } from '../../client/operations.d.ts';
import { Compose } from '../broadcasts/compose.tsx';
import { Deliveries } from '../broadcasts/deliveries.tsx';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Empty, Failure, Loading, sentenceOf } from '../parts/states.tsx';

const PROGRESS_EVERY_MS = 2_000;

/** Messages to many: what was sent, how far it is, and how to stop it or take it back. */
export function Broadcasts({ conference }: { conference: Conference }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const jobs = useQuery({
    queryKey: ['broadcasts', 'list'],
    queryFn: () => api.call('listBroadcasts', { params: { limit: 20 } }),
  });
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('broadcasts.title')}</h1>
        {may('broadcasts:send') && (
          <button type="button" class="primary" onClick={() => setOpen(true)}>
            {t('broadcasts.write')}
          </button>
        )}
      </div>
      {jobs.error && <Failure error={jobs.error} again={jobs.refetch} />}
      {jobs.isPending && <Loading />}
      {jobs.data?.data.length === 0 && <Empty title={t('broadcasts.none')} />}
      <ul class="cards">
        {jobs.data?.data.map((job) => (
          <Job key={job.id} job={job} timezone={conference.timezone} />
        ))}
      </ul>
      {isOpen && <Compose conference={conference} close={() => setOpen(false)} />}
    </>
  );
}

function Job({ job, timezone }: { job: NotificationJob; timezone: string }) {
  const { id, title, body, status, recalled_at, scheduled_at, created_at } = job;
  const may = useMay();
  const [isRead, setRead] = useState(false);
  const params = { id };
  const isRunning = status === 'running' || status === 'scheduled';
  const progress = useQuery({
    queryKey: ['broadcasts', 'progress', id],
    queryFn: () => api.call('getBroadcastStats', { params }),
    refetchInterval: ({ state: { data } }) =>
      isRunning || data?.recall_pending ? PROGRESS_EVERY_MS : false,
  });
  const change = useMutation({
    mutationFn: (operation: 'cancelBroadcast' | 'recallBroadcast' | 'retryBroadcast') =>
      api.call(operation, { params }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['broadcasts'] }),
  });
  const { total = 0, sent = 0, failed = 0, skipped = 0, recalled = 0 } = progress.data ?? {};
  return (
    <li>
      <h2>{title}</h2>
      <p>{body}</p>
      <p class="muted">
        {[
          t(`broadcasts.status.${status}`),
          zoneOf(timezone).moment(scheduled_at ?? created_at),
        ].join(' · ')}
      </p>
      <progress
        max={total || 1}
        value={sent + failed + skipped}
        aria-label={t('broadcasts.progress', { title })}
      />
      <p>{t('broadcasts.numbers', { total, sent, failed, skipped })}</p>
      {recalled_at && <p class="notice">{t('broadcasts.recalled', { recalled })}</p>}
      {change.error && (
        <p class="problem" role="alert">
          {sentenceOf(change.error)}
        </p>
      )}
      <div class="buttons">
        {total > 0 && (
          <button type="button" onClick={() => setRead(true)}>
            {t('deliveries.open')}
          </button>
        )}
      </div>
      {isRead && <Deliveries job={job} timezone={timezone} close={() => setRead(false)} />}
      {may('broadcasts:send') && (
        <div class="buttons">
          {isRunning && (
            <button type="button" class="bad" onClick={() => change.mutate('cancelBroadcast')}>
              {t('broadcasts.stop')}
            </button>
          )}
          {status === 'completed' && failed > 0 && !recalled_at && (
            <button type="button" onClick={() => change.mutate('retryBroadcast')}>
              {t('broadcasts.retry')}
            </button>
          )}
          {!recalled_at && sent > 0 && (
            <button type="button" onClick={() => change.mutate('recallBroadcast')}>
              {t('broadcasts.recall')}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
