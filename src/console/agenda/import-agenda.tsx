import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AgendaImportResult, CalendarReport } from '../../client/operations.d.ts';
import {
  CalendarFields,
  CalendarReportView,
  countsOf,
  optionsOf,
} from '../events/import-calendar.tsx';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { counted, t } from '../lib/text.ts';
import { Check, Choice, TextField } from '../parts/fields.tsx';
import { FileField } from '../parts/file-field.tsx';
import { type Attempt, ImportPage } from '../parts/import-page.tsx';
import { say } from '../parts/toasts.tsx';
import { AgendaReport, UnusedRooms } from './agenda-report.tsx';
import { kindOf } from './import-kind.ts';

const ABSENT = ['keep', 'cancel'] as const;

type Result =
  | { readonly kind: 'calendar'; readonly report: CalendarReport }
  | { readonly kind: 'agenda'; readonly report: AgendaImportResult };

/** Imports a schedule, a table or a calendar, whichever the file is. */
export function ImportAgenda({ conference }: { conference: Conference }) {
  const { id: conference_id } = conference;
  const [file, setFile] = useState<File>();
  const [url, setUrl] = useState('');
  const found = useQuery({
    queryKey: ['import-kind', file?.name, file?.size, file?.lastModified],
    queryFn: async () => (file ? kindOf(file) : 'calendar'),
    enabled: file !== undefined,
    gcTime: 0,
  });
  const kind = file ? found.data : url ? 'calendar' : undefined;
  const run = async (fields: FormData, { dry_run, idempotencyKey }: Attempt): Promise<Result> => {
    const once = dry_run ? {} : { idempotencyKey };
    const absent = ABSENT.find((one) => one === fields.get('absent')) ?? 'keep';
    const given = fields.get('file');
    if (!(given instanceof File && given.size > 0) || (await kindOf(given)) === 'calendar') {
      const body = { ...optionsOf(fields, conference_id), absent, dry_run };
      return { kind: 'calendar', report: await api.call('importCalendar', { body, ...once }) };
    }
    const params = { conference_id, absent, dry_run, notify: fields.has('notify') };
    const call = { params, body: { file: given }, ...once };
    return { kind: 'agenda', report: await api.call('importAgenda', call) };
  };
  const view = ({ kind, report }: Result) =>
    kind === 'calendar' ? (
      <CalendarReportView report={report} timezone={conference.timezone} />
    ) : (
      <AgendaReport report={report} timezone={conference.timezone} />
    );
  return (
    <ImportPage<FormData, Result>
      title={t('agenda.import.title')}
      conference={conference}
      screen="agenda"
      bodyOf={(fields) => fields}
      run={run}
      countsOf={({ kind, report }) => (kind === 'calendar' ? countsOf(report) : { ...report })}
      submit={(count) => counted('agenda.import.apply', count)}
      done={async ({ report: { created, updated, cancelled } }) => {
        say(t('calendar.done', { created, updated, cancelled }));
        for (const name of ['agenda', 'events', 'speakers'])
          await queries.invalidateQueries({ queryKey: [name] });
      }}
      report={view}
      applied={(result) => (
        <>
          {view(result)}
          <UnusedRooms rooms={result.report.unused_rooms} conference_id={conference_id} />
          <div class="buttons">
            <Link class="btn primary" href={`/c/${conference_id}/agenda`}>
              {t('import.close')}
            </Link>
          </div>
        </>
      )}
    >
      {() => (
        <div class="card">
          <div class="body stack">
            <FileField
              label={t('agenda.import.file')}
              accept=".xml,.json,.csv,.xlsx,.ics,text/calendar"
              required={url === ''}
              choose={setFile}
            />
            {!file && (
              <TextField
                name="url"
                type="url"
                label={t('agenda.import.url')}
                maxLength={2_000}
                onInput={(event) => setUrl(event.currentTarget.value.trim())}
              />
            )}
            {kind && <p role="status">{t(`agenda.import.kind.${kind}`)}</p>}
            {/* Sent with every file: what it is comes later than its choice. */}
            <div class={kind === 'calendar' ? 'stack' : ''} hidden={kind !== 'calendar'}>
              <CalendarFields />
            </div>
            <Choice
              name="absent"
              label={t('agenda.import.absent')}
              values={ABSENT}
              textOf={(one) => t(`agenda.import.absent.${one}`)}
            />
            <Check name="notify" isChecked>
              {t('events.notify')}
            </Check>
          </div>
        </div>
      )}
    </ImportPage>
  );
}
