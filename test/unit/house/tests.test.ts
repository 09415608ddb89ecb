import { globSync, readdirSync, readFileSync } from 'node:fs';

/** What belongs to no capability. */
const OTHERS = {
  integration: ['database', 'http', 'lists', 'process'],
  nightly: ['client', 'database', 'lists', 'process'],
  unit: ['database', 'formats', 'house', 'http', 'lib', 'lists', 'process'],
};
const capabilities = readdirSync('src/services').filter((name) => !name.includes('.'));

it.each(['integration', 'nightly', 'unit'] as const)(
  'every test of test/%s lies in the folder of its capability',
  (kind) => {
    const folders = [...capabilities, ...OTHERS[kind]];
    const elsewhere = globSync('**/*.test.ts', { cwd: `test/${kind}` }).filter(
      (file) => !folders.some((folder) => file === `${folder}/${file.split('/').at(-1)}`),
    );
    expect(elsewhere).toEqual([]);
  },
);

it('people in tests come from the factories', () => {
  const byHand = globSync('test/{contract,integration,nightly}/**/*.test.ts').filter((file) =>
    /insert into users\b|\('users'\)\s*\.insert\(/.test(readFileSync(file, 'utf8')),
  );
  expect(byHand).toEqual([]);
});
