import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { BulkDecided } from '../../client/operations.d.ts';
import { queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { Reason } from '../parts/reason.tsx';
import { say } from '../parts/toasts.tsx';

/** As the bodies of bulk decisions have them. */
interface Decision {
  readonly ids: readonly number[];
  readonly decision: 'approve' | 'reject';
  readonly reason?: string;
}
interface Options {
  /** The first part of the key of the list. */
  readonly list: string;
  readonly send: (body: Decision) => Promise<BulkDecided>;
}

/** Chosen rows of a list, and the decision on all of them. */
export function useBulk({ list, send }: Options) {
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const decide = useMutation({
    mutationFn: send,
    onSuccess: ({ results }) => {
      const failed = results.filter(({ code }) => code);
      say(t('moderation.done', { done: results.length - failed.length, failed: failed.length }));
      // What was refused stays chosen, with its reason above the list.
      setChosen(failed.map(({ id }) => id));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [list] }),
  });
  return {
    chosen,
    decide,
    toggle: (id: number) =>
      setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
  };
}
type Bulk = ReturnType<typeof useBulk>;

/** The buttons of a decision, its refusals, and the question for a reason. */
export function BulkBar({ bulk: { chosen, decide } }: { bulk: Bulk }) {
  const [isRejecting, setRejecting] = useState(false);
  const failed = decide.data?.results.filter(({ code }) => code) ?? [];
  return (
    <>
      <div class="buttons start">
        <button
          type="button"
          class="btn primary"
          disabled={chosen.length === 0 || decide.isPending}
          onClick={() => decide.mutate({ ids: chosen, decision: 'approve' })}
        >
          {t('moderation.approve', { count: chosen.length })}
        </button>
        <button
          type="button"
          class="btn bad"
          disabled={chosen.length === 0 || decide.isPending}
          onClick={() => setRejecting(true)}
        >
          {t('moderation.reject', { count: chosen.length })}
        </button>
      </div>
      <div role="alert">
        {decide.error && <p class="problem">{sentenceOf(decide.error)}</p>}
        {failed.map(({ id, error, code }) => (
          <p key={id} class="problem">
            {t('moderation.refused', { id: String(id), error: error ?? '', code: code ?? '' })}
          </p>
        ))}
      </div>
      {isRejecting && (
        <Reason
          title={t('moderation.reject', { count: chosen.length })}
          close={() => setRejecting(false)}
          submit={(reason) =>
            decide.mutate({ ids: chosen, decision: 'reject', ...(reason && { reason }) })
          }
        />
      )}
    </>
  );
}

interface ChooseProps {
  readonly bulk: Bulk;
  readonly id: number;
  readonly name: string;
}

export const Choose = ({ bulk, id, name }: ChooseProps) => (
  <td>
    <label class="check">
      <input
        type="checkbox"
        aria-label={t('moderation.choose-name', { name })}
        checked={bulk.chosen.includes(id)}
        onChange={() => bulk.toggle(id)}
      />
    </label>
  </td>
);
