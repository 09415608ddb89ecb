import type { NotificationJob } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { zoneOf } from '../lib/zone.ts';
import { EditDialog } from '../parts/edit-dialog.tsx';
import { MomentInput, momentOf } from '../parts/moment-input.tsx';
import { say } from '../parts/toasts.tsx';

interface Props {
  readonly job: NotificationJob;
  readonly conference: Conference;
  readonly close: () => void;
}

/** Another time for a broadcast that has not started. */
export function Reschedule({ job, conference: { timezone }, close }: Props) {
  const clock = wallTimeOf(timezone);
  const { moment } = zoneOf(timezone);
  const textOf = (instant: unknown) =>
    t('compose.at', { time: moment(String(instant)), zone: timezone });
  return (
    <EditDialog<Pick<NotificationJob, 'scheduled_at'>, NotificationJob>
      title={t('broadcasts.reschedule.name', { title: job.title })}
      read={job}
      fieldsOf={(form) => ({
        scheduled_at: momentOf(form, 'scheduled_at', { clock, before: job.scheduled_at }),
      })}
      save={async ({ scheduled_at }, { ifMatch }) => {
        if (!scheduled_at) return job;
        const params = { id: job.id };
        return api.call('rescheduleBroadcast', { params, body: { scheduled_at }, ifMatch });
      }}
      saved={({ scheduled_at }) => {
        say(t('broadcasts.rescheduled', { when: textOf(scheduled_at) }));
        return queries.invalidateQueries({ queryKey: ['broadcasts'] });
      }}
      close={close}
      label={() => t('compose.field.scheduled_at')}
      show={(_, value) => (value ? textOf(value) : '–')}
    >
      <MomentInput
        name="scheduled_at"
        label={t('compose.field.scheduled_at')}
        value={job.scheduled_at}
        clock={clock}
        timezone={timezone}
        required
      />
    </EditDialog>
  );
}
