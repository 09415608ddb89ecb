import { chooseLanguage, LANGUAGES, type Language, language, t } from './lib/text.ts';
import { leave } from './lib/unsaved.ts';

/** The language of the console. Another one asks before typed words are thrown away. */
export const LanguageSelect = () => (
  <label class="field">
    {t('frame.language')}
    <select
      value={language()}
      onChange={({ currentTarget }) => {
        const value = currentTarget.value as Language;
        currentTarget.value = language();
        leave(() => chooseLanguage(value));
      }}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  </label>
);
