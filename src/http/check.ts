import type { z } from 'zod';
import { invalid } from '../errors.ts';

/**
 * What a schema makes of one part of a request.
 * @throws AppError VALIDATION_ERROR naming the first field that does not fit.
 */
export function check(schema: z.ZodType | undefined, input: unknown, part: string): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;

  const [issue] = result.error.issues;
  throw invalid(issue ? fieldOf(issue, part) : part, issue?.message ?? 'not valid');
}

/** A union complains as a whole: the field inside is named by the branch that came furthest. */
function fieldOf(issue: z.core.$ZodIssue, part: string): string {
  return issue.path.map(String).join('.') || part;
}

/**
 * A query whose declared parameters stand once. `limit=1&limit=2` and `limit[]=1` are refused, since
 * any reading of them would be a guess; parameters nobody declared are nobody's business.
 */
export function checkQuery(schema: z.ZodType | undefined, query: Record<string, unknown>): unknown {
  if (!schema) return undefined;
  const declared = 'shape' in schema ? Object.keys(schema.shape as object) : [];
  for (const [name, value] of Object.entries(query)) {
    const [base = ''] = name.split('[');
    if (declared.includes(base) && (Array.isArray(value) || base !== name)) {
      throw invalid(base, 'expected one value');
    }
  }
  return check(schema, query, 'query');
}
