import { useQuery } from '@tanstack/preact-query';
import type { AuditRow, CalendarReport } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { lineOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { ChangeList } from '../parts/changes.tsx';
import { WouldNotify } from '../parts/checked-edit.tsx';
import { Check, Choice, TextField } from '../parts/fields.tsx';
import { FileField } from '../parts/file-field.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { Lines } from '../parts/import-lines.tsx';
import { ImportPage } from '../parts/import-page.tsx';
import { say } from '../parts/toasts.tsx';

const STATUSES = ['approved', 'pending'] as const;

/** The options of an import of a calendar, as a form has them. */
export function optionsOf(fields: FormData, conference_id: number) {
  const file = fields.get('file');
  const url = textOf(fields, 'url');
  return {
    conference_id,
    status: STATUSES.find((one) => one === fields.get('status')) ?? 'approved',
    agenda: fields.has('agenda'),
    notify: fields.has('notify'),
    ...(file instanceof File && file.size > 0 ? { file } : { url }),
  };
}

/** What an import of a calendar would do, by number. */
export const countsOf = ({ skipped, ...counts }: CalendarReport) => ({
  ...counts,
  left_out: skipped.length,
});

/** Imports a calendar. */
export const ImportCalendar = ({ conference }: { conference: Conference }) => (
  <ImportPage<ReturnType<typeof optionsOf>, CalendarReport>
    title={t('calendar.open')}
    conference={conference}
    screen="events"
    bodyOf={(fields) => optionsOf(fields, conference.id)}
    run={(options, { dry_run, idempotencyKey }) =>
      api.call('importCalendar', {
        body: { ...options, ...(dry_run && { dry_run }) },
        ...(!dry_run && { idempotencyKey }),
      })
    }
    countsOf={countsOf}
    submit={(count) => counted('calendar.apply', count)}
    done={async ({ created, updated, cancelled }) => {
      say(t('calendar.done', { created, updated, cancelled }));
      await queries.invalidateQueries({ queryKey: ['events'] });
      await queries.invalidateQueries({ queryKey: ['agenda'] });
    }}
    report={(report) => <CalendarReportView report={report} timezone={conference.timezone} />}
    past={<PastImports conference={conference} />}
  >
    {() => (
      <div class="card">
        <div class="body stack">
          <FileField label={t('calendar.file')} accept=".ics,text/calendar" />
          <TextField name="url" type="url" label={t('calendar.url')} maxLength={2_000} />
          <CalendarFields />
          <Check name="notify" isChecked>
            {t('events.notify')}
          </Check>
        </div>
      </div>
    )}
  </ImportPage>
);

/** The options that only a calendar has. */
export const CalendarFields = () => (
  <>
    <Choice
      name="status"
      label={t('calendar.status')}
      values={STATUSES}
      textOf={(status) => t(`events.status.${status}`)}
    />
    <Check name="agenda" isChecked>
      {t('calendar.agenda')}
    </Check>
  </>
);

export function CalendarReportView({
  report,
  timezone,
}: {
  report: CalendarReport;
  timezone: string;
}) {
  const { changed, skipped, warnings, absent } = report;
  return (
    <>
      {report.dry_run && <WouldNotify would_notify={report.would_notify ?? 0} warnings={[]} />}
      <ChangeList changed={changed} of="events" timezone={timezone} />
      <Lines
        title={[
          counted('calendar.skipped', skipped.length),
          counted('calendar.warnings', warnings.length),
        ].join(' ')}
        lines={[...warnings, ...skipped].map((one) =>
          t('calendar.reason', {
            title: one.title ?? one.uid ?? t('calendar.whole'),
            reason: lineOf(one),
          }),
        )}
      />
      {absent.length > 0 && (
        <p class="note warn">
          {t('calendar.absent', { titles: absent.map(({ title }) => title).join(', ') })}
        </p>
      )}
    </>
  );
}

/** Imports are rows of the audit log, with their counts. */
function PastImports({ conference }: { conference: Conference }) {
  const mayRead = useMay()('audit:read');
  const past = useQuery({
    queryKey: ['events', 'imports', conference.id],
    queryFn: () =>
      api.call('listAuditLog', {
        params: { conference_id: conference.id, action: 'event.import', limit: 10 },
      }),
    enabled: mayRead,
  });
  const rows = past.data?.data ?? [];
  const { moment } = zoneOf(conference.timezone);
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{t('calendar.past')}</summary>
      <ul class="errors">
        {rows.map(({ id, at, actor, administrator, after }) => (
          <li key={id}>
            {t('calendar.past-line', {
              when: moment(at),
              who: administrator?.name ?? actor,
              ...loggedCounts(after),
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The counts that an import wrote to the audit log. */
function loggedCounts(after: AuditRow['after']) {
  const count = (name: string) => Number(after?.[name] ?? 0);
  return {
    created: count('created'),
    updated: count('updated'),
    cancelled: count('cancelled'),
    skipped: count('skipped'),
  };
}
