/** The canonical spelling of a BCP 47 language tag: `de-AT` of `DE-at`. Undefined if it is none. */
export function canonicalLanguageTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
