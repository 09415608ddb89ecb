import type { z } from 'zod';
import { type Reason, reason } from '../domain/reasons.ts';
import { PATTERNS } from '../lib/patterns.ts';

/** An invalid field, and the sentence for the caller. */
export interface Problem extends Reason {
  /** Empty for the whole value. */
  readonly path: string;
  readonly sentence: string;
}

/**
 * The sentence of a union; `problemOf` replaces it with the sentence of a branch, which says more.
 */
const OTHER_VALUE = 'expected another value';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
  nonoptional: 'a value',
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'an ISO 8601 time, as 2026-05-14T09:00:00Z',
  date: 'an ISO 8601 date, as 2026-05-14',
  time: 'an ISO 8601 time of day, as 09:00:00',
  url: 'a URL',
  email: 'an email address',
  uuid: 'a UUID',
};

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

/**
 * The error map of every request and every imported row, so that zod's own sentences never reach a
 * caller. A sentence that a schema declares itself takes precedence.
 */
export function sentenceOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${typeOf(issue)}, got ${nameOf(issue.input)}`;
    case 'invalid_value':
      return `expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'expected some text';
      return `expected ${boundOf(issue, issue.minimum, ['more than', 'at least'])}`;
    case 'too_big':
      return `expected ${boundOf(issue, issue.maximum, ['less than', 'at most'])}`;
    case 'invalid_format':
      if (issue.format === 'regex') return `expected text that matches ${issue.pattern}`;
      return `expected ${FORMATS[issue.format] ?? `text in the format ${issue.format}`}`;
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `expected no field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    case 'invalid_union':
      return Array.isArray(issue.options)
        ? `expected one of ${issue.options.map(String).join(', ')}`
        : OTHER_VALUE;
    case 'invalid_key':
      return 'expected other keys';
    default:
      return OTHER_VALUE;
  }
}

/**
 * A key that the client chose can be any text; the path ends before a key that is not a plain name.
 */
const PLAIN_NAME = /^[\w-]{1,60}$/;

/**
 * The invalid fields, each once and the first one first; for a union, of the branch that failed at the
 * deepest field.
 */
export function problemsOf(
  { issues }: z.ZodError,
  given?: unknown,
): readonly [Problem, ...Problem[]] {
  const found = issues.flatMap(deepest).map((issue) => problemOf(issue, given));
  const [first, ...others] = Map.groupBy(found, ({ path }) => path).values();
  return [first?.[0] ?? NOTHING_SAID, ...others.flatMap(([problem]) => problem ?? [])];
}

const NOTHING_SAID: Problem = { path: '', sentence: OTHER_VALUE, ...reason('invalid') };

function problemOf(issue: z.core.$ZodIssue, given: unknown): Problem {
  const names = issue.path.map(String);
  const end = names.findIndex((name) => !PLAIN_NAME.test(name));
  const path = names.slice(0, end < 0 ? names.length : end).join('.');
  return { path, sentence: issue.message, ...reasonOf(issue, given) };
}

/** The code of an issue and the limits that it names, never the value that came. */
function reasonOf(issue: z.core.$ZodIssue, given: unknown): Reason {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue, given)
        ? reason('required')
        : reason('type', { expected: issue.expected });
    case 'invalid_value':
      return reason('one_of', { values: issue.values.map(String) });
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return reason('format', { format: FORMAT_OF.get(String(issue.pattern)) ?? issue.format });
    case 'not_multiple_of':
      return reason('step', { step: issue.divisor });
    case 'unrecognized_keys':
      return reason('unknown', { fields: issue.keys });
    case 'custom':
      // Of `because`.
      return issue.params && 'code' in issue.params
        ? (issue.params as unknown as Reason)
        : reason('invalid');
    case 'invalid_union':
      return reasonOfUnion(issue, given);
    default:
      return reason('invalid');
  }
}

/** Of a union with a sentence of its own: what its first branch says. */
function reasonOfUnion(issue: z.core.$ZodIssueInvalidUnion, given: unknown): Reason {
  const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : undefined;
  if (options) return reason('one_of', { values: options.map(String) });
  const first = issue.errors[0]?.[0];
  return first
    ? reasonOf({ ...first, path: [...issue.path, ...first.path] }, given)
    : reason('invalid');
}

/** A form sends null for an empty field. The issue of a finished check has no input. */
function isMissing({ message, path }: z.core.$ZodIssue, given: unknown): boolean {
  if (/got (nothing|null)$/.test(message)) return true;
  let value = given;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return (value ?? null) === null;
}

const FORMAT_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(PATTERNS).map(([format, pattern]) => [String(pattern), format]),
);

const isCounted = (origin: string) => ['array', 'set', 'map'].includes(origin);

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Reason {
  const min = Number(minimum);
  if (origin === 'string') return min === 1 ? reason('required') : reason('too_short', { min });
  if (isCounted(origin)) return reason('too_few', { min });
  return inclusive === false ? reason('above', { min }) : reason('too_small', { min });
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Reason {
  const max = Number(maximum);
  if (origin === 'string') return reason('too_long', { max });
  if (isCounted(origin)) return reason('too_many', { max });
  return inclusive === false ? reason('below', { max }) : reason('too_big', { max });
}

function deepest(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.message !== OTHER_VALUE) return [issue];
  const [best] = issue.errors
    .map((issues) => issues.flatMap(deepest))
    .filter((issues) => issues.length > 0)
    .toSorted(([a], [b]) => (b?.path.length ?? 0) - (a?.path.length ?? 0));
  return best?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

/** An integer schema expects "a whole number" also for a text, which zod reports as `number`. */
function typeOf({ expected, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  const isInt = inst?._zod.def && 'format' in inst._zod.def && inst._zod.def.format === 'safeint';
  return TYPES[isInt ? 'int' : expected] ?? String(expected);
}

/** The type of a value, never the value itself: it may be a secret. */
function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return typeof value === 'boolean' ? 'true or false' : (TYPES[typeof value] ?? typeof value);
}

function boundOf(
  { origin, inclusive, exact }: { origin: string; inclusive?: boolean; exact?: boolean },
  bound: number | bigint,
  [outside, inside]: readonly [string, string],
): string {
  const word = exact ? 'exactly' : inclusive === false ? outside : inside;
  const unit = UNITS[origin];
  const count = bound.toLocaleString('en');
  return unit ? `${word} ${count} ${unit}${Number(bound) === 1 ? '' : 's'}` : `${word} ${count}`;
}
