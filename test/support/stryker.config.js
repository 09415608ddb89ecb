/**
 * Changes of src/domain that no unit test sees, also where a test over the database does. No file is left out:
 * types and `as const` tables have no changes. What may survive, besides the wording of sentences:
 *
 * - defaults that the types ask for (`= ''`, `?? []`, `?.` of what is always there)
 * - `x !== null &&` before a comparison with `Date.parse(x)`, which is false for NaN
 * - `<` or `<=` where both sides then give the same (the sooner of two starts)
 * - shortcuts that only save time (`wanted.size === 0`, `language === 'en'`, `place < 0` in `RankingCache`)
 */
export default {
  mutate: ['src/domain/**/*.ts'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { projectType: 'custom', configFile: 'test/support/mutation.config.js' },
  coverageAnalysis: 'perTest',
  // One in eight changes what is computed when a file is loaded: each would run all tests of the file again.
  ignoreStatic: true,
  // No file has this name: Stryker 10 would read tsconfig.json by an API that TypeScript 7 does not have.
  tsconfigFile: 'none.json',
  ignorePatterns: ['**', '!src/**', '!test/**', '!*.js*'],
  tempDirName: '.hallway/mutation',
  cleanTempDir: 'always',
  reporters: ['clear-text', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false },
  htmlReporter: { fileName: 'coverage/mutation.html' },
  jsonReporter: { fileName: 'coverage/mutation.json' },
  thresholds: { high: 95, low: 90, break: 85 },
};
