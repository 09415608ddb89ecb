import base from '../../jest.config.js';

const { runner: _, setupFilesAfterEnv: __, ...config } = base;

/**
 * Coverage needs the runner of Jest, which loads and transforms each file itself. It isolates the files of
 * tests from one another, too, so it shows what one leaves behind for the next.
 */
export default {
  ...config,
  rootDir: '../..',
  extensionsToTreatAsEsm: ['.ts'],
  testTimeout: 120_000,
  // What the collector has not reached yet is no reason to start a new worker, which compiles everything
  // again.
  workerIdleMemoryLimit: '1GB',
  collectCoverage: true,
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
