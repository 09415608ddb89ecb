/**
 * Changes the rules of the domain, one place at a time, and counts the changes that no unit test sees:
 * `npm run mutation -- attendance quests/polls.ts`. Each path is a folder or a file of src/domain; `.` are the
 * files that lie in it, and none is all.
 */
import { Stryker } from '@stryker-mutator/core';

const patternOf = (path: string) => {
  if (path === '.') return 'src/domain/*.ts';
  return path.endsWith('.ts') ? `src/domain/${path}` : `src/domain/${path}/**/*.ts`;
};
const mutate = process.argv.slice(2).map(patternOf);

await new Stryker({
  configFile: 'test/support/stryker.config.js',
  ...(mutate.length > 0 && { mutate }),
}).runMutationTest();
