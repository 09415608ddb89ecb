import type { z } from 'zod';
import { AppError, invalid } from '../errors.ts';
import { problemsOf, sentenceOf } from './validation-sentences.ts';

/**
 * Parses one part of a request by its schema.
 * @throws AppError VALIDATION_ERROR naming the first invalid field, or `part` as a whole; `errors` has all of them
 */
export function check(schema: z.ZodType | undefined, input: unknown, part: string): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(input ?? {}, { error: sentenceOf });
  if (result.success) return result.data;

  const problems = problemsOf(result.error, input ?? {});
  const [{ path, sentence }] = problems;
  throw new AppError('VALIDATION_ERROR', `${path || part}: ${sentence}`, {
    errors: problems.map(({ path, code, params }) => ({ field: path || part, code, params })),
  });
}

/**
 * Parses a query in which each declared parameter occurs at most once. `limit=1&limit=2` and
 * `limit[]=1` are refused, since any reading of them would be a guess. Undeclared parameters are
 * ignored, or with `onlyDeclared` refused: a filter that is ignored shows a table that looks
 * filtered and is not.
 * @throws AppError VALIDATION_ERROR naming the parameter, or with `onlyDeclared` the declared ones
 */
export function checkQuery(
  schema: z.ZodType | undefined,
  query: Record<string, unknown>,
  { onlyDeclared = false } = {},
): unknown {
  const declared = schema && 'shape' in schema ? Object.keys(schema.shape as object) : [];
  for (const [name, value] of Object.entries(query)) {
    const base = baseOf(name);
    if (!declared.includes(base)) {
      if (onlyDeclared)
        throw invalid('query', sentenceOfUnknown(name, declared), 'unknown', {
          fields: [name.slice(0, MAX_NAME).toWellFormed()],
        });
    } else if (Array.isArray(value) || base !== name) {
      throw invalid(base, 'expected one value', 'repeated');
    }
  }
  return check(schema, query, 'query');
}

/** `limit` of `limit[]`. */
export const baseOf = (name: string): string => name.split('[', 1)[0] ?? '';

const MAX_NAME = 50;

/** Names at most the first characters of the parameter: it comes from the client. */
const sentenceOfUnknown = (name: string, declared: readonly string[]) =>
  `unknown parameter ${JSON.stringify(name.slice(0, MAX_NAME).toWellFormed())}, expected ${
    declared.length > 0 ? `only ${declared.join(', ')}` : 'none'
  }`;
