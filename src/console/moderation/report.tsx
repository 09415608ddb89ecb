import { useMutation } from '@tanstack/preact-query';
import type { AdminUserReport, ReportDecision } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Close, Dialog } from '../parts/dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

const OUTCOMES = ['dismissed', 'warned', 'blocked'] as const satisfies readonly NonNullable<
  ReportDecision['outcome']
>[];

interface Props {
  readonly report: AdminUserReport;
  readonly timezone: string;
  readonly mayResolve: boolean;
  readonly close: () => void;
}

/** A report with both people, and its decision, which is made once. */
export function Report({ report, timezone, mayResolve, close }: Props) {
  const title = t('report.title', { name: nameOf(report.reported) });
  const decide = useMutation({
    mutationFn: (fields: FormData) =>
      api.call('resolveUserReport', {
        params: { id: report.id },
        body: {
          outcome: OUTCOMES.find((one) => one === fields.get('outcome')) ?? 'dismissed',
          note: textOf(fields, 'note') || null,
        },
      }),
    onSuccess: ({ outcome }) => {
      if (outcome) say(t(`report.outcome.${outcome}`));
      close();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['reports'] }),
  });
  if (report.status === 'resolved' || !mayResolve) {
    return (
      <Dialog title={title} close={close}>
        <ReportFacts report={report} timezone={timezone} />
        <Close close={close} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={title}
      close={close}
      submit={t('report.decide')}
      send={decide.mutate}
      isBusy={decide.isPending}
      problem={decide.error}
    >
      <ReportFacts report={report} timezone={timezone} />
      <fieldset>
        <legend>{t('report.decision')}</legend>
        {OUTCOMES.map((outcome) => (
          <label key={outcome} class="check">
            <input name="outcome" type="radio" value={outcome} required />
            {t(`report.effect.${outcome}`)}
          </label>
        ))}
      </fieldset>
      <label class="field">
        {t('report.note')}
        <input name="note" maxLength={1_000} autocomplete="off" />
      </label>
    </FormDialog>
  );
}

function ReportFacts({ report, timezone }: Pick<Props, 'report' | 'timezone'>) {
  const { reporter, reported, profile, reason, text, message, note, outcome, resolved_at } = report;
  const { moment } = zoneOf(timezone);
  const words = [profile.headline, profile.job_title, profile.company, profile.bio];
  return (
    <Facts
      facts={[
        [t('report.reporter'), nameOf(reporter) || t('report.erased')],
        [t('report.reported'), nameOf(reported)],
        [t('report.profile'), [nameOf(profile), ...words].filter(Boolean).join(' · ')],
        [t('report.reason'), [t(`report.reason.${reason}`), text].filter(Boolean).join(': ')],
        [t('report.message'), message],
        [t('report.at', { zone: timezone }), moment(report.created_at)],
        [t('report.outcome'), outcome && t(`report.outcome.${outcome}`)],
        [t('report.resolved', { zone: timezone }), resolved_at && moment(resolved_at)],
        [t('report.note'), note],
      ]}
    />
  );
}
