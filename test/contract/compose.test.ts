import { readFileSync } from 'node:fs';
import { composeServices, containerEnvironment } from '../support/compose.ts';

const services = Object.entries(composeServices());

/** As `npm run env` writes it, with settings that differ from each other. */
const ENV = {
  MESSENGER_BOT_TOKEN: '4242:the-bot-token-of-this-test-0123',
  MESSENGER_BOT_ID: '4242',
  MESSENGER_TRANSPORT: 'bot',
  HALLWAY_PASSWORD: 'the-password-of-the-service',
  POSTGRES_PASSWORD: 'the-password-of-the-owner',
  OBJECTS_PASSWORD: 'the-secret-of-the-bucket-key',
  OBJECTS_ROOT_PASSWORD: 'the-secret-of-the-root-key',
};

/** The services whose containers get this value in any variable. */
const holdersOf = (secret: string): string[] =>
  services
    .filter(([, service]) =>
      Object.values(containerEnvironment(service, ENV)).some((value) => value.includes(secret)),
    )
    .map(([name]) => name);

describe.each(services)('the container of %s', (name, service) => {
  it('has limits of memory, cores and processes', () => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
    expect(String(service.cpus)).toMatch(/^(1|\$\{CPUS:-2\})$/);
    expect(service.pids_limit).toBeGreaterThanOrEqual(64);
    expect(service.pids_limit).toBeLessThanOrEqual(1_024);
  });

  it('has no capability that it does not need, and a read-only file system', () => {
    expect(service.cap_drop).toEqual(['ALL']);
    // Its program has this capability, and does not start where it is missing.
    expect(service.cap_add).toEqual(name === 'proxy' ? ['NET_BIND_SERVICE'] : undefined);
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
    expect(service.read_only).toBe(true);
  });

  it('runs an image with an exact version and a digest', () => {
    if (service.build) expect(service).toMatchObject({ build: '.', image: 'hallway' });
    else expect(service.image).toMatch(/^[\w./-]+:v?\d+\.\d+(\.\d+)?[\w.-]*@sha256:[0-9a-f]{64}$/);
  });
});

describe('secrets in docker-compose.yml', () => {
  it.each([
    ['the token of the bot', ENV.MESSENGER_BOT_TOKEN, ['worker']],
    ['the root key of the object store', ENV.OBJECTS_ROOT_PASSWORD, ['objects', 'objects-key']],
    [
      'the key of the bucket',
      ENV.OBJECTS_PASSWORD,
      ['api-1', 'api-2', 'worker', 'migrate', 'objects-key'],
    ],
    ['the password of the owner of the database', ENV.POSTGRES_PASSWORD, ['migrate', 'database']],
  ])('gives %s only to those who need it', (_what, secret, holders) => {
    expect(holdersOf(secret)).toEqual(holders);
  });
});

describe('the Dockerfile', () => {
  it('builds every stage from one base image with an exact version and a digest', () => {
    const dockerfile = readFileSync('Dockerfile', 'utf8');
    expect(dockerfile.match(/^FROM \S+/gm)).toEqual(Array(2).fill('FROM $NODE'));
    expect(dockerfile).toMatch(/^ARG NODE=node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/m);
  });
});
