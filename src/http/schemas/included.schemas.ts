import { z } from 'zod';

/** Parts of the rows, or kinds of rows, that a list has only if it is asked to. */
export const included = <const Part extends string>(
  parts: readonly [Part, ...Part[]],
  sentence: string,
) =>
  z
    .string()
    .max(100)
    .transform((given) => given.split(','))
    .pipe(z.array(z.enum(parts), `expected ${parts.join(' or ')}, separated by commas`))
    .optional()
    .describe(sentence);
