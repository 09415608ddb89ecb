import { z } from 'zod';
import { AppError } from '../../src/errors.ts';
import { check, checkQuery } from '../../src/http/check.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { ZOD_WORDS } from '../support/conformance.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';
import { exampleOf } from '../support/examples.ts';
import { NASTY } from '../support/mutations.ts';

type Fields = Record<string, unknown>;
interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Record<string, JsonSchema>;
  readonly properties?: Record<string, JsonSchema>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** A value with one of its fields, at any depth, replaced by each nasty value or removed. */
function* variantsOf(given: JsonSchema, value: unknown, root = given): Generator<unknown> {
  yield* NASTY;
  const schema = given.$ref ? (root.$defs?.[given.$ref.split('/').at(-1) ?? ''] ?? given) : given;
  const fields: Fields = typeof value === 'object' && value !== null ? { ...value } : {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const { [name]: old, ...rest } = fields;
    yield rest;
    for (const inner of variantsOf(property, old, root)) yield { ...rest, [name]: inner };
  }
  if (schema.items) {
    const first = Array.isArray(value) ? value[0] : undefined;
    for (const inner of variantsOf(schema.items, first, root)) yield [inner];
  }
  for (const branch of schema.anyOf ?? []) yield* variantsOf(branch, value, root);
}

const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema;

/** The different sentences that the inputs of an endpoint are refused with. */
function sentencesOf({ params, query, headers, body }: AnyEndpoint): Set<string> {
  const sentences = new Set<string>();
  const parts: [z.ZodType | undefined, unknown, (input: unknown) => unknown][] = [
    [params, {}, (input) => check(params, input, 'path')],
    [query, {}, (input) => checkQuery(query, { ...(input as Fields) })],
    [headers, {}, (input) => check(headers, input, 'headers')],
    [body, body ? exampleOf(body) : {}, (input) => check(body, input, 'body')],
  ];
  for (const [schema, example, parse] of parts) {
    if (!schema) continue;
    for (const input of variantsOf(jsonSchemaOf(schema), example)) {
      try {
        parse(input);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        sentences.add(error.message);
      }
    }
  }
  return sentences;
}

const endpoints = declaredEndpoints()
  .filter(({ params, query, headers, body }) => params ?? query ?? headers ?? body)
  .map((endpoint) => ({ name: nameOf(endpoint), endpoint }));

describe.each(endpoints)('invalid input of $name', ({ endpoint }) => {
  it('is refused with the field and the expected value, never with a sentence of zod', () => {
    const sentences = [...sentencesOf(endpoint)];

    expect(sentences.filter((sentence) => !/^[\w.-]+: \S/.test(sentence))).toEqual([]);
    expect(sentences.filter((sentence) => !/: (expected|unknown) /.test(sentence))).toEqual([]);
    expect(sentences.filter((sentence) => ZOD_WORDS.test(sentence))).toEqual([]);
    expect(sentences).not.toEqual([]);
  });
});
