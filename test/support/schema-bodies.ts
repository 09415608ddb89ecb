import fc from 'fast-check';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { openApiOf } from '../../src/http/openapi.ts';

/** The subset of JSON Schema that the API reference uses in bodies. */
interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly examples?: readonly unknown[];
}
type Body = fc.Arbitrary<unknown>;

interface Reference {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
  >;
  components: { schemas: Record<string, Schema> };
}

/**
 * JSON bodies of endpoints by the schemas of the API reference: mostly valid, often at the limits
 * of a field, sometimes one beyond. An endpoint without a JSON body has none.
 */
export function declaredBodies(endpoints: readonly AnyEndpoint[]) {
  const { paths, components } = openApiOf(endpoints, 'http://127.0.0.1') as unknown as Reference;
  const known = new Map<string, Body>();
  return ({ method, path }: AnyEndpoint): Body | undefined => {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method];
    const schema = operation?.requestBody?.content['application/json']?.schema;
    if (!schema) return undefined;
    const key = `${method} ${path}`;
    const body = known.get(key) ?? bodyBy(schema, components.schemas);
    known.set(key, body);
    return body;
  };
}

function bodyBy(schema: Schema, named: Readonly<Record<string, Schema>>): Body {
  const inner = (one: Schema) => bodyBy(one, named);
  const { $ref, anyOf, oneOf, allOf, examples } = schema;
  if ($ref) return inner(referred($ref, named));
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map(inner));
  if (allOf) {
    return fc.tuple(...allOf.map(inner)).map((all) => Object.assign({}, ...(all as object[])));
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const made = ofType(schema, inner);
  return examples?.length ? fc.oneof(made, fc.constantFrom(...examples)) : made;
}

function ofType(schema: Schema, inner: (one: Schema) => Body): Body {
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => ofType({ ...schema, type }, inner)));
  }
  switch (schema.type) {
    case 'object':
      return objectOf(schema, inner);
    case 'array':
      return listOf(schema, inner);
    case 'string':
      return textOf(schema);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
      return fc.jsonValue({ maxDepth: 2 });
    default:
      throw new Error(`no values for a schema of type ${schema.type}`);
  }
}

function referred(ref: string, named: Readonly<Record<string, Schema>>): Schema {
  const schema = named[ref.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`no schema ${ref}`);
  return schema;
}

function objectOf(schema: Schema, inner: (one: Schema) => Body): Body {
  const { properties = {}, required = [], additionalProperties } = schema;
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, inner(property)]),
  );
  const declared = fc.record(fields, { requiredKeys: [...required], noNullPrototype: true });
  if (typeof additionalProperties !== 'object') return declared;
  const others = fc.dictionary(fc.string({ maxLength: 20 }), inner(additionalProperties), {
    maxKeys: 5,
    noNullPrototype: true,
  });
  return fc.tuple(declared, others).map(([own, more]) => ({ ...more, ...own }));
}

function listOf({ items = {}, minItems = 0, maxItems = 20 }: Schema, inner: (one: Schema) => Body) {
  const item = inner(items);
  const repeated = (length: number) =>
    item.map((value) => Array.from({ length: Math.min(length, 1_001) }, () => value));
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.array(item, {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 5),
      }),
    },
    { weight: 1, arbitrary: repeated(maxItems) },
    { weight: 1, arbitrary: fc.constantFrom(maxItems + 1, minItems - 1).chain(repeated) },
  );
}

function textOf({ format, pattern, minLength = 0, maxLength = 100 }: Schema): Body {
  if (format === 'date-time') return time;
  if (format === 'date') return time.map((text) => text.slice(0, 10));
  if (pattern) return fc.stringMatching(new RegExp(pattern), { maxLength });
  const filled = (length: number) =>
    fc.constantFrom('x', 'ä', '界').map((one) => one.repeat(length));
  const short = { minLength, maxLength: Math.min(maxLength, minLength + 40) };
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ ...short, unit: 'grapheme' }) },
    { weight: 3, arbitrary: fc.string(short) },
    { weight: 1, arbitrary: filled(maxLength) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(maxLength + 1, Math.max(minLength - 1, 0)).chain(filled),
    },
  );
}

/** With and without milliseconds and in other offsets, mostly around the time of the test. */
const time = fc
  .tuple(
    fc.oneof(
      fc.date({ min: new Date('2026-05-01'), max: new Date('2026-06-01'), noInvalidDate: true }),
      fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
    ),
    fc.constantFrom('Z', 'Z', '+02:00', '-12:00', '+14:00'),
    fc.boolean(),
  )
  .map(([date, zone, isLong]) => date.toISOString().slice(0, isLong ? 23 : 19) + zone);

function numberOf({ type, minimum, exclusiveMinimum, maximum }: Schema): Body {
  const least = minimum ?? (exclusiveMinimum === undefined ? -(2 ** 31) : exclusiveMinimum + 1);
  const most = maximum ?? Number.MAX_SAFE_INTEGER;
  const edges = fc.constantFrom(least, most, least - 1, most + 1, 2 ** 31, 2 ** 31 - 1);
  return fc.oneof(
    // Ids of rows that exist.
    { weight: 6, arbitrary: fc.integer({ min: least, max: Math.min(most, least + 60) }) },
    { weight: 1, arbitrary: edges },
    ...(type === 'number'
      ? [{ weight: 3, arbitrary: fc.double({ min: least, max: most, noNaN: true }) }]
      : []),
  );
}
