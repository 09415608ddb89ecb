import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import express from 'express';
import request from 'supertest';
import { z } from 'zod';
import { ERROR_STATUS } from '../../src/errors.ts';
import { type AnyEndpoint, endpoint } from '../../src/http/endpoint.ts';
import { errorsOf, formsOf, mediaTypeOf } from '../../src/http/errors-of.ts';
import { startApi } from '../support/api.ts';
import { Conformance } from '../support/conformance.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';
import { exampleOf } from '../support/examples.ts';

interface Operation {
  summary: string;
  tags: string[];
  security: object[];
  responses: Record<string, { description: string }>;
}
interface Reference {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
}

const FILE = 'docs/openapi.json';
const committed = async (): Promise<Reference> => JSON.parse(await readFile(FILE, 'utf8'));
const endpoints = declaredEndpoints().map((endpoint) => ({ name: nameOf(endpoint), endpoint }));

/** A verb of `docs/style.md` and a noun. */
const SUMMARY =
  /^(Accept|Approve|Attend|Block|Cancel|Check in|Create|Delete|Dismiss|Export|Get|Import|List|Mark|Preview|Refresh|Register|Reject|Request|Reschedule|Send|Sign in|Test|Unblock|Undo|Update)(,? [^.]+)?$/;

describe('the API reference', () => {
  it('gives each endpoint a name of its own', () => {
    const names = endpoints.map(({ endpoint }) => endpoint.name);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+)+$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is served as it is committed (after a change: npm run openapi)', async () => {
    const api = await startApi();
    const { body } = await api.anonymous().get('/api/v1/openapi.json').expect(200);
    await api.close();

    expect(body).toEqual(await committed());
  });

  it('is sound OpenAPI 3.1, and its examples fit its schemas', async () => {
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

  describe.each(endpoints)('of $name', ({ endpoint }) => {
    it('says what it does, for whom, and every way it fails', async () => {
      const { paths, tags } = await committed();
      const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method];

      expect(operation?.summary).toMatch(SUMMARY);
      expect(tags.map(({ name }) => name)).toContain(operation?.tags[0]);
      expect(operation?.security).toHaveLength(
        { public: 0, optional: 3, user: 2, admin: 2 }[endpoint.auth as string] ?? -1,
      );
      for (const code of errorsOf(endpoint)) {
        expect(operation?.responses[ERROR_STATUS[code]]?.description.split(', ')).toContain(code);
      }
    });

    it('shows what to send and what comes back', () => {
      const { body, responses } = endpoint as { body?: z.ZodType; responses: object };
      const answers = Object.values<z.ZodType>({ ...responses }).flatMap(formsOf);
      const shown = answers.filter((schema) => mediaTypeOf(schema) === 'application/json');

      for (const schema of body ? [body, ...shown] : shown) {
        expect(schema.safeParse(exampleOf(schema))).toMatchObject({ success: true });
      }
    });
  });
});

describe('the check of all answers', () => {
  const declaration: AnyEndpoint = endpoint({
    name: 'getThing',
    method: 'get',
    path: '/things/:id',
    auth: 'public',
    tag: 'Events',
    summary: 'Get a thing',
    responses: { 200: z.object({ id: z.int(), made_at: z.iso.datetime() }) },
    errors: ['NOT_FOUND'],
    handle: () => Promise.reject(new Error('never called')),
  });

  async function problemsWith(status: number, body: object | string, route: string | undefined) {
    const conformance = new Conformance([declaration]);
    const app = express().use((_req, res) => {
      res.locals.route = route;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      res.status(status).type('json').send(text);
    });
    // Taken as bytes, since one of the answers is no JSON.
    await request(conformance.watch(app)).get('/api/v1/things/1').responseType('blob');
    return () => conformance.assertKept();
  }

  const thing = { id: 1, made_at: '2026-05-14T09:00:00.000Z' };

  it.each([
    ['what is declared', 200, thing, '/things/:id'],
    ['a field of tomorrow', 200, { ...thing, colour: 'red' }, '/things/:id'],
    ['an error that is declared', 404, { error: 'x', code: 'NOT_FOUND' }, '/things/:id'],
    ['an error of no endpoint', 404, { error: 'x', code: 'ROUTE_NOT_FOUND' }, undefined],
  ])('takes %s', async (_what, status, body, route) => {
    expect(await problemsWith(status, body, route)).not.toThrow();
  });

  it.each([
    ['a missing field', 200, { id: 1 }, '/things/:id', 'made_at'],
    ['a field of another type', 200, { ...thing, id: 'one' }, '/things/:id', 'must be integer'],
    ['a time of another form', 200, { ...thing, made_at: '2026-05-14' }, '/things/:id', 'format'],
    ['another status', 201, thing, '/things/:id', 'unknown status code'],
    ['an answer of no endpoint', 200, thing, undefined, 'no endpoint is declared'],
    ['half an answer', 200, '{"id":', '/things/:id', 'no JSON'],
    ['a third key', 404, { error: 'x', code: 'NOT_FOUND', id: 1 }, '/things/:id', 'exactly'],
    ['an error without a text', 404, { code: 'NOT_FOUND' }, '/things/:id', 'exactly'],
    ['a code unheard of', 404, { error: 'x', code: 'GONE' }, '/things/:id', 'GONE'],
    ['a code of another status', 400, { error: 'x', code: 'NOT_FOUND' }, '/things/:id', 'status'],
    ['a code not declared', 409, { error: 'x', code: 'CONFLICT' }, '/things/:id', 'not declared'],
  ])('refuses %s', async (_what, status, body, route, problem) => {
    expect(await problemsWith(status, body, route)).toThrow(problem);
  });
});
