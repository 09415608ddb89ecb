import type { QuestTask } from '@hallway/client';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { api } from '../lib/api.ts';
import { t } from '../lib/text.ts';
import { Button, Form, say, useChange } from '../parts.tsx';

/** The form of a task: what its type asks for is sent by one call, whose fields have the names of these here. */
export function Proof({ task }: { task: QuestTask }) {
  const [sent, setSent] = useState<number>();
  const { run, isBusy } = useChange(['quests', 'me'], async (form: FormData) => {
    setSent(undefined);
    const proof = await proofOf(form, setSent);
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

/** A photo is uploaded first: only the person and the organizers see it. */
async function proofOf(form: FormData, progress: (part: number) => void) {
  const { file, ...texts } = Object.fromEntries(form);
  if (form.has('option_ids')) return { option_ids: form.getAll('option_ids').map(String) };
  if (!(file instanceof File)) return texts as { answer: string } | { text: string };
  const body = { purpose: 'proof', file } as const;
  const onProgress = (sent: number, total: number) => progress(sent / total);
  return { media_id: (await api.upload('uploadImage', { body, onProgress })).id };
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
              <input type={kind} name="option_ids" value={id} required={kind === 'radio'} />
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
          <input name={task.type === 'code' ? 'answer' : 'text'} required autocomplete="off" />
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
