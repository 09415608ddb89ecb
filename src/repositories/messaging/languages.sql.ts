import type { Knex } from 'knex';

/** SQL for the language tag of the user `u`, as `languageTagOf` of the domain; null if it is unknown. */
export const LANGUAGE_TAG = 'coalesce(u.language, u.language_code)';

/** SQL for the language of that tag without its region; the same text as in its index. */
export const PRIMARY_LANGUAGE = `lower(split_part(${LANGUAGE_TAG}, '-', 1))`;

/**
 * SQL for the tag of the `:languages` that serves the user `u`, by the lookup of `languageOfTags`; null if
 * none does. A tag that ends with a singleton, such as `de-x`, serves none but itself. A subquery, since
 * PostgreSQL inlines no function that has one.
 */
export const SERVED_LANGUAGE = `(
  select tag from unnest(:languages::text[]) as available (tag)
   where lower(${LANGUAGE_TAG}) = lower(tag)
      or (starts_with(lower(${LANGUAGE_TAG}), lower(tag) || '-') and length(split_part(tag, '-', -1)) > 1)
   order by length(tag) desc limit 1)`;

/** Joins `served`, whose `language` is the one of `languages` that serves the user `u`, or null. */
export function joinServedLanguage(query: Knex.QueryBuilder, languages: readonly string[]): void {
  // The offset keeps PostgreSQL from looking it up for each of its uses.
  query.joinRaw(`cross join lateral (select ${SERVED_LANGUAGE} as language offset 0) as served`, {
    languages: [...languages],
  });
}
