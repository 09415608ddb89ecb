import { useState } from 'preact/hooks';
import type { AdminFormQuestion } from '../../client/operations.d.ts';
import { languageName, t } from '../lib/text.ts';
import { Choice } from '../parts/fields.tsx';

/** The form as attendees see it, in each of its languages. */
export function FormPreview({ questions }: { questions: readonly AdminFormQuestion[] }) {
  const [tag, setTag] = useState('');
  const tags = ['', ...new Set(questions.flatMap((one) => Object.keys(one.translations)))];
  return (
    <fieldset>
      <legend>{t('forms.preview')}</legend>
      {tags.length > 1 && (
        <Choice
          name="language"
          label={t('forms.language')}
          values={tags}
          value={tag}
          choose={setTag}
          textOf={(one) => (one ? languageName(one) : t('forms.language.own'))}
        />
      )}
      {questions.map((question) => (
        <Asked key={question.id} question={question} tag={tag} />
      ))}
    </fieldset>
  );
}

function Asked({ question, tag }: { question: AdminFormQuestion; tag: string }) {
  const { kind, is_required, is_sensitive, options } = question;
  const text = question.translations[tag] ?? question;
  const translated = question.translations[tag]?.options;
  const labels = options.map(({ id, label }, place) => [id, translated?.[place] ?? label] as const);
  const name = `preview-${question.id}`;
  return (
    <fieldset class="field">
      <legend dir="auto">
        {text.label}
        {is_required && ' *'}
      </legend>
      {text.help && <small dir="auto">{text.help}</small>}
      {(kind === 'text' || kind === 'url') && (
        <input type={kind} aria-label={text.label} data-passing />
      )}
      {kind === 'long_text' && <textarea rows={2} aria-label={text.label} data-passing />}
      {(kind === 'choice' || kind === 'choices') &&
        labels.map(([id, label]) => (
          <label key={id} class="check">
            <input type={kind === 'choice' ? 'radio' : 'checkbox'} name={name} data-passing />
            <bdi>{label}</bdi>
          </label>
        ))}
      {kind === 'yes_no' &&
        (['yes', 'no'] as const).map((one) => (
          <label key={one} class="check">
            <input type="radio" name={name} data-passing />
            {t(`forms.${one}`)}
          </label>
        ))}
      {is_sensitive && <small>{t('forms.sensitive.more')}</small>}
    </fieldset>
  );
}
