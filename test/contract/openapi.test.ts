import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import express from 'express';
import fc from 'fast-check';
import request from 'supertest';
import { z } from 'zod';
import { NOTIFICATION_TYPES } from '../../src/domain/messaging/notification-types.ts';
import { ERROR_STATUS, type ErrorCode } from '../../src/errors.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import {
  errorsOf,
  formsOf,
  isServed,
  mediaTypeOf,
  streamedJsonOf,
} from '../../src/http/errors-of.ts';
import { tagged } from '../../src/http/tagged.ts';
import { hasVersionTag, takesIfMatch } from '../../src/http/versions.ts';
import { startApi } from '../support/api.ts';
import { Conformance } from '../support/conformance.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';
import { exampleOf } from '../support/examples.ts';
import { declaredBodies } from '../support/schema-bodies.ts';

interface Ref {
  $ref?: string;
}
interface Response extends Ref {
  description: string;
  headers: Record<string, Ref>;
  content: Record<string, { schema: Ref; examples?: Record<string, { value: object }> }>;
}
interface ErrorSchema {
  allOf: [Ref, { properties: { code: { enum: ErrorCode[] } } }];
}
interface Operation {
  summary: string;
  tags: string[];
  security: object[];
  parameters: Ref[];
  responses: Record<string, Response>;
}
interface Described {
  paths: Record<
    string,
    Record<
      string,
      { operationId: string; parameters: (Ref & { name: string; description?: string })[] }
    >
  >;
  components: {
    schemas: Record<string, { description?: string; enum?: unknown[]; examples?: unknown[] }>;
  };
}
interface Reference {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
}

const FILE = 'docs/openapi.json';
let parsed: Promise<Reference> | undefined;
/** Parsed once: it has a megabyte, and each endpoint has tests that read it. */
const committed = (): Promise<Reference> => {
  parsed ??= readFile(FILE, 'utf8').then(JSON.parse);
  return parsed;
};
const operationOf = ({ paths }: Reference, { path, method }: AnyEndpoint): Operation => {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method];
  if (!operation) throw new Error(`${method} ${path} is not in the reference`);
  return operation;
};
const IF_MATCH = { $ref: '#/components/parameters/If-Match' };
const PREFER = { $ref: '#/components/parameters/Prefer' };
const IF_NONE_MATCH = { $ref: '#/components/parameters/If-None-Match' };
const endpoints = declaredEndpoints().map((endpoint) => ({ name: nameOf(endpoint), endpoint }));
const bodyOf = declaredBodies(endpoints.map(({ endpoint }) => endpoint));

/** A verb of `docs/style.md` and a noun. */
const SUMMARY =
  /^(Accept|Adjust|Approve|Attend|Block|Cancel|Check|Check in|Complete|Create|Delete|Dismiss|Enrich|Export|Generate|Get|Import|Join|List|Mark|Merge|Mint|Preview|Recall|Refresh|Register|Reject|Reopen|Report|Request|Reschedule|Resolve|Review|Rotate|Send|Set|Sign in|Sign out|Start|Synchronize|Test|Toggle|Unblock|Undo|Update|Upload|Verify|Vote|Withdraw)(,? [^.]+)?$/;

interface Shown {
  /** The pointer of the schema in the document. */
  readonly schema: string;
  readonly value: unknown;
}
const VALUES = ['example', 'examples', 'default', 'enum', 'const', 'mapping'];

/** Every example and default of the document; those of parameters and headers are beside the schema. */
function shownIn(node: unknown, at = '', isNamed = false): Shown[] {
  if (typeof node !== 'object' || node === null) return [];
  const { schema, example, examples, default: standard } = node as Record<string, unknown>;
  const own: Shown[] = [];
  if (!isNamed) {
    const place = schema === undefined ? at : `${at}/schema`;
    if (example !== undefined) own.push({ schema: place, value: example });
    if (standard !== undefined) own.push({ schema: at, value: standard });
    for (const one of Object.values(examples ?? {})) {
      own.push({ schema: place, value: schema === undefined ? one : one.value });
    }
  }
  const inner = Object.entries(node).filter(([key]) => isNamed || !VALUES.includes(key));
  const escaped = (key: string) =>
    encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
  return [
    ...own,
    ...inner.flatMap(([key, one]) =>
      shownIn(one, `${at}/${escaped(key)}`, !isNamed && key === 'properties'),
    ),
  ];
}

describe('the API reference', () => {
  it('gives each endpoint a unique name', () => {
    const names = endpoints.map(({ endpoint }) => endpoint.name);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+)+$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is served as committed (after a change: npm run generate)', async () => {
    await using api = await startApi();
    const { body } = await api.anonymous().get('/api/v1/openapi.json').expect(200);

    expect(body).toEqual(await committed());
  });

  it('is valid OpenAPI 3.1, with examples that fit their schemas', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        'node_modules/@redocly/cli/bin/cli.js',
        'lint',
        FILE,
        '--config=test/contract/redocly.yaml',
        '--format=json',
      ],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
    ).catch((failed: { stdout: string }) => failed);
    const { totals, problems } = JSON.parse(stdout);

    expect(problems).toEqual([]);
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  });

  it('has no example and no default that its own schema refuses', async () => {
    const reference = await committed();
    const readable = (text: string) => !Number.isNaN(Date.parse(text));
    const formats = { date: readable, 'date-time': readable };
    const ajv = new Ajv({ strict: false, logger: false, formats });
    ajv.addSchema(reference, 'reference');
    const shown = shownIn(reference);
    expect(shown.length).toBeGreaterThan(1_000);
    expect(
      shown.filter(({ schema, value }) => ajv.getSchema(`reference#${schema}`)?.(value) !== true),
    ).toEqual([]);
    const headers = shown.filter(({ schema }) => schema.startsWith('/components/headers/'));
    expect(headers.filter(({ value }) => String(value).includes('…'))).toEqual([]);
  });

  it('has an example of each schema with a name, which the code accepts', async () => {
    const { components } = (await committed()) as unknown as Described;
    const refused = Object.entries(components.schemas).filter(
      ([name, { enum: values, examples }]) => {
        const schema = z.globalRegistry._idmap.get(name) as z.ZodType | undefined;
        return !values && !examples?.every((one) => schema?.safeParse(one).success);
      },
    );
    // They have one of each code in the answers.
    expect(refused.map(([name]) => name)).toEqual(['ErrorBody', 'FailedPrecondition']);
  });

  it('describes every parameter, and every schema with a name', async () => {
    const { paths, components } = (await committed()) as unknown as Described;
    const all = Object.values(paths).flatMap((methods) => Object.values(methods));
    const parameters = all.flatMap(({ operationId, parameters }) =>
      parameters
        .filter(({ $ref, description }) => !$ref && !/^[A-Z`].+\.$/s.test(description ?? ''))
        .map(({ name }) => `${operationId} ${name}`),
    );
    const schemas = Object.entries(components.schemas)
      .filter(([, { description }]) => !/^.{5,}\.$/s.test(description ?? ''))
      .map(([name]) => name);
    expect({ parameters, schemas }).toEqual({ parameters: [], schemas: [] });
  });

  it.each(['block', 'check in', 'waitlist', 'dismiss', 'sign in', 'unblock', 'ticket', 'export'])(
    'has an endpoint whose summary contains: %s',
    (word) => {
      const summaries = endpoints.map(({ endpoint }) => endpoint.summary.toLowerCase());

      expect(summaries.filter((summary) => summary.includes(word))).not.toEqual([]);
    },
  );

  it('names each enumeration that occurs four times or more', async () => {
    const counts = new Map<string, number>();
    const count = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { enum: values } = value as { enum?: unknown[] };
      // One value is a constant, and the codes of an error answer are its own.
      if (values && values.length > 1 && !String(values[0]).match(/^[A-Z_]+$/)) {
        const text = JSON.stringify(values);
        counts.set(text, (counts.get(text) ?? 0) + 1);
      }
      for (const [key, inner] of Object.entries(value)) if (key !== 'examples') count(inner);
    };
    count(await committed());

    expect([...counts].filter(([, times]) => times >= 4)).toEqual([]);
  });

  it('says of each list whether it has a cursor', async () => {
    const { paths, components } = (await committed()) as unknown as {
      paths: Reference['paths'];
      components: { schemas: Record<string, { properties?: { pagination?: Ref } }> };
    };
    const wrong = endpoints.flatMap(({ name, endpoint }) => {
      const { responses } = operationOf({ paths } as Reference, endpoint);
      const { $ref = '' } = responses[200]?.content?.['application/json']?.schema ?? {};
      const { pagination } = components.schemas[$ref.split('/').at(-1) ?? '']?.properties ?? {};
      const hasCursor = 'cursor' in (endpoint.query?.shape ?? {});
      const expected = hasCursor ? 'CursorPagination' : 'Pagination';
      return pagination && !pagination.$ref?.endsWith(`/${expected}`) ? [name] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('says which notification each type is, also on the stream', async () => {
    const { components, paths } = (await committed()) as unknown as {
      components: { schemas: Record<string, { discriminator?: { mapping: object } }> };
      paths: Record<string, { get: Operation }>;
    };
    const { discriminator } = components.schemas.Notification ?? {};
    expect(discriminator).toEqual({
      propertyName: 'type',
      mapping: Object.fromEntries(
        Object.keys(NOTIFICATION_TYPES).map((type) => [type, expect.any(String)]),
      ),
    });
    const stream = paths['/notifications/stream']?.get.responses[200]?.content;
    const schema = { $ref: '#/components/schemas/Notification' };
    expect(stream).toEqual({ 'text/event-stream': { schema } });
  });

  it('names the schema of every JSON answer', async () => {
    const { paths } = await committed();
    const anonymous = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ summary, responses }) =>
        Object.values(responses)
          .filter(({ content }) => content?.['application/json']?.schema.$ref === undefined)
          .filter(({ content }) => content?.['application/json'])
          .map(() => summary),
      );

    expect(anonymous).toEqual([]);
  });

  it('has an example of each code in every error answer, and no other code', async () => {
    const { components } = await committed();
    const { NotModified: _, ...errors } = components.responses;

    for (const [name, { description, content }] of Object.entries(errors)) {
      const { schema, examples = {} } = content['application/json'] ?? {};
      const [base, { properties }] = (schema as ErrorSchema).allOf;
      const codes = properties.code.enum;

      const hasCurrent = codes.includes('PRECONDITION_FAILED');
      const body = hasCurrent ? 'FailedPrecondition' : 'ErrorBody';
      const rest = hasCurrent ? { current: expect.objectContaining({ version: 3 }) } : {};
      expect([name, base]).toEqual([name, { $ref: `#/components/schemas/${body}` }]);
      expect(description.split(', ')).toEqual(codes);
      expect(Object.entries(examples)).toEqual(
        codes.map((code) => [code, { value: { error: expect.any(String), code, ...rest } }]),
      );
    }
  });

  describe.each(endpoints)('of $name', ({ endpoint }) => {
    it('states the summary, the group, the callers and every error code', async () => {
      const reference = await committed();
      const { summary, tags, security, responses } = operationOf(reference, endpoint);
      const errorCodes = Object.values(responses)
        .map(({ $ref = '' }) => reference.components.responses[$ref.split('/').at(-1) ?? ''])
        .flatMap((response) => response?.content?.['application/json']?.schema ?? [])
        .flatMap((schema) => (schema as ErrorSchema).allOf[1].properties.code.enum);

      expect(summary).toMatch(SUMMARY);
      expect(reference.tags.map(({ name }) => name)).toContain(tags[0]);
      expect(security).toHaveLength(
        { public: endpoint.knowsSender ? 3 : 0, optional: 3, user: 2, admin: 3 }[
          endpoint.auth as string
        ] ?? -1,
      );
      expect(errorCodes.toSorted()).toEqual([...errorsOf(endpoint)].toSorted());
      for (const code of errorCodes) expect(responses).toHaveProperty(`${ERROR_STATUS[code]}`);
    });

    it('states its response headers, and If-None-Match with an ETag', async () => {
      const { parameters, responses } = operationOf(await committed(), endpoint);
      const isCacheable = ['public', 'optional'].includes(endpoint.auth) && !endpoint.holdsProfiles;
      const isConditional =
        endpoint.method === 'get' && (isCacheable || endpoint.conditional === true);
      const { body, upload, path } = endpoint;
      const isLenient = Boolean(body ?? upload) || !path.startsWith('/admin/');

      for (const [status, { headers }] of Object.entries(responses)) {
        if (status >= '300') continue;
        expect(Object.keys(headers).toSorted()).toEqual(
          [
            'X-Request-Id',
            ...(isConditional || hasVersionTag(endpoint) ? ['ETag'] : []),
            ...(endpoint.auth !== 'public' || endpoint.limits || endpoint.readsPeople
              ? ['RateLimit', 'RateLimit-Policy']
              : []),
            ...(endpoint.idempotent ? ['Idempotency-Replayed'] : []),
            ...(isServed(endpoint) ? ['Accept-Ranges'] : []),
            ...(status === '206' ? ['Content-Range'] : []),
            ...(endpoint.download ? ['Content-Disposition'] : []),
            ...(endpoint.setsCookie ? ['Set-Cookie'] : []),
            ...(isLenient ? ['X-Unknown-Fields', 'Preference-Applied'] : []),
          ].toSorted(),
        );
      }
      expect(parameters.some(({ $ref }) => $ref === IF_NONE_MATCH.$ref)).toBe(isConditional);
      expect(parameters.some(({ $ref }) => $ref === IF_MATCH.$ref)).toBe(takesIfMatch(endpoint));
      expect(parameters.some(({ $ref }) => $ref === PREFER.$ref)).toBe(isLenient);
      expect(responses[304]).toEqual(
        isConditional ? { $ref: '#/components/responses/NotModified' } : undefined,
      );
    });

    it('describes bodies that it accepts', () => {
      const described = bodyOf(endpoint);
      // The description of a form includes its fields besides the file.
      const isForm = endpoint.upload?.begin !== undefined;
      expect(described === undefined).toBe(isForm || endpoint.body === undefined);
      if (!described) return;
      const samples = fc.sample(described, { seed: 1, numRuns: 40 });
      const accepted = samples.filter((body) => endpoint.body?.safeParse(body).success);

      expect(accepted.length).toBeGreaterThan(0);
    });

    it('has examples of its body and its JSON answers', () => {
      const { body, responses } = endpoint as { body?: z.ZodType; responses: object };
      const answers = Object.values<z.ZodType>({ ...responses }).flatMap(formsOf);
      const shown = answers
        .filter((schema) => mediaTypeOf(schema) === 'application/json')
        .map((schema) => streamedJsonOf(schema) ?? schema);

      if (body) expect(body.safeParse(exampleOf(body))).toMatchObject({ success: true });
      for (const schema of shown) {
        expect(schema.safeParse(exampleOf(schema, 'output'))).toMatchObject({ success: true });
      }
    });
  });
});

describe('the check of all responses', () => {
  const declaration: AnyEndpoint = tagged('Events')({
    name: 'getThing',
    route: 'GET /things/:id',
    auth: 'public',
    summary: 'Get a thing',
    responses: { 200: z.object({ id: z.int(), made_at: z.iso.datetime() }) },
    errors: ['NOT_FOUND'],
    handle: () => Promise.reject(new Error('never called')),
  });

  async function problemsWith(
    status: number,
    body: object | string,
    route: string | undefined,
    headers: Record<string, string> = { 'X-Request-Id': '1' },
  ) {
    const conformance = new Conformance([declaration]);
    const app = express().disable('x-powered-by').disable('etag');
    app.use((_req, res) => {
      res.locals.route = route;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      res.status(status).set(headers).type('json').send(text);
    });
    // Read as bytes, since one of the bodies is not JSON.
    await request(conformance.watch(app)).get('/api/v1/things/1').responseType('blob');
    return () => conformance.assertKept();
  }

  const thing = { id: 1, made_at: '2026-05-14T09:00:00.000Z' };

  it.each([
    ['a declared answer', 200, thing, '/things/:id'],
    ['a field that is added later', 200, { ...thing, color: 'red' }, '/things/:id'],
    ['a declared error', 404, { error: 'x', code: 'NOT_FOUND' }, '/things/:id'],
    ['an error without an endpoint', 404, { error: 'x', code: 'ROUTE_NOT_FOUND' }, undefined],
  ])('accepts %s', async (_what, status, body, route) => {
    expect(await problemsWith(status, body, route)).not.toThrow();
  });

  it.each([
    ['a missing field', 200, { id: 1 }, '/things/:id', 'made_at'],
    ['a field of another type', 200, { ...thing, id: 'one' }, '/things/:id', 'must be integer'],
    ['a time of another form', 200, { ...thing, made_at: '2026-05-14' }, '/things/:id', 'format'],
    ['another status', 201, thing, '/things/:id', 'unknown status code'],
    ['an answer without an endpoint', 200, thing, undefined, 'no endpoint is declared'],
    ['half an answer', 200, '{"id":', '/things/:id', 'no JSON'],
    ['a third key', 404, { error: 'x', code: 'NOT_FOUND', id: 1 }, '/things/:id', 'exactly'],
    ['an error without a text', 404, { code: 'NOT_FOUND' }, '/things/:id', 'exactly'],
    ['an unknown code', 404, { error: 'x', code: 'GONE' }, '/things/:id', 'GONE'],
    ['a code of another status', 400, { error: 'x', code: 'NOT_FOUND' }, '/things/:id', 'status'],
    ['an undeclared code', 409, { error: 'x', code: 'CONFLICT' }, '/things/:id', 'not declared'],
    [
      'a sentence of zod',
      404,
      { error: 'id: Invalid input: expected number', code: 'NOT_FOUND' },
      '/things/:id',
      'a sentence of zod',
    ],
  ])('reports %s', async (_what, status, body, route, problem) => {
    expect(await problemsWith(status, body, route)).toThrow(problem);
  });

  it('accepts declared headers, and reports undeclared and missing ones', async () => {
    const withHeaders = (headers: Record<string, string>) =>
      problemsWith(200, thing, '/things/:id', headers);

    expect(await withHeaders({ 'X-Request-Id': '1', ETag: 'W/"1"' })).not.toThrow();
    expect(await withHeaders({ 'X-Request-Id': '1', RateLimit: '"x"; r=1; t=1' })).toThrow(
      'the headers ratelimit are not declared',
    );
    expect(await withHeaders({})).toThrow('the headers X-Request-Id are missing');
  });
});
