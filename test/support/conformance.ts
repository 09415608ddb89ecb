import type { RequestListener, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { ERROR_STATUS } from '../../src/errors.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { openApiOf } from '../../src/http/openapi.ts';
import { nameOf } from './endpoints.ts';
import { validatorOf } from './validators.ts';

/** The parts of the API reference that responses are checked against. */
interface DeclaredResponse {
  content?: Record<
    string,
    { schema: { allOf?: [object, { properties: { code: { enum: string[] } } }] } }
  >;
  headers: Record<string, { $ref: string }>;
}
interface Reference {
  paths: Record<string, Record<string, { responses: Record<string, DeclaredResponse | Ref> }>>;
  components: {
    responses: Record<string, DeclaredResponse>;
    headers: Record<string, { required?: true }>;
    schemas: Record<string, object>;
  };
}
interface Ref {
  $ref: string;
}

interface Answer {
  readonly method: string;
  readonly path: string;
  /** The declared path; none where no endpoint was reached. */
  readonly route: string | undefined;
  readonly status: number;
  /** The names of its headers, in lower case. */
  readonly headers: readonly string[];
}

/** Words that only zod's own sentences contain. */
export const ZOD_WORDS =
  /\bInvalid (?!token$)|nonoptional|, received |Too (small|big):|Unrecognized key/;

/** Paths without a declaration; an error of `/healthz` has a `status` too. */
const OUTSIDE = ['/healthz', '/api/v1/openapi.json'];

/** Headers of HTTP itself, of browsers and of proxies, which the reference leaves out. */
const UNDECLARED =
  /^(access-control-.*|cache-control|connection|content-(encoding|type|length|security-policy)|cross-origin-resource-policy|date|keep-alive|referrer-policy|transfer-encoding|vary|x-(accel-buffering|content-type-options|frame-options))$/;

/**
 * Checks every response of an app against its API reference: status, headers, media type, and JSON
 * bodies by their schema.
 */
export class Conformance {
  readonly #endpoints: ReadonlyMap<string, AnyEndpoint>;
  readonly #references = new Map<AnyEndpoint, Reference>();
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #violations = new Set<string>();

  constructor(endpoints: readonly AnyEndpoint[]) {
    this.#endpoints = new Map(endpoints.map((one) => [nameOf(one), one]));
  }

  /** The same app, with its responses checked. */
  watch(app: RequestListener): RequestListener {
    return (req, res) => {
      const { method = '', url = '' } = req;
      const body = recordBody(res);
      const head = recordHead(res);
      res.once('finish', () => {
        if (method === 'HEAD') return;
        const { route } = (res as ServerResponse & { locals: { route?: string } }).locals;
        const path = URL.parse(url, 'http://127.0.0.1')?.pathname ?? url;
        const status = res.statusCode;
        const sent = head();
        const mediaType = String(sent.get('content-type')).split(';', 1)[0] ?? '';
        const answer = { method, path, route, status, headers: [...sent.keys()] };
        const problem = mediaType.includes('json')
          ? this.#problemIn(answer, decoded(body(), sent.get('content-encoding')))
          : this.#problemInType(answer, mediaType);
        for (const found of [problem, this.#problemInHeaders(answer)]) {
          if (found) this.#violations.add(`${method} ${route ?? path} ${status}: ${found}`);
        }
      });
      app(req, res);
    };
  }

  /** @throws Error naming every response that differed from the reference */
  assertKept(): void {
    if (this.#violations.size === 0) return;
    throw new Error(`answers against the API reference:\n${[...this.#violations].join('\n')}`);
  }

  #problemIn({ method, path, route, status }: Answer, text: string): string | undefined {
    if (OUTSIDE.includes(path)) return undefined;
    const body = parsed(text);
    if (body === undefined) return `no JSON: ${text}`;
    const endpoint = this.#endpoints.get(`${method} ${route}`);
    if (status >= 400) return this.#problemInError(body, status, endpoint);
    if (!endpoint) return 'no endpoint is declared';
    const isValid = this.#validatorOf(endpoint, status);
    if (!isValid) return 'unknown status code';
    return isValid(body) ? undefined : JSON.stringify(isValid.errors);
  }

  #problemInType({ method, route, status }: Answer, mediaType: string): string | undefined {
    const endpoint = this.#endpoints.get(`${method} ${route}`);
    if (!endpoint) return undefined;
    const declared = this.#responseOf(endpoint, status);
    if (!declared) return 'unknown status code';
    // 304 has no body.
    if (!declared.content) return undefined;
    const isDeclared = Object.keys(declared.content).some(
      (type) => type.split(';', 1)[0] === mediaType,
    );
    return isDeclared ? undefined : `${mediaType} is not declared`;
  }

  #problemInHeaders({ method, route, status, headers }: Answer): string | undefined {
    const endpoint = this.#endpoints.get(`${method} ${route}`);
    const response = endpoint && this.#responseOf(endpoint, status);
    if (!response) return undefined;
    const { headers: known } = this.#referenceTo(endpoint).components;
    const declared = Object.keys(response.headers);
    const required = declared.filter((name) => known[name]?.required);
    const undeclared = headers.filter(
      (name) => !UNDECLARED.test(name) && !declared.some((one) => one.toLowerCase() === name),
    );
    const missing = required.filter((name) => !headers.includes(name.toLowerCase()));
    if (undeclared.length > 0) return `the headers ${undeclared} are not declared`;
    return missing.length > 0 ? `the headers ${missing} are missing` : undefined;
  }

  #responseOf(endpoint: AnyEndpoint, status: number): DeclaredResponse | undefined {
    const { paths, components } = this.#referenceTo(endpoint);
    const [operation] = Object.values(paths).flatMap((methods) => Object.values(methods));
    const declared = operation?.responses[status];
    if (!declared || !('$ref' in declared)) return declared;
    return components.responses[declared.$ref.split('/').at(-1) ?? ''];
  }

  /**
   * The validator of one endpoint, created at its first answer: all of them take 200 ms, most of a
   * start.
   */
  #referenceTo(endpoint: AnyEndpoint): Reference {
    const known = this.#references.get(endpoint);
    if (known) return known;
    const reference = openApiOf([endpoint], 'http://127.0.0.1') as unknown as Reference;
    this.#references.set(endpoint, reference);
    return reference;
  }

  /** An error is a sentence and a code that the endpoint declares under this status, nothing else. */
  #problemInError(body: unknown, status: number, endpoint: AnyEndpoint | undefined) {
    // The only error with a third field, the current resource.
    if (endpoint && status === ERROR_STATUS.PRECONDITION_FAILED) {
      const isValid = this.#validatorOf(endpoint, status);
      return isValid?.(body) ? undefined : JSON.stringify(isValid?.errors ?? 'not declared');
    }
    const given = body as Record<string, unknown>;
    // By RFC 9457, for who asks for it: the same sentence and code, and the fields.
    const isProblem = given.type === 'about:blank' && given.status === status;
    const { type: _, title, status: __, detail, errors, ...said } = given;
    const { error, code, ...rest } = isProblem ? { error: detail, ...said } : given;
    if (isProblem && !(typeof title === 'string' && Array.isArray(errors))) {
      return `expected title and errors, got ${JSON.stringify(body)}`;
    }
    if (typeof error !== 'string' || error === '' || Object.keys(rest).length > 0) {
      return `expected exactly error and code, got ${JSON.stringify(body)}`;
    }
    if (ZOD_WORDS.test(error)) return `a sentence of zod: ${error}`;
    const known = Object.entries(ERROR_STATUS).find(([name]) => name === code);
    if (known?.[1] !== status) return `${code} belongs to another status`;
    if (!endpoint) return undefined;
    const [, { properties } = { properties: { code: { enum: [] as string[] } } }] =
      this.#responseOf(endpoint, status)?.content?.['application/json']?.schema.allOf ?? [];
    return properties.code.enum.includes(known[0]) ? undefined : `${code} is not declared`;
  }

  /** Undefined for an undeclared status. */
  #validatorOf(endpoint: AnyEndpoint, status: number): ValidateFunction | undefined {
    const key = `${nameOf(endpoint)} ${status}`;
    const existing = this.#validators.get(key);
    if (existing) return existing;
    const content = this.#responseOf(endpoint, status)?.content;
    if (!content) return undefined;

    const { schemas } = this.#referenceTo(endpoint).components;
    const validator = validatorOf(content['application/json']?.schema ?? false, schemas);
    this.#validators.set(key, validator);
    return validator;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Records the body of a response; the function returns it as text. */
function recordBody(res: ServerResponse): () => Buffer {
  const chunks: Buffer[] = [];
  const record = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const write = res.write.bind(res);
  const end = res.end.bind(res);
  res.write = (...args: [never]) => {
    record(args[0]);
    return write(...args);
  };
  res.end = (...args: [never]) => {
    record(args[0]);
    return end(...args);
  };
  return () => Buffer.concat(chunks);
}

/** The headers by their names in lower case, also from a head that is written as one list. */
function recordHead(res: ServerResponse): () => Map<string, unknown> {
  let written: readonly string[] = [];
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
  res.writeHead = (...args: unknown[]) => {
    const last = args.at(-1);
    if (Array.isArray(last)) written = last;
    return writeHead(...args);
  };
  return () => {
    const sent = new Map<string, unknown>(Object.entries(res.getHeaders()));
    for (let at = 0; at < written.length; at += 2) {
      sent.set(String(written[at]).toLowerCase(), written[at + 1]);
    }
    return sent;
  };
}

function decoded(body: Buffer, encoding: unknown): string {
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
}
