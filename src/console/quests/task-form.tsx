import { useState } from 'preact/hooks';
import type {
  AdminQuestTask,
  NewQuestTask,
  TaskConfigChange,
  TaskType,
} from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { type WallTime, wallTimeOf } from '../lib/wall-time.ts';
import { zoneOf } from '../lib/zone.ts';
import { EditDialog, type Sending } from '../parts/edit-dialog.tsx';
import { Check } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { MomentInput, momentOf } from '../parts/moment-input.tsx';
import { say } from '../parts/toasts.tsx';
import { TASK_TYPES, TYPE_FORMS } from './task-types.tsx';

type Fields = Pick<
  AdminQuestTask,
  'type' | 'title' | 'description' | 'points' | 'is_required' | 'opens_at' | 'closes_at'
> & { readonly config: TaskConfigChange };

interface Props {
  readonly conference: Conference;
  readonly quest_id: number;
  /** Undefined for a new task. */
  readonly task: AdminQuestTask | undefined;
  readonly close: () => void;
}

/** A task of a quest: what all types have, and the fields of its own. */
export function TaskForm({ conference, quest_id, task, close }: Props) {
  const [type, setType] = useState<TaskType>(task?.type ?? 'code');
  const clock = wallTimeOf(conference.timezone);
  const { moment } = zoneOf(conference.timezone);
  const { Fields } = TYPE_FORMS[type];
  const save = (changes: Partial<Fields>, { ifMatch, idempotencyKey }: Sending) => {
    if (task) {
      return api.call('updateQuestTask', { params: { id: task.id }, body: changes, ifMatch });
    }
    // The compiler does not relate a type to its settings across the table.
    const body = changes as NewQuestTask;
    return api.call('createQuestTask', { params: { id: quest_id }, body, idempotencyKey });
  };
  return (
    <EditDialog<Fields, AdminQuestTask>
      title={t(task ? 'quests.task.edit' : 'quests.task.new')}
      read={task}
      fieldsOf={(form) => fieldsOf(form, { type, clock, task })}
      save={save}
      saved={({ title }) => {
        say(t('quests.saved', { title }));
        return queries.invalidateQueries({ queryKey: ['quests'] });
      }}
      close={close}
      label={(field) => t(`quests.field.${field}`)}
      show={(field, value) => {
        if (value === null || value === '') return '–';
        if (field === 'config') return settingsText(value as TaskConfigChange);
        return field.endsWith('_at') ? moment(String(value)) : String(value);
      }}
    >
      <label class="field">
        {t('quests.field.type')}
        <select value={type} onChange={(event) => setType(event.currentTarget.value as TaskType)}>
          {TASK_TYPES.map((one) => (
            <option key={one} value={one}>
              {t(`quests.type.${one}`)}
            </option>
          ))}
        </select>
      </label>
      <CommonFields task={task} />
      <Fields
        key={type}
        config={task?.type === type ? task.config : {}}
        isNew={task?.type !== type}
        conference={conference}
      />
      <Opening task={task} clock={clock} timezone={conference.timezone} />
    </EditDialog>
  );
}

const CommonFields = ({ task }: { task: AdminQuestTask | undefined }) => (
  <>
    <label class="field">
      {t('quests.field.title')}
      <input
        name="title"
        required
        maxLength={200}
        defaultValue={task?.title ?? ''}
        autocomplete="off"
      />
    </label>
    <label class="field">
      {t('quests.field.description')}
      <textarea
        name="description"
        rows={2}
        maxLength={5_000}
        defaultValue={task?.description ?? ''}
      />
    </label>
    <label class="field">
      {t('quests.field.points')}
      <input
        name="points"
        type="number"
        required
        min={0}
        max={10_000}
        defaultValue={String(task?.points ?? 10)}
      />
    </label>
    <Check name="is_required" isChecked={task?.is_required ?? true}>
      {t('quests.field.is_required')}
    </Check>
  </>
);

interface OpeningProps {
  readonly task: AdminQuestTask | undefined;
  readonly clock: WallTime;
  readonly timezone: string;
}

const Opening = ({ task, clock, timezone }: OpeningProps) => (
  <>
    <MomentInput
      name="opens_at"
      label={t('quests.field.opens_at')}
      value={task?.opens_at ?? null}
      clock={clock}
      timezone={timezone}
    />
    <MomentInput
      name="closes_at"
      label={t('quests.field.closes_at')}
      value={task?.closes_at ?? null}
      clock={clock}
      timezone={timezone}
    />
  </>
);

function fieldsOf(
  form: FormData,
  { type, clock, task }: { type: TaskType; clock: WallTime; task: AdminQuestTask | undefined },
): Fields {
  const moment = (name: 'opens_at' | 'closes_at') =>
    momentOf(form, name, { clock, before: task?.[name] });
  return {
    type,
    title: textOf(form, 'title'),
    description: textOf(form, 'description') || null,
    points: Number(form.get('points')),
    is_required: form.has('is_required'),
    opens_at: moment('opens_at'),
    closes_at: moment('closes_at'),
    config: TYPE_FORMS[type].configOf(form),
  };
}

/** The settings of a task in one line, where two organizers have changed them. */
const settingsText = (config: TaskConfigChange): string =>
  Object.values(config)
    .flat()
    .map((value) => (typeof value === 'object' ? value.label : String(value)))
    .join(' · ');
