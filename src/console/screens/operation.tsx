import { useMutation } from '@tanstack/preact-query';
import type { EnrichmentJob, QueuedJob } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { sentenceOf } from '../lib/problems.ts';
import { useRows } from '../lib/rows.ts';
import { number, t, textIf } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { SendingState } from '../operation/sending-state.tsx';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';

const STATES = ['failed', 'active', 'late'] as const;

/** The sending of messages, and the jobs of the queue. */
export function Operation({ conference }: { conference: Conference }) {
  const { timezone } = conference;
  const may = useMay();
  const state = useFilters().oneOf('state', STATES);
  const jobs = useRows(['jobs', state], (asked, signal) =>
    api.call('listQueuedJobs', { params: { state, ...asked }, signal }),
  );
  return (
    <>
      <Head title={t('operation.title')} />
      <SendingState timezone={timezone} />
      <section>
        <h2>{t('operation.jobs')}</h2>
        <Filters
          filters={[
            choice({
              name: 'state',
              label: t('operation.state'),
              values: STATES,
              text: (one) => t(`operation.state.${one}`),
            }),
          ]}
        />
        <Listing list={jobs} empty={t('operation.jobs.none')}>
          {(rows) => <Jobs jobs={rows} timezone={timezone} />}
        </Listing>
      </section>
      {may('enrichment:read') && <Enrichments conference={conference} />}
    </>
  );
}

/** A job of another version has no words here. */
const nameOf = (job: string): string => textIf(`job.${job}`) ?? job;

function Jobs({ jobs, timezone }: { jobs: readonly QueuedJob[]; timezone: string }) {
  const may = useMay();
  const { moment } = zoneOf(timezone);
  const change = useMutation({
    mutationFn: ({ id, to }: { id: string; to: 'retryQueuedJob' | 'cancelQueuedJob' }) =>
      api.call(to, { params: { id } }),
    onSuccess: ({ name, state }) =>
      say(t('operation.done', { name: nameOf(name), state: t(`operation.state.${state}`) })),
    onError: (error) => say(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['jobs'] }),
  });
  return (
    <Table
      label={t('operation.jobs')}
      head={[
        t('operation.job'),
        t('operation.state'),
        t('operation.due', { zone: timezone }),
        { number: t('operation.retries') },
        { hidden: t('keys.actions') },
      ]}
    >
      {jobs.map(({ id, name, state, due_at, retries, error }) => (
        <tr key={id}>
          <th scope="row">
            {nameOf(name)}
            <small>{error}</small>
          </th>
          <td>{t(`operation.state.${state}`)}</td>
          <td>{moment(due_at)}</td>
          <td class="number">{number(retries)}</td>
          <td class="buttons">
            {may('operations:write') && state === 'failed' && (
              <button
                type="button"
                class="btn"
                disabled={change.isPending}
                onClick={() => change.mutate({ id, to: 'retryQueuedJob' })}
                aria-label={t('operation.retry-name', { name: nameOf(name) })}
              >
                {t('operation.retry')}
              </button>
            )}
            {may('operations:write') && state === 'waiting' && (
              <button
                type="button"
                class="btn bad"
                disabled={change.isPending}
                onClick={() => change.mutate({ id, to: 'cancelQueuedJob' })}
                aria-label={t('operation.cancel-name', { name: nameOf(name) })}
              >
                {t('operation.cancel')}
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Enrichments({ conference }: { conference: Conference }) {
  const may = useMay();
  const { timezone } = conference;
  const { moment } = zoneOf(timezone);
  const list = useRows(['enrichment-jobs'], (asked, signal) =>
    api.call('listEnrichmentJobs', { params: { sort: '-id', ...asked }, signal }),
  );
  const run = useMutation({
    mutationFn: () =>
      api.call('generateEnrichments', {
        body: { filter: { conference_ids: [conference.id] } },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: () => say(t('enrichment.started')),
    onError: (error) => say(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['enrichment-jobs'] }),
  });
  return (
    <section>
      <div class="bar">
        <h2>{t('operation.enrichments')}</h2>
        {may('enrichment:run') && conference.id !== 0 && (
          <button type="button" class="btn" disabled={run.isPending} onClick={() => run.mutate()}>
            {t('enrichment.run-all', { name: conference.name })}
          </button>
        )}
      </div>
      <Listing list={list} empty={t('operation.enrichments.none')} filters={[]}>
        {(rows: readonly EnrichmentJob[]) => (
          <Table
            label={t('operation.enrichments')}
            head={[
              t('operation.started', { zone: timezone }),
              t('operation.state'),
              { number: t('operation.ready') },
              { number: t('operation.state.failed') },
            ]}
          >
            {rows.map(({ id, status, ready, queued, failed, created_at }) => (
              <tr key={id}>
                <th scope="row">{moment(created_at)}</th>
                <td>{t(`operation.enrichment.${status}`)}</td>
                <td class="number">{t('operation.of', { ready, queued })}</td>
                <td class="number">{number(failed)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </section>
  );
}
