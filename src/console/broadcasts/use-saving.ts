import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { NotificationJob } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import { changesOf, currentOf } from '../lib/edits.ts';
import { t } from '../lib/text.ts';
import type { Checked } from './confirm-send.tsx';
import { type Content, contentOf, isEditable, previewOf } from './content.ts';
import { isSame, saveDraft, sendDraft } from './saving.ts';
import type { Written } from './use-content.ts';

interface Given {
  /** As it was read when the form opened; undefined for a new one. */
  readonly job: NotificationJob | undefined;
  readonly written: Written;
  /** Goes back to the list, with a sentence that says why. */
  readonly leave: (text: string) => Promise<unknown>;
}

/** Saves, checks and sends what is written. */
export function useSaving({ job, written, leave }: Given) {
  const { idempotencyKey, content, replace } = written;
  // What a colleague saves in the meantime lends its version to no open form.
  const [base, setBase] = useState(job);
  const [theirs, setTheirs] = useState<NotificationJob>();
  const [checked, setChecked] = useState<Checked>();
  const refuse = (error: Error, mine: Content) => {
    const current = currentOf<NotificationJob>(error);
    if (!current) return;
    setChecked(undefined);
    // The answer to the first try was lost: it was sent as it is here.
    const isSent = current.status !== 'draft' && isSame(timedAs(mine, current), mine);
    if (isSent || !isEditable(current)) void leave(t('compose.already'));
    else setTheirs(current);
  };
  const save = useMutation({
    mutationFn: () => saveDraft(content, { base, idempotencyKey }),
    onSuccess: () => leave(t('compose.saved')),
    onError: (error) => refuse(error, content),
  });
  const check = useMutation({
    mutationFn: async () => {
      const { scheduled_at } = content;
      if (isOver(scheduled_at)) throw new Error(t('compose.past'));
      const preview = await api.call('previewBroadcast', { body: previewOf(content) });
      setChecked({ content, preview });
    },
  });
  const send = useMutation({
    mutationFn: ({ mine, isForced }: { mine: Content; isForced: boolean }) =>
      sendDraft(mine, { base, idempotencyKey, isForced, stored: setBase }),
    onSuccess: (_, { mine }) =>
      leave(t((mine.scheduled_at ?? mine.anchor) ? 'compose.scheduled' : 'compose.sent')),
    onError: (error, { mine }) => refuse(error, mine),
  });
  const failed = [check.error, save.error].find((error) => error && !currentOf(error));
  return {
    base,
    theirs,
    checked,
    save: () => save.mutate(),
    check: () => check.mutate(),
    send: (mine: Content, isForced: boolean) => send.mutate({ mine, isForced }),
    back: () => {
      setChecked(undefined);
      send.reset();
    },
    /** Goes on from their version: nothing is saved or sent by this. */
    keep: (whose: 'mine' | 'theirs') => {
      if (!theirs || !base) return;
      const own = whose === 'mine' ? changesOf(contentOf(base), content) : {};
      replace({ ...contentOf(theirs), ...own });
      setBase(theirs);
      setTheirs(undefined);
    },
    isBusy: save.isPending || check.isPending || send.isPending,
    isDone: save.isSuccess || send.isSuccess,
    problem: failed,
    sendProblem: send.error,
  };
}
export type Saving = ReturnType<typeof useSaving>;

/** What is sent at once gets the time of that moment. */
const timedAs = ({ scheduled_at }: Content, current: NotificationJob): Content => {
  const content = contentOf(current);
  return scheduled_at === null ? { ...content, scheduled_at } : content;
};

const isOver = (instant: string | null): boolean =>
  instant !== null && Date.parse(instant) <= Date.now();
