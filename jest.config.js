import { availableParallelism } from 'node:os';

export default {
  testEnvironment: 'node',
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // In the browser, only the journeys are part of every run; `npm run test:browser` has all.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/console/screens/',
    '<rootDir>/test/mini-app/(client|screens)',
    '<rootDir>/test/reference/',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  // Stops a test that hangs. No test depends on it, even on a slow machine.
  testTimeout: 120_000,
  // By default Jest leaves one core free, but these tests spend a third of their time waiting.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // V8's cache of compiled code keeps the modules of every file that a worker has run, 29 MB each, so
  // `npm test` is without it. What the collector has not reached yet is no reason to start a new worker,
  // which compiles everything again: 2 s of processor time.
  workerIdleMemoryLimit: '1GB',
  // Three files of the domain contain only types.
  collectCoverageFrom: [
    'src/**/*.ts',
    '!src/**/*.d.ts',
    // Runs in browsers.
    '!src/{console,reference}/**',
    '!src/domain/{messaging/admin-notifications,messaging/spreadsheet-broadcasts}.ts',
  ],
  coverageProvider: 'v8',
  coverageReporters: ['text', 'text-summary'],
  coverageThreshold: { global: { lines: 90 }, './src/domain/': { lines: 100 } },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript' },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
};
