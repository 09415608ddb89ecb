import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { dashboard } from '../../scripts/dashboard.ts';
import { errorsPage } from '../../scripts/errors-page.ts';
import { jobsPage } from '../../scripts/jobs-page.ts';
import { messagesPage } from '../../scripts/messages-page.ts';
import { metricsPage } from '../../scripts/metrics-page.ts';
import { readConfig } from '../../src/config.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';

const read = (file: string) => readFileSync(file, 'utf8');

const PAGES = [
  ...globSync('*.md'),
  ...globSync('docs/*.md'),
  ...globSync('docs/{runbook,decisions,capabilities}/*.md'),
].sort();

describe.each(PAGES)('%s', (page) => {
  const text = read(page);

  it('names scripts that exist', () => {
    const named = [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name]) => name);
    const { scripts } = JSON.parse(read('package.json'));

    expect(named.filter((name) => !(String(name) in scripts))).toEqual([]);
  });

  it('links to pages that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, file = '']) => file);

    expect(links.filter((file) => !existsSync(path.join(path.dirname(page), file)))).toEqual([]);
  });

  it('names files that exist', () => {
    const paths =
      /`((?:src|test|scripts|docs|migrations|deploy|bench|\.ci)(?:\/[\w./<>-]*)?|\.env\.example)`/g;
    const named = [...text.matchAll(paths)].map(([, file = '']) => file);

    // `<resource>` and similar are placeholders.
    const missing = named.filter((file) => globSync(file.replace(/<\w+>/g, '*')).length === 0);
    expect(missing).toEqual([]);
  });
});

describe('links to operations', () => {
  const operations = declaredEndpoints().map(({ tag, name }) => `${tag}/${name}`);

  it.each([...PAGES, 'docs/openapi.json'])('of %s name operations that exist', (page) => {
    const links = [...read(page).matchAll(/\]\([^)#\s]*#\/([^)\s]+)\)/g)].map(
      ([, link = '']) => link,
    );
    expect(links.filter((link) => !operations.includes(decodeURIComponent(link)))).toEqual([]);
  });

  it('are in the introduction of the API reference', () => {
    expect(read('docs/openapi.json')).toContain('](#/Authentication/signIn)');
  });
});

describe('README.md', () => {
  const lines = read('README.md').trimEnd().split('\n');

  it('has at most 150 lines', () => {
    expect(lines.length).toBeLessThanOrEqual(150);
  });

  it.each(['npm ci && npm start', 'npm ci && npm test'])('shows the command %s', (command) => {
    expect(lines).toContain(command);
  });
});

describe('CHANGELOG.md', () => {
  const KINDS = [
    'Upgrade notes',
    'Added',
    'Changed',
    'Deprecated',
    'Removed',
    'Fixed',
    'Security',
  ] as const;
  const GROUPS = [
    'Administration',
    'People',
    'Programme',
    'Attendance',
    'Networking',
    'Messaging',
    'Quests',
    'Media',
    'Partner',
    'Feedback',
    'Lists, imports and requests',
    'Operations',
  ] as const;
  const headings = (text: string, level: string) =>
    [...text.matchAll(new RegExp(`^${level} (.*)$`, 'gm'))].map(([, title]) => title);

  it('has each kind of change once, in order, and its capabilities, too', () => {
    const [, ...releases] = read('CHANGELOG.md').split(/^## /m);
    for (const release of releases) {
      const kinds = headings(release, '###');
      expect(kinds).toEqual(KINDS.filter((kind) => kinds.includes(kind)));
      for (const kind of release.split(/^### /m)) {
        const groups = headings(kind, '####');
        expect(groups).toEqual(GROUPS.filter((group) => groups.includes(group)));
      }
    }
  });
});

describe('docs/tour.md', () => {
  const calls = [...read('docs/tour.md').matchAll(/^curl (.*?)"\$API([^"]+)"(.*)/gm)].map(
    ([, options = '', called = '', rest = '']) => ({
      method: /-X (\w+)/.exec(options)?.[1] ?? (/ -[dF] /.test(rest) ? 'POST' : 'GET'),
      path: called,
    }),
  );
  const endpoints = declaredEndpoints();

  it.each(calls)('calls an endpoint that exists: $method $path', ({ method, path: called }) => {
    const segments = called.replace(/\?.*$/, '').split('/');
    const isCalled = (declared: string) =>
      declared.split('/').length === segments.length &&
      declared
        .split('/')
        .every((segment, at) =>
          segment.startsWith(':') ? segments[at]?.startsWith('$') : segment === segments[at],
        );

    const matching = endpoints.filter(
      (endpoint) => endpoint.method === method.toLowerCase() && isCalled(endpoint.path),
    );
    expect(matching.map(nameOf)).toHaveLength(1);
  });
});

describe('npm run tour', () => {
  it.each([
    [404, {}, 'expected status 2xx, got 404'],
    [201, { status: 'published' }, "expected of the answer: answer.status === 'draft'"],
    [201, { status: 'draft' }, 'expected a value: answer.id'],
  ])('says after %i %j which call failed, and what was expected', async (status, answer, says) => {
    const server = createServer((_req, res) => res.writeHead(status).end(JSON.stringify(answer)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const args = ['scripts/tour.ts', `http://127.0.0.1:${port}`, 'key', 'mina'];
    const { stderr } = await promisify(execFile)(process.execPath, args).catch((error) => error);
    server.close();

    const [line] = stderr.split('\n');
    const where = /^tour: docs\/tour\.md:\d+ POST \/admin\/conferences: /;
    expect(line).toMatch(where);
    expect(line.replace(where, '')).toBe(says);
  });
});

describe('docs/decisions', () => {
  it('lists every number once, with the page where it stands', () => {
    const page = read('docs/decisions/README.md');
    const rows = [...page.matchAll(/^\| (\d+) \| (.*) \|$/gm)];
    expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, at) => at + 1));
    const listed = rows.flatMap(([, , where = '']) => /\((\d{4}-.*\.md)\)$/.exec(where)?.[1] ?? []);
    expect([...listed, 'README.md']).toEqual(globSync('*.md', { cwd: 'docs/decisions' }).sort());
  });

  it('leaves to each capability a page of at most 120 lines', () => {
    const pages = globSync('*.md', { cwd: 'docs/capabilities' });
    expect(pages).toEqual(
      expect.arrayContaining(
        readdirSync('src/services')
          .filter((name) => !name.includes('.'))
          .map((name) => `${name}.md`),
      ),
    );
    const long = pages.filter((page) => read(`docs/capabilities/${page}`).split('\n').length > 121);
    expect(long).toEqual([]);
  });
});

describe('docs/operations.md', () => {
  it('finds erasures in the log by the names of their endpoints', () => {
    const named = [...read('docs/operations.md').matchAll(/\.endpoint == "(\w+)"/g)];
    const names = declaredEndpoints().map(({ name }) => name);

    expect(named.map(([, name]) => name)).toEqual(['deleteMyAccount', 'eraseUser']);
    expect(names).toEqual(expect.arrayContaining(named.map(([, name]) => name)));
  });
});

describe('docs/security.md', () => {
  const rows = read('docs/security.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));

  it('has 50 requirements, each with its tests or its gap', () => {
    expect(rows.map(([number]) => Number(number))).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 1),
    );
    expect(
      rows.filter(([, , status]) => !/^met$|^\*\*(partly|not met)\*\*: ./.test(status ?? '')),
    ).toEqual([]);
    expect(rows.filter(([, , status, , tests]) => !status?.includes('not met') && !tests)).toEqual(
      [],
    );
  });

  it('names files and tests that exist', () => {
    const named = rows.flatMap(([, , , files = '', tests = '']) => [
      ...`${files}<br>${tests}`.matchAll(/`([^`]+)`(?:: \*([^*]+)\*)?/g),
    ]);
    const missing = named.filter(
      ([, file = '', title]) => !existsSync(file) || (title && !hasTest(read(file), title)),
    );

    expect(missing.map(([text]) => text)).toEqual([]);
  });

  const hasTest = (source: string, title: string) =>
    ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`));
});

describe('the generated pages (after a change: npm run generate)', () => {
  it.each([
    ['docs/errors.md', errorsPage],
    ['docs/jobs.md', jobsPage],
    ['docs/metrics.md', metricsPage],
    ['deploy/grafana/dashboard.json', dashboard],
    ['docs/messages.md', messagesPage],
  ])('has the committed %s', (file, page) => {
    expect(read(file)).toBe(page());
  });
});

describe('.env.example, and the page of settings with defaults', () => {
  const NEEDED = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://127.0.0.1/hallway',
    JWT_SECRET: 'signs the tokens of this test only',
    ADMIN_API_KEY: 'the key of this test only',
    ENCRYPTION_KEY: 'dGhlIGVuY3J5cHRpb24ga2V5IG9mIHRoaXMgdGVzdCE=',
    MESSENGER_BOT_ID: '1',
  };
  const settings = [...read('.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm)];

  it('shows the actual defaults', () => {
    const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` \| (?:`(.*?)`)? +\|/gm)];
    expect(rows.length).toBeGreaterThan(30);
    const shown = Object.fromEntries(
      [...settings, ...rows].map(([, name, value]) => [name, value]),
    );

    expect(readConfig({ ...shown, ...NEEDED })).toEqual(readConfig(NEEDED));
  });

  it('explains every setting in the line above it', () => {
    const lines = read('.env.example').split('\n');
    const bare = settings.filter(([line]) => !lines[lines.indexOf(line) - 1]?.startsWith('# '));

    expect(bare.map(([line]) => line)).toEqual([]);
  });
});

describe('npm run env', () => {
  const BOT_TOKEN = '4242:a-token-of-this-test-only-0123';
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'hallway-env-'));
    mkdirSync(path.join(directory, 'scripts'));
    for (const file of ['.env.example', 'scripts/make-env.sh']) {
      copyFileSync(file, path.join(directory, file));
    }
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const makeEnv = (env: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)('bash', [path.join(directory, 'scripts/make-env.sh')], {
      env: { PATH: process.env.PATH, ...env },
    });
  const written = () => parseEnv(read(path.join(directory, '.env')));
  const configOf = (env: NodeJS.Dict<string>) =>
    readConfig({ ...env, NODE_ENV: 'production', DATABASE_URL: 'postgres://database/hallway' });

  it('writes everything that the service and docker-compose.yml require', async () => {
    await makeEnv();
    const env = written();

    expect(configOf(env)).toMatchObject({ production: true, messenger: { transport: 'none' } });
    const compose = read('docker-compose.yml');
    // Those with a default (`:-`) are not secrets.
    for (const [, name = ''] of compose.matchAll(/\$\{(\w+)(?=\}|:\?)/g)) {
      expect(env[name]).toMatch(name === 'MESSENGER_BOT_ID' ? /^1$/ : /^[0-9a-f]{48}$/);
    }
    expect(statSync(path.join(directory, '.env')).mode & 0o777).toBe(0o600);
  });

  it('takes the bot token, and with it the id of the bot, from the environment', async () => {
    await makeEnv({ MESSENGER_BOT_TOKEN: BOT_TOKEN });

    expect(configOf(written())).toMatchObject({
      messenger: { botToken: BOT_TOKEN, botId: 4242, transport: 'bot' },
    });
  });

  it('refuses a malformed bot token', async () => {
    await expect(makeEnv({ MESSENGER_BOT_TOKEN: 'a|b&c' })).rejects.toMatchObject({ code: 1 });
    expect(existsSync(path.join(directory, '.env'))).toBe(false);
  });

  it('sets all that a public host needs from its name', async () => {
    await makeEnv({ DOMAIN: 'api.example.org' });

    expect(written()).toMatchObject({
      SITE_ADDRESS: 'api.example.org',
      PUBLIC_URL: 'https://api.example.org',
      CORS_ORIGINS: 'https://api.example.org',
      PROXY_HTTP: '80',
      PROXY_HTTPS: '443',
    });
    expect(configOf(written())).toMatchObject({ publicUrl: 'https://api.example.org' });
  });

  it('lets the origins of the environment call the API', async () => {
    const CORS_ORIGINS = 'https://app.example.org,https://admin.example.org';
    await makeEnv({ DOMAIN: 'api.example.org', CORS_ORIGINS });

    expect(written()).toMatchObject({ CORS_ORIGINS, PUBLIC_URL: 'https://api.example.org' });
  });

  it.each([
    { DOMAIN: 'https://api.example.org' },
    { DOMAIN: 'a|b.org' },
    { DOMAIN: 'localhost' },
    { CORS_ORIGINS: 'app.example.org' },
    { CORS_ORIGINS: 'https://a.org|e' },
  ])('refuses %j', async (env) => {
    await expect(makeEnv(env)).rejects.toMatchObject({ code: 1 });
    expect(existsSync(path.join(directory, '.env'))).toBe(false);
  });

  it('never overwrites an existing .env', async () => {
    await makeEnv();
    const before = written();

    await expect(makeEnv()).rejects.toMatchObject({ code: 1 });
    expect(written()).toEqual(before);
  });
});

describe('docker-compose.yml', () => {
  const compose = read('docker-compose.yml');

  it('publishes only the ports of the proxy and of the dashboard, by default on the loopback address', () => {
    const published = compose
      .match(/ports:.*/g)
      ?.map((line) => line.replace(/\$\{\w+:-([\d.:]+)\}/g, '$1'));
    expect(published).toEqual([
      'ports: ["127.0.0.1:8080:80", "127.0.0.1:8443:443"]',
      'ports: ["127.0.0.1:3001:3000"]',
    ]);
  });

  it('has only the service, its database, its object store, its proxy, and what observes them', () => {
    const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'));

    expect([...services.matchAll(/^ {2}([\w-]+):/gm)].map(([, name]) => name)).toEqual([
      'proxy',
      'api-1',
      'api-2',
      'worker',
      'migrate',
      'database',
      'objects',
      'objects-key',
      'prometheus',
      'grafana',
    ]);
  });
});
