interface Named {
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** First and last name, of which guests may have none. */
export const nameOf = (person: Named | null | undefined): string =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ');
