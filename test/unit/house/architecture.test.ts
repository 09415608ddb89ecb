import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The rooms that each room may import besides itself, PUBLIC and, only as types, TYPE_DOORS. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  client: [],
  console: ['client'],
  reference: [],
  'http/routers': [
    'http/event-stream.ts',
    'http/schemas',
    'http/served-file.ts',
    'http/tagged.ts',
    'http/uploads',
    'services',
  ],
  'http/schemas': [],
  'http/uploads': [
    'formats/contacts',
    'formats/schedules',
    'formats/tables',
    'http/validation-sentences.ts',
  ],
  'http/middleware': ['http', 'services'],
  http: ['http/middleware', 'services'],
  services: ['repositories/store.ts', 'integrations', 'formats'],
  repositories: ['db'],
  db: [],
  jobs: ['services', 'repositories/store.ts', 'integrations'],
  integrations: ['formats/icalendar'],
  'formats/schedules': [
    'formats/icalendar/event-details.ts',
    'formats/icalendar/plain-text.ts',
    'formats/icalendar/zone-names.ts',
    'formats/tables/table-format.ts',
    'formats/tables/text-decoding.ts',
    'formats/xml-reader.ts',
  ],
  'formats/tables': ['formats/xml-reader.ts'],
  'formats/icalendar': ['formats/content-lines.ts'],
  'formats/contacts': ['formats/content-lines.ts'],
  'formats/media': [],
  domain: ['messages'],
  messages: [],
  lib: [],
  'lib/version.ts': ['../package.json'],
  development: ['db', 'config.ts', 'http/pages.ts'],
  metrics: [],
};
const TYPE_DOORS: Readonly<Record<string, readonly string[]>> = {
  'http/routers': ['http/endpoint.ts'],
  'http/schemas': ['db/changes.ts', 'db/pages.ts'],
  'http/uploads': ['http/endpoint.ts'],
  services: ['db/changes.ts', 'db/pages.ts', 'db/notify-listener.ts', 'repositories'],
  development: ['app.ts'],
  metrics: ['db', 'http/response-cache.ts', 'http/listener.ts', 'overload.ts'],
};
/** The capabilities that the services of each capability may import besides their own. */
const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  administration: ['people'],
  people: [],
  operations: ['media', 'quests'],
  feedback: ['messaging'],
  attendance: ['people'],
  media: ['people'],
  messaging: ['people'],
  networking: ['messaging', 'people'],
  partner: ['messaging'],
  programme: ['attendance', 'messaging', 'people'],
  registration: ['attendance', 'messaging', 'people', 'programme', 'quests'],
  quests: ['attendance', 'media', 'messaging', 'networking', 'people'],
  webhooks: ['administration'],
  sources: ['administration', 'attendance', 'programme'],
};
const PUBLIC = ['domain', 'lib', 'errors.ts'];
/** Files that see everything, since they put it together. */
const ROOTS = ['app', 'app.ts', 'environment.ts', 'main.ts'];

/** Packages that only some rooms may know. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  express: ['http', 'app.ts', 'development/demo.ts'],
  'express-rate-limit': ['http'],
  multer: ['http'],
  negotiator: ['http'],
  cors: ['http'],
  yauzl: ['formats/tables'],
  yazl: ['formats/tables'],
  'csv-parse': ['formats/tables'],
  'csv-stringify': ['formats/tables'],
  qrcode: ['lib/qr-codes.ts'],
  esbuild: ['development/pages.ts'],
  'swagger-ui-dist': ['reference'],
  preact: ['console'],
  '@tanstack/preact-query': ['console'],
  'wouter-preact': ['console'],
  'idb-keyval': ['console/door'],
  jsqr: ['console/door/decoder-worker.ts'],
  htmlparser2: ['formats/xml-reader.ts'],
  sharp: ['formats/media', 'development/demo-pictures.ts'],
  zod: ['http', 'lib/settings.ts', 'lib/setting-types.ts', 'integrations', 'jobs'],
  knex: ['repositories', 'db', 'app'],
  pg: ['db', 'development'],
  'pg-copy-streams': ['db'],
  'pg-boss': ['jobs', 'repositories/jobs.repository.ts'],
  jsonwebtoken: ['services/people/tokens.service.ts'],
  undici: ['integrations'],
  'ipaddr.js': ['integrations'],
  'ical.js': ['formats/icalendar'],
  'html-to-text': ['formats/icalendar'],
  'windows-iana': ['formats/icalendar'],
  transliteration: ['db/slugs.ts'],
  'ical-generator': ['formats/content-lines.ts', 'formats/icalendar'],
  'intl-messageformat': ['messages'],
  'prom-client': ['metrics'],
  grammy: ['integrations/messenger'],
  '@aws-sdk/client-s3': ['integrations/media'],
  '@aws-sdk/lib-storage': ['integrations/media'],
};

/** The ending of every file of a room, which tells its role wherever its name appears. */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  'http/routers': ['.router.ts'],
  'http/schemas': ['.schemas.ts'],
  services: ['.service.ts'],
  repositories: ['.repository.ts', '.read-model.ts', '.sql.ts'],
  console: ['.ts', '.tsx'],
  jobs: ['.jobs.ts'],
};
/** Rooms are more than their roles: what several files of one share. */
const SHARED = [
  'http/schemas/common.ts',
  'repositories/administration/administration-repositories.ts',
  'repositories/attendance/attendance-repositories.ts',
  'repositories/messaging/messaging-repositories.ts',
  'repositories/networking/networking-repositories.ts',
  'repositories/operations/operations-repositories.ts',
  'repositories/people/people-repositories.ts',
  'repositories/programme/programme-repositories.ts',
  'repositories/quests/quest-repositories.ts',
  'repositories/registration/registration-repositories.ts',
  'repositories/webhooks/webhook-repositories.ts',
  'repositories/sources/sources-repositories.ts',
  'repositories/bindings.ts',
  'repositories/post-commit-hooks.ts',
  'repositories/store.ts',
  'repositories/stream-changes.ts',
  'repositories/cache-tags.ts',
  'jobs/job.ts',
  'jobs/job-runs.ts',
  'jobs/jobs.ts',
  'jobs/queue.ts',
  'jobs/worker.ts',
];

/** Written by `npm run generate`. */
const GENERATED = ['client/routes.ts'];

/** A file this long is full: it is split before the change that needs the room. */
const MAX_LINES = 270;
const WAYS_TO_SPLIT =
  'split it by thought, in a commit of its own. A rule moves to domain, SQL to a .sql.ts file, ' +
  'a second noun to a second service, read model or schemas file (admin-… for administrators).';

interface Import {
  readonly target: string;
  readonly isType: boolean;
}
interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly packages: readonly string[];
  readonly imports: readonly Import[];
}

const files: readonly SourceFile[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map(read);

function read(path: string): SourceFile {
  const text = readFileSync(join('src', path), 'utf8');
  const from = [
    ...text.matchAll(/^(?:import|export)( type)?\b[^;'"]*?from '([^']+)'/gm),
    ...text.matchAll(/(?:^import |\bimport\()()'([^']+)'/gm),
  ].map(([, type, target = '']) => ({ target, isType: type === ' type' }));
  return {
    path,
    text,
    packages: from
      .filter(({ target }) => !target.startsWith('.') && !target.startsWith('node:'))
      .map(({ target }) => target.split('/', target.startsWith('@') ? 2 : 1).join('/')),
    imports: from
      .filter(({ target }) => target.startsWith('.'))
      .map(({ target, isType }) => ({ target: join(dirname(path), target), isType })),
  };
}

const isWithin = (path: string, room: string) => path === room || path.startsWith(`${room}/`);
const isInOneOf = (path: string, rooms: readonly string[] = []) =>
  rooms.some((room) => isWithin(path, room));
const roomIn = (map: Readonly<Record<string, unknown>>, path: string) =>
  Object.keys(map)
    .filter((room) => isWithin(path, room))
    .sort((a, b) => b.length - a.length)[0];

function mayImport(path: string, { target, isType }: Import): boolean {
  const room = roomIn(DOORS, path);
  if (room === undefined) return isInOneOf(path, ROOTS) || isInOneOf(target, PUBLIC);
  const doors = [...PUBLIC, ...(DOORS[room] ?? []), ...(isType ? (TYPE_DOORS[room] ?? []) : [])];
  return roomIn(DOORS, target) === room || isInOneOf(target, doors);
}

/** The paths of files whose text has what `pattern` looks for. */
const filesWith = (pattern: RegExp, except: readonly string[] = []) =>
  files
    .filter(({ path, text }) => pattern.test(text) && !isInOneOf(path, except))
    .map(({ path }) => path);

describe('every file', () => {
  it('imports only through the doors of its room', () => {
    const strays = files.flatMap(({ path, imports }) =>
      imports
        .filter((one) => !mayImport(path, one))
        .map(({ target, isType }) => `${path} -> ${target}${isType ? ' (type)' : ''}`),
    );
    expect(strays).toEqual([]);
  });

  it('of the typed client imports nothing else: it is a package of its own', () => {
    const strays = files
      .filter(({ path }) => isWithin(path, 'client'))
      .flatMap(({ path, packages, imports }) => [
        ...packages.map((name) => `${path} -> ${name}`),
        ...imports
          .filter(({ target }) => !isWithin(target, 'client'))
          .map(({ target }) => `${path} -> ${target}`),
      ]);
    expect(strays).toEqual([]);
  });

  it('among services imports only from the capabilities that its own may need', () => {
    const capabilityOf = (path: string) => /^services\/([a-z]+)\//.exec(path)?.[1];
    const strays = files.flatMap(({ path, imports }) => {
      const own = capabilityOf(path);
      if (!own) return [];
      const needed = [own, ...(CAPABILITIES[own] ?? [])];
      return imports
        .filter(({ target }) => !needed.includes(capabilityOf(target) ?? own))
        .map(({ target }) => `${path} -> ${target}`);
    });
    expect(strays).toEqual([]);
  });

  it('meets repositories only bound to a handle, in the store', () => {
    expect(filesWith(/\b[A-Z]\w*(Repository|ReadModel)\b/, ['repositories', 'db'])).toEqual([]);
  });

  it('leaves packages to the rooms that own them', () => {
    const strays = files.flatMap(({ path, packages }) =>
      packages
        .filter((name) => name in OWNERS && !isInOneOf(path, OWNERS[name]))
        .map((name) => `${path} -> ${name}`),
    );
    expect(strays).toEqual([]);
  });

  it('loads the metrics only where they are turned on', () => {
    const imports = /^import (?!type\b)[^;]*?from '[^']*\/(app\/metrics|metrics\/[a-z-]+)\.ts'/m;
    expect(filesWith(imports, ['metrics', 'app/metrics.ts'])).toEqual([]);
  });

  it('imports only packages that we depend on, not what others brought along', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    // What is built before the image, or is not in it.
    const isDevelopment = (path: string) =>
      isInOneOf(path, ['console', 'reference', 'development']);
    const strays = files.flatMap(({ path, packages }) =>
      packages
        .filter(
          (name) => !(name in dependencies || (isDevelopment(path) && name in devDependencies)),
        )
        .map((name) => `${path} -> ${name}`),
    );
    expect(strays).toEqual([]);
  });

  it('writes node: before what comes with Node', () => {
    const names = files.flatMap(({ packages }) => packages);
    expect(names.filter((name) => builtinModules.includes(name))).toEqual([]);
  });

  it('imports development code as a type or on demand only, since the image does not have it', () => {
    const imports =
      /^import (?!type\b)[^;]*?from '[^']*\/development\/|^export [^;]*?from '[^']*\/development\//m;
    expect(filesWith(imports, ['development'])).toEqual([]);
  });

  it('derives keys in one place, one for each purpose', () => {
    expect(filesWith(/hkdf|pbkdf2|scrypt/i)).toEqual(['lib/derived-keys.ts']);
  });

  it('is part of no circle', () => {
    const imported = new Map(files.map(({ path, imports }) => [path, imports]));
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (path: string, way: readonly string[]) => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' -> '));
      if (way.includes(path) || done.has(path)) return;
      for (const { target } of imported.get(path) ?? []) walk(target, [...way, path]);
      done.add(path);
    };
    for (const { path } of files) walk(path, []);
    expect(circles).toEqual([]);
  });

  it(`has at most ${MAX_LINES} lines`, () => {
    const long = files
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
      .filter(({ path, lines }) => lines > MAX_LINES && !GENERATED.includes(path))
      .map(({ path, lines }) => `${path} has ${lines} of ${MAX_LINES} lines: ${WAYS_TO_SPLIT}`);
    expect(long).toEqual([]);
  });

  it('has a name in kebab-case that tells its role', () => {
    const strays = files.filter(({ path }) => {
      if (SHARED.includes(path)) return false;
      const roles = ROLES[roomIn(ROLES, path) ?? ''] ?? ['.ts'];
      const name = basename(path);
      const role = roles.find((ending) => name.endsWith(ending));
      return !role || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name.slice(0, -role.length));
    });
    expect(strays.map(({ path }) => path)).toEqual([]);
  });

  it('exports by name, and from where the thing is', () => {
    expect(filesWith(/^export default\b/m)).toEqual([]);
    expect(files.filter(({ path }) => basename(path) === 'index.ts')).toEqual([]);
  });

  it('gets its settings handed in', () => {
    expect(filesWith(/\bprocess\.env\b/, ['config.ts', 'main.ts'])).toEqual([]);
  });

  it('runs no input as code, as a pattern or as a command', () => {
    expect(filesWith(/\beval\(|\bnew Function\(|'node:vm'/)).toEqual([]);
    // Put together from constants a pattern is as fixed as one that is written out.
    expect(filesWith(/\bRegExp\((?!`([^`$]|\$\{[A-Z_]+\})*`)/, ['development'])).toEqual([]);
    expect(filesWith(/'node:child_process'/, ['development'])).toEqual([]);
  });

  it('is finished', () => {
    expect(filesWith(/\b(TODO|FIXME|XXX)\b/)).toEqual([]);
  });
});

it('every shared file of a room is still there', () => {
  expect(SHARED.filter((path) => !files.some((file) => file.path === path))).toEqual([]);
});
