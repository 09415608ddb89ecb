import config from '../../jest.config.js';

// All tests in the browser. Where Chromium is missing, they fail.
process.env.REQUIRE_BROWSER = '1';

export default {
  ...config,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/{console,mini-app,reference}/**/*.test.ts'],
  testPathIgnorePatterns: [],
};
