/** SQL for the language tag of the user `u`, in lower case; the same as `languageTagOf`. */
export const LANGUAGE_TAG = 'lower(coalesce(u.language, u.language_code))';

/** SQL for the language of `LANGUAGE_TAG` without its region; the same text as in its index. */
export const PRIMARY_LANGUAGE = `lower(split_part(coalesce(u.language, u.language_code), '-', 1))`;

/** SQL for whether the user speaks one of the languages of the binding, which `patternsOf` makes. */
export const SPEAKS = `${LANGUAGE_TAG} || '-' like any(?)`;

/** A tag matches itself and what extends it, as in `lookUpLanguage`: `de` also `de-AT`. */
export const patternsOf = (tags: readonly string[]): string[] =>
  tags.map((tag) => `${tag.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}-%`);
