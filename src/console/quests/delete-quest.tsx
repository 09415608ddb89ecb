import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useSearchParams } from 'wouter-preact';
import type { AdminQuestTask } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { Check } from '../parts/fields.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import type { PartProps } from './part-props.ts';

/** Deletes a quest, after its title was typed: this cannot be undone. */
export function DeleteQuest({ quest, close }: PartProps & { close: () => void }) {
  const [, setSearch] = useSearchParams();
  const { id, version, title, participant_count: people } = quest;
  const remove = useMutation({
    mutationFn: (points: Points) =>
      api.call('deleteQuest', { params: { id, points }, ifMatch: version }),
    onSuccess: async () => {
      say(t('quests.deleted', { title }));
      setSearch({});
      await queries.invalidateQueries({ queryKey: ['quests', 'list'] });
    },
  });
  return (
    <DeleteForm
      title={title}
      explanation={t('quests.delete.more', { people })}
      close={close}
      remove={remove}
    />
  );
}

/** Deletes a task. Users who have all other tasks then complete the quest. */
export function DeleteTask({ task, close }: { task: AdminQuestTask; close: () => void }) {
  const { id, version, title } = task;
  const remove = useMutation({
    mutationFn: (points: Points) =>
      api.call('deleteQuestTask', { params: { id, points }, ifMatch: version }),
    onSuccess: async () => {
      say(t('quests.deleted', { title }));
      close();
      await queries.invalidateQueries({ queryKey: ['quests'] });
    },
  });
  return (
    <DeleteForm
      title={title}
      explanation={t('quests.task.delete.more')}
      close={close}
      remove={remove}
    />
  );
}

type Points = 'keep' | 'take_back';
interface FormProps {
  readonly title: string;
  readonly explanation: string;
  readonly close: () => void;
  readonly remove: {
    readonly mutate: (points: Points) => void;
    readonly isPending: boolean;
    readonly error: Error | null;
  };
}

function DeleteForm({ title, explanation, close, remove }: FormProps) {
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      title={t('quests.delete.title', { title })}
      close={close}
      submit={t('quests.delete')}
      send={(form) => {
        if (typed === title) remove.mutate(form.has('take_back') ? 'take_back' : 'keep');
      }}
      isBusy={remove.isPending || typed !== title}
      problem={remove.error}
    >
      <p>{explanation}</p>
      <Check name="take_back">{t('quests.delete.take-back')}</Check>
      <label class="field">
        {t('quests.delete.type', { title })}
        <input
          name="typed"
          required
          onInput={(event) => setTyped(event.currentTarget.value.trim())}
          autocomplete="off"
        />
      </label>
    </FormDialog>
  );
}
