import type { Json } from './json-schemas.ts';

interface Union {
  readonly oneOf?: readonly { readonly $ref?: string }[];
  readonly discriminator?: { readonly propertyName: string };
}
interface Variant {
  readonly properties?: Readonly<
    Record<string, { readonly const?: string; readonly enum?: readonly string[] }>
  >;
}

const PREFIX = '#/components/schemas/';

/**
 * Says of each union which value of its discriminator means which component, so that a generated
 * client can narrow its type. A union of schemas without names has no discriminator in OpenAPI.
 */
export const withMappings = (schemas: Json): Json =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, mapped(schema as Union, schemas)]),
  );

function mapped(schema: Union, schemas: Json): unknown {
  const { oneOf = [], discriminator, ...rest } = schema;
  if (!discriminator) return schema;
  const entries = oneOf.flatMap(({ $ref = '' }) => {
    const { properties } = (schemas[$ref.replace(PREFIX, '')] ?? {}) as Variant;
    const { const: value, enum: values = [value] } = properties?.[discriminator.propertyName] ?? {};
    return values.map((one) => [String(one), $ref]);
  });
  const isNamed = oneOf.every(({ $ref }) => $ref !== undefined);
  const mapping = Object.fromEntries(entries);
  return { ...rest, oneOf, ...(isNamed && { discriminator: { ...discriminator, mapping } }) };
}
