import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { AdminFormQuestion, Form, FormQuestionInput } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { counted, t } from '../lib/text.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { Sortable } from '../parts/sortable.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { FormPreview } from './form-preview.tsx';
import { QuestionForm } from './question-form.tsx';

const MAX_QUESTIONS = 10;

/** Whose form it is. */
export type FormOf = { readonly conference_id: number } | { readonly event_id: number };

type Question = AdminFormQuestion;

const readForm = (of: FormOf): Promise<Form> =>
  'event_id' in of
    ? api.call('getEventForm', { params: { id: of.event_id } })
    : api.call('getConferenceForm', { params: of });

const writeForm = (of: FormOf, form_questions: FormQuestionInput[], ifMatch: number) => {
  const body = { form_questions };
  return 'event_id' in of
    ? api.call('updateEventForm', { params: { id: of.event_id }, body, ifMatch })
    : api.call('updateConferenceForm', { params: of, body, ifMatch });
};

const inputOf = ({ replaces: _, answer_count: __, ...question }: Question): FormQuestionInput =>
  question;

/** What registering asks: its questions in their order, and how attendees see them. */
export function FormSection({ of }: { of: FormOf }) {
  const mayWrite = useMay()('attendees:write');
  const [opened, setOpened] = useState<Question | 'new'>();
  const [removing, setRemoving] = useState<Question>();
  const queryKey = ['forms', of];
  const found = useQuery({ queryKey, queryFn: () => readForm(of) });
  const save = useMutation({
    mutationFn: ({ form, list }: { form: Form; list: FormQuestionInput[] }) =>
      writeForm(of, list, form.version),
    onSuccess: (form) => queries.setQueryData(queryKey, form),
    // Another organizer was first: the next attempt begins with what they saved.
    onError: () => queries.invalidateQueries({ queryKey }),
  });
  const form = found.data;
  if (found.error) return <Failure error={found.error} again={found.refetch} />;
  if (!form) return <Loading />;
  const questions = form.form_questions;
  const put = (list: FormQuestionInput[]) => save.mutateAsync({ form, list });
  const others = ({ id }: Pick<Question, 'id'>) => questions.filter((one) => one.id !== id);
  const saveOne = (question: FormQuestionInput) => {
    const list = questions.map(inputOf);
    const at = list.findIndex(({ id }) => id !== undefined && id === question.id);
    return put(at < 0 ? [...list, question] : list.with(at, question));
  };
  return (
    <section class="card" aria-labelledby="form-title">
      <header>
        <h2 id="form-title">{t('forms.title')}</h2>
        {mayWrite && questions.length < MAX_QUESTIONS && (
          <button type="button" class="btn" onClick={() => setOpened('new')}>
            <Icon name="plus" />
            {t('forms.add')}
          </button>
        )}
      </header>
      <div class="body stack">
        {questions.length === 0 && <p class="muted">{t('forms.none')}</p>}
        {questions.length > 0 && (
          <div class="columns">
            <div class="speakers">
              {mayWrite ? (
                <Sortable
                  label={t('forms.title')}
                  rows={questions}
                  idOf={({ id }) => id}
                  nameOf={({ label }) => label}
                  order={(rows) => {
                    put(rows.map(inputOf)).catch((error: unknown) => say(sentenceOf(error)));
                  }}
                >
                  {(question) => <Line question={question} edit={setOpened} remove={setRemoving} />}
                </Sortable>
              ) : (
                <ol aria-label={t('forms.title')}>
                  {questions.map((question) => (
                    <li key={question.id}>
                      <Line question={question} />
                    </li>
                  ))}
                </ol>
              )}
            </div>
            <FormPreview questions={questions} />
          </div>
        )}
      </div>
      {opened && (
        <QuestionForm
          question={opened === 'new' ? undefined : opened}
          save={saveOne}
          close={() => setOpened(undefined)}
        />
      )}
      {removing && (
        <Confirm
          title={t('forms.remove.name', { label: removing.label })}
          submit={t('forms.remove')}
          run={() => put(others(removing).map(inputOf))}
          close={() => setRemoving(undefined)}
        >
          <p>
            {removing.answer_count > 0
              ? counted('forms.remove.answered', removing.answer_count)
              : t('forms.remove.more')}
          </p>
        </Confirm>
      )}
    </section>
  );
}

interface LineProps {
  readonly question: Question;
  /** Undefined for who may not. */
  readonly edit?: (question: Question) => void;
  readonly remove?: (question: Question) => void;
}

/** The words, what an answer is, and what can be done with it. */
function Line({ question, edit, remove }: LineProps) {
  const { label, kind, is_required, is_sensitive, answer_count } = question;
  return (
    <span class="speaker">
      <span>
        {edit ? (
          <button type="button" class="name" onClick={() => edit(question)}>
            <bdi>{label}</bdi>
          </button>
        ) : (
          <bdi>{label}</bdi>
        )}
        <small>
          {[t(`forms.kind.${kind}`), answer_count > 0 && counted('forms.answers', answer_count)]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <span class="pills">
        {is_required && <span class="tag">{t('forms.required')}</span>}
        {is_sensitive && <span class="tag warn">{t('forms.sensitive')}</span>}
        {remove && (
          <button
            type="button"
            class="btn quiet only"
            aria-label={t('forms.remove.name', { label })}
            onClick={() => remove(question)}
          >
            <Icon name="trash-2" />
          </button>
        )}
      </span>
    </span>
  );
}
