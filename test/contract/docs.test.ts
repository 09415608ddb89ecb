import { existsSync, readFileSync } from 'node:fs';
import { errorsPage } from '../../scripts/errors-page.ts';
import { jobsPage } from '../../scripts/jobs-page.ts';
import { readConfig } from '../../src/config.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

describe('README.md', () => {
  const readme = read('README.md');

  it('names existing scripts', () => {
    const named = [...readme.matchAll(/npm run ([a-z][a-z:]*)/g)].map(([, name]) => name);
    const { scripts } = JSON.parse(read('package.json'));

    expect(named.filter((name) => !(String(name) in scripts))).toEqual([]);
  });

  it('links to existing pages', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, file = '']) => file);
    const missing = links.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)));

    expect(missing).toEqual([]);
  });
});

describe('npm run docs', () => {
  it.each([
    ['docs/errors.md', errorsPage],
    ['docs/jobs.md', jobsPage],
  ])('wrote %s from the current code', (file, page) => {
    expect(read(file)).toBe(page());
  });
});

describe('.env.example', () => {
  const NEEDED = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://127.0.0.1/hallway',
    JWT_SECRET: 'what signs the tokens of this test only',
    ADMIN_API_KEY: 'the key of this test only',
    MESSENGER_BOT_ID: '1',
  };
  const settings = [...read('.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm)];

  it('shows the current defaults', () => {
    const shown = Object.fromEntries(settings.map(([, name, value]) => [name, value]));

    expect(readConfig({ ...shown, ...NEEDED })).toEqual(readConfig(NEEDED));
  });

  it('has a comment above every setting', () => {
    const lines = read('.env.example').split('\n');
    const bare = settings.filter(([line]) => !lines[lines.indexOf(line) - 1]?.startsWith('# '));

    expect(bare.map(([line]) => line)).toEqual([]);
  });
});

describe('docker-compose.yml', () => {
  it('publishes only the port of the proxy, on 127.0.0.1', () => {
    expect(read('docker-compose.yml').match(/ports:.*/g)).toEqual(['ports: ["127.0.0.1:8080:80"]']);
  });
});
