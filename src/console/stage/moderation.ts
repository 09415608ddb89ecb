import { useState } from 'preact/hooks';
import type { AdminQuestion, QuestionDecision } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { refresh } from '../lib/changes.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { say } from '../parts/toasts.tsx';

type Status = 'visible' | 'answered' | 'hidden';

/** What a moderator does with the questions of a session: each with one press. */
export interface Moderation {
  readonly decide: (question: AdminQuestion, status: Status) => void;
  /** Shows all that wait. */
  readonly showAll: (questions: readonly AdminQuestion[]) => void;
  /** The question that is to be merged into another one. */
  readonly merging: AdminQuestion | undefined;
  readonly merge: (question: AdminQuestion | undefined) => void;
  readonly mergeInto: (question: AdminQuestion) => void;
  readonly isBusy: boolean;
}

export function useModeration(item_id: number): Moderation {
  const [merging, merge] = useState<AdminQuestion>();
  const [isBusy, setBusy] = useState(false);
  /** What a colleague decided first is said as it is now, and shown. */
  const run = async (work: () => Promise<string>, undo?: () => void) => {
    setBusy(true);
    try {
      say(await work(), undo);
    } catch (error) {
      say(sentenceOf(error));
    }
    setBusy(false);
    await refresh('questions');
  };
  const send = (id: number, body: QuestionDecision) =>
    api.call('decideQuestion', { params: { id }, body });
  const decide = (question: AdminQuestion, status: Status) => {
    const { id, status: from } = question;
    const work = async () => {
      await send(id, { from, status });
      return t(`stage.done.${status}`);
    };
    // Nothing waits again once it was decided.
    const undo = from === 'waiting' ? undefined : () => decide({ ...question, status }, from);
    void run(work, undo);
  };
  return {
    decide,
    showAll: (questions) =>
      void run(async () => {
        const ids = questions.map(({ id }) => id);
        const body = { ids, from: 'waiting', status: 'visible' } as const;
        const { results } = await api.call('decideQuestions', { body });
        return counted('stage.shown', results.filter(({ status }) => status).length);
      }),
    merging: merging?.agenda_item_id === item_id ? merging : undefined,
    merge,
    mergeInto: (target) => {
      if (!merging) return;
      merge(undefined);
      void run(async () => {
        await send(merging.id, { from: merging.status, merge_into: target.id });
        return t('stage.merged');
      });
    },
    isBusy,
  };
}
