import type { Answer, FormQuestion, OwnAnswers } from '@hallway/client';
import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Topic } from '../lib/api.ts';
import { language, t } from '../lib/text.ts';
import { Button, Form, MainAction, Mark, useChange } from '../parts.tsx';

interface AskingProps {
  readonly of: readonly FormQuestion[];
  readonly text: string;
  readonly action: { isBusy: boolean; run(answers: Answer[] | undefined): void };
}
/** The one action of a screen, which asks before it acts where there is something to ask. */
export function Asking({ of, text, action: { isBusy, run } }: AskingProps) {
  const [isOpen, setOpen] = useState(false);
  const is = { text, isBusy, icon: 'ticket' } as const;
  if (isOpen) return <Questions of={of} send={run} {...is} />;
  return <MainAction {...is} run={() => (of.length > 0 ? setOpen(true) : run(undefined))} />;
}

interface OpenProps {
  readonly of: readonly FormQuestion[];
  /** The reader's own attendance. */
  readonly own: { queryKey: readonly unknown[]; queryFn(): Promise<OwnAnswers> };
  readonly old: Topic[];
  save(answers: Answer[]): Promise<unknown>;
}
/** The questions that an attendee has left open, as after an import. */
export function OpenQuestions({ of, own, old, save }: OpenProps) {
  const [isOpen, setOpen] = useState(false);
  const { answers, answers_missing } = useQuery({ ...own, enabled: of.length > 0 }).data ?? {};
  const change = useChange<Answer[]>(old, save);
  if (!answers_missing?.length) return null;
  const text = t('form.send');
  if (isOpen)
    return <Questions {...{ of, answers, text }} send={change.run} isBusy={change.isBusy} />;
  return (
    <div class="note">
      <Mark kind="fact" icon="clock" text={t('form.open', { count: answers_missing.length })} />
      <Button text={t('form.answer')} run={() => setOpen(true)} />
    </div>
  );
}

interface QuestionsProps {
  readonly of: readonly FormQuestion[];
  readonly answers?: readonly Answer[] | undefined;
  readonly text: string;
  readonly isBusy: boolean;
  send(answers: Answer[]): void;
}
const Questions = ({ of, answers = [], send, ...button }: QuestionsProps) => (
  <Form
    {...button}
    kind="primary"
    class="card padded"
    send={(given) => send(of.flatMap((one) => answerIn(given, one)))}
  >
    {of.map((one) => (
      <Question
        key={one.id}
        of={one}
        value={answers.find(({ question_id }) => question_id === one.id)?.value}
      />
    ))}
  </Form>
);

function Question({ of, value }: { of: FormQuestion; value: Answer['value'] | undefined }) {
  const { id, kind, is_required: required, is_sensitive } = of;
  const { label, help, options } = of.translations[language.get()] ?? { ...of, options: undefined };
  const field = { name: String(id), required };
  const choices = of.options.map((one, place) => ({ ...one, label: options?.[place] ?? one.label }));
  const yesNo = [
    { id: 'yes', label: t('form.yes') },
    { id: 'no', label: t('form.no') },
  ];
  const chosen = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
  const more = [help, is_sensitive && t('form.sensitive')].filter(Boolean).map((text) => (
    <small key={text}>{text}</small>
  ));
  if (kind === 'choices') {
    return (
      <fieldset>
        <legend>{label}</legend>
        {more}
        {choices.map((one) => (
          <label key={one.id}>
            <input
              type="checkbox"
              name={field.name}
              value={one.id}
              defaultChecked={Array.isArray(value) && value.includes(one.id)}
            />
            {one.label}
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <label>
      {label}
      {more}
      {kind === 'choice' || kind === 'yes_no' ? (
        <select {...field}>
          <option value="" />
          {(kind === 'choice' ? choices : yesNo).map((one) => (
            <option key={one.id} value={one.id} selected={one.id === chosen}>
              {one.label}
            </option>
          ))}
        </select>
      ) : kind === 'long_text' ? (
        <textarea {...field} maxLength={2_000} defaultValue={String(value ?? '')} />
      ) : (
        <input {...field} type={kind} maxLength={2_000} defaultValue={String(value ?? '')} />
      )}
    </label>
  );
}

/** What was chosen or typed; nothing for a question that is left open. */
function answerIn(form: FormData, { id: question_id, kind }: FormQuestion): Answer[] {
  const given = form.getAll(String(question_id)).map((one) => String(one).trim());
  const [first = ''] = given;
  if (!first) return [];
  if (kind === 'choices') return [{ question_id, value: given.map(Number) }];
  if (kind === 'choice') return [{ question_id, value: Number(first) }];
  return [{ question_id, value: kind === 'yes_no' ? first === 'yes' : first }];
}
