import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminFormQuestion, FormQuestionInput } from '../../client/operations.d.ts';
import { counted, languageName, t } from '../lib/text.ts';
import { Check, Choice, TextArea, TextField } from '../parts/fields.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icon.tsx';

type Kind = AdminFormQuestion['kind'];
type Translations = NonNullable<FormQuestionInput['translations']>;

const KINDS = [
  'text',
  'long_text',
  'choice',
  'choices',
  'yes_no',
  'url',
] as const satisfies readonly Kind[];
const hasOptions = (kind: Kind) => kind === 'choice' || kind === 'choices';
const MAX_OPTIONS_TEXT = 6_029;

/** A translation, which has no tag before it is written. */
interface Language {
  readonly key: string;
  readonly tag: string;
}

interface Props {
  /** Undefined for a new one. */
  readonly question: AdminFormQuestion | undefined;
  readonly save: (question: FormQuestionInput) => Promise<unknown>;
  readonly close: () => void;
}

/** A question with its options, and its words in other languages. */
export function QuestionForm({ question, save, close }: Props) {
  const [kind, setKind] = useState<Kind>(question?.kind ?? 'text');
  const [languages, setLanguages] = useState<readonly Language[]>(() =>
    Object.keys(question?.translations ?? {}).map((tag) => ({ key: crypto.randomUUID(), tag })),
  );
  const sending = useMutation({ mutationFn: save, onSuccess: close });
  return (
    <FormDialog
      title={t(question ? 'forms.edit' : 'forms.add')}
      close={close}
      submit={t('edit.save')}
      send={(fields) => sending.mutate(questionIn(fields, { question, kind, languages }))}
      isBusy={sending.isPending}
      problem={sending.error}
    >
      {question && question.answer_count > 0 && (
        <p class="note">{counted('forms.answered', question.answer_count)}</p>
      )}
      <Choice
        name="kind"
        label={t('forms.field.kind')}
        values={KINDS}
        value={kind}
        choose={setKind}
        textOf={(one) => t(`forms.kind.${one}`)}
      />
      <Words of={question} kind={kind} prefix="" />
      <Check name="is_required" isChecked={question?.is_required ?? false}>
        {t('forms.field.is_required')}
      </Check>
      <Check name="is_sensitive" isChecked={question?.is_sensitive ?? false}>
        {t('forms.field.is_sensitive')}
      </Check>
      {languages.map(({ key, tag }) => (
        <fieldset key={key}>
          <legend>{tag ? languageName(tag) : t('forms.language')}</legend>
          <TextField
            name={`${key}.tag`}
            label={t('forms.field.tag')}
            required
            maxLength={35}
            value={tag}
          />
          <Words
            of={withOptions(question?.translations[tag], question)}
            kind={kind}
            prefix={`${key}.`}
          />
          <button
            type="button"
            class="btn"
            onClick={() => setLanguages(languages.filter((other) => other.key !== key))}
          >
            {t('forms.language.remove')}
          </button>
        </fieldset>
      ))}
      <button
        type="button"
        class="btn"
        onClick={() => setLanguages([...languages, { key: crypto.randomUUID(), tag: '' }])}
      >
        <Icon name="plus" />
        {t('forms.language.add')}
      </button>
    </FormDialog>
  );
}

interface Written {
  readonly label: string;
  readonly help?: string | null | undefined;
  readonly options?: readonly { readonly label: string }[] | undefined;
}

const withOptions = (
  text: AdminFormQuestion['translations'][string] | undefined,
  question: AdminFormQuestion | undefined,
): Written | undefined =>
  text && {
    ...text,
    options: question?.options.map(({ label }, place) => ({
      label: text.options?.[place] ?? label,
    })),
  };

interface WordsProps {
  readonly of: Written | undefined;
  readonly kind: Kind;
  /** Of the names of the fields. */
  readonly prefix: string;
}

/** The words of a question in one language; each option is a line. */
const Words = ({ of, kind, prefix }: WordsProps) => (
  <>
    <TextField
      name={`${prefix}label`}
      label={t('forms.field.label')}
      required
      maxLength={300}
      value={of?.label}
    />
    <TextField
      name={`${prefix}help`}
      label={t('forms.field.help')}
      maxLength={500}
      value={of?.help}
    />
    {hasOptions(kind) && (
      <TextArea
        name={`${prefix}options`}
        label={t('forms.field.options')}
        required
        maxLength={MAX_OPTIONS_TEXT}
        value={of?.options?.map(({ label }) => label).join('\n')}
      />
    )}
  </>
);

interface Read {
  readonly question: AdminFormQuestion | undefined;
  readonly kind: Kind;
  readonly languages: readonly Language[];
}

/** An option in the same words is the same option. */
function questionIn(form: FormData, { question, kind, languages }: Read): FormQuestionInput {
  const lines = (name: string) =>
    textOf(form, name)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  const known = question?.kind === kind ? question.options : [];
  const translations: Translations = Object.fromEntries(
    languages.map(({ key }) => {
      const help = textOf(form, `${key}.help`);
      return [
        textOf(form, `${key}.tag`),
        {
          label: textOf(form, `${key}.label`),
          ...(help && { help }),
          ...(hasOptions(kind) && { options: lines(`${key}.options`) }),
        },
      ];
    }),
  );
  return {
    ...(question && { id: question.id }),
    kind,
    label: textOf(form, 'label'),
    help: textOf(form, 'help') || null,
    options: hasOptions(kind)
      ? lines('options').map((label) => known.find((one) => one.label === label) ?? { label })
      : [],
    is_required: form.has('is_required'),
    is_sensitive: form.has('is_sensitive'),
    translations,
  };
}
