import { z } from 'zod';
import { named, prefersStrict, undeclaredIn } from '../../../src/http/undeclared-fields.ts';

const VenueSchema = z.object({ name: z.string(), hall: z.object({ row: z.int() }).optional() });
const EventSchema = z.object({
  title: z.string(),
  venue: VenueSchema.nullable().optional(),
  rooms: z.array(VenueSchema).default([]),
  context: z.record(z.string(), z.unknown()),
  anything: z.unknown(),
});
const TaskSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('code'), code: z.string() }),
  z.object({ type: z.literal('poll'), options: z.array(z.string()) }).transform((one) => one),
]);
const ScanSchema = z.union([z.object({ code: z.string(), at: z.string() }), z.unknown()]);
const EitherSchema = z.union([z.object({ id: z.int() }), z.object({ email: z.string() })]);

describe('the unknown fields of a value', () => {
  it.each<[string, z.ZodType, unknown, string[]]>([
    ['no others', EventSchema, { title: 'Loom', venue: { name: 'Hall' } }, []],
    ['in the order of the client', EventSchema, { titel: '', title: '', a: 1 }, ['titel', 'a']],
    [
      'of nested objects',
      EventSchema,
      { venue: { naem: '', hall: { rwo: 1 } } },
      ['venue.naem', 'venue.hall.rwo'],
    ],
    [
      'of rows, the first of each',
      EventSchema,
      { rooms: [{}, { a: 1 }, { a: 2, b: 3 }] },
      ['rooms.1.a', 'rooms.2.b'],
    ],
    ['none of free objects', EventSchema, { context: { a: { b: 1 } }, anything: { c: 1 } }, []],
    [
      'those that every object inherits',
      EventSchema,
      JSON.parse('{"__proto__":1,"constructor":1}'),
      ['__proto__', 'constructor'],
    ],
    [
      'none of a schema for other systems',
      z.looseObject({ message: VenueSchema }),
      { a: 1, message: { b: 1 } },
      [],
    ],
    ['of a strict schema', z.strictObject({ id: z.int() }), { ID: 1 }, ['ID']],
    ['of the type that is named', TaskSchema, { type: 'code', options: [] }, ['options']],
    ['of another type', TaskSchema, { type: 'poll', options: [], code: 1 }, ['code']],
    ['none of a type that does not exist', TaskSchema, { type: 'dance', code: 1 }, []],
    ['of an object beside anything else', z.array(ScanSchema), [{ cod: 'x' }, 7, null], ['0.cod']],
    ['of no branch', EitherSchema, { id: 1, email: 'x', phone: 1 }, ['phone']],
    [
      'below a transformation',
      z.object({ id: z.int() }).transform(({ id }) => id),
      { ID: 1 },
      ['ID'],
    ],
    ['none of another type of value', EventSchema, [{ a: 1 }], []],
    ['none of no body', EventSchema, undefined, []],
  ])('are %s', (_what, schema, value, expected) => {
    expect(named(undeclaredIn(schema, value))).toEqual(expected);
  });

  it('fit into a header, whatever the client calls them', () => {
    const names = ['a b', 'x\r\nSet-Cookie: a=b', 'ä,', '%41', '', '\ud800', 'y'.repeat(9_000)];
    expect(named(names)).toEqual([
      'a%20b',
      'x%0D%0ASet-Cookie%3A%20a%3Db',
      '%C3%A4%2C',
      '%2541',
      '',
      '%EF%BF%BD',
      'y'.repeat(50),
    ]);
    expect(named(['💥'.repeat(99)])).toEqual(['%F0%9F%92%A5'.repeat(4)]);
  });

  it('are ten at most', () => {
    const many = Object.fromEntries(Array.from({ length: 99_999 }, (_, index) => [`f${index}`, 1]));
    expect(named(undeclaredIn(EventSchema, many))).toHaveLength(10);
  });
});

it.each([
  [undefined, false],
  ['handling=strict', true],
  ['respond-async, Handling = "strict"; a=b', true],
  ['handling=lenient, handling=strict', false],
  ['handling=strictly', false],
  ['nothandling=strict', false],
  ['handling', false],
])('Prefer: %s asks for strict handling: %s', (prefer, expected) => {
  expect(prefersStrict({ ...(prefer !== undefined && { prefer }) })).toBe(expected);
});
