import type { z } from 'zod';
import type { FieldError } from '../errors.ts';

/** An invalid field, and the sentence for the caller. */
export interface Problem extends Pick<FieldError, 'code' | 'params'> {
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

/** The first invalid field; for a union, of the branch that failed at the deepest field. */
export function problemOf({ issues: [issue] }: z.ZodError): Problem {
  if (!issue) return { path: '', sentence: OTHER_VALUE, code: 'invalid', params: {} };
  const found = deepest(issue);
  const { path, message } = found;
  const names = path.map(String);
  const end = names.findIndex((name) => !PLAIN_NAME.test(name));
  const known = names.slice(0, end < 0 ? names.length : end).join('.');
  return { path: known, sentence: message, ...saidBy(found) };
}

/** The code of an issue and the limits that it names, never the value that came. */
function saidBy(issue: z.core.$ZodIssue): Pick<FieldError, 'code' | 'params'> {
  const { code } = issue;
  switch (code) {
    case 'invalid_type':
      // The issue of a finished check has no input: its message says what is missing.
      if (issue.message.endsWith('got nothing')) return { code: 'required', params: {} };
      return { code, params: { expected: String(issue.expected) } };
    case 'invalid_value':
      return { code, params: { values: issue.values.map(String) } };
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return { code: 'required', params: {} };
      return { code, params: { minimum: Number(issue.minimum), of: issue.origin } };
    case 'too_big':
      return { code, params: { maximum: Number(issue.maximum), of: issue.origin } };
    case 'invalid_format':
      return { code, params: { format: issue.format } };
    case 'not_multiple_of':
      return { code, params: { divisor: issue.divisor } };
    case 'unrecognized_keys':
      return { code, params: { keys: issue.keys } };
    default:
      return { code: 'invalid', params: {} };
  }
}

function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.message !== OTHER_VALUE) return issue;
  const [best] = issue.errors
    .flatMap(([first]) => (first ? [deepest(first)] : []))
    .toSorted((a, b) => b.path.length - a.path.length);
  return best ? { ...best, path: [...issue.path, ...best.path] } : issue;
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
