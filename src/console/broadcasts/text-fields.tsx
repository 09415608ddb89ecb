import { languageName, t } from '../lib/text.ts';
import type { Content, Text } from './content.ts';
import { directionOf } from './direction.ts';

/** The longest texts that the service takes. */
const MAX_TITLE = 200;
const MAX_BODY = 4_000;
/** Those of the automatic texts. Others come from the readers. */
const LANGUAGES = ['de', 'es', 'ar', 'en'];

interface Props {
  readonly content: Content;
  readonly set: (change: Partial<Content>) => void;
  /** The languages of the users, by their codes. */
  readonly spoken: readonly string[];
}

/** The text, and the same in further languages. */
export function TextFields({ content, set, spoken }: Props) {
  const { title, body, translations } = content;
  const tags = Object.keys(translations);
  const offered = [...new Set([...LANGUAGES, ...spoken])].filter((tag) => !tags.includes(tag));
  return (
    <>
      <TextInputs label="" tag={undefined} text={{ title, body }} set={set} />
      {Object.entries(translations).map(([tag, text]) => (
        <fieldset key={tag} class="language">
          <legend>{languageName(tag)}</legend>
          <TextInputs
            label={languageName(tag)}
            tag={tag}
            text={text}
            set={(change) => {
              set({ translations: { ...translations, [tag]: { ...text, ...change } } });
            }}
          />
          <button
            type="button"
            class="btn quiet bad"
            onClick={() => {
              const { [tag]: _, ...rest } = translations;
              set({ translations: rest });
            }}
          >
            {t('compose.language.remove', { language: languageName(tag) })}
          </button>
        </fieldset>
      ))}
      <label class="field">
        {t('compose.language.add')}
        <select
          value=""
          onChange={({ currentTarget }) => {
            const tag = currentTarget.value;
            if (tag) set({ translations: { ...translations, [tag]: { title: '', body: '' } } });
            currentTarget.value = '';
          }}
        >
          <option value="">{t('compose.language.choose')}</option>
          {offered.map((tag) => (
            <option key={tag} value={tag}>
              {languageName(tag)}
            </option>
          ))}
        </select>
      </label>
      <p class="muted">{t('compose.variables')}</p>
    </>
  );
}

interface TextInputsProps {
  /** The name of the language; empty for the text that has none. */
  readonly label: string;
  readonly tag: string | undefined;
  readonly text: Text;
  readonly set: (change: Partial<Text>) => void;
}

function TextInputs({ label, tag, text, set }: TextInputsProps) {
  const nameOf = (name: string) => [label, name].filter(Boolean).join(': ');
  const shown = { dir: directionOf(tag), ...(tag && { lang: tag }) };
  return (
    <>
      <label class="field">
        {nameOf(t('compose.title'))}
        <input
          {...shown}
          required
          maxLength={MAX_TITLE}
          autocomplete="off"
          value={text.title}
          onInput={(event) => set({ title: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        {nameOf(t('compose.body'))}
        <textarea
          {...shown}
          required
          rows={5}
          maxLength={MAX_BODY}
          value={text.body}
          onInput={(event) => set({ body: event.currentTarget.value })}
        />
      </label>
    </>
  );
}
