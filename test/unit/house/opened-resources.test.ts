import { globSync, readFileSync } from 'node:fs';

const OPENING =
  /^ +const (\w+) =\s+await (?:startApi|startKeeping|startService|test\.second|FaultProxy\.before|FakeBotApi\.start|BotSandbox\.start|create(?:Empty)?Database|connectTo|beginTransaction|[\w.]+\.transaction(?=\(\)))\(/gm;

/** A resource that is returned, or passed to an object that a hook closes. */
const isHandedOn = (name: string, rest: string) =>
  new RegExp(`(?:return|push\\(|use\\()\\s*${name}\\b`).test(rest);

it('a resource that a test opens is declared with `await using`, so that a failed assertion never hangs Jest', () => {
  const left = globSync('test/{contract,integration}/**/*.test.ts').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(OPENING)]
      .filter(({ 1: name = '', index }) => !isHandedOn(name, text.slice(index)))
      .map(([line]) => `${file}: ${line.trim()}`);
  });
  expect(left).toEqual([]);
});
