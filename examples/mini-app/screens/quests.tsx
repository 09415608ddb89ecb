import type {
  LeaderboardPage,
  Quest,
  QuestProgress,
  QuestTask,
  TaskProgress,
} from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { Head, nameOf, Photo, Section } from '../cards.tsx';
import { Icon, type IconName } from '../icons.tsx';
import { api, CONFERENCE_ID, pages, reads, usePages } from '../lib/api.ts';
import { go } from '../lib/route.ts';
import { number, t, whenText } from '../lib/text.ts';
import { Button, Loaded, MainAction, Mark, Rows, State, useChange } from '../parts.tsx';
import { Proof } from './proof.tsx';

const running = pages(['quests', 'running'], (next) =>
  api.call('listQuests', {
    params: { ...next, state: 'running', conference_id: CONFERENCE_ID },
  }),
);

export function Quests() {
  const mine = useQuery(reads.myQuests).data ?? [];
  return (
    <>
      <Head title={t('quests.title')} />
      <Rows of={usePages(running)}>
        {(rows) => {
          const all = [...rows, ...mine.map(({ quest }) => quest)];
          const quests = [...new Map(all.map((quest) => [quest.id, quest])).values()];
          if (quests.length === 0) return <State title={t('quests.none')} />;
          return (
            <ul class="entries">
              {quests.map((quest) => {
                const open = () => go({ screen: 'quests', id: quest.id });
                const own = mine.find((one) => one.quest.id === quest.id);
                return (
                  <li key={quest.id} class="card padded">
                    <h2>
                      <Button kind="link" text={quest.title} run={open} />
                    </h2>
                    <p class="muted">{quest.description}</p>
                    <Progress quest={quest} progress={own?.progress} />
                  </li>
                );
              })}
            </ul>
          );
        }}
      </Rows>
    </>
  );
}

interface ProgressProps {
  readonly quest: Quest;
  readonly progress: QuestProgress | undefined;
  readonly rank?: number | null | undefined;
}
/** The points, large, and how many tasks they are from. */
function Progress({ quest, progress, rank }: ProgressProps) {
  const { completed_tasks = 0, total_tasks = quest.task_count, points = 0 } = progress ?? {};
  return (
    <>
      <div class="apart">
        <p>
          <span class="big">{number(points)}</span>{' '}
          <span class="muted">{t('quests.points', { all: quest.total_points })}</span>
        </p>
        {rank && <Mark kind="tag" icon="trophy" tone="accent" text={t('board.own', { rank })} />}
      </div>
      <progress value={completed_tasks} max={total_tasks || 1} aria-label={quest.title} />
      <small>{t('quests.done', { done: completed_tasks, all: total_tasks })}</small>
    </>
  );
}

/** @param code what a scanned link of a task brought along */
export function LinkedTask({ id, code }: { id: number; code: string | undefined }) {
  const mine = useQuery(reads.myQuests).data;
  const send = useChange(
    () => api.call('completeTask', { body: { task_id: id, ...(code && { answer: code }) } }),
    'quests',
    'me',
  );
  const own = mine?.find(({ progress }) => progress.tasks.some((one) => one.task_id === id));
  return (
    <>
      {!own && <Head title={t('task.title')} />}
      {code && <MainAction {...send} icon="send" text={t('task.send-code', { code })} />}
      {own && <QuestScreen id={own.quest.id} />}
    </>
  );
}

export function QuestScreen({ id }: { id: number }) {
  const quest = useQuery({
    queryKey: ['quests', id],
    queryFn: () => api.call('getQuest', { params: { id } }),
  });
  const board = usePages(
    pages(['quests', `${id}`, 'board'], (next) =>
      api.call('getLeaderboard', { params: { ...next, quest_id: id } }),
    ),
  );
  return (
    <Loaded of={quest} isWhole>
      {({ tasks, progress, ...one }) => {
        const own = new Map(progress?.tasks.map((task) => [task.task_id, task]));
        const isDone = (task: QuestTask) => own.get(task.id)?.status === 'approved';
        const isStarted = progress?.status === 'in_progress';
        const first = tasks.find((task) => isStarted && canSend(task, own.get(task.id)));
        const { ends_at, timezone } = one;
        const until = ends_at && t('quests.until', { time: whenText(ends_at, timezone) });
        return (
          <article>
            <Head title={one.title} more={[one.description, until].filter(Boolean).join(' ')} />
            <section class="card padded">
              <Progress quest={one} progress={progress} rank={board.first?.me?.rank} />
            </section>
            <Start quest={one} status={progress?.status ?? 'none'} />
            {([false, true] as const).map((isOf) => {
              const shown = tasks.filter((task) => isDone(task) === isOf);
              if (shown.length === 0) return null;
              return (
                <Section key={`${isOf}`} title={t(isOf ? 'quests.tasks.done' : 'quests.tasks')}>
                  <ul class="card">
                    {shown.map((task) => (
                      <li key={task.id}>
                        <Task
                          {...{ task, isStarted }}
                          own={own.get(task.id)}
                          isOpen={task === first}
                        />
                      </li>
                    ))}
                  </ul>
                </Section>
              );
            })}
            <Board of={board} />
          </article>
        );
      }}
    </Loaded>
  );
}

function Start({ quest, status }: { quest: Quest; status: QuestProgress['status'] }) {
  const { id, state, registration_mode } = quest;
  const isAsked = registration_mode === 'approval' && status === 'none';
  const start = useChange(
    () => api.call(isAsked ? 'requestQuestRegistration' : 'startQuest', { params: { id } }),
    'quests',
  );
  if (status === 'requested') return <Mark kind="note" icon="clock" text={t('quests.requested')} />;
  if (status === 'declined') return <Mark kind="note" icon="x" text={t('quests.declined')} />;
  if (state !== 'running' || !['none', 'admitted'].includes(status)) return null;
  const text = t(isAsked ? 'quests.request' : 'quests.start');
  return <MainAction {...start} icon="compass" text={text} />;
}

const ICONS: Readonly<Record<string, IconName>> = {
  link: 'link',
  text: 'message-square-text',
  photo: 'camera',
  code: 'qr-code',
  quiz: 'circle-question-mark',
  poll: 'circle-question-mark',
  connections: 'users',
};
const takes = ({ verification }: QuestTask) => ['at_once', 'review'].includes(verification);
const isLeft = ({ state }: QuestTask, own: TaskProgress | undefined) =>
  state === 'open' && ['none', 'rejected'].includes(own?.status ?? 'none');
const canSend = (task: QuestTask, own: TaskProgress | undefined) =>
  takes(task) && isLeft(task, own);

interface TaskProps {
  readonly task: QuestTask;
  readonly own: TaskProgress | undefined;
  readonly isStarted: boolean;
  readonly isOpen: boolean;
}
/** A line that opens to what the task asks for. */
function Task({ task, own, isStarted, isOpen }: TaskProps) {
  const status = own?.status ?? 'none';
  const isDone = status === 'approved';
  const tone = isDone ? 'good' : 'warn';
  return (
    <details open={isOpen}>
      <summary class="line">
        <span class={`tile ${status === 'none' ? 'plain' : tone}`}>
          <Icon of={isDone ? 'check' : (ICONS[task.type] ?? 'circle-dashed')} />
        </span>
        <div>
          <b>{task.title}</b>
          {status !== 'none' && <p class={`fact ${tone}`}>{t(`task.${status}`)}</p>}
        </div>
        <small>{t('task.points', { points: task.points })}</small>
        <Icon of="chevron-down" />
      </summary>
      <div class="padded">
        {task.description && <p class="muted">{task.description}</p>}
        {own?.reason && <p>{own.reason}</p>}
        {isLeft(task, own) && !takes(task) && <p class="muted">{t('task.by-itself')}</p>}
        {canSend(task, own) && isStarted && <Proof task={task} />}
      </div>
    </details>
  );
}

const Board = ({ of }: { of: ReturnType<typeof usePages<LeaderboardPage>> }) => (
  <Section title={t('board.title')}>
    <Rows of={of}>
      {(rows) => (
        <ol class="card">
          {rows.map(({ rank, points, user }) => (
            <li key={user.id ?? rank} class="line">
              <b>{number(rank)}</b>
              <Photo of={user} />
              <div>{nameOf(user)}</div>
              <b>{number(points)}</b>
            </li>
          ))}
        </ol>
      )}
    </Rows>
  </Section>
);
