import coverage from './coverage.config.js';

const { globalSetup: _, globalTeardown: __, coverageThreshold: ___, ...config } = coverage;

/** The tests of rules, without a database, for `npm run mutation`. */
export default {
  ...config,
  collectCoverage: false,
  testMatch: [
    '<rootDir>/test/unit/{administration,attendance,feedback,lists,media,messaging}/**/*.test.ts',
    '<rootDir>/test/unit/{networking,operations,partner,people,programme,quests}/**/*.test.ts',
  ],
};
