import { valuesOf } from './example-values.ts';

type Named = Readonly<Record<string, unknown>>;

/** What an example depends on. */
interface Schema {
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly propertyNames?: Schema;
}

const OF_FORMATS: Readonly<Record<string, unknown>> = {
  int64: 42,
  date: '2026-05-14',
  'date-time': '2026-05-14T09:00:00.000Z',
  email: 'ada@example.org',
  uuid: '3f0e8c1a-52d7-4b7e-9a55-0c6f2f1f7a10',
};

const TIMES: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT/,
};

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

function isAllowed(schema: Schema, value: unknown): boolean {
  const { anyOf, oneOf, enum: values, type, format = '' } = schema;
  const options = anyOf ?? oneOf;
  if (options) return options.some((option) => isAllowed(option, value));
  if (values) return values.includes(value);
  if (schema.$ref || schema.allOf) return false;
  const types = [type ?? typeOf(value)].flat();
  if (Number.isInteger(value) && types.includes('integer')) return true;
  return types.includes(typeOf(value)) && (TIMES[format]?.test(String(value)) ?? true);
}

/** Whether the default says something, and a client can send it: that of a transformed text it cannot. */
const hasDefault = (schema: Schema): boolean => {
  const value = schema.default;
  const isEmpty = typeof value === 'object' && Object.keys(value ?? {}).length === 0;
  return value !== undefined && !isEmpty && isAllowed(schema, value);
};

/**
 * The example of a JSON Schema: its own, or one made of those of its parts, and of `valuesOf` for
 * fields without any. An answer has all fields but those that are absent until something happens; a
 * request those that it needs, and defaults.
 *
 * @param named the schemas that it refers to
 * @param id its own name among them
 */
export function exampleOf(
  schema: object,
  io: 'input' | 'output',
  named: Named,
  id?: string,
): unknown {
  /** @param path the fields and named schemas around the value */
  function made(one: Schema, name: string, path: readonly string[]): unknown {
    if (one.examples) return one.examples[0];
    if ('const' in one) return one.const;
    if (hasDefault(one)) return one.default;
    const known = valuesOf(name, path).find((value) => isAllowed(one, value));
    if (known !== undefined) return known;
    return one.enum ? one.enum[0] : (composed(one, name, path) ?? ofType(one, name));
  }

  function composed(one: Schema, name: string, path: readonly string[]): unknown {
    const { $ref, allOf, items, additionalProperties: others, propertyNames } = one;
    const around = name ? [...path, name] : path;
    const target = $ref?.split('/').at(-1);
    if (target) return made(named[target] as Schema, '', [...around, target]);
    if (allOf) return Object.assign({}, ...allOf.map((part) => made(part, name, path)));
    const options = one.anyOf ?? one.oneOf;
    const [option] = options?.filter(({ type }) => type !== 'null') ?? [];
    if (option) return made(option, name, path);
    if (one.properties) return objectOf(one, around);
    if (items) return [made(items, name.replace(/s$/, ''), path)];
    if (typeof others !== 'object') return undefined;
    return { [String(propertyNames?.enum?.[0] ?? 42)]: made(others, name.replace(/s$/, ''), path) };
  }

  function objectOf({ properties = {}, required = [] }: Schema, path: readonly string[]): object {
    const isShown = (name: string, one: Schema) =>
      required.includes(name) ||
      (io === 'output' ? valuesOf(name, path)[0] !== null : hasDefault(one));
    const shown = Object.entries(properties).filter(([name, one]) => isShown(name, one));
    return Object.fromEntries(shown.map(([name, one]) => [name, made(one, name, path)]));
  }

  return made(schema as Schema, '', id === undefined ? [] : [id]);
}

/** The value of a field that nothing is known of. */
function ofType({ type, format = '', minimum = 0, maximum = Infinity }: Schema, name: string) {
  if (format in OF_FORMATS) return OF_FORMATS[format];
  switch ([type].flat()[0]) {
    case 'string':
      return name.replaceAll('_', ' ');
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return Math.min(Math.max(3, minimum), maximum);
    default:
      return {};
  }
}
