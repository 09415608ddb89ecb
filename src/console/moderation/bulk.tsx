import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { BulkDecided } from '../../client/operations.d.ts';
import { queries } from '../lib/api.ts';
import { codeText, sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { Icon } from '../parts/icon.tsx';
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
  if (chosen.length === 0) return null;
  return (
    <>
      <section class="bulk" aria-label={t('moderation.choose')}>
        <strong role="status">{t('table.chosen', { count: chosen.length })}</strong>
        <button
          type="button"
          class="btn"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ ids: chosen, decision: 'approve' })}
        >
          <Icon name="check" />
          {t('moderation.approve', { count: chosen.length })}
        </button>
        <button
          type="button"
          class="btn"
          disabled={decide.isPending}
          onClick={() => setRejecting(true)}
        >
          <Icon name="x" />
          {t('moderation.reject', { count: chosen.length })}
        </button>
        <div role="alert">
          {decide.error && <p class="problem">{sentenceOf(decide.error)}</p>}
          {failed.map(({ id, code }) => (
            <p key={id} class="problem">
              {code && codeText(code)}
            </p>
          ))}
        </div>
      </section>
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
