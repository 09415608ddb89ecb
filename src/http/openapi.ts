import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import type { AnyEndpoint, Auth } from './endpoint.ts';
import { errorsOf, mediaTypeOf } from './errors-of.ts';

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
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { securitySchemes: SECURITY_SCHEMES, schemas: components },
  };
}

function operationOf(endpoint: AnyEndpoint, components: Json): Json {
  const { method, path, tag, summary, description, body, upload } = endpoint;
  return {
    operationId: operationIdOf(method, path),
    tags: [tag],
    summary,
    ...(description && { description }),
    security: SECURITY[endpoint.auth as Auth],
    parameters: [
      ...parametersOf(endpoint.params, 'path', components),
      ...parametersOf(endpoint.query, 'query', components),
    ],
    ...((body ?? upload) && { requestBody: { content: requestContentOf(endpoint, components) } }),
    responses: { ...answersOf(endpoint, components), ...failuresOf(endpoint) },
  };
}

/** `post /admin/events/:id/approve` is `post_admin_events_id_approve`. */
const operationIdOf = (method: string, path: string) =>
  `${method}${path.replace(/[^a-z0-9]+/gi, '_')}`.replace(/_$/, '');

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
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

function requestContentOf({ body, upload }: AnyEndpoint, components: Json): Json {
  const json = body && { 'application/json': { schema: jsonSchemaOf(body, 'input', components) } };
  if (!upload) return json ?? {};
  const file = {
    type: 'string',
    format: 'binary',
    description: `At most ${upload.maxBytes} bytes.`,
  };
  const form = { type: 'object', properties: { [upload.field]: file } };
  return { ...json, 'multipart/form-data': { schema: form } };
}

function answersOf(endpoint: AnyEndpoint, components: Json): Json {
  const entries = Object.entries(endpoint.responses as Record<string, z.ZodType>);
  return Object.fromEntries(
    entries.map(([status, schema]) => {
      const mediaType = mediaTypeOf(schema);
      const described = schema.meta()?.mediaType
        ? { type: 'string' }
        : jsonSchemaOf(schema, 'output', components);
      return [
        status,
        {
          description: MEANING[Number(status)] ?? 'Done',
          content: { [mediaType]: { schema: described } },
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
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** The JSON Schema of a zod schema; those with an `id` become components, once for all. */
function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const made: unknown = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const { $schema: _, $defs = {}, ...own } = made as Json & { $defs?: Record<string, Json> };
  for (const [name, definition] of Object.entries($defs)) {
    components[name] ??= referring(definition);
  }
  const id = own.id;
  if (typeof id !== 'string') return referring(own) as Json;
  const { id: __, ...body } = own;
  components[id] ??= referring(body);
  return { $ref: `#/components/schemas/${id}` };
}

/** References point at components of the document instead of definitions beside the schema. */
function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' || typeof (value as Json).id !== 'string')
      .map(([key, inner]) =>
        key === '$ref' && typeof inner === 'string'
          ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
          : [key, referring(inner)],
      ),
  );
}
