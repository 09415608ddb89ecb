import { useQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { Link, useSearchParams } from 'wouter-preact';
import type { AdminQuestWithTasks, Recalculation } from '../../client/operations.d.ts';
import { type Scope, useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { Codes } from './codes.tsx';
import { DeleteQuest } from './delete-quest.tsx';
import { Duplicate } from './duplicate.tsx';
import type { PartProps } from './part-props.ts';
import { Participants } from './participants.tsx';
import { PartnerSecret } from './partner-secret.tsx';
import { QuestForm } from './quest-form.tsx';
import { Reminders } from './reminders.tsx';
import { Tasks } from './tasks.tsx';

/** While points are corrected. */
const RECALCULATION_EVERY_MS = 2_000;

/** The parts of a quest, and the scope without which one is not shown. */
const PARTS = [
  { name: 'tasks', scope: 'quests:read', Part: Tasks },
  { name: 'participants', scope: 'quests:read', Part: Participants },
  { name: 'reminders', scope: 'quests:read', Part: Reminders },
  { name: 'codes', scope: 'quests:secrets', Part: Codes },
] as const satisfies readonly {
  name: string;
  scope: Scope;
  Part: (props: PartProps) => unknown;
}[];

/** One quest: what it is, its tasks, participants, reminders and codes. */
export function Quest({ id, conference }: { id: number; conference: Conference }) {
  const may = useMay();
  const [search] = useSearchParams();
  const quest = useQuery({
    queryKey: ['quests', id],
    queryFn: () => api.call('getAdminQuest', { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data?.recalculation?.status === 'running' ? RECALCULATION_EVERY_MS : false,
  });
  const isRead = quest.data !== undefined;
  useEffect(() => {
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isRead]);
  const parts = PARTS.filter(({ scope }) => may(scope));
  const { Part, name } = parts.find((one) => one.name === search.get('part')) ?? PARTS[0];
  const list = `/c/${conference.id}/quests`;
  return (
    <>
      <p class="no-print">
        <Link href={list}>{t('quests.all')}</Link>
      </p>
      {!quest.data && <Head title={t('quests.title')} />}
      {quest.error && <Failure error={quest.error} again={quest.refetch} />}
      {quest.isPending && <Loading />}
      {quest.data && (
        <>
          <QuestHead quest={quest.data} conference={conference} />
          <nav class="tabs no-print" aria-label={t('quests.parts')}>
            {parts.map((one) => (
              <Link
                key={one.name}
                href={`${list}?quest=${id}&part=${one.name}`}
                aria-current={one.name === name ? 'page' : undefined}
              >
                {t(`quests.part.${one.name}`)}
              </Link>
            ))}
          </nav>
          <Part quest={quest.data} conference={conference} />
        </>
      )}
    </>
  );
}

function QuestHead({ quest, conference }: PartProps) {
  const may = useMay();
  const [open, setOpen] = useState<Dialog>();
  const close = () => setOpen(undefined);
  const { moment } = zoneOf(conference.timezone);
  const { id, title, state, starts_at, ends_at, is_active, recalculation } = quest;
  const mayWrite = may('quests:write');
  const about = [
    t(`quests.state.${state}`),
    starts_at && t('quests.from', { time: moment(starts_at) }),
    ends_at && t('quests.to', { time: moment(ends_at) }),
    counted('quests.size', quest.task_count),
    t('quests.task.points', { points: quest.total_points }),
  ];
  return (
    <div class="no-print stack">
      <Head
        title={title}
        about={about.filter(Boolean).join(' · ')}
        others={[
          mayWrite && (
            <button type="button" class="btn" onClick={() => setOpen('edit')}>
              <Icon name="pencil" />
              {t('quests.change')}
            </button>
          ),
          <Link key="board" class="btn" href={`/c/${conference.id}/board?quest=${id}`}>
            <Icon name="table-2" />
            {t('quests.board')}
          </Link>,
          may('quests:export') && (
            <a class="btn" href={api.url('exportQuest', { id, format: 'xlsx' })}>
              <Icon name="download" />
              {t('action.export')}
            </a>
          ),
          may('quests:secrets') && quest.public_api_enabled && (
            <button type="button" class="btn" onClick={() => setOpen('secret')}>
              {t('quests.secret')}
            </button>
          ),
          mayWrite && state === 'running' && (
            <button type="button" class="btn" onClick={() => void endNow(quest)}>
              {t('quests.end')}
            </button>
          ),
          mayWrite && is_active && (
            <button type="button" class="btn" onClick={() => void publish(quest, false)}>
              {t('quests.hide')}
            </button>
          ),
          mayWrite && (
            <button type="button" class="btn" onClick={() => setOpen('duplicate')}>
              {t('quests.duplicate')}
            </button>
          ),
          mayWrite && (
            <button type="button" class="btn bad" onClick={() => setOpen('delete')}>
              <Icon name="trash-2" />
              {t('quests.delete')}
            </button>
          ),
        ]}
      >
        {mayWrite && !is_active && (
          <button type="button" class="btn primary" onClick={() => void publish(quest, true)}>
            {t('quests.publish')}
          </button>
        )}
      </Head>
      {recalculation && <Recalculating recalculation={recalculation} at={moment} />}
      {open === 'secret' && <PartnerSecret quest={quest} conference={conference} close={close} />}
      {open === 'edit' && (
        <QuestForm
          conference={conference}
          quest={quest}
          close={close}
          saved={(saved) => say(t('quests.saved', { title: saved.title }))}
        />
      )}
      {open === 'duplicate' && <Duplicate quest={quest} conference={conference} close={close} />}
      {open === 'delete' && <DeleteQuest quest={quest} conference={conference} close={close} />}
    </div>
  );
}

function Recalculating({
  recalculation: { status, people, finished_at },
  at,
}: {
  recalculation: Recalculation;
  at: (instant: string) => string;
}) {
  return (
    <p class={status === 'running' ? 'note here' : 'muted'} role="status">
      {status === 'running'
        ? t('quests.recalculating', { people })
        : t('quests.recalculated', { people, time: finished_at ? at(finished_at) : '' })}
    </p>
  );
}

type Dialog = 'edit' | 'duplicate' | 'delete' | 'secret';

type Versioned = Pick<AdminQuestWithTasks, 'id' | 'version' | 'title'>;

/** Shows the quest to users, or hides it; their points stay. */
async function publish({ id, version }: Versioned, is_active: boolean): Promise<void> {
  await act(async () => {
    const body = { is_active };
    const saved = await api.call('toggleQuest', { params: { id }, body, ifMatch: version });
    const text = is_active ? 'quests.published' : 'quests.hidden';
    say(t(text, { title: saved.title }), () => publish(saved, !is_active));
  });
}

async function endNow({ id, version, ends_at }: AdminQuestWithTasks): Promise<void> {
  await act(async () => {
    const body = { ends_at: new Date().toISOString() };
    const saved = await api.call('updateQuest', { params: { id }, body, ifMatch: version });
    say(t('quests.ended', { title: saved.title }), () => endAt(saved, ends_at));
  });
}

const endAt = ({ id, version }: Versioned, ends_at: string | null) =>
  act(() => api.call('updateQuest', { params: { id }, body: { ends_at }, ifMatch: version }));

/** Does it, says why not, and reads again what is true. */
async function act(change: () => Promise<unknown>): Promise<void> {
  await change().catch((error: unknown) => say(sentenceOf(error)));
  await queries.invalidateQueries({ queryKey: ['quests'] });
}
