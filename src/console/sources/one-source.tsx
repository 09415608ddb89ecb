import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Source, SourceRun } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { sentenceOf } from '../lib/problems.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Facts } from '../parts/facts.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { say } from '../parts/toasts.tsx';
import { groupOf } from './kinds.ts';
import { Report } from './report.tsx';
import { refreshSources, SourceForm } from './source-form.tsx';
import { intervalText, Light, runText } from './words.tsx';

interface Props {
  readonly source: Source;
  readonly conference: Conference;
}

/** One source: what waits for a person, what is read and when, and how each run ended. */
export function OneSource({ source, conference }: Props) {
  const { at } = useFilters();
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const { id, kind, version, is_enabled, waiting_run_id } = source;
  const { moment, dated } = zoneOf(conference.timezone);
  const params = { conference_id: conference.id, id };
  const mayImport = useMay()(groupOf(kind) === 'guests' ? 'attendees:import' : 'content:import');
  const onError = (error: unknown) => say(sentenceOf(error));
  const run = useMutation({
    mutationFn: () =>
      api.call('runSource', { params: { conference_id: conference.id, source_id: id }, body: {} }),
    onSuccess: () => say(t('sources.reading')),
    onError,
    // A worker reads it now: the list shows how that ended.
    onSettled: () => setTimeout(refreshSources, 2_000),
  });
  const turn = useMutation({
    mutationFn: () =>
      api.call('updateSource', { params, body: { is_enabled: !is_enabled }, ifMatch: version }),
    onError,
    onSettled: refreshSources,
  });
  return (
    <>
      <Head
        title={source.name}
        about={source.url}
        tag={<Light source={source} />}
        others={[
          <Link key="back" class="btn" href={at({ id: undefined })}>
            <Icon name="chevron-left" />
            {t('sources.all')}
          </Link>,
          mayImport && (
            <button type="button" class="btn" onClick={() => setOpened('edit')}>
              {t('sources.edit')}
            </button>
          ),
          mayImport && (
            <button
              type="button"
              class="btn"
              disabled={turn.isPending}
              onClick={() => turn.mutate()}
            >
              {t(is_enabled ? 'sources.turn.off' : 'sources.turn.on')}
            </button>
          ),
          mayImport && (
            <button type="button" class="btn bad" onClick={() => setOpened('delete')}>
              {t('sources.delete')}
            </button>
          ),
        ]}
      >
        {mayImport && is_enabled && (
          <button
            type="button"
            class="btn primary"
            disabled={run.isPending}
            onClick={() => run.mutate()}
          >
            <Icon name="repeat-2" />
            {t('sources.read-now')}
          </button>
        )}
      </Head>
      <Facts
        facts={[
          [t('sources.field.kind'), t(`sources.kind.${kind}`)],
          [t('sources.field.publish'), t(`sources.publish.${source.publish}`)],
          [t('sources.interval'), intervalText(source.interval_minutes)],
          [t('sources.next'), is_enabled && moment(source.next_run_at)],
          [t('sources.failing'), source.failing_since && dated(source.failing_since)],
        ]}
      />
      {waiting_run_id !== null && (
        <Report
          key={waiting_run_id}
          source={source}
          runId={waiting_run_id}
          conference={conference}
          canDecide={mayImport}
        />
      )}
      <Runs source={source} conference={conference} mayImport={mayImport} />
      {opened === 'edit' && (
        <SourceForm
          source={source}
          conference={conference}
          group={groupOf(kind)}
          close={() => setOpened(undefined)}
        />
      )}
      {opened === 'delete' && (
        <Confirm
          title={t('sources.delete-name', { name: source.name })}
          submit={t('sources.delete')}
          close={() => setOpened(undefined)}
          run={async () => {
            await api.call('deleteSource', { params, ifMatch: version });
            say(t('sources.deleted', { name: source.name }));
            await refreshSources();
          }}
        >
          <p>{t('sources.delete.more')}</p>
        </Confirm>
      )}
    </>
  );
}

function Runs({ source, conference, mayImport }: Props & { readonly mayImport: boolean }) {
  const [opened, setOpened] = useState<number>();
  const { moment } = zoneOf(conference.timezone);
  const { id: source_id, waiting_run_id } = source;
  const of = { conference_id: conference.id, source_id };
  const list = useRows(['sources', conference.id, source_id, 'runs'], (asked, signal) =>
    api.call('listSourceRuns', { params: { ...of, ...asked }, signal }),
  );
  const runs = list.rows?.filter(({ id }) => id !== waiting_run_id);
  const canOpen = ({ status }: SourceRun) => status === 'applied' || status === 'discarded';
  return (
    <section class="card" aria-label={t('sources.runs')}>
      <header>
        <h2>{t('sources.runs')}</h2>
      </header>
      <div class="body stack">
        <Listing list={{ ...list, rows: runs }} empty={t('sources.runs.none')}>
          {(rows) => (
            <ul class="rows">
              {rows.map((run) => (
                <li key={run.id}>
                  <div class="row">
                    <span class="grow">
                      {moment(run.started_at)} · {runText(run)}
                    </span>
                    {canOpen(run) && (
                      <button
                        type="button"
                        class="btn quiet"
                        aria-expanded={opened === run.id}
                        onClick={() => setOpened(opened === run.id ? undefined : run.id)}
                      >
                        {t('sources.report')}
                      </button>
                    )}
                  </div>
                  {opened === run.id && (
                    <Report
                      source={source}
                      runId={run.id}
                      conference={conference}
                      canDecide={mayImport}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Listing>
      </div>
    </section>
  );
}
