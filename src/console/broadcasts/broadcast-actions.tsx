import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { NotificationJob } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { Popover } from '../parts/popover.tsx';
import { say } from '../parts/toasts.tsx';
import { contentOf, isEditable, sentOf } from './content.ts';
import { Deliveries } from './deliveries.tsx';
import { isPinnable, pinTo } from './pin-card.tsx';
import { Reschedule } from './reschedule.tsx';
import { saveDraft } from './saving.ts';

interface Props {
  readonly job: NotificationJob;
  readonly counts: {
    readonly total: number;
    readonly sent: number;
    readonly failed: number;
    readonly queued: number;
  };
  readonly conference: Conference;
}
type Asked = 'cancelBroadcast' | 'recallBroadcast' | 'retryBroadcast';

const refresh = () => queries.invalidateQueries({ queryKey: ['broadcasts'] });

/** What can be done with a broadcast as it is now. */
export function JobActions({ job, counts, conference }: Props) {
  const { id, status, recalled_at, started_at } = job;
  const may = useMay();
  const [asked, setAsked] = useState<Asked | 'reschedule' | 'deliveries'>();
  const close = () => setAsked(undefined);
  const isScheduled = status === 'scheduled';
  const path = `/c/${conference.id}/broadcasts`;
  const mayEdit = isEditable(job) && may(isScheduled ? 'broadcasts:send' : 'broadcasts:write');
  const mayCopy =
    job.type !== 'quest_reminder' && !job.audience.spreadsheet && may('broadcasts:write');
  const isSent = may('broadcasts:send') && started_at !== null && !recalled_at;
  const isPinnableNow = isSent && isPinnable(job.audience, conference);
  const mayPin = may('broadcasts:write') && (job.pin !== null || isPinnableNow);
  const isStoppable = status === 'running' || (isScheduled && !mayEdit);
  const further = [
    isScheduled && may('broadcasts:send') && (
      <button type="button" class="btn" onClick={() => setAsked('reschedule')}>
        {t('broadcasts.reschedule')}
      </button>
    ),
    counts.total > 0 && (
      <button type="button" class="btn" onClick={() => setAsked('deliveries')}>
        {t('deliveries.open')}
      </button>
    ),
    mayCopy && (
      <Link class="btn" href={`${path}?from=${id}`}>
        {t('broadcasts.copy')}
      </Link>
    ),
    mayPin && <PinButton job={job} wanted={job.pin ? null : pinTo(conference)} />,
    mayEdit && <Unsend job={job} />,
    isStoppable && may('broadcasts:write') && (
      <button type="button" class="btn bad" onClick={() => setAsked('cancelBroadcast')}>
        {t('broadcasts.stop')}
      </button>
    ),
    isSent && status === 'completed' && counts.failed > 0 && (
      <button type="button" class="btn" onClick={() => setAsked('retryBroadcast')}>
        {t('broadcasts.retry')}
      </button>
    ),
    isSent && counts.sent > 0 && (
      <button type="button" class="btn bad" onClick={() => setAsked('recallBroadcast')}>
        {t('broadcasts.recall')}
      </button>
    ),
  ].filter(Boolean);
  return (
    <>
      {mayEdit && (
        <Link class="btn" href={`${path}?edit=${id}`}>
          {t('broadcasts.edit')}
        </Link>
      )}
      {further.length > 0 && (
        <Popover
          class="btn only"
          label={t('broadcasts.actions', { title: job.title })}
          button={<Icon name="ellipsis" />}
        >
          {further}
        </Popover>
      )}
      {asked === 'reschedule' && <Reschedule job={job} conference={conference} close={close} />}
      {asked === 'deliveries' && (
        <Deliveries job={job} timezone={conference.timezone} close={close} />
      )}
      {asked && asked !== 'reschedule' && asked !== 'deliveries' && (
        <Ask job={job} asked={asked} counts={counts} close={close} />
      )}
    </>
  );
}

const WORDS = {
  cancelBroadcast: 'broadcasts.stop',
  recallBroadcast: 'broadcasts.recall',
  retryBroadcast: 'broadcasts.retry',
} as const satisfies Record<Asked, string>;

type AskProps = Pick<Props, 'job' | 'counts'> & { asked: Asked; close: () => void };

/** Says what will happen, since none of these can be undone. */
function Ask({ job: { id, title }, asked, counts, close }: AskProps) {
  const [shown] = useState(counts);
  const text = {
    cancelBroadcast: t('broadcasts.stop.more', { sent: shown.sent }),
    recallBroadcast: counted('broadcasts.recall.more', shown.sent),
    retryBroadcast: counted('broadcasts.retry.more', shown.failed),
  };
  return (
    <Confirm
      title={`${t(WORDS[asked])}: ${title}`}
      close={close}
      submit={t(WORDS[asked])}
      run={async () => {
        await api.call(asked, { params: { id } });
        await refresh();
      }}
    >
      <p>{text[asked]}</p>
    </Confirm>
  );
}

interface PinProps {
  readonly job: NotificationJob;
  readonly wanted: NotificationJob['pin'];
}

/** Keeps a sent broadcast as an announcement, or takes it down, at once; with undo. */
function PinButton({ job: { id, title, pin, version }, wanted }: PinProps) {
  const change = useMutation({
    mutationFn: () => putPin(wanted, version),
    onSuccess: (job) =>
      say(t(wanted ? 'pin.up' : 'pin.down', { title }), () =>
        putPin(pin, job.version)
          .catch((error: unknown) => say(sentenceOf(error)))
          .then(refresh),
      ),
    onError: (error) => say(sentenceOf(error)),
    onSettled: refresh,
  });
  const putPin = (next: NotificationJob['pin'], ifMatch: number) => {
    const body = { pin: next && { until: next.until, visibility: next.visibility } };
    return api.call('pinBroadcast', { params: { id }, body, ifMatch });
  };
  return (
    <button type="button" class="btn" disabled={change.isPending} onClick={() => change.mutate()}>
      {t(wanted ? 'pin.keep-sent' : 'pin.take-down')}
    </button>
  );
}

/** Takes a scheduled broadcast back to the drafts, or deletes a draft; each with undo. */
function Unsend({ job }: { job: NotificationJob }) {
  const { id, title, version, status } = job;
  const change = useMutation({
    mutationFn: async () => {
      const params = { id };
      if (status === 'draft') {
        await api.call('deleteBroadcastDraft', { params, ifMatch: version });
        say(t('broadcasts.deleted', { title }), () => restore(job));
        return;
      }
      const body = { ...sentOf(contentOf(job)), status: 'draft' } as const;
      await api.call('updateBroadcast', { params, body, ifMatch: version });
      say(t('broadcasts.taken-back', { title }));
    },
    onError: (error) => say(sentenceOf(error)),
    onSettled: refresh,
  });
  return (
    <button
      type="button"
      class={status === 'draft' ? 'btn bad' : 'btn'}
      disabled={change.isPending}
      onClick={() => change.mutate()}
    >
      {t(status === 'draft' ? 'broadcasts.delete' : 'broadcasts.take-back')}
    </button>
  );
}

async function restore(job: NotificationJob): Promise<void> {
  const draft = { base: undefined, idempotencyKey: crypto.randomUUID() };
  await saveDraft(contentOf(job), draft).catch((error: unknown) => say(sentenceOf(error)));
  await refresh();
}
