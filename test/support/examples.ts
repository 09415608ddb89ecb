import type { z } from 'zod';
import { exampleOf as composed } from '../../src/http/examples.ts';
import { type Json, jsonSchemaOf } from '../../src/http/json-schemas.ts';

/** The example of a schema in the API reference: that of a body, or that of an answer. */
export function exampleOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): unknown {
  const components: Json = {};
  return composed(jsonSchemaOf(schema, io, components), io, components);
}
