import { useInfiniteQuery } from '@tanstack/preact-query';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { QuestSubmissionReview } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { usePrefetchedPictures, withKeptUrls } from './pictures.ts';

/** The next page is read before the last proofs of this one. */
const READ_AHEAD = 10;
/** The proofs whose pictures are loaded before they are shown. */
const PREFETCHED = 3;

/** A page, and when it was asked for: it can have proofs that were decided since then. */
async function readPage(conference_id: number, cursor: string) {
  const readAt = performance.now();
  const { data, pagination } = await api.call('listQuestSubmissions', {
    params: { conference_id, status: 'pending', limit: 50, ...(cursor && { cursor }) },
  });
  return { data: data.map(withKeptUrls), pagination, readAt };
}

interface Place {
  /** The proof that is shown. It stays when another reviewer decides it. */
  readonly proof?: QuestSubmissionReview | undefined;
  readonly index: number;
}

/** The proofs that wait, oldest first, and which of them is shown. */
export function useQueue(conference_id: number) {
  // When the decision on a proof was made here: a page that was read before it still has the proof.
  const [decided, setDecided] = useState<ReadonlyMap<number, number>>(new Map());
  const [place, setPlace] = useState<Place>({ index: 0 });
  const list = useInfiniteQuery({
    queryKey: ['submissions', conference_id],
    queryFn: ({ pageParam }) => readPage(conference_id, pageParam),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
  const waiting = (list.data?.pages ?? []).flatMap(({ data, readAt }) =>
    data.filter(({ user_quest_task_id: id }) => (decided.get(id) ?? 0) < readAt),
  );
  const { proof } = place;
  const at = waiting.findIndex((one) => one.user_quest_task_id === proof?.user_quest_task_id);
  const isGone = proof !== undefined && at < 0 && list.data !== undefined;
  const index = at >= 0 ? at : Math.max(0, Math.min(place.index, waiting.length - 1));
  const current = isGone ? proof : waiting[index];
  useLayoutEffect(() => {
    if (!isGone) setPlace({ proof: current, index });
  }, [isGone, current?.user_quest_task_id, index]);

  const isNearEnd =
    list.hasNextPage && !list.isFetching && !list.error && waiting.length < READ_AHEAD;
  useEffect(() => {
    if (isNearEnd) void list.fetchNextPage();
  }, [isNearEnd]);
  const next = isGone ? index : index + 1;
  usePrefetchedPictures(waiting.slice(next, next + PREFETCHED));

  const setDecidedAt = (id: number, when: number | undefined) =>
    setDecided((old) => {
      const next = new Map(old);
      if (when === undefined) next.delete(id);
      else next.set(id, when);
      return next;
    });
  return {
    list,
    count: waiting.length,
    current,
    /** Whether another reviewer has decided the proof that is shown. */
    isGone,
    isFirst: index === 0,
    isLast: index >= waiting.length - 1 && !isGone,
    /** Shows another proof. */
    move(by: 1 | -1) {
      // What another reviewer decided is no longer in the list: the next one has its place.
      const asked = by > 0 ? next : index + by;
      const to = Math.max(0, Math.min(waiting.length - 1, asked));
      setPlace({ proof: waiting[to], index: to });
    },
    /** While a decision is sent, and until the list no longer has the proof. */
    hide(id: number) {
      setDecidedAt(id, Number.POSITIVE_INFINITY);
      setPlace({ index });
    },
    /** What is read from now on is true. */
    settle: (id: number) => setDecidedAt(id, performance.now()),
    /** The decision was not made. */
    restore: (id: number) => setDecidedAt(id, undefined),
  };
}
