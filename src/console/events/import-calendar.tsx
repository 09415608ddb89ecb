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
import { textOf } from '../parts/form-dialog.tsx';
import { ImportDialog } from '../parts/import-dialog.tsx';
import { say } from '../parts/toasts.tsx';

const STATUSES = ['approved', 'pending'] as const;

interface Props {
  readonly conference: Conference;
  readonly close: () => void;
}

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

/** Imports a calendar: first a report of what would be applied, then the same for real. */
export function ImportCalendar({ conference, close }: Props) {
  return (
    <ImportDialog
      title={t('calendar.open')}
      close={close}
      check={t('calendar.try')}
      bodyOf={(fields) => optionsOf(fields, conference.id)}
      run={(options, { dry_run, idempotencyKey }) =>
        api.call('importCalendar', {
          body: { ...options, ...(dry_run && { dry_run }) },
          ...(!dry_run && { idempotencyKey }),
        })
      }
      done={async ({ created, updated, cancelled }) => {
        say(t('calendar.done', { created, updated, cancelled }));
        await queries.invalidateQueries({ queryKey: ['events'] });
        await queries.invalidateQueries({ queryKey: ['agenda'] });
      }}
      report={(report) => <CalendarReportView report={report} timezone={conference.timezone} />}
    >
      <TextField name="file" type="file" label={t('calendar.file')} accept=".ics,text/calendar" />
      <TextField name="url" type="url" label={t('calendar.url')} maxLength={2_000} />
      <CalendarFields />
      <Check name="notify" isChecked>
        {t('events.notify')}
      </Check>
      <PastImports conference={conference} />
    </ImportDialog>
  );
}

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
  const { created, updated, unchanged, cancelled, changed, skipped, warnings, absent } = report;
  const reasons = [...warnings, ...skipped];
  return (
    <section role="status" ref={(shown) => shown?.scrollIntoView({ block: 'nearest' })}>
      <p>
        <strong>{t('calendar.report', { created, updated, unchanged, cancelled })}</strong>
      </p>
      {report.dry_run && <WouldNotify would_notify={report.would_notify ?? 0} warnings={[]} />}
      <ChangeList changed={changed} of="events" timezone={timezone} />
      {reasons.length > 0 && (
        <>
          <p class="problem">
            {[
              counted('calendar.skipped', skipped.length),
              counted('calendar.warnings', warnings.length),
            ].join(' ')}
          </p>
          <ul class="errors">
            {reasons.map((one) => (
              <li key={`${one.uid} ${one.reason}`}>
                {t('calendar.reason', {
                  title: one.title ?? one.uid ?? t('calendar.whole'),
                  reason: lineOf(one),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
      {absent.length > 0 && (
        <p class="note warn">
          {t('calendar.absent', { titles: absent.map(({ title }) => title).join(', ') })}
        </p>
      )}
    </section>
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
              ...countsOf(after),
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The counts that an import wrote to the audit log. */
function countsOf(after: AuditRow['after']) {
  const count = (name: string) => Number(after?.[name] ?? 0);
  return {
    created: count('created'),
    updated: count('updated'),
    cancelled: count('cancelled'),
    skipped: count('skipped'),
  };
}
