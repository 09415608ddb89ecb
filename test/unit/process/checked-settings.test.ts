import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../../src/config.ts';
import { openEnvironment } from '../../../src/environment.ts';
import { ensureWritable } from '../../../src/lib/files.ts';
import { settingWarnings } from '../../../src/lib/settings.ts';

const ENOUGH = {
  DATABASE_URL: 'postgres://hallway@127.0.0.1/hallway',
  JWT_SECRET: 'a-secret-of-the-tests-of-the-settings-1234',
  ADMIN_API_KEY: 'the-admin-key-of-these-tests',
  MESSENGER_BOT_TOKEN: '7000000001:AAtestTESTtestTESTtestTESTtestTESTt',
};
const read = (env: NodeJS.ProcessEnv) => () => readConfig({ ...ENOUGH, ...env });

describe('settings that would be silently ineffective', () => {
  it.each<[string, NodeJS.ProcessEnv]>([
    ['CORS_ORIGINS', { CORS_ORIGINS: 'app.example.org' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://app.example.org/' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://app.example.org/app' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://a.example.org,https://App.example.org' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://app.example.org:443' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://h@127.0.0.1/h?sslmode=verify' }],
    ['DATABASE_READ_URL', { DATABASE_READ_URL: 'postgres://h@127.0.0.1/h?sslmode=true' }],
    ['METRICS_PORT', { METRICS_PORT: '3000' }],
    ['METRICS_PORT', { PORT: '8080', METRICS_PORT: '8080', METRICS_HOST: '0.0.0.0' }],
  ])('are refused by their name: %s of %j', (name, env) => {
    expect(read(env)).toThrow(new RegExp(`^Configuration:\\n +${name}: expected [^\\n]+$`));
  });

  it.each<NodeJS.ProcessEnv>([
    { CORS_ORIGINS: '*' },
    { CORS_ORIGINS: 'https://app.example.org,http://localhost:5173,capacitor://localhost' },
    { DATABASE_URL: 'postgres://h@127.0.0.1/h?sslmode=verify-full' },
    { PORT: '0', METRICS_PORT: '0' },
    { HOST: '10.0.0.7', METRICS_PORT: '3000' },
  ])('are taken where they are right: %j', (env) => {
    expect(read(env)).not.toThrow();
  });
});

it.each(['prod', 'Production', 'staging'])(
  'NODE_ENV=%s starts and writes nothing',
  async (NODE_ENV) => {
    const directory = path.join(tmpdir(), `hallway-${NODE_ENV}-of-these-tests`);
    await expect(openEnvironment({ NODE_ENV }, directory)).rejects.toThrow(
      'NODE_ENV: expected one of development, test, production',
    );
    expect(existsSync(directory)).toBe(false);
  },
);

describe('a warning at the start', () => {
  it.each([
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['MESENGER_BOT_TOKN', 'MESSENGER_BOT_TOKEN'],
    ['METRIC_PORT', 'METRICS_PORT'],
    ['jwt_secret', 'JWT_SECRET'],
    ['PROT', 'PORT'],
    ['Role', 'ROLE'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ])('names the setting that %s is close to: %s', (name, setting) => {
    expect(settingWarnings({ [name]: 'a value' })).toEqual([
      `${name} is no setting and has no effect: did you mean ${setting}?`,
    ]);
  });

  it.each([
    'PATH',
    'HOME',
    'HOSTNAME',
    'NODE_OPTIONS',
    'PGHOST',
    'PGPORT',
    'LANG',
    'TMPDIR',
    'LOGNAME',
  ])('does not come for %s', (name) => expect(settingWarnings({ [name]: 'a value' })).toEqual([]));

  it('does not come for a setting, nor for an empty variable', () => {
    expect(settingWarnings({ ...ENOUGH, DATABASE_URLS: '' })).toEqual([]);
  });

  it.each(['Mars/Olympus', 'CET-1CEST', '/etc/localtime'])('comes for TZ=%s', (TZ) => {
    expect(settingWarnings({ TZ })).toEqual([expect.stringMatching(/^TZ: expected an IANA/)]);
  });

  it.each(['Europe/Berlin', 'UTC', ':Asia/Tokyo', '/usr/share/zoneinfo/America/Lima', ''])(
    'does not come for TZ=%s',
    (TZ) => expect(settingWarnings({ TZ })).toEqual([]),
  );
});

describe('a folder of the service', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'hallway-folders-'));
    await writeFile(path.join(directory, 'file'), '');
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('is made where it is missing', async () => {
    const folder = path.join(directory, 'new', 'media');
    await ensureWritable(folder, 'MEDIA_DIR');
    await ensureWritable(folder, 'MEDIA_DIR');
    expect(existsSync(folder)).toBe(true);
  });

  it.each([
    ['file', 'it is no folder'],
    ['file/media', 'this process cannot write to it (ENOTDIR)'],
  ])('is refused in one sentence: %s', async (name, reason) => {
    await expect(ensureWritable(path.join(directory, name), 'MEDIA_DIR')).rejects.toThrow(
      `MEDIA_DIR: expected a folder, but ${reason}`,
    );
  });

  it('is refused in development too, before anything else is started', async () => {
    const file = path.join(directory, 'file');
    await expect(openEnvironment({}, file)).rejects.toThrow(
      `The development data in ${file}: expected a folder, but it is no folder`,
    );
  });
});
