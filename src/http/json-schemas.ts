import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { exampleOf } from './examples.ts';

export type Json = Record<string, unknown>;

/**
 * The JSON Schema of a zod schema. A schema with an `id` is added to `components` and referenced.
 * @throws Error when two different schemas have one id
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const made: unknown = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: (context) => forReaders(context, io),
  });
  const { $schema: _, $defs = {}, id, ...own } = made as Json & { $defs?: Record<string, Json> };
  const named = { ...$defs, ...(typeof id === 'string' && { [id]: own }) };
  for (const [name, { id: __, ...definition }] of Object.entries(named)) {
    const known = (components[name] as Json | undefined)?.examples;
    const examples = definition.examples ?? known ?? [exampleOf(definition, io, named, name)];
    addComponent(components, name, referring({ ...definition, examples }));
  }
  return typeof id === 'string' ? { $ref: `#/components/schemas/${id}` } : (referring(own) as Json);
}

function addComponent(components: Json, name: string, component: unknown): void {
  if (components[name] && !isDeepStrictEqual(components[name], component)) {
    throw new Error(`two schemas have the id ${name}, or one schema is both input and output`);
  }
  components[name] = component;
}

/** Removes keys that only zod needs, and adds keys that zod leaves out. */
function forReaders(
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json },
  io: 'input' | 'output',
): void {
  // Responses gain fields over time, so a response schema is never closed.
  if (io === 'output' && jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
  // The format says in one word what the pattern says in three lines.
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // zod drops the examples of a schema that transforms, since they could be input or output.
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples) jsonSchema.examples = examples;
  const { def } = zodSchema._zod;
  if (def.type === 'union' && 'discriminator' in def) {
    jsonSchema.discriminator = { propertyName: def.discriminator };
  }
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
}

/** The same value with references to components of the document instead of `$defs`. */
function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === '$ref' && typeof inner === 'string') {
        return [key, inner.replace('#/$defs/', '#/components/schemas/')];
      }
      return [key, key === 'examples' ? inner : referring(inner)];
    }),
  );
}
