import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import {
  operationRoutes,
  operationTypes,
  type Reference,
} from '../../../scripts/client-operations.ts';
import { ADMIN_API_KEY } from '../../support/api.ts';
import { createEmptyDatabase } from '../../support/database.ts';
import { installPackedClient } from '../../support/packed-client.ts';
import { endServices, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const run = promisify(execFile);
const COMPILER = path.resolve('node_modules/typescript/bin/tsc');
const STRICT = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: ['node'],
  typeRoots: [path.resolve('node_modules/@types')],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitOverride: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
};

const reference = async () => JSON.parse(await readFile('docs/openapi.json', 'utf8')) as Reference;

describe('the generated part of the client', () => {
  it('is that of the API reference; run `npm run generate`', async () => {
    const routes = await readFile('src/client/routes.ts', 'utf8');
    expect(routes === operationRoutes(await reference())).toBe(true);
  });

  it.each([
    ['as it is', (text: string) => text, ''],
    [
      'with a renamed field',
      (text: string) => text.replaceAll(/"starts_at"/g, '"begins_at"'),
      'starts_at',
    ],
    [
      'without a field',
      (text: string) => JSON.stringify(without('starts_at', JSON.parse(text))),
      'starts_at',
    ],
    [
      'with another type of a field',
      (text: string) => JSON.stringify(flagged('title', JSON.parse(text))),
      'boolean',
    ],
  ])(
    'compiles with its users by the reference %s, or names what it lacks',
    async (_, change, expected) => {
      const { components, paths } = await reference();
      const schemas = JSON.parse(change(JSON.stringify(components.schemas)));
      const types = operationTypes({ paths, components: { ...components, schemas } });
      const directory = await mkdtemp(path.join(tmpdir(), 'hallway-generated-'));
      const source = path.join(directory, 'client');
      await mkdir(source);
      for (const file of await readdir('src/client')) {
        await copyFile(path.join('src/client', file), path.join(source, file));
      }
      await writeFile(path.join(source, 'operations.d.ts'), types);
      await copyFile('test/fixtures/client/tour.ts', path.join(directory, 'tour.ts'));
      await writeFile(path.join(directory, 'package.json'), '{ "type": "module" }');
      await compilerOptions(directory, {
        paths: { '@hallway/client': ['./client/exports.ts'] },
        allowImportingTsExtensions: true,
      });
      const stdout = await run(process.execPath, [COMPILER, '-p', directory]).then(
        (passed) => passed.stdout,
        (failed: { stdout: string }) => failed.stdout,
      );
      await rm(directory, { recursive: true });
      expect(stdout === '').toBe(expected === '');
      expect(stdout).toContain(expected);
    },
  );
});

type Json = { readonly [name: string]: Json } | readonly Json[] | string | number | boolean | null;

/** The same schemas without a field of objects. */
function without(field: string, value: Json): Json {
  if (Array.isArray(value))
    return value.filter((one) => one !== field).map((one) => without(field, one));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== field);
  return Object.fromEntries(kept.map(([name, one]) => [name, without(field, one)]));
}

/** The same schemas with a field of objects that is true or false. */
function flagged(field: string, value: Json): Json {
  if (Array.isArray(value)) return value.map((one) => flagged(field, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === field && typeof one === 'object' ? { type: 'boolean' } : flagged(field, one),
    ]),
  );
}

async function compilerOptions(directory: string, others: object = {}): Promise<void> {
  const config = { compilerOptions: { ...STRICT, ...others }, include: ['*.ts'] };
  await writeFile(path.join(directory, 'tsconfig.json'), JSON.stringify(config));
}

describe('the packed client', () => {
  let project: string;

  beforeAll(async () => {
    project = await mkdtemp(path.join(tmpdir(), 'hallway-client-'));
    await installPackedClient(project);
    for (const file of ['tour.ts', 'page.ts', 'refused.ts']) {
      await copyFile(`test/fixtures/client/${file}`, path.join(project, file));
    }
  });
  async function exportedBy(file: string): Promise<string[]> {
    const text = await readFile(path.join(project, 'node_modules/@hallway/client', file), 'utf8');
    const declared = [...text.matchAll(/^export (?:type|interface) (\w+)/gm)].map(
      ([, name]) => name,
    );
    const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.replace(/^\s*type /, '').trim());
    return [...declared, ...listed].filter((name) => name !== undefined && name !== '') as string[];
  }
  afterAll(async () => {
    await endServices();
    await rm(project, { recursive: true });
  });

  it.each(['nodenext', 'bundler'])(
    'compiles in a strict project that resolves by %s',
    async (by) => {
      await compilerOptions(project, {
        moduleResolution: by,
        module: by === 'nodenext' ? by : 'esnext',
      });
      await expect(run(process.execPath, [COMPILER, '-p', project])).resolves.toMatchObject({
        stdout: '',
      });
    },
  );

  it('has types where only `main` and `types` of a package are known', async () => {
    const root = path.join(project, 'node_modules/@hallway/client');
    const { main, types } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
    expect(await readdir(root)).toEqual(
      expect.arrayContaining([path.basename(main), path.basename(types)]),
    );
  });

  it('exports no type that hides a global one', async () => {
    const names = (await Promise.all(['operations.d.ts', 'exports.d.ts'].map(exportedBy))).flat();
    // Of the workers of services alone, where no program calls this API by another client.
    const looked = [...new Set(names)].filter((name) => name !== 'Client');
    expect(looked).toEqual(expect.arrayContaining(['ApiEvent', 'ApiNotification', 'RequestBody']));
    const directory = await mkdtemp(path.join(tmpdir(), 'hallway-globals-'));
    const lines = looked.map((name, index) => `export type T${index} = ${name};`);
    await writeFile(path.join(directory, 'globals.ts'), lines.join('\n'));
    await compilerOptions(directory, { types: [] });
    const { stdout } = await run(process.execPath, [COMPILER, '-p', directory]).catch(
      (failed: { stdout: string }) => failed,
    );
    await rm(directory, { recursive: true });
    const unknown = [...stdout.matchAll(/Cannot find name '(\w+)'/g)].map(([, name]) => name);
    expect(looked.filter((name) => !unknown.includes(name))).toEqual([]);
  });

  it('says the range of a number', async () => {
    const root = path.join(project, 'node_modules/@hallway/client');
    const types = await readFile(path.join(root, 'operations.d.ts'), 'utf8');
    expect(types).toMatch(/1 to 100, 20 by default\. \*\/\nreadonly limit\?: number/);
  });

  it('has no dependencies, and the code of no more than 5 kB beside its table of 4 kB', async () => {
    const sizeOf = async (entry: string) => {
      const { outputFiles } = await build({
        entryPoints: [entry],
        bundle: true,
        minify: true,
        format: 'esm',
        write: false,
      });
      return gzipSync(outputFiles[0]?.contents ?? '').length;
    };
    const root = path.join(project, 'node_modules/@hallway/client');
    const table = await sizeOf('src/client/routes.ts');
    expect(table).toBeLessThanOrEqual(4_096);
    expect((await sizeOf(path.join(root, 'index.js'))) - table).toBeLessThanOrEqual(5_120);
    expect(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))).not.toHaveProperty(
      'dependencies',
    );
  });

  it('has the version of the service', async () => {
    const versionOf = async (file: string) => JSON.parse(await readFile(file, 'utf8')).version;
    const installed = path.join(project, 'node_modules/@hallway/client/package.json');
    expect(await versionOf(installed)).toBe(await versionOf('package.json'));
  });

  it('makes the tour', async () => {
    await using database = await createEmptyDatabase();
    const env = { DATABASE_URL: database.url, ADMIN_API_KEY, LOG_LEVEL: 'info' };
    await using service = await startService({ env, cwd: project });
    const printed = () => /X-Messenger-Auth: ([^']+)'/.exec(service.output());
    await until(() => printed() !== null);
    const [, raw = ''] = printed() ?? [];
    const tour = path.join(project, 'tour.ts');
    const { stdout } = await run(process.execPath, [
      tour,
      `${service.url}/api/v1`,
      ADMIN_API_KEY,
      raw,
    ]);
    expect(stdout).toBe('tour: every answer was as expected\n');
  });
});
