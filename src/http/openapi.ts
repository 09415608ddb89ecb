import type { z } from 'zod';
import { declareAbsentContacts } from './contacts.ts';
import type { AnyEndpoint, Auth, Upload } from './endpoint.ts';
import { enumerationSchemas, referringToEnumerations } from './enumerations.ts';
import {
  type Components,
  ERROR_SCHEMA,
  errorResponsesOf,
  FAILED_PRECONDITION_SCHEMA,
} from './error-responses.ts';
import { formsOf, isDocument, mediaTypesOf, streamedJsonOf } from './errors-of.ts';
import { type Json, jsonSchemaOf } from './json-schemas.ts';
import { parameterExample } from './parameter-examples.ts';
import { parameterText, withPlaces } from './reference-descriptions.ts';
import { REFERENCE_TEXT } from './reference-text.ts';
import {
  hasETag,
  headersOf,
  IDEMPOTENCY_KEY,
  IF_MATCH,
  IF_NONE_MATCH,
  NOT_MODIFIED,
  PREFER,
  RESPONSE_HEADERS,
  SET_COOKIE,
} from './response-headers.ts';
import { TAGS } from './tags.ts';
import { ignoresUndeclared } from './undeclared-fields.ts';
import { takesIfMatch } from './versions.ts';
import { webhooksOf } from './webhook-reference.ts';

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
const withMappings = (schemas: Json): Json =>
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

const SECURITY: Readonly<Record<Auth, readonly Json[]>> = {
  public: [],
  optional: [{}, { messenger: [] }, { bearer: [] }],
  user: [{ messenger: [] }, { bearer: [] }],
  admin: [{ apiKey: [] }, { adminBearer: [] }, { adminSession: [] }],
};

const SECURITY_SCHEMES = {
  messenger: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Messenger-Auth',
    description: 'The raw launch data of the mini app, signed by the messenger.',
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
  adminSession: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-hallway-admin',
    description:
      'From POST /admin/session; `hallway-admin` in development over HTTP. Only from pages of this service (`Sec-Fetch-Site: same-origin`, or else its `Origin`), without `X-API-Key` and `Authorization`.',
  },
};

const MEANING: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  206: 'One byte range',
};

/** The OpenAPI 3.1 document of all endpoints. */
export function openApiOf(endpoints: readonly AnyEndpoint[], publicUrl: string): Json {
  const components: Components = {
    schemas: { ErrorBody: ERROR_SCHEMA, FailedPrecondition: FAILED_PRECONDITION_SCHEMA },
    responses: { NotModified: NOT_MODIFIED },
  };
  const paths: Record<string, Json> = {};
  const answersToAdministrators: unknown[] = [];
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operation = operationOf(endpoint, components);
    paths[path] = { ...paths[path], [endpoint.method]: operation };
    if (endpoint.auth === 'admin') answersToAdministrators.push(operation.responses);
  }
  const webhooks = webhooksOf(endpoints, components.schemas);
  declareAbsentContacts(answersToAdministrators, components);
  const described = referringToEnumerations(sorted(paths)) as Record<string, Json>;
  const schemas = {
    ...(referringToEnumerations(withMappings(components.schemas)) as Json),
    ...enumerationSchemas(),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hallway',
      version: '1',
      description: REFERENCE_TEXT,
      contact: { name: 'The developers of Hallway' },
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: described,
    webhooks: referringToEnumerations(webhooks),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: {
        'Idempotency-Key': IDEMPOTENCY_KEY,
        'If-Match': IF_MATCH,
        'If-None-Match': IF_NONE_MATCH,
        Prefer: PREFER,
      },
      headers: { ...RESPONSE_HEADERS, 'Set-Cookie': SET_COOKIE },
      responses: referringToEnumerations(sorted(components.responses)),
      schemas: sorted(withPlaces(schemas, described)),
    },
  };
}

/** By name, so that the document does not depend on the order of the endpoints. */
const sorted = (named: Json): Json =>
  Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));

function operationOf(endpoint: AnyEndpoint, { schemas, responses }: Components): Json {
  const { name, tag, summary, description, body, upload } = endpoint;
  const isConditional = hasETag(endpoint);
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: SECURITY[endpoint.knowsSender ? 'optional' : (endpoint.auth as Auth)],
    ...scopesOf(endpoint),
    parameters: [
      ...pathParametersOf(endpoint, schemas),
      ...parametersOf(endpoint, 'query', schemas),
      ...parametersOf(endpoint, 'header', schemas),
      ...(isConditional ? [{ $ref: '#/components/parameters/If-None-Match' }] : []),
      ...(takesIfMatch(endpoint) ? [{ $ref: '#/components/parameters/If-Match' }] : []),
      ...(endpoint.idempotent ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
      ...(ignoresUndeclared(endpoint) ? [{ $ref: '#/components/parameters/Prefer' }] : []),
    ],
    ...((body ?? upload) && { requestBody: requestBodyOf(endpoint, schemas) }),
    responses: {
      ...answersOf(endpoint, schemas),
      ...(isConditional && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...errorResponsesOf(endpoint, { schemas, responses }),
    },
  };
}

const scopesOf = ({ scope, exportScope, conferences }: AnyEndpoint): Json => ({
  ...(scope && { 'x-scope': [scope].flat() }),
  ...(exportScope && { 'x-export-scope': exportScope }),
  ...(conferences && {
    'x-conferences': typeof conferences === 'function' ? 'named' : conferences,
  }),
});

const pathParametersOf = (endpoint: AnyEndpoint, schemas: Json): Json[] =>
  parametersOf(endpoint, 'path', schemas).map((parameter) => ({
    ...parameter,
    example: parameterExample(endpoint, String(parameter.name)),
  }));

function parametersOf(
  { path, params, query, headers }: AnyEndpoint,
  place: 'path' | 'query' | 'header',
  schemas: Json,
): Json[] {
  const schema = { path: params, query, header: headers }[place];
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input', schemas) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: description ?? parameterText(name, { place, path }),
    schema: property,
  }));
}

function requestBodyOf({ body, upload }: AnyEndpoint, schemas: Json): Json {
  const schema = body && jsonSchemaOf(body, 'input', schemas);
  const isRequired = upload?.begin !== undefined || !body?.safeParse({}).success;
  return {
    ...(isRequired && { required: true }),
    content: {
      ...(schema && !upload?.begin && { 'application/json': { schema } }),
      ...(upload && { 'multipart/form-data': { schema: formOf(upload, schema) } }),
    },
  };
}

/** The file, and the other fields of the form. */
function formOf({ field, maxBytes }: Upload, fields: Json | undefined): Json {
  const file = { type: 'string', format: 'binary', description: `At most ${maxBytes} bytes.` };
  const form = { type: 'object', required: [field], properties: { [field]: file } };
  return fields ? { allOf: [form, fields] } : form;
}

function answersOf(endpoint: AnyEndpoint, schemas: Json): Json {
  const entries = Object.entries(endpoint.responses as Record<string, z.ZodType>);
  return Object.fromEntries(
    entries.map(([status, schema]) => {
      const content = formsOf(schema).flatMap((form) => {
        const json = isDocument(form) ? streamedJsonOf(form) : form;
        const answer = json ? jsonSchemaOf(json, 'output', schemas) : { type: 'string' };
        return mediaTypesOf(form).map((type) => [type, { schema: answer }]);
      });
      const description = MEANING[Number(status)] ?? 'Done';
      const headers = headersOf(endpoint, Number(status));
      return [status, { description, headers, content: Object.fromEntries(content) }];
    }),
  );
}
