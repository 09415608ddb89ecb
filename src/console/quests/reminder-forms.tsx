import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Reminder, ReminderTemplate } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { zoneOf } from '../lib/zone.ts';
import { EditDialog } from '../parts/edit-dialog.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { MomentInput, momentOf } from '../parts/moment-input.tsx';
import { say } from '../parts/toasts.tsx';
import type { PartProps } from './part-props.ts';

const AUDIENCES = [
  'in_progress',
  'not_started',
  'all',
] as const satisfies readonly Reminder['audience'][];

/** The key of the reminders of a quest. */
export const keyOf = (questId: number) => ['quests', 'reminders', questId];

type Fields = Pick<ReminderTemplate, 'name' | 'title' | 'body'>;
interface ReminderFormProps {
  readonly questId: number;
  readonly template: ReminderTemplate | undefined;
  readonly close: () => void;
}

export const ReminderForm = ({ questId, template, close }: ReminderFormProps) => (
  <EditDialog<Fields, ReminderTemplate>
    title={t(template ? 'quests.reminder.edit' : 'quests.reminder.new')}
    read={template}
    fieldsOf={(form) => ({
      name: textOf(form, 'name'),
      title: textOf(form, 'title') || null,
      body: textOf(form, 'body'),
    })}
    save={(changes, { ifMatch, idempotencyKey }) => {
      if (template) {
        const params = { questId, templateId: template.id };
        return api.call('updateReminderTemplate', { params, body: changes, ifMatch });
      }
      const body = changes as Fields;
      return api.call('createReminderTemplate', { params: { questId }, body, idempotencyKey });
    }}
    saved={({ name }) => {
      say(t('quests.saved', { title: name }));
      return queries.invalidateQueries({ queryKey: keyOf(questId) });
    }}
    close={close}
    label={(field) => t(`quests.reminder.${field}`)}
  >
    <label class="field">
      {t('quests.reminder.name')}
      <input
        name="name"
        required
        maxLength={100}
        defaultValue={template?.name ?? ''}
        autocomplete="off"
      />
    </label>
    <label class="field">
      {t('quests.reminder.title')}
      <input
        name="title"
        maxLength={200}
        defaultValue={template?.title ?? ''}
        placeholder={t('quests.reminder.title.default')}
        autocomplete="off"
      />
    </label>
    <label class="field">
      {t('quests.reminder.body')}
      <textarea
        name="body"
        required
        rows={5}
        maxLength={4_000}
        defaultValue={template?.body ?? ''}
      />
    </label>
  </EditDialog>
);

/** Sends a reminder once: it is a broadcast, which can be stopped and taken back there. */
export function SendReminder({
  quest,
  conference,
  template,
  close,
}: PartProps & { template: ReminderTemplate; close: () => void }) {
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const may = useMay();
  const clock = wallTimeOf(conference.timezone);
  const { moment } = zoneOf(conference.timezone);
  const send = useMutation({
    mutationFn: (form: FormData) => {
      const audience = AUDIENCES.find((one) => one === form.get('audience')) ?? 'in_progress';
      const scheduled_at = momentOf(form, 'scheduled_at', { clock });
      const body = { template_id: template.id, audience, ...(scheduled_at && { scheduled_at }) };
      return api.call('sendQuestReminder', { params: { questId: quest.id }, body, idempotencyKey });
    },
    onSuccess: ({ id, scheduled_at }) => {
      say(
        scheduled_at
          ? t('quests.reminder.scheduled', { time: moment(scheduled_at) })
          : t('quests.reminder.sent'),
        may('broadcasts:send') ? () => cancel(id) : undefined,
      );
      close();
      return queries.invalidateQueries({ queryKey: ['broadcasts'] });
    },
  });
  return (
    <FormDialog
      title={t('quests.reminder.send-name', { name: template.name })}
      close={close}
      submit={t('quests.reminder.send')}
      send={send.mutate}
      change={() => setKey(crypto.randomUUID())}
      isBusy={send.isPending}
      problem={send.error}
    >
      <blockquote>
        <strong>{template.title ?? quest.title}</strong>
        <br />
        {template.body}
      </blockquote>
      <label class="field">
        {t('quests.reminder.audience')}
        <select name="audience">
          {AUDIENCES.map((one) => (
            <option key={one} value={one}>
              {t(`quests.reminder.audience.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <MomentInput
        name="scheduled_at"
        label={t('quests.reminder.when')}
        value={null}
        clock={clock}
        timezone={conference.timezone}
      />
      <p class="muted">{t('quests.reminder.now')}</p>
    </FormDialog>
  );
}

async function cancel(id: number): Promise<void> {
  await api
    .call('cancelBroadcast', { params: { id } })
    .then(() => say(t('quests.reminder.stopped')))
    .catch((error: unknown) => say(sentenceOf(error)));
}
