/**
 * Changes the rules of the domain, one place at a time, and counts the changes that the unit tests of the same
 * capability do not see: `npm run mutation -- attendance quests`. `.` are the files that lie in src/domain itself;
 * without a folder, all is changed and all unit tests of rules are asked, which takes longer.
 */
import { Stryker } from '@stryker-mutator/core';

const folders = process.argv.slice(2);
const mutate = folders.map((name) => `src/domain/${name === '.' ? '' : `${name}/**/`}*.ts`);
const tests = folders.map(
  (name) => `<rootDir>/test/unit/${name === '.' ? 'lists' : name}/**/*.test.ts`,
);

await new Stryker({
  configFile: 'test/support/stryker.config.js',
  ...(folders.length > 0 && { mutate, jest: { config: { testMatch: tests } } }),
}).runMutationTest();
