import { z } from 'zod';

/**
 * The example that a schema carries as `.meta({ examples })`; a list or an object without one is
 * put together from the examples of what is in it.
 *
 * @throws Error where nothing says how a value looks
 */
export function exampleOf(schema: z.ZodType): unknown {
  const [example] = (schema.meta()?.examples ?? []) as unknown[];
  if (example !== undefined) return example;
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element as z.ZodType)];
  if (schema instanceof z.ZodObject) {
    const required = Object.entries<z.ZodType>(schema.shape).filter(
      ([, property]) => !property.safeParse(undefined).success,
    );
    return Object.fromEntries(required.map(([name, property]) => [name, exampleOf(property)]));
  }
  throw new Error(
    `no example: ${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))}`,
  );
}
