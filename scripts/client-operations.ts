/** Makes the types and the table of the typed client (src/client) from the API reference. */

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}
interface Media {
  readonly schema?: Schema;
}
type Content = Readonly<Record<string, Media>>;
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; content?: Content }>>;
}
/** What the client needs of an OpenAPI document. */
export interface Reference {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  };
}

const HEAD = '// `npm run generate` writes this file from the API reference.\n';
const JSON_TYPE = 'application/json';
const EVENTS = 'text/event-stream';

/** The file `operations.d.ts`: every schema of the reference by its name, and every operation. */
export function operationTypes(reference: Reference): string {
  const schemas = Object.entries(reference.components.schemas)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([name, schema]) =>
        `${docOf(schema.description)}export type ${typeNameOf(name)} = ${typeOf(schema)};`,
    );
  const operations = operationsOf(reference).map(({ operation }) => typesOf(operation, reference));
  return `${HEAD}
${schemas.join('\n\n')}

/** Neither path nor query has parameters. */
export type NoParams = Readonly<Record<never, never>>;

/** What each operation takes and answers. */
export interface Operations {
${operations.join('\n')}
}
`;
}

/**
 * The file `routes.ts`: the method and path of every operation, with `!` behind the method where it
 * takes an `Idempotency-Key`.
 */
export function operationRoutes(reference: Reference): string {
  const lines = operationsOf(reference).map(({ operation, method, path }) => {
    const isRepeatable = parametersOf(operation, reference).some(
      ({ name }) => name === 'Idempotency-Key',
    );
    return `  ${operation.operationId}: '${method.toUpperCase()}${isRepeatable ? '!' : ''} ${path}',`;
  });
  return `${HEAD}
/** The method and path of every operation; \`!\` where it takes an \`Idempotency-Key\`. */
export const ROUTES = {
${lines.join('\n')}
} as const;
`;
}

const operationsOf = ({ paths }: Reference) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Schemas that would hide a global type of browsers where a program imports them. */
const HIDING = ['Event', 'EventSource', 'Notification'];
const typeNameOf = (schema: string): string => (HIDING.includes(schema) ? `Api${schema}` : schema);

const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

function parametersOf({ parameters = [] }: Operation, { components }: Reference): Parameter[] {
  return parameters.map((one) => {
    const found = one.$ref ? components.parameters[nameIn(one.$ref)] : one;
    if (!found) throw new Error(`no parameter ${one.$ref}`);
    return found;
  });
}

function typesOf(operation: Operation, reference: Reference): string {
  const parameters = parametersOf(operation, reference);
  const contents = Object.entries(operation.responses).map(([status, one]) => ({
    status,
    content: (one.$ref ? reference.components.responses[nameIn(one.$ref)] : one)?.content ?? {},
  }));
  const answers = contents.filter(({ status }) => status < '300').map(({ content }) => content);
  const files = answers.flatMap((one) => Object.keys(one)).some((type) => !isData(type));
  const fields = {
    params: paramsType(parameters),
    ...headersType(parameters),
    ...bodyType(operation),
    answer: union(answers.flatMap((one) => schemasIn(one, JSON_TYPE)).map(typeOf)),
    ...(files && { file: 'true' }),
    ...eventType(answers),
    ...refusalTypes(contents.filter(({ status }) => status >= '400').map(({ content }) => content)),
  };
  const lines = Object.entries(fields).map(([name, type]) => `    readonly ${name}: ${type};`);
  return `  /** ${operation.summary}. */\n  readonly ${operation.operationId}: {\n${lines.join('\n')}\n  };`;
}

const isData = (mediaType: string) => mediaType === JSON_TYPE || mediaType === EVENTS;
const schemasIn = (content: Content, mediaType: string): Schema[] => {
  const schema = content[mediaType]?.schema;
  return schema ? [schema] : [];
};

function paramsType(parameters: readonly Parameter[]): string {
  const fields = parameters
    .filter((one) => one.in === 'path' || one.in === 'query')
    .map(
      ({ name, required, schema, description }) =>
        `${docOf([description, rangeOf(schema)].filter(Boolean).join(' '))}readonly ${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema)}${required ? '' : ' | undefined'};`,
    );
  return fields.length > 0 ? `{\n${fields.join('\n')}\n}` : 'NoParams';
}

/** Headers that the client does not set by itself. */
function headersType(parameters: readonly Parameter[]): Readonly<Record<string, string>> {
  const own = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
  return {
    ...(own.includes('If-Match') && { ifMatch: 'true' }),
    ...(own.includes('Idempotency-Key') && { idempotencyKey: 'true' }),
  };
}

function bodyType({ requestBody }: Operation): Readonly<Record<string, string>> {
  if (!requestBody) return { body: 'undefined' };
  const types = ['multipart/form-data', JSON_TYPE]
    .flatMap((type) => schemasIn(requestBody.content, type))
    .map(typeOf);
  return { body: union(requestBody.required ? types : [...types, 'undefined']) };
}

function eventType(answers: readonly Content[]): Readonly<Record<string, string>> {
  const [event] = answers.flatMap((one) => schemasIn(one, EVENTS));
  return event ? { event: typeOf(event) } : {};
}

/** The codes that the operation refuses with, and what a failed `If-Match` answers with. */
function refusalTypes(refusals: readonly Content[]): Readonly<Record<string, string>> {
  const parts = refusals
    .flatMap((one) => schemasIn(one, JSON_TYPE))
    .flatMap(({ allOf }) => allOf ?? [])
    .map(({ properties = {} }) => properties);
  const codes = parts.flatMap(({ code }) => (code?.enum ?? []).map((one) => JSON.stringify(one)));
  const [current] = parts.flatMap(({ current: one }) => (one ? [typeOf(one)] : []));
  return { codes: union(codes), ...(current && { current }) };
}

const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const docOf = (text: string | undefined) =>
  text ? `/** ${text.replaceAll('*/', '* /').replaceAll('\n', '\n * ')} */\n` : '';
/** What the type of a number cannot say. */
const rangeOf = ({ minimum, maximum, default: standard }: Schema): string =>
  minimum === undefined || maximum === undefined
    ? ''
    : `${minimum} to ${maximum}${standard === undefined ? '' : `, ${standard} by default`}.`;
const union = (types: readonly string[]) => [...new Set(types)].join(' | ') || 'undefined';
const grouped = (type: string) => (/ [|&] /.test(type) ? `(${type})` : type);

function typeOf(schema: Schema): string {
  if (schema.$ref) return typeNameOf(nameIn(schema.$ref));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return union(options.map(typeOf));
  if (schema.allOf) return schema.allOf.map((part) => grouped(typeOf(part))).join(' & ');
  const { type } = schema;
  if (typeof type === 'object') return union(type.map((one) => typeOf({ ...schema, type: one })));
  switch (type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return `readonly ${grouped(typeOf(schema.items ?? {}))}[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function objectType({ properties, required = [], additionalProperties = true }: Schema): string {
  if (!properties) {
    const values =
      typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `Readonly<Record<string, ${values}>>`;
  }
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${docOf([schema.description, rangeOf(schema)].filter(Boolean).join(' '))}readonly ${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)};`,
  );
  return `{\n${fields.join('\n')}\n}`;
}
