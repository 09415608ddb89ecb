import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isKept } from '../domain/operations/idempotency-keys.ts';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import type { AnyEndpoint, Auth, Upload } from './endpoint.ts';
import { errorsOf, formsOf, isDocument, mediaTypeOf } from './errors-of.ts';
import { TAGS } from './tags.ts';

type Json = Record<string, unknown>;

const SECURITY: Readonly<Record<Auth, readonly Json[]>> = {
  public: [],
  optional: [{}, { messenger: [] }, { bearer: [] }],
  user: [{ messenger: [] }, { bearer: [] }],
  admin: [{ apiKey: [] }, { adminBearer: [] }],
};

const SECURITY_SCHEMES = {
  messenger: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Messenger-Auth',
    description: 'The raw launch data of the mini app, as the messenger signed it.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'From POST /auth/login.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'For administrators.' },
  adminBearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'From POST /admin/auth/token.',
  },
};

/** What every idempotent endpoint takes and answers. */
const SHARED = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes this request safe to repeat. Choose a new random value, such as a UUID, for each new request. For 24 hours, the same request with the same key gets the first answer again and runs nothing.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
      example: '5c4e1f52-6f0e-4a0e-9d0f-8a4f6f3f2b11',
    },
  },
  headers: {
    IdempotencyReplayed: {
      description: '`true` where this is the kept answer of an earlier request with the same key.',
      schema: { type: 'string', enum: ['true'] },
    },
  },
};
const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' };
const REPLAYED = {
  headers: { 'Idempotency-Replayed': { $ref: '#/components/headers/IdempotencyReplayed' } },
};

const MEANING: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
};

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error', 'code'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'string',
      description: 'A sentence for people; names the field where one is wrong.',
    },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
  },
};

/** The OpenAPI 3.1 document of all endpoints. */
export function openApiOf(endpoints: readonly AnyEndpoint[], publicUrl: string): Json {
  const components: Json = { Error: ERROR_SCHEMA };
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hallway',
      version: '1',
      description:
        'The backend of conferences and networking. Within /api/v1 there are only additions; clients ignore what they do not know.',
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: sorted(paths),
    components: { securitySchemes: SECURITY_SCHEMES, ...SHARED, schemas: sorted(components) },
  };
}

/** By name, so that the document does not depend on the order in which endpoints come. */
const sorted = (named: Json): Json =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));

function operationOf(endpoint: AnyEndpoint, components: Json): Json {
  const { name, tag, summary, description, body, upload } = endpoint;
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: SECURITY[endpoint.auth as Auth],
    parameters: [
      ...parametersOf(endpoint.params, 'path', components),
      ...parametersOf(endpoint.query, 'query', components),
      ...parametersOf(endpoint.headers, 'header', components),
      ...(endpoint.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...((body ?? upload) && { requestBody: requestBodyOf(endpoint, components) }),
    responses: { ...answersOf(endpoint, components), ...failuresOf(endpoint) },
  };
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query' | 'header',
  components: Json,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input', components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description ? { description } : {}),
    schema: property,
  }));
}

function requestBodyOf({ body, upload }: AnyEndpoint, components: Json): Json {
  const schema = body && jsonSchemaOf(body, 'input', components);
  const isRequired = !body?.safeParse({}).success;
  return {
    ...(isRequired && { required: true }),
    content: {
      ...(schema && { 'application/json': { schema } }),
      ...(upload && { 'multipart/form-data': { schema: formOf(upload, schema) } }),
    },
  };
}

/** The file, and beside it the fields that would else come as JSON. */
function formOf({ field, maxBytes }: Upload, fields: Json | undefined): Json {
  const file = { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes.` };
  const form = { type: 'object', required: [field], properties: { [field]: file } };
  return fields ? { allOf: [form, fields] } : form;
}

function answersOf(endpoint: AnyEndpoint, components: Json): Json {
  const entries = Object.entries(endpoint.responses as Record<string, z.ZodType>);
  return Object.fromEntries(
    entries.map(([status, schema]) => {
      const content = formsOf(schema).map((form) => [
        mediaTypeOf(form),
        {
          schema: isDocument(form) ? { type: 'string' } : jsonSchemaOf(form, 'output', components),
        },
      ]);
      return [
        status,
        {
          description: MEANING[Number(status)] ?? 'Done',
          ...(endpoint.idempotent && REPLAYED),
          content: Object.fromEntries(content),
        },
      ];
    }),
  );
}

function failuresOf(endpoint: AnyEndpoint): Json {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code: ErrorCode) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        ...(endpoint.idempotent && isKept(status) && REPLAYED),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** The JSON Schema of a zod schema; those with an `id` become components, once for all. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const made: unknown = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: (context) => forReaders(context, io),
  });
  const { $schema: _, $defs = {}, ...own } = made as Json & { $defs?: Record<string, Json> };
  for (const [name, { id: __, ...definition }] of Object.entries($defs)) {
    addComponent(components, name, definition);
  }
  const { id, ...body } = own;
  if (typeof id !== 'string') return referring(own) as Json;
  addComponent(components, id, body);
  return { $ref: `#/components/schemas/${id}` };
}

function addComponent(components: Json, name: string, definition: Json): void {
  const component = referring(definition);
  if (components[name] && !isDeepStrictEqual(components[name], component)) {
    throw new Error(`two schemas are called ${name}, or one of them travels both in and out`);
  }
  components[name] = component;
}

/** Takes out what only zod needs, and puts in what it leaves out though readers need it. */
function forReaders(
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json },
  io: 'input' | 'output',
): void {
  // Answers gain fields with time: clients are not promised these and no others.
  if (io === 'output' && jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
  // The format says in one word what the pattern says in three lines.
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Left out where a schema transforms, since an example could be meant for either side.
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (examples) jsonSchema.examples = examples;
  if (zodSchema._zod.def.type === 'default') jsonSchema.default = zodSchema._zod.def.defaultValue;
}

/** References point at components of the document instead of definitions beside the schema. */
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
