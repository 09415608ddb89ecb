import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { say } from '../parts/toasts.tsx';
import { queries } from './api.ts';
import { sentenceOf } from './problems.ts';

type Ids = readonly number[];

interface Ordered {
  /** Of the list: its orders are sent one after the other, so the last one is the one that stays. */
  readonly name: string;
  readonly send: (ids: Ids) => Promise<unknown>;
  readonly refresh: () => Promise<unknown>;
  /** What is said after an order, which can be undone. */
  readonly saved: string;
}

/** The rows in the order that was asked for last. */
export function useOrder<R extends { readonly id: number }>(
  stored: readonly R[] | undefined,
  { name, send, refresh, saved }: Ordered,
) {
  const [asked, setAsked] = useState<Ids>();
  const ids = stored?.map(({ id }) => id) ?? [];
  // What is being saved is shown at once, unless a row came or went since then.
  const isKnown = asked?.length === ids.length && asked.every((id) => ids.includes(id));
  const shown = asked && isKnown ? asked : ids;
  const mutationKey = [name];
  const save = useMutation({
    mutationKey,
    scope: { id: name },
    mutationFn: ({ next }: { next: Ids; before: Ids }) => send(next),
    onSuccess: (_, { before }) => say(saved, () => put(before)),
    onError: (error) => say(sentenceOf(error)),
    onSettled: async () => {
      // A later order is read with that one.
      if (queries.isMutating({ mutationKey }) > 1) return;
      await refresh();
      setAsked(undefined);
    },
  });
  function put(next: Ids): void {
    setAsked(next);
    save.mutate({ next, before: shown });
  }
  const rowOf = new Map(stored?.map((row) => [row.id, row]));
  return {
    rows: stored && shown.flatMap((id) => rowOf.get(id) ?? []),
    order: (rows: readonly R[]) => put(rows.map(({ id }) => id)),
  };
}
