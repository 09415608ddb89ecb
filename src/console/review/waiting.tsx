import { useState } from 'preact/hooks';
import { isRefusal } from '../../client/api-error.ts';
import type { QuestSubmissionReview } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useKeys } from '../lib/keys.ts';
import { nameOf } from '../lib/person.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
import { Reason } from '../parts/reason.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { Proof } from './proof.tsx';
import { useQueue } from './queue.ts';

/** The proofs of all quests that wait for a decision, by keyboard. */
export function Waiting({ conference }: { conference: Conference }) {
  const [rejected, setRejected] = useState<QuestSubmissionReview>();
  const queue = useQueue(conference.id);
  const { list, current, isGone, isFirst, isLast, move } = queue;
  const decide = async (proof: QuestSubmissionReview, reason?: string) => {
    const id = proof.user_quest_task_id;
    queue.hide(id);
    try {
      await send(id, reason);
      queue.settle(id);
      const { user, task } = proof;
      const text = reason === undefined ? 'review.approved' : 'review.rejected';
      say(t(text, { name: nameOf(user), task: task.title }), () => reopen(id));
    } catch (error) {
      // The sentence names who was faster, or why the service refused.
      say(sentenceOf(error));
      if (isRefusal(error, 'approveQuestTask', 'CONFLICT')) queue.settle(id);
      else queue.restore(id);
      await list.refetch();
    }
  };
  /** What another reviewer decided is not decided again. */
  const act = (action: (proof: QuestSubmissionReview) => void) => {
    if (isGone) move(1);
    else if (current) action(current);
  };
  useKeys({
    a: () => act((proof) => void decide(proof)),
    r: () => act(setRejected),
    j: () => move(1),
    k: () => move(-1),
  });
  return (
    <>
      <p class="muted">{counted('review.waiting', queue.count)}</p>
      {list.error && <Failure error={list.error} again={list.refetch} />}
      {list.isPending && <Loading />}
      {list.data && !current && <Empty title={t('review.none')} />}
      {current && (
        <Proof key={current.user_quest_task_id} proof={current} timezone={conference.timezone}>
          {isGone ? (
            <p class="note warn" role="status">
              {t('review.gone')}
            </p>
          ) : (
            <>
              <button type="button" class="btn primary" onClick={() => void decide(current)}>
                <Icon name="check" />
                {t('review.approve')}
              </button>
              <button type="button" class="btn bad" onClick={() => setRejected(current)}>
                <Icon name="x" />
                {t('review.reject')}
              </button>
            </>
          )}
          <button type="button" class="btn" disabled={isFirst} onClick={() => move(-1)}>
            {t('review.previous')}
          </button>
          <button type="button" class="btn" disabled={isLast} onClick={() => move(1)}>
            {t('review.next')}
          </button>
        </Proof>
      )}
      {rejected && (
        <Reason
          title={t('review.reject')}
          close={() => setRejected(undefined)}
          submit={(reason) => void decide(rejected, reason)}
        />
      )}
    </>
  );
}

function send(user_quest_task_id: number, reason: string | undefined): Promise<unknown> {
  const params = { user_quest_task_id };
  return reason === undefined
    ? api.call('approveQuestTask', { params })
    : api.call('rejectQuestTask', { params, body: { reason } });
}

async function reopen(user_quest_task_id: number): Promise<void> {
  await api
    .call('reopenQuestTask', {
      params: { user_quest_task_id },
      body: { reason: t('review.mistake') },
    })
    .catch((error: unknown) => say(sentenceOf(error)));
  await queries.invalidateQueries({ queryKey: ['submissions'] });
}
