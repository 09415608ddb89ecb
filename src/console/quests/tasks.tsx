import { useMutation, useQuery } from '@tanstack/preact-query';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AdminQuestTask, QuestFunnel } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
import { Actions, EmptyList, Failure } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { DeleteTask } from './delete-quest.tsx';
import type { PartProps } from './part-props.ts';
import { TaskForm } from './task-form.tsx';

type Opened =
  | { readonly what: 'edit'; readonly task: AdminQuestTask | undefined }
  | { readonly what: 'delete'; readonly task: AdminQuestTask };

/** The tasks in the order in which users see them, each with how far participants are. */
export function Tasks({ quest, conference }: PartProps) {
  const may = useMay();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const funnel = useQuery({
    queryKey: ['quests', 'funnel', quest.id],
    queryFn: () => api.call('getQuestFunnel', { params: { id: quest.id } }),
  });
  const { tasks, move, drag, drop, dragEnd, dragged } = useOrder(quest.id, quest.tasks);
  const canWrite = may('quests:write');
  return (
    <>
      <div class="bar">
        <p class="muted">{funnel.data && participantsText(funnel.data)}</p>
        <Actions>
          {canWrite && (
            <button
              type="button"
              class="btn primary"
              onClick={() => setOpened({ what: 'edit', task: undefined })}
            >
              <Icon name="plus" />
              {t('quests.task.new')}
            </button>
          )}
        </Actions>
      </div>
      {funnel.error && <Failure error={funnel.error} again={funnel.refetch} />}
      {tasks.length === 0 && <EmptyList title={t('quests.task.none')} />}
      <ol class="tasks">
        {tasks.map((task, index) => (
          <li
            key={task.id}
            draggable={canWrite}
            class={dragged === task.id ? 'dragged' : ''}
            onDragStart={() => drag(task.id)}
            onDragOver={(event) => {
              event.preventDefault();
              drag(dragged, index);
            }}
            onDragEnd={dragEnd}
            onDrop={(event) => {
              event.preventDefault();
              drop();
            }}
          >
            <Task task={task} funnel={funnel.data} />
            {canWrite && (
              <div class="buttons">
                {([-1, 1] as const).map((by) => (
                  <button
                    key={by}
                    type="button"
                    class="btn"
                    data-move={`${task.id} ${by}`}
                    aria-label={t(by < 0 ? 'quests.task.up' : 'quests.task.down', {
                      title: task.title,
                    })}
                    aria-disabled={!tasks[index + by]}
                    onClick={() => move(index, by)}
                  >
                    <span aria-hidden="true">{by < 0 ? '↑' : '↓'}</span>
                  </button>
                ))}
                <button
                  type="button"
                  class="btn"
                  aria-label={t('quests.task.change-name', { title: task.title })}
                  onClick={() => setOpened({ what: 'edit', task })}
                >
                  <Icon name="pencil" />
                  {t('quests.change')}
                </button>
                <button
                  type="button"
                  class="btn bad"
                  aria-label={t('quests.task.delete-name', { title: task.title })}
                  onClick={() => setOpened({ what: 'delete', task })}
                >
                  <Icon name="trash-2" />
                  {t('quests.delete')}
                </button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {opened?.what === 'edit' && (
        <TaskForm conference={conference} quest_id={quest.id} task={opened.task} close={close} />
      )}
      {opened?.what === 'delete' && <DeleteTask task={opened.task} close={close} />}
    </>
  );
}

const participantsText = ({ participants }: QuestFunnel): string =>
  t('quests.funnel', participants);

function Task({ task, funnel }: { task: AdminQuestTask; funnel: QuestFunnel | undefined }) {
  const { id, title, type, points, is_required, state } = task;
  const numbers = funnel?.tasks.find(({ task_id }) => task_id === id);
  const all = Object.values(funnel?.participants ?? {}).reduce((sum, one) => sum + one, 0);
  return (
    <div class="task">
      <strong>{title}</strong>
      <small>
        {[
          t(`quests.type.${type}`),
          t('quests.task.points', { points }),
          is_required ? '' : t('quests.task.optional'),
          state === 'open' ? '' : t(`quests.task.state.${state}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {numbers && (
        <>
          <progress
            max={all || 1}
            value={numbers.approved}
            aria-label={t('quests.task.progress', { title })}
          />
          <small>
            {t('quests.task.numbers', {
              approved: numbers.approved,
              pending: numbers.pending,
              rejected: numbers.rejected,
              all,
            })}
          </small>
        </>
      )}
    </div>
  );
}

interface Move {
  readonly next: readonly number[];
  readonly before: readonly number[];
}

/** Moves tasks by button and by mouse. Each move is one request with the whole order, and can be undone. */
function useOrder(id: number, stored: readonly AdminQuestTask[]) {
  const [order, setOrder] = useState<readonly number[]>();
  const [dragged, setDragged] = useState<number>();
  const pressed = useRef('');
  const ids = stored.map((task) => task.id);
  // What is dragged or being saved is shown at once, unless a task came or went since then.
  const isKnown = order?.length === ids.length && order.every((one) => ids.includes(one));
  const shown = order && isKnown ? order : ids;
  const save = useMutation({
    // One after the other: the last order is the one that stays.
    scope: { id: 'order of tasks' },
    mutationFn: ({ next }: Move) =>
      api.call('orderQuestTasks', { params: { id }, body: { ids: next } }),
    onSuccess: (_, { next, before }) => {
      say(t('quests.task.moved'), () => put({ next: before, before: next }));
    },
    onError: (error) => say(sentenceOf(error)),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['quests', id] });
      setOrder(undefined);
    },
  });
  function put(move: Move): void {
    setOrder(move.next);
    save.mutate(move);
  }
  useLayoutEffect(() => {
    // A row that moves in the document loses the focus.
    if (pressed.current)
      document.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus();
    pressed.current = '';
  }, [shown.join()]);
  const moved = (from: number, to: number) => {
    const next = shown.filter((_, index) => index !== from);
    next.splice(to, 0, ...shown.slice(from, from + 1));
    return next;
  };
  return {
    tasks: shown.flatMap((one) => stored.find((task) => task.id === one) ?? []),
    dragged,
    move(index: number, by: -1 | 1) {
      if (shown[index + by] === undefined) return;
      pressed.current = `${shown[index]} ${by}`;
      put({ next: moved(index, index + by), before: shown });
    },
    /** Starts to drag a task, or shows it at a place. */
    drag(task: number | undefined, to?: number) {
      if (task === undefined) return;
      setDragged(task);
      const from = shown.indexOf(task);
      if (to !== undefined && to !== from) setOrder(moved(from, to));
    },
    drop() {
      setDragged(undefined);
      if (shown.join() !== ids.join()) put({ next: shown, before: ids });
    },
    /** After a drop, or where a drag ends without one. */
    dragEnd() {
      if (dragged !== undefined) setOrder(undefined);
      setDragged(undefined);
    },
  };
}
