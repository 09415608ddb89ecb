import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AuditRow, CalendarReport } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { counted, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Check, Choice, TextField } from '../parts/fields.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

const STATUSES = ['approved', 'pending'] as const;

interface Props {
  readonly conference: Conference;
  readonly close: () => void;
}
type Options = ReturnType<typeof optionsOf>;
interface Tried {
  readonly options: Options;
  readonly report: CalendarReport;
}

function optionsOf(fields: FormData, conference_id: number) {
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
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const [tried, setTried] = useState<Tried>();
  const attempt = useMutation({
    mutationFn: async (fields: FormData) => {
      const options = optionsOf(fields, conference.id);
      const body = { ...options, dry_run: true };
      setTried({ options, report: await api.call('importCalendar', { body }) });
    },
  });
  const apply = useMutation({
    mutationFn: ({ options }: Tried) =>
      api.call('importCalendar', { body: options, idempotencyKey }),
    onSuccess: async ({ created, updated, cancelled }) => {
      say(t('calendar.done', { created, updated, cancelled }));
      close();
      await queries.invalidateQueries({ queryKey: ['events'] });
      await queries.invalidateQueries({ queryKey: ['agenda'] });
    },
  });
  return (
    <FormDialog
      title={t('calendar.open')}
      close={close}
      submit={t('calendar.try')}
      send={attempt.mutate}
      change={() => {
        setTried(undefined);
        setKey(crypto.randomUUID());
      }}
      isBusy={attempt.isPending || apply.isPending}
      problem={attempt.error ?? apply.error}
      confirm={tried && { text: t('calendar.apply'), run: () => apply.mutate(tried) }}
    >
      <TextField name="file" type="file" label={t('calendar.file')} accept=".ics,text/calendar" />
      <TextField name="url" type="url" label={t('calendar.url')} maxLength={2_000} />
      <Choice
        name="status"
        label={t('calendar.status')}
        values={STATUSES}
        textOf={(status) => t(`events.status.${status}`)}
      />
      <Check name="agenda" isChecked>
        {t('calendar.agenda')}
      </Check>
      <Check name="notify" isChecked>
        {t('events.notify')}
      </Check>
      {tried && <Report report={tried.report} timezone={conference.timezone} />}
      <PastImports conference={conference} />
    </FormDialog>
  );
}

function Report({ report, timezone }: { report: CalendarReport; timezone: string }) {
  const { created, updated, unchanged, cancelled, changed, skipped, warnings, absent } = report;
  const { moment } = zoneOf(timezone);
  const reasons = [...warnings, ...skipped];
  return (
    <section role="status" ref={(shown) => shown?.scrollIntoView({ block: 'nearest' })}>
      <p>
        <strong>{t('calendar.report', { created, updated, unchanged, cancelled })}</strong>
      </p>
      <ul class="errors">
        {changed.map(({ uid, title, starts_at, result }) => (
          <li key={`${uid} ${starts_at}`}>
            {t('calendar.line', {
              result: t(`calendar.result.${result}`),
              title,
              when: moment(starts_at),
            })}
          </li>
        ))}
      </ul>
      {reasons.length > 0 && (
        <>
          <p class="problem">
            {[
              counted('calendar.skipped', skipped.length),
              counted('calendar.warnings', warnings.length),
            ].join(' ')}
          </p>
          <ul class="errors">
            {reasons.map(({ uid, title, reason }) => (
              <li key={`${uid} ${reason}`}>
                {t('calendar.reason', { title: title ?? uid ?? t('calendar.whole'), reason })}
              </li>
            ))}
          </ul>
        </>
      )}
      {absent.length > 0 && (
        <p class="notice">
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
