import config from '../../jest.config.js';

/**
 * What takes too long for every change: processes that are killed, ten thousand rows, races of seconds.
 * `npm run test:nightly -- attendance` before a change of a capability is merged; all of them each night.
 */
export default {
  ...config,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/nightly/**/*.test.ts'],
  testPathIgnorePatterns: [],
};
