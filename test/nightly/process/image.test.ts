import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { EXTERNAL_PACKAGES } from '../../../scripts/external-packages.ts';
import { startLocalObjectStore } from '../../../src/development/local-object-store.ts';
import { createEmptyDatabase, type TestDatabase } from '../../support/database.ts';
import { jpegWithPlace } from '../../support/media-files.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { ENCRYPTION_KEY, endServices, startService } from '../../support/service.ts';

const run = promisify(execFile);

/** Links the packages of this clone instead of installing them, and runs everything else. */
const NPM = `#!/bin/sh
if [ "$1" = ci ]; then mkdir node_modules; exec ln -s "$PACKAGES"/.bin "$PACKAGES"/* node_modules; fi
PATH=\${PATH#*:} exec npm "$@"
`;

const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:opening@example.org',
  'DTSTART:20260514T090000Z',
  'SUMMARY:Opening',
  'X-ALT-DESC;FMTTYPE=text/html:<p>Good <b>morning</b></p>',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

let directory: string;
let image: string;
let database: TestDatabase;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-image-'));
  image = path.join(directory, 'image');
  await writeFile(path.join(directory, 'npm'), NPM);
  await chmod(path.join(directory, 'npm'), 0o755);
  const PATH = `${directory}:${process.env.PATH}`;
  const env = { ...process.env, PATH, PACKAGES: path.resolve('node_modules') };
  await run('bash', ['scripts/image.sh', image], { env });
  database = await createEmptyDatabase();
});
afterAll(async () => {
  await endServices();
  await database?.drop();
  await rm(directory, { recursive: true });
});

async function openObjects() {
  const store = await startLocalObjectStore({ directory: path.join(directory, 'objects') });
  return { env: store.env, [Symbol.asyncDispose]: () => store.stop() };
}

/** Calls what needs each package that the bundle imports. */
async function usePackages(url: string, admin: Record<string, string>): Promise<void> {
  const call = async (endpoint: string, body: unknown, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData;
    const res = await fetch(`${url}/api/v1/${endpoint}`, {
      method: 'POST',
      headers: { ...headers, ...(!isForm && { 'Content-Type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    });
    const answer = JSON.parse(await res.text());
    expect([endpoint, res.ok, answer]).toEqual([endpoint, true, answer]);
    return answer;
  };
  const init_data = signInitData({ id: 7, first_name: 'Ada' }, { at: new Date() });
  const { token } = await call('auth/login', { init_data });
  const ada = { Authorization: `Bearer ${token}` };
  expect((await call('users/me/meet-code', {}, ada)).qr_svg).toContain('<svg');
  for (const store of ['images/upload', 'images/objstore/upload']) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await jpegWithPlace())]), 'a.jpg');
    const { url: address } = await call(store, form, ada);
    expect((await fetch(new URL(address, url))).headers.get('Content-Type')).toMatch(/^image\//);
  }
  const conference = {
    name: 'Ткацкий станок',
    starts_on: '2026-05-14',
    ends_on: '2026-05-15',
    timezone: 'Europe/Berlin',
  };
  expect((await call('admin/conferences', conference, admin)).slug).toMatch(/^[a-z-]+$/);
}

const textOf = (file: string) => readFileSync(path.join(image, file), 'utf8');
const filesOf = (cwd: string, pattern: string) => globSync(pattern, { cwd }).sort();

/** The commands of an operator. */
const SCRIPTS = [
  'scripts/bot.ts',
  'scripts/migrate.ts',
  'scripts/ops.ts',
  'scripts/rotate-keys.ts',
];

describe('the image', () => {
  it('contains the service and its migrations, and no development code, test or seed', () => {
    const migrations = filesOf('.', 'migrations/*.ts');
    const parts = filesOf('.', 'migrations/baseline/**/*.sql');
    const built = [...migrations, ...parts, 'src/main.ts', ...SCRIPTS].map(
      (file) => `dist/${file.replace(/ts$/, 'js')}`,
    );
    const isChunk = (file: string) => /^dist\/(?:src\/chunks|console|reference)\//.test(file);
    const files = filesOf(image, '{*.*,dist/**/*.*}');
    expect(files).toContain('dist/console/index.html');
    expect(files).toContain('dist/reference/index.html');
    expect(textOf('dist/reference/index.html')).not.toContain('Sign in as');
    const lists = ['console', 'reference', 'service'].map((name) => `dist/packages/${name}.json`);
    expect(files.filter((file) => !isChunk(file))).toEqual(
      [...built, ...lists, 'package.json'].sort(),
    );

    // Above the code of each file esbuild writes its path.
    const bundled = files
      .flatMap((file) => textOf(file).match(/^ *\/\/ \S+\.ts$/gm))
      .map((comment) => comment?.replace(/^ *\/\/ /, '') ?? '');
    // Twice for a file that imports a module of Node.js.
    const own = [...new Set(bundled)].filter((file) =>
      /^(src|migrations|scripts|test|bench)\//.test(file),
    );
    expect(own.length).toBeGreaterThan(250);
    expect(own.filter((file) => !/^(src\/(?!development\/)|migrations\/)/.test(file))).toEqual([
      ...SCRIPTS,
    ]);
  });

  it('contains the packages that the bundle imports, and of the others only the code in it', () => {
    const packages = filesOf(image, 'node_modules/{*,@*/*}/package.json').map(
      (file) => /^node_modules\/(.*)\/package\.json$/.exec(file)?.[1] ?? '',
    );
    expect(packages).toEqual(expect.arrayContaining(EXTERNAL_PACKAGES));
    const bundled: string[] = JSON.parse(textOf('dist/packages/service.json'));
    const names = bundled.map((ref) => ref.slice(0, ref.lastIndexOf('@')));
    expect(names).toEqual(expect.arrayContaining(['express', 'knex', 'pg', 'pino', 'zod']));
    expect(packages.filter((name) => /^(?:express|knex|pg|pino|zod)$/.test(name))).toEqual([]);
    expect(filesOf(image, 'node_modules/**/*.{map,d.ts}')).toEqual([]);
  });

  it('is described by its SBOM: no package for development, and those of the pages', async () => {
    const { stdout } = await run(process.execPath, ['scripts/sbom.ts', image], {
      maxBuffer: 2 ** 26,
    });
    const { bomFormat, components } = JSON.parse(stdout);
    expect(bomFormat).toBe('CycloneDX');
    const names: string[] = components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['express', 'sharp', 'preact', 'swagger-ui-dist']),
    );
    expect(names.filter((name) => /^(?:jest|typescript|esbuild|pino-pretty)$/.test(name))).toEqual(
      [],
    );
  });

  it('contains no second Node.js', () => {
    const packages = readdirSync(path.join(image, 'node_modules'));
    expect(packages).toContain('sharp');
    expect(packages).not.toContain('.bin');
    const isNode = (name: string) => existsSync(path.join(image, 'node_modules', name, 'bin/node'));
    expect(packages.filter(isNode)).toEqual([]);
  });

  it('reads at its start only what every request needs', () => {
    const read = new Set<string>();
    const follow = (file: string) => {
      if (read.has(file)) return;
      read.add(file);
      for (const [, chunk = ''] of textOf(file).matchAll(/^(?:import|} from) .*"(\.[^"]+)";$/gm))
        follow(path.join(path.dirname(file), chunk));
    };
    follow('dist/src/main.js');

    const packages = [...read].flatMap((file) => [
      ...textOf(file).matchAll(/^\/\/ .*node_modules\/([^/]+)/gm),
    ]);
    const names = new Set(packages.map(([, name]) => name));
    expect([...names]).toEqual(expect.arrayContaining(['express', 'knex', 'pg', 'zod']));
    const onDemand = [
      'csv-parse',
      'grammy',
      'html-to-text',
      'htmlparser2',
      'undici',
      'yauzl',
      'yazl',
    ];
    expect(onDemand.filter((name) => names.has(name))).toEqual([]);
  });

  it('migrates and serves in production', async () => {
    await using objects = await openObjects();
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      JWT_SECRET: 'the-jwt-secret-of-the-image-0123456789',
      ADMIN_API_KEY: 'the-admin-key-of-the-image-01',
      ENCRYPTION_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      DRAIN_DELAY: '0',
      MEDIA_DIR: path.join(directory, 'media'),
      ...objects.env,
      OBJSTORE_SECRET_ACCESS_KEY: 'the-object-secret-of-the-image-7f3a',
    };
    await run(process.execPath, ['dist/scripts/migrate.js'], { cwd: image, env });
    await using service = await startService({
      main: path.join(image, 'dist/src/main.js'),
      env: { ...env, MIGRATE_ON_START: 'false' },
      cwd: image,
    });

    const pages = ['/healthz', '/api/v1/events', '/api/v1/docs', '/api/v1/openapi.json', '/admin/'];
    for (const page of pages) {
      expect((await fetch(service.url + page)).status).toBe(200);
    }
    const docs = await (await fetch(`${service.url}/api/v1/docs`)).text();
    const [, script = ''] = /src="([^"]+)"/.exec(docs) ?? [];
    const loaded = await fetch(`${service.url}/api/v1/${script}`, {
      headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' },
    });
    expect(loaded.headers.get('Content-Encoding')).toBe('br');
    expect(await loaded.text()).toContain('opblock');

    const headers = { 'X-API-Key': env.ADMIN_API_KEY };
    // These load the chunks that the start does not read.
    for (const [name, content, endpoint] of [
      ['users.csv', await readFile('test/fixtures/workbooks/plain.csv'), 'users/bulk-import'],
      [
        'users.xlsx',
        await readFile('test/fixtures/workbooks/libreoffice-csv.xlsx'),
        'users/bulk-import',
      ],
      ['calendar.ics', Buffer.from(CALENDAR), 'events/import-all-extcal'],
    ] as const) {
      const body = new FormData();
      body.set('file', new Blob([content]), name);
      const url = `${service.url}/api/v1/admin/${endpoint}?dry_run=true`;
      const res = await fetch(url, { method: 'POST', headers, body });
      expect(`${name}: ${res.status} ${await res.text()}`).toContain(`${name}: 200 `);
    }
    await usePackages(service.url, headers);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.log().filter(({ level }) => level > 30)).toEqual([]);
  });
});
