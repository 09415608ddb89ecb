import type { Quest, QuestProgress, QuestTask, TaskProgress } from '@hallway/client';
import { useInfiniteQuery, useQuery } from '@tanstack/preact-query';
import { Head, Line, Lines, List, nameOf, Tile } from '../cards.tsx';
import { Icon, type IconName } from '../icons.tsx';
import { api, CONFERENCE_ID, pages, read, reads } from '../lib/api.ts';
import { go } from '../lib/route.ts';
import { number, t, whenText } from '../lib/text.ts';
import { Button, MainAction, Mark, Pending, Rows, State, showLast, useChange } from '../parts.tsx';
import { Share } from './pages.tsx';
import { Proof } from './proof.tsx';

const running = pages(['quests', 'running'], (next) =>
  api.call('listQuests', { params: { ...next, state: 'running', conference_id: CONFERENCE_ID } }),
);

export function Quests() {
  const mine = useQuery(reads.myQuests).data ?? [];
  return (
    <>
      <Head title={t('quests.title')} />
      <Rows of={useInfiniteQuery(running)}>
        {(rows) => {
          const all = [...rows, ...mine.map(({ quest }) => quest)];
          const quests = [...new Map(all.map((quest) => [quest.id, quest])).values()];
          if (quests.length === 0) return <State title={t('quests.none')} />;
          return quests.map((quest) => {
            const open = () => go({ screen: 'quests', id: quest.id });
            const own = mine.find((one) => one.quest.id === quest.id);
            return (
              <section key={quest.id} class="card padded">
                <h2>
                  <Button kind="link" text={quest.title} run={open} />
                </h2>
                <p class="muted">{quest.description}</p>
                <Progress quest={quest} progress={own?.progress} />
              </section>
            );
          });
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
  const send = useChange(['quests', 'me'], () =>
    api.call('completeTask', { body: { task_id: id, ...(code && { answer: code }) } }),
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
  const quest = useQuery(read(['quests', id], 'getQuest', { params: { id } }));
  const board = useInfiniteQuery(
    pages(['quests', id, 'board'], (next) =>
      api.call('getLeaderboard', { params: { ...next, quest_id: id } }),
    ),
  );
  if (!quest.data) return <Pending of={quest} isWhole />;
  const { tasks, progress, ...one } = quest.data;
  const isStarted = progress?.status === 'in_progress';
  const all = tasks.map((task) => {
    const own = progress?.tasks.find(({ task_id }) => task_id === task.id);
    return { task, own, isStarted, isDone: own?.status === 'approved' };
  });
  const first = isStarted && all.find(canSend);
  const until = one.ends_at && t('quests.until', { time: whenText(one.ends_at, one.timezone) });
  return (
    <article>
      <div class="tools">
        <Share kind="quest" id={id} url={one.share_url} />
        <Button kind="bare" icon="trophy" text={t('board.title')} run={showLast} />
      </div>
      <Head title={one.title} more={`${one.description ?? ''} ${until ?? ''}`} />
      <section class="card padded">
        <Progress quest={one} progress={progress} rank={board.data?.first?.me?.rank} />
      </section>
      <Start quest={one} status={progress?.status ?? 'none'} />
      {first && (
        <ul class="card featured">
          <Task {...first} isOpen />
        </ul>
      )}
      <Lines title={t('quests.tasks')} of={all.filter((each) => !each.isDone && each !== first)}>
        {(one) => <Task key={one.task.id} {...one} />}
      </Lines>
      <Lines title={t('quests.tasks.done')} of={all.filter(({ isDone }) => isDone)}>
        {(one) => <Task key={one.task.id} {...one} />}
      </Lines>
      <List title={t('board.title')} of={board}>
        {({ rank, points, user }) => {
          const title = `${number(rank)}. ${nameOf(user)}`;
          const end = <b>{number(points)}</b>;
          return <Line key={user.id ?? rank} of={user} {...{ title, end }} />;
        }}
      </List>
    </article>
  );
}

function Start({ quest, status }: { quest: Quest; status: QuestProgress['status'] }) {
  const { id, state, registration_mode } = quest;
  const isAsked = registration_mode === 'approval' && status === 'none';
  const start = useChange(['quests'], () =>
    api.call(isAsked ? 'requestQuestRegistration' : 'startQuest', { params: { id } }),
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
interface OwnTask {
  readonly task: QuestTask;
  readonly own: TaskProgress | undefined;
  readonly isStarted: boolean;
}
const takes = ({ task }: OwnTask) => ['at_once', 'review'].includes(task.verification);
const isLeft = ({ task, own }: OwnTask) =>
  task.state === 'open' && ['none', 'rejected'].includes(own?.status ?? 'none');
const canSend = (of: OwnTask) => takes(of) && isLeft(of);

/** A line that opens to what the task asks for. */
function Task({ isOpen = false, ...of }: OwnTask & { isOpen?: boolean }) {
  const { task, own, isStarted } = of;
  const status = own?.status ?? 'none';
  const isDone = status === 'approved';
  const tone = isDone ? 'good' : 'warn';
  return (
    <li>
      <details open={isOpen}>
        <summary class="line">
          <Tile
            of={isDone ? 'check' : (ICONS[task.type] ?? 'circle-dashed')}
            tone={status === 'none' ? '' : tone}
          />
          <div>
            <b>{task.title}</b>
            {task.description && <small>{task.description}</small>}
            {status !== 'none' && <p class={`fact ${tone}`}>{t(`task.${status}`)}</p>}
          </div>
          <small>{t('task.points', { points: task.points })}</small>
          <Icon of="chevron-down" />
        </summary>
        <div class="padded">
          {own?.reason && <p>{own.reason}</p>}
          {isLeft(of) && !takes(of) && <p class="muted">{t('task.by-itself')}</p>}
          {canSend(of) && isStarted && <Proof task={task} />}
        </div>
      </details>
    </li>
  );
}
