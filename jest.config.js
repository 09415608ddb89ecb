export default {
  testEnvironment: 'node',
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  testTimeout: 30_000,
  // As many as there are cores, since much of the time is spent waiting; Jest leaves one free.
  maxWorkers: '100%',
  // Three files of the domain hold types alone: there is nothing in them to run.
  collectCoverageFrom: [
    'src/**/*.ts',
    '!src/**/*.d.ts',
    '!src/domain/{messaging/admin-notifications,messaging/spreadsheet-broadcasts}.ts',
  ],
  coverageProvider: 'v8',
  coverageReporters: ['text', 'text-summary'],
  coverageThreshold: { global: { lines: 90 }, './src/domain/': { lines: 100 } },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
};
