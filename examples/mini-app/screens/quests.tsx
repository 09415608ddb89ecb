import type { Quest, QuestProgress, QuestTask } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { api, CONFERENCE_ID, pages, reads, usePages } from '../lib/api.ts';
import { go } from '../lib/route.ts';
import { t } from '../lib/text.ts';
import { Empty, Loaded, More, Notice, nameOf, Photo, useChange } from '../parts.tsx';
import { Proof } from './proof.tsx';

const running = pages(['quests', 'running'], (next) =>
  api.call('listQuests', {
    params: { ...next, state: 'running', conference_id: CONFERENCE_ID },
  }),
);

export function Quests() {
  const mine = useQuery(reads.myQuests);
  const listed = usePages(running);
  const progressOf = (id: number) => mine.data?.find(({ quest }) => quest.id === id)?.progress;
  return (
    <>
      <h1 tabIndex={-1}>{t('quests.title')}</h1>
      <Loaded of={listed}>
        {(rows) => {
          const others = (mine.data ?? [])
            .map(({ quest }) => quest)
            .filter(({ id }) => !rows.some((one) => one.id === id));
          const quests = [...rows, ...others];
          if (quests.length === 0) return <Empty title={t('quests.none')} />;
          return (
            <ul class="cards">
              {quests.map((quest) => (
                <li key={quest.id}>
                  <h2>
                    <button
                      type="button"
                      class="link"
                      onClick={() => go({ screen: 'quests', id: quest.id })}
                    >
                      {quest.title}
                    </button>
                  </h2>
                  <p class="muted">{quest.description}</p>
                  <Progress quest={quest} progress={progressOf(quest.id)} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
      <More of={listed} />
    </>
  );
}

function Progress({ quest, progress }: { quest: Quest; progress: QuestProgress | undefined }) {
  const { completed_tasks = 0, total_tasks = quest.task_count, points = 0 } = progress ?? {};
  return (
    <p class="progress">
      <progress value={completed_tasks} max={total_tasks || 1} aria-label={quest.title} />
      {t('quests.done', { done: completed_tasks, all: total_tasks })}
      {' · '}
      {t('quests.points', { points, all: quest.total_points })}
    </p>
  );
}

/** @param code what a scanned link of a task brought along */
export function LinkedTask({ id, code }: { id: number; code: string | undefined }) {
  const mine = useQuery(reads.myQuests);
  const send = useChange(
    () => api.call('completeTask', { body: { task_id: id, ...(code && { answer: code }) } }),
    'quests',
    'me',
  );
  const quest = mine.data?.find(({ progress }) => progress.tasks.some((one) => one.task_id === id));
  return (
    <>
      {!quest && <h1 tabIndex={-1}>{t('task.title')}</h1>}
      {code && (
        <button
          type="button"
          class="primary"
          disabled={send.isBusy}
          onClick={() => send.run(undefined)}
        >
          {t('task.send-code', { code })}
        </button>
      )}
      {quest && <QuestScreen id={quest.quest.id} />}
    </>
  );
}

export function QuestScreen({ id }: { id: number }) {
  const quest = useQuery({
    queryKey: ['quests', id],
    queryFn: () => api.call('getQuest', { params: { id } }),
  });
  return (
    <Loaded of={quest} as={Notice}>
      {({ tasks, progress, ...one }) => (
        <article>
          <h1 tabIndex={-1}>{one.title}</h1>
          <p>{one.description}</p>
          <Progress quest={one} progress={progress} />
          <Start quest={one} status={progress?.status ?? 'none'} />
          <ul class="cards">
            {tasks.map((task) => (
              <li key={task.id}>
                <Task task={task} progress={progress} />
              </li>
            ))}
          </ul>
          <Board id={id} />
        </article>
      )}
    </Loaded>
  );
}

function Start({
  quest: { id, state, registration_mode },
  status,
}: {
  quest: Quest;
  status: QuestProgress['status'];
}) {
  const isAsked = registration_mode === 'approval' && status === 'none';
  const { run, isBusy } = useChange(
    () => api.call(isAsked ? 'requestQuestRegistration' : 'startQuest', { params: { id } }),
    'quests',
  );
  if (status === 'requested') return <p class="warning">{t('quests.requested')}</p>;
  if (status === 'declined') return <p class="warning">{t('quests.declined')}</p>;
  if (state !== 'running' || !['none', 'admitted'].includes(status)) return null;
  return (
    <button type="button" class="primary" disabled={isBusy} onClick={() => run()}>
      {t(isAsked ? 'quests.request' : 'quests.start')}
    </button>
  );
}

function Task({ task, progress }: { task: QuestTask; progress: QuestProgress | undefined }) {
  const own = progress?.tasks.find(({ task_id }) => task_id === task.id);
  const status = own?.status ?? 'none';
  const isOpen = task.state === 'open' && (status === 'none' || status === 'rejected');
  const takes = ['at_once', 'review'].includes(task.verification);
  return (
    <>
      <h2>
        {task.title} <small>{t('task.points', { points: task.points })}</small>
      </h2>
      <p class="muted">{task.description}</p>
      {status !== 'none' && (
        <p class={status === 'approved' ? 'good' : 'warning'}>{t(`task.${status}`)}</p>
      )}
      {own?.reason && <p>{own.reason}</p>}
      {isOpen && !takes && <p class="muted">{t('task.by-itself')}</p>}
      {isOpen && takes && progress?.status === 'in_progress' && <Proof task={task} />}
    </>
  );
}

function Board({ id }: { id: number }) {
  const board = usePages(
    pages(['quests', `${id}`, 'board'], (next) =>
      api.call('getLeaderboard', { params: { ...next, quest_id: id } }),
    ),
  );
  const rank = board.first?.me?.rank;
  return (
    <section>
      <h2>{t('board.title')}</h2>
      {rank && <p>{t('board.own', { rank })}</p>}
      <Loaded of={board}>
        {(rows) => (
          <ol class="people">
            {rows.map(({ rank: place, points, user }) => (
              <li key={user.id ?? place}>
                <b>{place}</b>
                <Photo of={user} />
                <span>{nameOf(user)}</span>
                <b>{points}</b>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <More of={board} />
    </section>
  );
}
