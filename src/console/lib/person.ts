interface Named {
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** First and last name, of which guests may have none. */
export const nameOf = (person: Named | null | undefined): string =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ');

/** The first letters of two words, as a mark of a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase())
    .join('');
