import type { QuestTask, TaskCompletionInput } from '@hallway/client';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { Button, Form, say, useChange } from '../parts.tsx';

/** The form of a task: what its type asks for is sent by one call. */
export function Proof({ task }: { task: QuestTask }) {
  const [sent, setSent] = useState<number>();
  const { run, isBusy } = useChange(['quests', 'me'], async (form: FormData) => {
    setSent(undefined);
    const proof = await proofOf(task, { form, onProgress: setSent });
    const { status } = await api.call('completeTask', { body: { task_id: task.id, ...proof } });
    say(t(`task.${status}`));
  });
  const isLink = task.type === 'link';
  const icon = isLink ? 'check' : 'send';
  const text = t(isLink ? 'task.done' : 'task.submit');
  return (
    <Form kind="primary" {...{ icon, text, isBusy }} send={(form) => run(form)}>
      <Field task={task} />
      {isBusy && sent !== undefined && <progress value={sent} aria-label={t('task.uploading')} />}
    </Form>
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
  switch (task.type) {
    case 'link':
      return task.config && <Button href={task.config.url} icon="link" text={t('task.open')} />;
    case 'quiz':
    case 'poll': {
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
    case 'photo':
      return <PhotoField />;
    default:
      return (
        <label>
          {t(task.type === 'code' ? 'field.code' : 'field.text')}
          <input name="text" required autocomplete="off" />
        </label>
      );
  }
}

/** The picked photo, and a button for another one. */
function PhotoField() {
  const [url, setUrl] = useState<string>();
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  const pick = (files: FileList | null) => setUrl(files?.[0] && URL.createObjectURL(files[0]));
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
        onChange={({ currentTarget }) => pick(currentTarget.files)}
      />
    </label>
  );
}
