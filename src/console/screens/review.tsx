import { useInfiniteQuery } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import type { QuestSubmissionReview } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useKeys } from '../lib/keys.ts';
import { nameOf } from '../lib/person.ts';
import { counted, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Reason } from '../parts/reason.tsx';
import { Empty, Failure, Loading, sentenceOf } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';

/** The next page is read before the last proofs of this one. */
const READ_AHEAD = 10;

/** The proofs of all quests that wait for a decision, oldest first, by keyboard. */
export function Review({ conference }: { conference: Conference }) {
  const conference_id = conference.id;
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set());
  const [position, setPosition] = useState(0);
  const [isRejecting, setRejecting] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['submissions', conference_id],
    queryFn: ({ pageParam: cursor }) =>
      api.call('listQuestSubmissions', {
        params: { conference_id, status: 'pending', limit: 50, ...(cursor && { cursor }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
  const all = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const waiting = all.filter((one) => !decided.has(one.user_quest_task_id));
  const index = Math.min(position, waiting.length - 1);
  const current = waiting[index];
  const isNearEnd = list.hasNextPage && !list.isFetching && waiting.length < READ_AHEAD;
  useEffect(() => {
    if (isNearEnd) void list.fetchNextPage();
  }, [isNearEnd]);

  const mark = (id: number, isDecided: boolean) =>
    setDecided((old) => {
      const next = new Set(old);
      if (isDecided) next.add(id);
      else next.delete(id);
      return next;
    });
  const decide = async (
    { user_quest_task_id: id, user, task }: QuestSubmissionReview,
    reason?: string,
  ) => {
    mark(id, true);
    const params = { user_quest_task_id: id };
    try {
      if (reason === undefined) await api.call('approveQuestTask', { params });
      else await api.call('rejectQuestTask', { params, body: { reason } });
      const text = t(reason === undefined ? 'review.approved' : 'review.rejected', {
        name: nameOf(user),
        task: task.title,
      });
      say(text, () => void reopen(id));
    } catch (error) {
      // Another reviewer was faster, or the service refused: the list says what is true.
      say(sentenceOf(error));
      await list.refetch();
      mark(id, false);
    }
  };
  const reopen = async (id: number) => {
    await api
      .call('reopenQuestTask', {
        params: { user_quest_task_id: id },
        body: { reason: t('review.mistake') },
      })
      .catch((error: unknown) => say(sentenceOf(error)));
    await list.refetch();
    mark(id, false);
  };
  const move = (by: number) => setPosition(Math.max(0, Math.min(waiting.length - 1, index + by)));
  useKeys({
    a: () => current && void decide(current),
    r: () => current && setRejecting(true),
    j: () => move(1),
    k: () => move(-1),
  });

  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('review.title')}</h1>
        <span class="muted">{counted('review.waiting', waiting.length)}</span>
      </div>
      {list.error && <Failure error={list.error} again={list.refetch} />}
      {list.isPending && <Loading />}
      {list.data && !current && <Empty title={t('review.none')} />}
      {current && (
        <Proof key={current.user_quest_task_id} proof={current} timezone={conference.timezone}>
          <button type="button" class="primary" onClick={() => void decide(current)}>
            {t('review.approve')}
          </button>
          <button type="button" class="bad" onClick={() => setRejecting(true)}>
            {t('review.reject')}
          </button>
          <button type="button" disabled={index === 0} onClick={() => move(-1)}>
            {t('review.previous')}
          </button>
          <button type="button" disabled={index === waiting.length - 1} onClick={() => move(1)}>
            {t('review.next')}
          </button>
        </Proof>
      )}
      {current && isRejecting && (
        <Reason
          title={t('review.reject')}
          close={() => setRejecting(false)}
          submit={(reason) => void decide(current, reason)}
        />
      )}
    </>
  );
}

interface ProofProps {
  readonly proof: QuestSubmissionReview;
  readonly timezone: string;
  readonly children: preact.ComponentChildren;
}

function Proof({ proof, timezone, children }: ProofProps) {
  const { user, task, quest, text, media, submitted_at, rejections } = proof;
  return (
    <article class="proof">
      {media && <img src={media.thumb_url} alt={t('review.photo', { name: nameOf(user) })} />}
      {text !== null && <blockquote>{text}</blockquote>}
      <div>
        <h2>{nameOf(user)}</h2>
        <p>
          {t('review.task', { task: task.title, quest: quest.title, points: task.points })}
          <small>{zoneOf(timezone).moment(submitted_at)}</small>
        </p>
        {rejections > 0 && <p class="notice">{counted('review.rejections', rejections)}</p>}
        {media && (
          <p>
            <a href={media.url} target="_blank" rel="noreferrer">
              {t('review.open')}
            </a>
          </p>
        )}
        <div class="buttons">{children}</div>
        <p class="muted">{t('review.keys')}</p>
      </div>
    </article>
  );
}
