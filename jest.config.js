import { availableParallelism } from 'node:os';

export default {
  // Node itself loads the files, and a worker keeps the service for its next files. In the sandboxes of
  // Jest, each file loads and compiles the service again: a run took a quarter more processor time.
  runner: 'jest-light-runner/child-process',
  setupFilesAfterEnv: ['<rootDir>/test/support/worker-setup.js'],
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // In the browser, only journeys are part of every run; `npm run test:browser` has all. What takes long is
  // in `npm run test:nightly`.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/console/(days|screens)/',
    '<rootDir>/test/mini-app/(?!journey)',
    '<rootDir>/test/nightly/',
    '<rootDir>/test/reference/',
  ],
  // By default Jest leaves one core free, but these tests spend a third of their time waiting.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
};
