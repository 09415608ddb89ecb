import type { FormAnswer, FormQuestion, OwnAnswers } from '@hallway/client';
import { useState } from 'preact/hooks';
import type { Topic } from '../lib/api.ts';
import { language, t } from '../lib/text.ts';
import { Form, MainAction, useChange } from '../parts.tsx';

interface Asked {
  readonly of: readonly FormQuestion[];
}
interface AskingProps extends Asked {
  readonly text: string;
  readonly action: { isBusy: boolean; run(answers: FormAnswer[] | undefined): void };
}
/** The one action of a screen, which asks before it acts where there is something to ask. */
export function Asking({ of, text, action: { isBusy, run } }: AskingProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Questions {...{ of, text, isBusy }} send={run} />;
  const act = () => (of.length > 0 ? setOpen(true) : run(undefined));
  return <MainAction {...{ text, isBusy }} icon="ticket" run={act} />;
}

interface OpenProps extends Asked {
  /** The reader's own attendance. */
  readonly own: Partial<OwnAnswers> | undefined;
  readonly old: Topic;
  save(answers: FormAnswer[]): Promise<unknown>;
}
/** The questions that an attendee has left open, as after an import. */
export function OpenQuestions({ of, own, old, save }: OpenProps) {
  const { answers, answers_missing } = own ?? {};
  const { run, isBusy } = useChange<FormAnswer[]>([old], save);
  if (!answers_missing?.length) return null;
  return (
    <details>
      <summary>{t('form.open', { count: answers_missing.length })}</summary>
      <Questions {...{ of, answers, isBusy }} text={t('form.send')} send={run} />
    </details>
  );
}

interface QuestionsProps extends Asked {
  readonly answers?: readonly FormAnswer[] | undefined;
  readonly text: string;
  readonly isBusy: boolean;
  send(answers: FormAnswer[]): void;
}
const Questions = ({ of, answers = [], send, ...button }: QuestionsProps) => (
  <Form {...button} class="card padded" send={(form) => send(of.flatMap(answerIn(form)))}>
    {of.map((one) => (
      <Question
        key={one.id}
        of={one}
        value={answers.find((a) => a.question_id === one.id)?.value}
      />
    ))}
  </Form>
);

function Question({ of, value }: { of: FormQuestion; value: FormAnswer['value'] | undefined }) {
  const { id, kind, is_required: required } = of;
  const own = { ...of, options: undefined };
  const { label, help = of.help, options } = of.translations[language.get()] ?? own;
  const field = { name: String(id), required, 'aria-label': label };
  const chosen = [value].flat().map(String);
  const yesNo = [true, false].map((one) => ({ id: String(one), label: t(`form.${one}`) }));
  const choices = of.options.map((one, at) => ({
    id: `${one.id}`,
    label: options?.[at] ?? one.label,
  }));
  const typed = { ...field, maxLength: 2_000, defaultValue: String(value ?? '') };
  return (
    <fieldset>
      <legend>{label}</legend>
      <small>{[help, of.is_sensitive && t('form.sensitive')].filter(Boolean).join(' ')}</small>
      {kind === 'long_text' && <textarea {...typed} />}
      {(kind === 'text' || kind === 'url') && <input {...typed} type={kind} />}
      {(kind === 'yes_no' ? yesNo : choices).map((one) => (
        <label key={one.id}>
          <input
            type={kind === 'choices' ? 'checkbox' : 'radio'}
            name={field.name}
            required={required && kind !== 'choices'}
            value={one.id}
            defaultChecked={chosen.includes(one.id)}
          />
          {one.label}
        </label>
      ))}
    </fieldset>
  );
}

/** What was chosen or typed; nothing for a question that is left open. */
const answerIn =
  (form: FormData) =>
  ({ id: question_id, kind }: FormQuestion): FormAnswer[] => {
    const given = form.getAll(String(question_id)).map((one) => String(one).trim());
    const [first = ''] = given;
    if (!first) return [];
    if (kind === 'choices') return [{ question_id, value: given.map(Number) }];
    if (kind === 'choice') return [{ question_id, value: Number(first) }];
    return [{ question_id, value: kind === 'yes_no' ? first === 'true' : first }];
  };
