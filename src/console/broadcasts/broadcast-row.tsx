import { useQuery } from '@tanstack/preact-query';
import type { JobStatus, ListedNotificationJob } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { languageName, t, textIf } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { wordsOf } from './audience.ts';
import { JobActions } from './broadcast-actions.tsx';
import { directionOf } from './direction.ts';
import { anchorText } from './times.ts';

const PROGRESS_EVERY_MS = 2_000;
const STATES = {
  draft: ['', 'pencil'],
  scheduled: ['here', 'clock'],
  running: ['here', 'send'],
  completed: ['good', 'circle-check'],
  cancelled: ['warn', 'circle-minus'],
  failed: ['bad', 'triangle-alert'],
} as const satisfies Record<JobStatus, readonly [string, IconName]>;

interface Props {
  readonly job: ListedNotificationJob;
  readonly conference: Conference;
}

/** One broadcast: to whom, how far it is, and what can be done with it. */
export function JobRow({ job, conference }: Props) {
  const { id, title, body, status, total, recalled_at, failure_reason } = job;
  const isRunning = status === 'running' || (status === 'scheduled' && isDue(job.scheduled_at));
  const progress = useQuery({
    queryKey: ['broadcasts', 'progress', id],
    queryFn: () => api.call('getBroadcastStats', { params: { id } }),
    enabled: isRunning || recalled_at !== null,
    refetchInterval: ({ state: { data } }) =>
      isRunning || data?.recall_pending ? PROGRESS_EVERY_MS : false,
  });
  const counts = { total, recalled: 0, ...job.counts, ...progress.data };
  const { sent, failed, skipped } = counts;
  const languages = Object.keys(job.translations);
  const isStarted = counts.total > 0 || job.started_at !== null;
  const [look, icon] = STATES[status];
  return (
    <li class="line">
      <div class="grow">
        <h2 dir="auto">{title}</h2>
        <p dir={directionOf(null)} class="text">
          {body}
        </p>
        <p class="muted">
          {[
            whenOf(job, conference.timezone),
            job.anchor && anchorText(job.anchor, conference),
            wordsOf(job.audience, conference).join(', '),
            languages.length > 0 &&
              t('broadcasts.also', { list: languages.map(languageName).join(', ') }),
            isStarted &&
              job.channels.length > 0 &&
              t('broadcasts.numbers', { total: counts.total, sent, failed, skipped }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {isRunning && (
          <progress
            max={counts.total || 1}
            value={sent + failed + skipped}
            aria-label={t('broadcasts.progress', { title })}
          />
        )}
        {failure_reason && (
          <p class="note warn">
            {textIf(`broadcasts.failure.${failure_reason}`) ?? failure_reason}
          </p>
        )}
        {job.missed_at && <p class="note warn">{t('broadcasts.missed')}</p>}
        {job.warnings.length > 0 && <p class="note warn">{t('pin.dropped')}</p>}
        {job.pin && !recalled_at && (
          <p class="muted">
            {t(`pin.shown.${job.pin.visibility}`, {
              time: zoneOf(conference.timezone).moment(job.pin.until),
            })}
          </p>
        )}
        {recalled_at && (
          <p class="note warn">{t('broadcasts.recalled', { recalled: counts.recalled })}</p>
        )}
      </div>
      <span class={`tag ${look}`}>
        <Icon name={icon} />
        {t(`broadcasts.status.${status}`)}
      </span>
      <JobActions job={job} counts={counts} conference={conference} />
    </li>
  );
}

const isDue = (instant: string | null): boolean =>
  instant !== null && Date.parse(instant) <= Date.now();

/** When it is or was sent, in the zone of the conference. */
function whenOf({ status, scheduled_at, created_at }: ListedNotificationJob, timezone: string) {
  const { moment } = zoneOf(timezone);
  if (status === 'draft' && !scheduled_at) return t('broadcasts.no-time');
  return t('compose.at', { time: moment(scheduled_at ?? created_at), zone: timezone });
}
