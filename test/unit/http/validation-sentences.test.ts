import { z } from 'zod';
import { AnyIdSchema, DayInputSchema, SlugSchema } from '../../../src/http/schemas/common.ts';
import { problemsOf, sentenceOf } from '../../../src/http/validation-sentences.ts';

/** The first problem of a value, as a caller reads it. */
function problem(schema: z.ZodType, value: unknown): string {
  const { error } = schema.safeParse(value, { error: sentenceOf });
  if (!error) return 'valid';
  const [{ path, sentence }] = problemsOf(error, value);
  return `${path || 'body'}: ${sentence}`;
}

const field = (schema: z.ZodType) => z.object({ field: schema });
const optional = z.object({ title: z.string(), ends_at: z.iso.datetime() }).partial();

describe('the sentence of a field', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['text', z.string(), 5, 'expected text, got a number'],
    ['a missing text', z.string(), undefined, 'expected text, got nothing'],
    ['a number', z.number(), '5', 'expected a number, got text'],
    ['an infinite number', z.number(), Number.POSITIVE_INFINITY, 'expected a number, got Infinity'],
    ['a whole number', z.int(), 1.5, 'expected a whole number, got a number'],
    ['a whole number in text', z.int(), '1', 'expected a whole number, got text'],
    ['a flag', z.boolean(), null, 'expected true or false, got null'],
    ['an object', z.object({}), [], 'expected an object, got a list'],
    ['a list', z.array(z.string()), {}, 'expected a list, got an object'],
    ['a record', z.record(z.string(), z.int()), true, 'expected an object, got true or false'],
    ['a text too short', z.string().min(3), 'ab', 'expected at least 3 characters'],
    ['an empty text', z.string().min(1), '', 'expected some text'],
    [
      'a text too long',
      z.string().max(2_000),
      'x'.repeat(2_001),
      'expected at most 2,000 characters',
    ],
    ['a text of another length', z.string().length(1), 'ab', 'expected exactly 1 character'],
    ['a list too short', z.array(z.int()).min(1), [], 'expected at least 1 item'],
    ['a list too long', z.array(z.int()).max(2), [1, 2, 3], 'expected at most 2 items'],
    ['a number too small', z.int().min(1), 0, 'expected at least 1'],
    ['a number at its open bound', z.number().gt(0), 0, 'expected more than 0'],
    ['a number too large', z.number().max(90), 91, 'expected at most 90'],
    ['a number below its open bound', z.number().lt(5), 5, 'expected less than 5'],
    ['an unsafe integer', z.int(), 2 ** 60, 'expected at most 9,007,199,254,740,991'],
    ['a step', z.number().multipleOf(5), 7, 'expected a multiple of 5'],
    ['a time', z.iso.datetime(), 'noon', 'expected an ISO 8601 time, as 2026-05-14T09:00:00Z'],
    ['a date', z.iso.date(), '2026-02-30', 'expected an ISO 8601 date, as 2026-05-14'],
    ['an address', z.url(), 'nowhere', 'expected a URL'],
    ['an email address', z.email(), 'ada', 'expected an email address'],
    ['a pattern', z.string().regex(/^[A-Z]{2}$/), 'de', 'expected text that matches /^[A-Z]{2}$/'],
    ['another format', z.ipv4(), '1', 'expected text in the format ipv4'],
    ['a choice', z.enum(['accepted', 'rejected']), 'x', 'expected one of accepted, rejected'],
    ['one value', z.literal('message'), 'x', 'expected message'],
    ['other keys', z.record(z.enum(['a']), z.int()), { a: 1, b: 2 }, 'expected no field "b"'],
    [
      'a key that does not fit',
      z.record(z.string().max(1), z.int()),
      { bb: 2 },
      'expected other keys',
    ],
    ['a field too many', z.strictObject({}), { x: 1, y: 2 }, 'expected no field "x", "y"'],
    ['a value of no type', z.custom(() => false), 1, 'expected another value'],
    ['a sentence of its own', z.string('expected a slug'), 5, 'expected a slug'],
    ['a check with its own', z.string().refine(() => false, 'it is taken'), 'x', 'it is taken'],
  ])('names %s', (_what, schema, value, sentence) => {
    expect(problem(field(schema), { field: value }).replace(/^field(\.\w+)?: /, '')).toBe(sentence);
  });

  it('names the missing field if a field of an optional group is required', () => {
    expect(problem(optional.required({ title: true }), {})).toBe(
      'title: expected a value, got nothing',
    );
  });

  it('never repeats the value, which may be a secret', () => {
    for (const schema of [z.int(), z.enum(['a', 'b']), z.iso.date(), z.array(z.int())]) {
      expect(problem(field(schema), { field: 'canary' })).not.toContain('canary');
    }
  });

  it('names a field inside lists and objects, and the body as a whole', () => {
    const lists = z.object({ rows: z.array(field(z.int())) });

    expect(problem(lists, { rows: [{ field: 1 }, { field: 'x' }] })).toBe(
      'rows.1.field: expected a whole number, got text',
    );
    expect(problem(lists, [])).toBe('body: expected an object, got a list');
  });
});

describe('what a sentence means to a program', () => {
  const said = (schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value, { error: sentenceOf });
    return error && problemsOf(error, value).map(({ path, code, params }) => [path, code, params]);
  };

  it.each<[string, z.ZodType, unknown, string, object]>([
    ['a missing value', z.string(), undefined, 'required', {}],
    [
      'a missing value with its own sentence',
      z.string('expected a slug'),
      undefined,
      'required',
      {},
    ],
    ['an emptied field of a form', z.string(), null, 'required', {}],
    ['another type', z.int(), 'x', 'type', { expected: 'number' }],
    ['a text too short', z.string().min(3), 'ab', 'too_short', { min: 3 }],
    ['a text too long', z.string().max(3), 'abcd', 'too_long', { max: 3 }],
    ['a number too small', z.int().min(1), 0, 'too_small', { min: 1 }],
    ['a number too big', z.int().max(9), 10, 'too_big', { max: 9 }],
    ['a number at its open bound', z.number().gt(0), 0, 'above', { min: 0 }],
    ['too few of a list', z.array(z.int()).min(1), [], 'too_few', { min: 1 }],
    ['too many of a list', z.array(z.int()).max(1), [1, 2], 'too_many', { max: 1 }],
    ['another value', z.enum(['a', 'b']), 'c', 'one_of', { values: ['a', 'b'] }],
    ['an address', z.url(), 'nowhere', 'format', { format: 'url' }],
    ['a slug', SlugSchema, 'Not A Slug', 'format', { format: 'slug' }],
    ['a day too early', DayInputSchema, '1999-01-01', 'years', { min: 2_000, max: 2_100 }],
    ['an id', AnyIdSchema, 'x', 'type', { expected: 'number' }],
  ])('of %s', (_what, schema, value, code, params) => {
    expect(said(field(schema), { field: value })).toEqual([['field', code, params]]);
  });

  it('names every wrong field once, in the order of the schema', () => {
    const schema = z.object({ name: z.string().min(1), n: z.int().max(2), of: field(z.url()) });
    expect(said(schema, { name: '', n: 9, of: { field: 'x' } })).toEqual([
      ['name', 'required', {}],
      ['n', 'too_big', { max: 2 }],
      ['of.field', 'format', { format: 'url' }],
    ]);
  });

  it('names all of the branch of a union that failed deepest', () => {
    const schema = z.union([
      z.object({ a: z.literal(1) }),
      z.object({ b: field(z.int()), c: z.int() }),
    ]);
    expect(said(schema, { b: { field: 'x' }, c: 'y' })).toEqual([
      ['b.field', 'type', { expected: 'number' }],
      ['c', 'type', { expected: 'number' }],
    ]);
  });
});

describe('the sentence of a union', () => {
  const point = z.object({ at: z.object({ x: z.int(), y: z.int() }) });
  const shape = z.object({ shape: z.union([z.string(), z.object({ at: z.string() }), point]) });

  it('names the field of the branch that failed deepest inside', () => {
    expect(problem(shape, { shape: { at: { x: 1, y: 'one' } } })).toBe(
      'shape.at.y: expected a whole number, got text',
    );
  });

  it('names the first branch if no branch got further than another', () => {
    expect(problem(shape, { shape: 5 })).toBe('shape: expected text, got a number');
  });

  it('is its own where the schema declares one', () => {
    const id = z.union([z.int(), z.string().regex(/^\d+$/)], 'expected a positive integer');
    expect(problem(field(id), { field: [] })).toBe('field: expected a positive integer');
  });

  it('lists the kinds of a discriminated union, and names the field of the right one', () => {
    const either = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b'), n: z.int() }),
    ]);
    expect(problem(either, { kind: 'c' })).toBe('kind: expected one of a, b');
    expect(problem(either, { kind: 'b' })).toBe('n: expected a whole number, got nothing');
  });
});

it('keeps to these sentences in a compiled schema', () => {
  const compiled = z.compile(z.object({ name: z.string().max(2), n: z.int() }));

  expect(problem(compiled, { name: 'Ada', n: 1 })).toBe('name: expected at most 2 characters');
  expect(problem(compiled, { name: 'A', n: 'x' })).toBe('n: expected a whole number, got text');
  expect(problem(compiled, { name: 'A' })).toBe('n: expected a whole number, got nothing');
});
