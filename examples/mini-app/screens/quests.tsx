import type { Quest, QuestProgress, QuestTask } from '@hallway/client';
import { useInfiniteQuery, useQuery } from '@tanstack/preact-query';
import { Head, Line, List, nameOf, Rows } from '../cards.tsx';
import { Icon, type IconName } from '../icons.tsx';
import { api, later, pages, read, reads } from '../lib/api.ts';
import type { Route } from '../lib/route.ts';
import { number, t, whenText } from '../lib/text.ts';
import { Button, MainAction, Mark, Pending, State, showLast, useChange } from '../parts.tsx';
import { Share } from './pages.tsx';
import { Proof } from './proof.tsx';

/** The quests, one of them, or that of the task which a link opened. */
export function Quests({ id, task, code }: Route) {
  if (task) return <LinkedTask id={task} code={code} />;
  return id ? <QuestScreen id={id} /> : <AllQuests />;
}

function AllQuests() {
  const mine = useQuery(reads.myQuests).data ?? [];
  return (
    <>
      <Head title={t('quests.title')} />
      <Rows of={useInfiniteQuery(later.running)}>
        {(rows) => {
          const all = [...rows, ...mine.map(({ quest }) => quest)];
          const quests = [...new Map(all.map((quest) => [quest.id, quest])).values()];
          if (quests.length === 0) return <State title={t('quests.none')} />;
          return quests.map((quest) => {
            const own = mine.find((one) => one.quest.id === quest.id);
            return (
              <section key={quest.id} class="card padded">
                <h2>
                  <Button kind="link" text={quest.title} to={{ screen: 'quests', id: quest.id }} />
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
        {rank && <Mark kind="tag" icon="trophy" tone="link" text={t('board.own', { rank })} />}
      </div>
      <progress value={completed_tasks} max={total_tasks || 1} aria-label={quest.title} />
      <small>{t('quests.done', { done: completed_tasks, all: total_tasks })}</small>
    </>
  );
}

/** @param code what a scanned link of a task brought along */
function LinkedTask({ id, code }: { id: number; code: string | undefined }) {
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

function QuestScreen({ id }: { id: number }) {
  const quest = useQuery(read('quests', 'getQuest', { params: { id } }));
  const board = useInfiniteQuery(pages('quests', 'getLeaderboard', { quest_id: id }));
  if (!quest.data) return <Pending of={quest} isWhole />;
  const { tasks, progress, ...one } = quest.data;
  const all = tasks.map((task) => ownTask(task, progress));
  const first = all.find(({ canSend }) => canSend);
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
      <List title={t('quests.tasks')} of={all.filter((each) => !each.isDone && each !== first)}>
        {(each) => <Task key={each.task.id} {...each} />}
      </List>
      <List title={t('quests.tasks.done')} of={all.filter(({ isDone }) => isDone)}>
        {(each) => <Task key={each.task.id} {...each} />}
      </List>
      <List title={t('board.title')} of={board} none={t('agenda.none')}>
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
type OwnTask = ReturnType<typeof ownTask>;
/** A task, and what the reader has done of it. */
function ownTask(task: QuestTask, progress: QuestProgress | undefined) {
  const { status = 'none', reason = null } =
    progress?.tasks.find(({ task_id }) => task_id === task.id) ?? {};
  const isLeft = task.state === 'open' && ['none', 'rejected'].includes(status);
  const isSent = ['at_once', 'review'].includes(task.verification);
  const canSend = isLeft && isSent && progress?.status === 'in_progress';
  return {
    task,
    status,
    reason,
    canSend,
    isCounted: isLeft && !isSent,
    isDone: status === 'approved',
  };
}

/** A line that opens to what the task asks for. */
function Task({ isOpen = false, ...of }: OwnTask & { isOpen?: boolean }) {
  const { task, status, isDone } = of;
  const tone = status === 'none' ? undefined : isDone ? 'good' : 'warn';
  const icon = isDone ? 'check' : (ICONS[task.type] ?? 'circle-dashed');
  return (
    <li>
      <details open={isOpen}>
        <summary class="line">
          <Mark kind="tile" icon={icon} tone={tone} />
          <div>
            <b>{task.title}</b>
            {task.description && <small>{task.description}</small>}
            {status !== 'none' && <Mark kind="fact" tone={tone} text={t(`task.${status}`)} />}
          </div>
          <small>{t('task.points', { points: task.points })}</small>
          <Icon of="chevron-down" />
        </summary>
        <div class="padded">
          {of.reason && <p>{of.reason}</p>}
          {of.isCounted && <p class="muted">{t('task.by-itself')}</p>}
          {of.canSend && <Proof task={task} />}
        </div>
      </details>
    </li>
  );
}
