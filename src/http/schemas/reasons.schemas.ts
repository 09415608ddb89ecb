import { z } from 'zod';
import { type ParamsOf, type ReasonCode, reason } from '../../domain/reasons.ts';

/** Refuses the value of a `transform` or of a check, at a path within it. */
export const refuse = <C extends ReasonCode>(
  { addIssue }: Pick<z.core.$RefinementCtx, 'addIssue'>,
  path: readonly string[],
  message: string,
  code: C,
  ...params: ParamsOf<C>
): never => {
  addIssue({ code: 'custom', path: [...path], message, params: { ...reason(code, ...params) } });
  return z.NEVER;
};

/** Refuses a value that has none of these fields, or several, at the first of them. */
export const refuseUnlessOne = (
  context: Parameters<typeof refuse>[0],
  fields: readonly [string, ...string[]],
  at = fields[0],
): never => {
  const [last, ...others] = fields.toReversed();
  const list = others.toReversed().join(', ');
  const message =
    fields.length === 2
      ? `expected either ${list} or ${last}`
      : `expected one of ${list} and ${last}`;
  return refuse(context, [at], message, 'one_required', { fields });
};

type OneOf<T> = { [K in keyof T]-?: { readonly [P in K]-?: Exclude<T[K], undefined> } }[keyof T];

/** The only one of these fields that is given. Refuses none and several, at the field `at`. */
export function onlyOne<T extends object>(
  context: Parameters<typeof refuse>[0],
  given: T,
  at?: string & keyof T,
): OneOf<T> {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  if (present.length === 1) return Object.fromEntries(present) as OneOf<T>;
  return refuseUnlessOne(context, Object.keys(given) as [string, ...string[]], at);
}

/** What a sentence means to a program. */
export const reasonFields = {
  code: z.string().describe('For programs, as `too_long`; more can come.'),
  params: z
    .record(
      z.string(),
      z.union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))]),
    )
    .describe('What the sentence says, as `max`.'),
};

/** What an organizer should check, although it was done. */
export const remarksField = z
  .array(z.object({ message: z.string(), ...reasonFields }))
  .describe('As `warnings`, each with what it means to a program.');
