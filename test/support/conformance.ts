import type { RequestListener, ServerResponse } from 'node:http';
import type { Express } from 'express';
import openApiValidator from 'openapi-response-validator';
import { ERROR_STATUS } from '../../src/errors.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { errorsOf } from '../../src/http/errors-of.ts';
import { openApiOf } from '../../src/http/openapi.ts';
import { nameOf } from './endpoints.ts';

/** The parts of our own document that answers are held against. */
interface Reference {
  paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>>;
  components: object;
}

const OpenApiValidator = openApiValidator.default;
type Validator = InstanceType<typeof OpenApiValidator>;

interface Answer {
  readonly method: string;
  readonly path: string;
  /** The path as it is declared; none where no endpoint was reached. */
  readonly route: string | undefined;
  readonly status: number;
}

/** Answers that stand in no declaration: `/healthz` also tells its status beside an error. */
const OUTSIDE = ['/healthz', '/api/v1/openapi.json'];

/** What the reference leaves to `format`, as this API writes it. */
const FORMATS = {
  'date-time': (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text),
};

/** Holds every answer that an app gives against its own API reference: JSON whole, others by type. */
export class Conformance {
  readonly #endpoints: ReadonlyMap<string, AnyEndpoint>;
  readonly #reference: Reference;
  readonly #validators = new Map<string, Validator>();
  readonly #violations = new Set<string>();

  constructor(endpoints: readonly AnyEndpoint[]) {
    this.#endpoints = new Map(endpoints.map((one) => [nameOf(one), one]));
    this.#reference = openApiOf(endpoints, 'http://127.0.0.1') as unknown as Reference;
  }

  /** The same app, looked at. */
  watch(app: Express): RequestListener {
    return (req, res) => {
      const { method = '', url = '' } = req;
      const body = recordBody(res);
      res.once('finish', () => {
        if (method === 'HEAD') return;
        const { route } = (res as ServerResponse & { locals: { route?: string } }).locals;
        const path = URL.parse(url, 'http://127.0.0.1')?.pathname ?? url;
        const status = res.statusCode;
        const mediaType = String(res.getHeader('content-type')).split(';', 1)[0] ?? '';
        const answer = { method, path, route, status };
        const problem = mediaType.includes('json')
          ? this.#problemIn(answer, body())
          : this.#problemInType(answer, mediaType);
        if (problem) this.#violations.add(`${method} ${route ?? path} ${status}: ${problem}`);
      });
      app(req, res);
    };
  }

  /** @throws Error naming every answer that was not what the reference says */
  assertKept(): void {
    if (this.#violations.size === 0) return;
    throw new Error(`answers against the API reference:\n${[...this.#violations].join('\n')}`);
  }

  #problemIn({ method, path, route, status }: Answer, text: string): string | undefined {
    if (OUTSIDE.includes(path)) return undefined;
    const body = parsed(text);
    if (body === undefined) return `no JSON: ${text}`;
    const endpoint = this.#endpoints.get(`${method} ${route}`);
    if (status >= 400) return problemInError(body, status, endpoint);
    if (!endpoint) return 'no endpoint is declared';
    const found = this.#validatorOf(endpoint, status).validateResponse(String(status), body);
    return found && JSON.stringify(found.errors);
  }

  #problemInType({ method, route, status }: Answer, mediaType: string): string | undefined {
    const endpoint = this.#endpoints.get(`${method} ${route}`);
    // Errors are JSON, and what is not modified has no type.
    if (!endpoint || status !== 200) return undefined;
    const declared = Object.keys(this.#responseOf(endpoint, status)?.content ?? {});
    const isDeclared = declared.some((type) => type.split(';', 1)[0] === mediaType);
    return isDeclared ? undefined : `${mediaType} is not declared`;
  }

  #responseOf({ method, path }: AnyEndpoint, status: number) {
    const operation = this.#reference.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method];
    return operation?.responses[status];
  }

  #validatorOf(endpoint: AnyEndpoint, status: number): Validator {
    const key = `${nameOf(endpoint)} ${status}`;
    const known = this.#validators.get(key);
    if (known) return known;

    const { components } = this.#reference;
    const response = this.#responseOf(endpoint, status);
    const validator = new OpenApiValidator({
      // Without the declared answer the validator says so for every body.
      responses: { [response ? status : 'undeclared']: response ?? { content: {} } } as never,
      components: components as never,
      customFormats: FORMATS,
    });
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

/** An error is a sentence and a code that the endpoint declares under this status; nothing else. */
function problemInError(body: unknown, status: number, endpoint: AnyEndpoint | undefined) {
  const { error, code, ...rest } = body as Record<string, unknown>;
  if (typeof error !== 'string' || error === '' || Object.keys(rest).length > 0) {
    return `expected exactly error and code, got ${JSON.stringify(body)}`;
  }
  const known = Object.entries(ERROR_STATUS).find(([name]) => name === code);
  if (known?.[1] !== status) return `${code} does not travel under this status`;
  if (endpoint && !errorsOf(endpoint).has(known[0] as keyof typeof ERROR_STATUS)) {
    return `${code} is not declared`;
  }
  return undefined;
}

/** Keeps what is written to an answer; the function returns all of it as text. */
function recordBody(res: ServerResponse): () => string {
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
  return () => Buffer.concat(chunks).toString();
}
