import type { QuestTask, TaskCompletionInput } from '@hallway/client';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { Outside, say, useChange } from '../parts.tsx';

/** The form of a task: what its type asks for is sent by one call. */
export function Proof({ task }: { task: QuestTask }) {
  const [sent, setSent] = useState<number>();
  const { run, isBusy } = useChange(
    async (form: FormData) => {
      const proof = await proofOf(task, { form, onProgress: (part) => setSent(part) });
      const { status } = await api.call('completeTask', { body: { task_id: task.id, ...proof } });
      say(t(`task.${status}`));
    },
    'quests',
    'me',
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSent(undefined);
        run(new FormData(event.currentTarget));
      }}
    >
      <Field task={task} />
      {isBusy && sent !== undefined && <progress value={sent} aria-label={t('task.uploading')} />}
      <button type="submit" class="primary" disabled={isBusy}>
        <Icon of={task.type === 'link' ? 'check' : 'send'} />
        {t(task.type === 'link' ? 'task.done' : 'task.submit')}
      </button>
    </form>
  );
}

async function proofOf(
  { type }: QuestTask,
  { form, onProgress }: { form: FormData; onProgress: (part: number) => void },
): Promise<Omit<TaskCompletionInput, 'task_id'>> {
  const file = form.get('file');
  if (type === 'photo' && file instanceof File) {
    // Only the person and the organizers see a proof.
    const { id } = await api.upload('uploadImage', {
      body: { purpose: 'proof', file },
      onProgress: (sent, total) => onProgress(sent / total),
    });
    return { media_id: id };
  }
  if (type === 'quiz' || type === 'poll') return { option_ids: form.getAll('option').map(String) };
  if (type === 'code') return { answer: String(form.get('text')) };
  return type === 'text' ? { text: String(form.get('text')) } : {};
}

function Field({ task }: { task: QuestTask }) {
  if (task.type === 'link') {
    return task.config && <Outside href={task.config.url} icon="link" text={t('task.open')} />;
  }
  if (task.type === 'quiz' || task.type === 'poll') {
    const kind = task.type === 'quiz' && task.config?.multiple ? 'checkbox' : 'radio';
    return (
      <fieldset>
        <legend>{t('task.options')}</legend>
        {task.config?.options.map(({ id, label }) => (
          <label key={id} class="option">
            <input type={kind} name="option" value={id} required={kind === 'radio'} />
            {label}
          </label>
        ))}
      </fieldset>
    );
  }
  if (task.type === 'photo') return <PhotoField />;
  return (
    <label>
      {t(task.type === 'code' ? 'field.code' : 'field.text')}
      <input name="text" required autocomplete="off" />
    </label>
  );
}

/** The picked photo, and a button for another one. */
function PhotoField() {
  const [url, setUrl] = useState<string>();
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return (
    <label class="photo-field">
      {url && <img src={url} alt="" />}
      <span class="button">
        <Icon of={url ? 'refresh-cw' : 'camera'} />
        {t(url ? 'field.photo.again' : 'field.photo')}
      </span>
      <input
        class="hidden"
        type="file"
        name="file"
        accept="image/*"
        required
        onChange={({ currentTarget: { files } }) =>
          setUrl(files?.[0] && URL.createObjectURL(files[0]))
        }
      />
    </label>
  );
}
