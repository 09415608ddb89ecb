import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Source, SourceReport } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { lineOf, sentenceOf } from '../lib/problems.ts';
import { counted, number, t } from '../lib/text.ts';
import { fieldText } from '../parts/changes.tsx';
import { Notify } from '../parts/fields.tsx';
import { Lines } from '../parts/import-lines.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { Rows } from './report-rows.tsx';
import { refreshSources } from './source-form.tsx';
import { runText } from './words.tsx';

interface Props {
  readonly source: Source;
  readonly runId: number;
  readonly conference: Conference;
  readonly canDecide: boolean;
}

/** What a run changed, or would change once a person has looked at it. */
export function Report({ source, runId, conference, canDecide }: Props) {
  const of = { conference_id: conference.id, source_id: source.id };
  const run = useQuery({
    queryKey: ['sources', conference.id, source.id, 'run', runId],
    queryFn: () => api.call('getSourceRun', { params: { ...of, id: runId } }),
  });
  if (run.error) return <Failure error={run.error} again={run.refetch} />;
  if (!run.data) return <Loading />;
  const { report, status } = run.data;
  if (!report) return null;
  const waits = status === 'waiting';
  return (
    <section class="card" aria-label={t(waits ? 'sources.waits' : 'sources.report')}>
      <header>
        <h2>{waits ? t('sources.waits') : t('sources.report')}</h2>
        <small>{runText(run.data)}</small>
      </header>
      <div class="body stack">
        {report.brakes.map((brake) => (
          <p key={brake.message} class="note warn">
            {lineOf(brake)}
          </p>
        ))}
        {waits && canDecide ? (
          <Decision source={source} runId={runId} report={report} conference={conference} />
        ) : (
          <Rows
            rows={report.rows}
            source={source}
            conference={conference}
            canWithdraw={canDecide}
          />
        )}
        {report.more.rows > 0 && <p class="muted">{counted('sources.more', report.more.rows)}</p>}
        <Edited report={report} of={of} canDecide={canDecide} />
        <Lines
          title={t('sources.refused')}
          lines={report.refused.map(({ row, error }) => t('import.row', { row, error }))}
          count={report.refused.length + report.more.refused}
        />
        <Lines
          title={t('sources.warnings')}
          lines={report.warnings.map(lineOf)}
          count={report.warnings.length + report.more.warnings}
        />
      </div>
    </section>
  );
}

interface DecisionProps extends Omit<Props, 'canDecide'> {
  readonly report: SourceReport;
}

/** Applies all rows or the chosen ones, or dismisses them. */
function Decision({ source, runId, report, conference }: DecisionProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [notify, setNotify] = useState(true);
  const params = { conference_id: conference.id, source_id: source.id, id: runId };
  const chosen = report.rows.filter(({ key }) => !left.has(key));
  const isAll = left.size === 0;
  const onError = (error: unknown) => say(sentenceOf(error));
  const apply = useMutation({
    mutationFn: () =>
      api.call('applySourceRun', {
        params,
        body: { notify, ...(!isAll && { only: chosen.map(({ key }) => key) }) },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: () => say(t('sources.applied', { name: source.name })),
    onError,
    onSettled: refreshSources,
  });
  const discard = useMutation({
    mutationFn: () => api.call('discardSourceRun', { params }),
    onSuccess: () => say(t('sources.discarded')),
    onError,
    onSettled: refreshSources,
  });
  const toggle = (key: string) => {
    const next = new Set(left);
    if (!next.delete(key)) next.add(key);
    setLeft(next);
  };
  const isBusy = apply.isPending || discard.isPending;
  return (
    <>
      <Rows
        rows={report.rows}
        source={source}
        conference={conference}
        choose={{ isChosen: (key) => !left.has(key), toggle }}
      />
      {report.would_notify > 0 && (
        <Notify isChecked={notify} choose={setNotify}>
          {counted('sources.notify', report.would_notify)}
        </Notify>
      )}
      <div class="buttons">
        <button type="button" class="btn" disabled={isBusy} onClick={() => discard.mutate()}>
          {t('sources.discard')}
        </button>
        <button
          type="button"
          class="btn primary"
          disabled={isBusy || chosen.length === 0}
          onClick={() => apply.mutate()}
        >
          {isAll ? t('sources.apply') : t('sources.apply-chosen', { count: chosen.length })}
        </button>
      </div>
    </>
  );
}

/** The fields that stay as organizers edited them, and the way back to the source. */
function Edited({
  report: { edited, more },
  of,
  canDecide,
}: {
  report: SourceReport;
  of: { readonly conference_id: number; readonly source_id: number };
  canDecide: boolean;
}) {
  const ids = edited.flatMap(({ agenda_item_id }) => agenda_item_id ?? []);
  const follow = useMutation({
    mutationFn: (agenda_item_ids: number[]) =>
      api.call('followSource', { params: of, body: { agenda_item_ids } }),
    onSuccess: () => say(t('sources.reading')),
    onError: (error) => say(sentenceOf(error)),
    onSettled: () => setTimeout(refreshSources, 2_000),
  });
  if (edited.length === 0) return null;
  const isFollowable = canDecide && ids.length > 0;
  return (
    <section aria-label={t('sources.edited')}>
      <h3>{t('sources.edited')}</h3>
      <ul class="rows">
        {edited.map(({ key, title, fields, agenda_item_id }) => (
          <li key={key} class="row">
            <span class="grow">
              {title}: {fields.map((field) => fieldText(field, 'agenda')).join(', ')}
            </span>
            {canDecide && agenda_item_id !== null && (
              <button
                type="button"
                class="btn"
                disabled={follow.isPending}
                onClick={() => follow.mutate([agenda_item_id])}
                aria-label={t('sources.follow-name', { name: title })}
              >
                {t('sources.follow')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {more.edited > 0 && <p class="muted">{number(more.edited)}</p>}
      {isFollowable && ids.length > 1 && (
        <button
          type="button"
          class="btn"
          disabled={follow.isPending}
          onClick={() => follow.mutate(ids.slice(0, 500))}
        >
          {t('sources.follow-all')}
        </button>
      )}
    </section>
  );
}
