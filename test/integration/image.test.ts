import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { BOT_TOKEN } from '../support/messenger.ts';
import { ENCRYPTION_KEY, endServices, startService } from '../support/service.ts';

const run = promisify(execFile);

/** Links the packages of this clone instead of installing them, and runs everything else. */
const NPM = `#!/bin/sh
if [ "$1" = ci ]; then exec ln -s "$PACKAGES" node_modules; fi
PATH=\${PATH#*:} exec npm "$@"
`;

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

const filesOf = (cwd: string, pattern: string) => globSync(pattern, { cwd }).sort();

describe('the image', () => {
  it('contains the service and its migrations, and no development code, test or seed', () => {
    const sources = filesOf('.', '{src,migrations}/**/*.ts').filter(
      (file) => !file.startsWith('src/development/') && !file.endsWith('.d.ts'),
    );
    const built = sources.map((file) => `dist/${file.replace(/ts$/, 'js')}`);

    expect(sources.length).toBeGreaterThan(300);
    expect(filesOf(image, '{*.*,dist/**/*.*}')).toEqual(
      [...built, 'dist/scripts/migrate.js', 'package.json'].sort(),
    );
  });

  it('migrates and serves in production', async () => {
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      JWT_SECRET: 'the-jwt-secret-of-the-image-0123456789',
      ADMIN_API_KEY: 'the-admin-key-of-the-image-01',
      ENCRYPTION_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      DRAIN_DELAY: '0',
    };
    await run(process.execPath, ['dist/scripts/migrate.js'], { cwd: image, env });
    const service = await startService({
      main: path.join(image, 'dist/src/main.js'),
      env: { ...env, MIGRATE_ON_START: 'false' },
      cwd: image,
    });

    for (const page of ['/healthz', '/api/v1/events', '/api/v1/docs', '/api/v1/openapi.json']) {
      expect((await fetch(service.url + page)).status).toBe(200);
    }
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.log().filter(({ level }) => level > 30)).toEqual([]);
  });
});
