import type { FunctionComponent } from 'preact';
import type {
  PollResultsAt,
  ProfileTaskField,
  SeatedStatus,
  TaskConfigChange,
  TaskType,
} from '../../client/operations.d.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { Check } from '../parts/fields.tsx';
import { textOf } from '../parts/form-dialog.tsx';
import { EventSelect } from './event-select.tsx';
import { OptionsInput, optionsOf } from './options-input.tsx';

interface FieldsProps {
  /** The settings as they are; empty for a new task. Secrets are never part of them. */
  readonly config: TaskConfigChange;
  readonly isNew: boolean;
  readonly conference: Conference;
}

/** The fields of one type of task. */
interface TypeForm {
  readonly Fields: FunctionComponent<FieldsProps>;
  readonly configOf: (form: FormData) => TaskConfigChange;
}

const RESULTS = ['always', 'after_vote', 'after_end'] as const satisfies readonly PollResultsAt[];
const SEATED = ['checked_in', 'registered'] as const satisfies readonly SeatedStatus[];
const CONNECTED = ['accepted', 'met'] as const;
const PROFILE: Readonly<Record<ProfileTaskField, true>> = {
  photo_url: true,
  headline: true,
  company: true,
  job_title: true,
  bio: true,
  interests: true,
  looking_for: true,
  offering: true,
  socials: true,
};
const PROFILE_FIELDS = Object.keys(PROFILE) as ProfileTaskField[];

const numberOf = (form: FormData, name: string) => Number(textOf(form, name));

interface NumberInputProps {
  readonly name: 'min_length' | 'max_length' | 'max_tries' | 'count';
  readonly value: number;
  readonly min: number;
  readonly max: number;
}
const NumberInput = ({ name, value, min, max }: NumberInputProps) => (
  <label class="field">
    {t(`quests.task.${name}`)}
    <input name={name} type="number" required min={min} max={max} defaultValue={String(value)} />
  </label>
);

interface WhenProps<W extends string> {
  readonly choices: readonly W[];
  readonly value: string | undefined;
  readonly name?: 'when' | 'results';
}
const When = <W extends SeatedStatus | (typeof CONNECTED)[number] | PollResultsAt>({
  choices,
  value,
  name = 'when',
}: WhenProps<W>) => (
  <label class="field">
    {t(`quests.task.${name}`)}
    <select name={name} defaultValue={value ?? choices[0] ?? ''}>
      {choices.map((one) => (
        <option key={one} value={one}>
          {t(`quests.task.${name}.${one}` as `quests.task.when.${SeatedStatus}`)}
        </option>
      ))}
    </select>
  </label>
);
const chosen = <W extends string>(form: FormData, choices: readonly W[], name = 'when') =>
  choices.find((one) => one === form.get(name)) ?? (choices[0] as W);

const link: TypeForm = {
  Fields: ({ config }) => (
    <label class="field">
      {t('quests.task.url')}
      <input name="url" type="url" required defaultValue={config.url ?? ''} />
    </label>
  ),
  configOf: (form) => ({ url: textOf(form, 'url') }),
};

const text: TypeForm = {
  Fields: ({ config }) => (
    <div class="pair">
      <NumberInput name="min_length" value={config.min_length ?? 1} min={0} max={4_000} />
      <NumberInput name="max_length" value={config.max_length ?? 4_000} min={0} max={4_000} />
    </div>
  ),
  configOf: (form) => ({
    min_length: numberOf(form, 'min_length'),
    max_length: numberOf(form, 'max_length'),
  }),
};

const code: TypeForm = {
  Fields: ({ isNew }) => (
    <label class="field">
      {t('quests.task.code')}
      <input
        name="code"
        maxLength={32}
        autocomplete="off"
        placeholder={t(isNew ? 'quests.task.code.new' : 'quests.task.code.keep')}
      />
    </label>
  ),
  configOf: (form) => (textOf(form, 'code') ? { code: textOf(form, 'code') } : {}),
};

const quiz: TypeForm = {
  Fields: ({ config, isNew }) => (
    <>
      <OptionsInput options={config.options} hasAnswers isNew={isNew} />
      <NumberInput name="max_tries" value={config.max_tries ?? 3} min={1} max={100} />
      <Check name="multiple" isChecked={config.multiple ?? false}>
        {t('quests.task.multiple')}
      </Check>
    </>
  ),
  configOf: (form) => {
    const correct_option_ids = form.getAll('correct').map(String);
    return {
      options: optionsOf(form),
      multiple: form.has('multiple'),
      max_tries: numberOf(form, 'max_tries'),
      ...(correct_option_ids.length > 0 && { correct_option_ids }),
    };
  },
};

const poll: TypeForm = {
  Fields: ({ config, isNew }) => (
    <>
      <OptionsInput options={config.options} isNew={isNew} />
      <When name="results" choices={RESULTS} value={config.results} />
    </>
  ),
  configOf: (form) => ({
    options: optionsOf(form),
    results: chosen(form, RESULTS, 'results'),
  }),
};

const connections: TypeForm = {
  Fields: ({ config }) => (
    <>
      <NumberInput name="count" value={config.count ?? 3} min={1} max={100} />
      <When choices={CONNECTED} value={config.when} />
    </>
  ),
  configOf: (form) => ({ count: numberOf(form, 'count'), when: chosen(form, CONNECTED) }),
};

const eventAttendance: TypeForm = {
  Fields: ({ config, conference }) => (
    <>
      <EventSelect
        conference_id={conference.id}
        label={t('quests.task.event')}
        value={config.event_id ?? null}
      />
      <When choices={SEATED} value={config.when} />
    </>
  ),
  configOf: (form) => ({ event_id: numberOf(form, 'event_id'), when: chosen(form, SEATED) }),
};

/** The conference is that of the quest. */
const conferenceRegistration: TypeForm = {
  Fields: ({ config }) => <When choices={SEATED} value={config.when} />,
  configOf: (form) => ({ when: chosen(form, SEATED) }),
};

const profile: TypeForm = {
  Fields: ({ config }) => (
    <fieldset>
      <legend>{t('quests.task.fields')}</legend>
      {PROFILE_FIELDS.map((field) => (
        <Check
          key={field}
          name="fields"
          value={field}
          isChecked={config.fields?.includes(field) ?? false}
        >
          {t(`quests.task.fields.${field}`)}
        </Check>
      ))}
    </fieldset>
  ),
  configOf: (form) => ({
    fields: PROFILE_FIELDS.filter((field) => form.getAll('fields').includes(field)),
  }),
};

/** A type without settings says how its task is completed. */
const withoutSettings = (type: 'photo' | 'external'): TypeForm => ({
  Fields: () => <p class="muted">{t(`quests.task.about.${type}`)}</p>,
  configOf: () => ({}),
});

/** The form of each type of task: the compiler names one that is missing. */
export const TYPE_FORMS: Readonly<Record<TaskType, TypeForm>> = {
  link,
  text,
  photo: withoutSettings('photo'),
  code,
  quiz,
  poll,
  connections,
  event_attendance: eventAttendance,
  conference_registration: conferenceRegistration,
  profile,
  external: withoutSettings('external'),
};
/** `Object.keys` loses the type of the keys. */
export const TASK_TYPES = Object.keys(TYPE_FORMS) as TaskType[];
