import { z } from 'zod';
import { type Sort, type SortPosition, sortOf } from '../../domain/sorts.ts';
import { IdSchema } from './common.ts';

/** The value of each type of key in a cursor. */
const VALUES = {
  instant: z.union([z.iso.datetime({ offset: true }), z.literal(['infinity', '-infinity'])]),
  day: z.iso.date(),
  number: z.int(),
  text: z.string(),
} as const;

/** The keys that a list can be sorted by, with their types. */
type SortKeys = Readonly<Record<string, keyof typeof VALUES>>;

type SortIn<Keys extends SortKeys> = Sort<keyof Keys & string>;

/** The query parameter `sort`. */
export function sortParameter<const Keys extends SortKeys>(
  keys: Keys,
  byDefault: SortIn<Keys>,
  description = '',
) {
  const sorts = Object.keys(keys).flatMap((key) => [key, `-${key}`]) as SortIn<Keys>[];
  return z
    .enum(sorts as [SortIn<Keys>, ...SortIn<Keys>[]])
    .default(byDefault as never)
    .describe(
      `Ascending, or descending with \`-\`. Rows of an equal key are sorted by id. ${description}`.trim(),
    );
}

/** The content of a cursor of a list with these keys. A cursor continues only its own sort. */
export function sortPosition<Keys extends SortKeys>(
  keys: Keys,
  sort: SortIn<Keys>,
): z.ZodType<SortPosition> {
  const value = VALUES[keys[sortOf(sort).key] as keyof typeof VALUES];
  return z.tuple([z.literal(sort), value, IdSchema]) as z.ZodType<SortPosition>;
}
