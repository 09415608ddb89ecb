/** A slug has at most 120 characters; a stem leaves room for the number that makes it unique. */
const MAX_STEM = 112;

/**
 * The words of a title in plain letters and hyphens: what its slug begins with. `fallback` when
 * nothing remains of it.
 */
export async function slugStem(title: string, fallback: string): Promise<string> {
  // Its tables of all scripts take 17 MB, and only those who make something need them.
  const { slugify } = await import('transliteration');
  // Other shapes of a letter (𝒜, ﬁ) are not in the tables; compatibility makes plain ones of them.
  const words = slugify(title.normalize('NFKC'), { allowedChars: 'a-zA-Z0-9' });
  return words.slice(0, MAX_STEM).replace(/-+$/, '') || fallback;
}

/**
 * A slug of its own for each stem, in their order: the stem itself, or the stem with the lowest
 * number from 2 on that neither `taken` nor one before it has.
 */
export function freeSlugs(stems: readonly string[], taken: Iterable<string>): string[] {
  const used = new Set(taken);
  // Where to go on: a daily event of one name for years must not count from 2 every time.
  const numbers = new Map<string, number>();
  return stems.map((stem) => {
    let number = numbers.get(stem) ?? 1;
    let slug = stem;
    while (used.has(slug)) slug = `${stem}-${++number}`;
    used.add(slug);
    numbers.set(stem, number);
    return slug;
  });
}
