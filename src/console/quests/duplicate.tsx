import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useSearchParams } from 'wouter-preact';
import { api, queries } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { MomentInput, momentOf } from '../parts/moment-input.tsx';
import { say } from '../parts/toasts.tsx';
import type { PartProps } from './part-props.ts';

/** A copy of a quest with its tasks and reminders, hidden, with new codes. */
export function Duplicate({ quest, conference, close }: PartProps & { close: () => void }) {
  const [, setSearch] = useSearchParams();
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const clock = wallTimeOf(conference.timezone);
  const copy = useMutation({
    mutationFn: (form: FormData) => {
      const starts_at = momentOf(form, 'starts_at', { clock, before: quest.starts_at });
      const body = { title: textOf(form, 'title'), ...(starts_at && { starts_at }) };
      return api.call('duplicateQuest', { params: { id: quest.id }, body, idempotencyKey });
    },
    onSuccess: async ({ id, title }) => {
      close();
      say(t('quests.duplicated', { title }));
      await queries.invalidateQueries({ queryKey: ['quests'] });
      setSearch({ quest: String(id) });
    },
  });
  return (
    <FormDialog
      title={t('quests.duplicate')}
      close={close}
      submit={t('quests.duplicate')}
      send={copy.mutate}
      change={() => setKey(crypto.randomUUID())}
      isBusy={copy.isPending}
      problem={copy.error}
    >
      <p>{t('quests.duplicate.more')}</p>
      <label class="field">
        {t('quests.field.title')}
        <input
          name="title"
          required
          maxLength={200}
          defaultValue={t('quests.copy-of', { title: quest.title })}
          autocomplete="off"
        />
      </label>
      <MomentInput
        name="starts_at"
        label={t('quests.field.starts_at')}
        value={quest.starts_at}
        clock={clock}
        timezone={conference.timezone}
      />
    </FormDialog>
  );
}
