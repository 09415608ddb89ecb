import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { number, t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { zoneOf } from '../lib/zone.ts';
import { Facts } from '../parts/facts.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { TimeInput } from '../parts/time-input.tsx';
import { say } from '../parts/toasts.tsx';

const SCOPES = ['broadcasts', 'all'] as const;
const refresh = () => queries.invalidateQueries({ queryKey: ['sending'] });

/** Whether messages go out, how many wait, and the switch for it. */
export function SendingState({ timezone }: { timezone: string }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({ queryKey: ['sending'], queryFn: () => api.call('getSending') });
  const resume = useMutation({
    mutationFn: () => api.call('setSending', { body: { paused: false } }),
    onSuccess: () => say(t('operation.resumed')),
    onError: (error) => say(sentenceOf(error)),
    onSettled: refresh,
  });
  const sending = found.data;
  return (
    <section>
      <div class="bar">
        <h2>{t('operation.sending')}</h2>
        {sending && may('operations:write') && !sending.paused && (
          <button type="button" class="btn bad" onClick={() => setOpen(true)}>
            {t('operation.pause')}
          </button>
        )}
        {sending?.paused && may('operations:write') && (
          <button
            type="button"
            class="btn primary"
            disabled={resume.isPending}
            onClick={() => resume.mutate()}
          >
            {t('operation.resume')}
          </button>
        )}
      </div>
      {found.error && <Failure error={found.error} again={found.refetch} />}
      {found.isPending && <Loading />}
      {sending?.paused && (
        <p class="note warn">{t(`operation.paused.${sending.scope ?? 'all'}`)}</p>
      )}
      {sending && (
        <Facts
          facts={[
            [t('operation.reason'), sending.reason],
            [
              t('operation.until', { zone: timezone }),
              sending.until && zoneOf(timezone).moment(sending.until),
            ],
            [t('operation.waiting'), number(sending.due)],
            [t('operation.later'), number(sending.later)],
            [t('operation.running'), number(sending.running_jobs)],
            [t('operation.scheduled'), number(sending.scheduled_jobs)],
          ]}
        />
      )}
      {isOpen && <Pause timezone={timezone} close={() => setOpen(false)} />}
    </section>
  );
}

function Pause({ timezone, close }: { timezone: string; close: () => void }) {
  const clock = wallTimeOf(timezone);
  const pause = useMutation({
    mutationFn: (fields: FormData) => {
      const day = textOf(fields, 'day');
      return api.call('setSending', {
        body: {
          paused: true,
          scope: SCOPES.find((one) => one === fields.get('scope')) ?? 'all',
          reason: textOf(fields, 'reason'),
          ...(day && { until: clock.instant(day, textOf(fields, 'time')) }),
        },
      });
    },
    onSuccess: async () => {
      close();
      await refresh();
    },
  });
  return (
    <FormDialog
      title={t('operation.pause')}
      close={close}
      submit={t('operation.pause.submit')}
      send={pause.mutate}
      isBusy={pause.isPending}
      problem={pause.error}
    >
      <label class="field">
        {t('operation.scope')}
        <select name="scope">
          {SCOPES.map((scope) => (
            <option key={scope} value={scope}>
              {t(`operation.scope.${scope}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {t('operation.reason-for')}
        <input name="reason" required maxLength={200} autocomplete="off" />
      </label>
      <label class="field">
        {t('operation.until-day')}
        <input name="day" type="date" />
      </label>
      <TimeInput name="time" label={t('operation.until-time', { zone: timezone })} value="09:00" />
    </FormDialog>
  );
}
