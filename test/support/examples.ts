import { z } from 'zod';

/**
 * The example in `.meta({ examples })` of a schema. For a list or an object without one, it is made
 * of the examples of its items or fields.
 *
 * @throws Error for another schema without an example
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
