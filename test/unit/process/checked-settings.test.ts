import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../../src/config.ts';
import { openEnvironment } from '../../../src/environment.ts';

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
