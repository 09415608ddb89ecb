import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';

/*
 * Makes the calls of docs/tour.md against a running service, and checks each answer. It can run any number of times
 * against one database.
 *
 * The calls are those of the `sh` blocks. In the line after a block, a comment that readers of the page do not see has
 * lines with the number of a call in the block, and JavaScript, with `; ` between expressions:
 *   EXPRESSION         must be true
 *   NAME = EXPRESSION  is the value of the next line `NAME=…` of the page
 *   until EXPRESSION   repeats the call until it is true
 *   if EXPRESSION      comes first, and skips the call if it is not true
 * An expression reads the last `answer` (JSON or text), the `stream` of the call in the background, and every NAME.
 */
const USAGE = `Usage: npm run tour -- API KEY MINA
  API   address of the API, such as http://127.0.0.1:3000/api/v1
  KEY   admin key
  MINA  messenger data of the demo user Mina
The header names X-API-Key and X-Messenger-Auth in front of the values are optional. Without
arguments, HALLWAY_API, HALLWAY_ADMIN_KEY and HALLWAY_MESSENGER_AUTH are read.`;

const BLOCK = /^```sh\n([\s\S]*?)\n```$(?:\n<!-- ([\s\S]*?) -->$)?/gm;
/** A group in braces, or a line and what its backslashes continue; with its here-document. */
const STATEMENT = /^(?:\{\n[\s\S]*?\n\}|(?:[^\n]*\\\n)*)[^\n]+?(?:<<'?(\w+)'?\n[\s\S]*?\n\1)?$/gm;
/** Prints the answer, and then its status to the standard error. */
const CURL = `curl() {
  exec curl --silent --show-error --max-time 60 \\
    --write-out '%{stderr}%{http_code} %{method} %{url_effective}' "$@"
}
`;
const POLL_MS = 100;
const LIMIT_MS = 60_000;

const names = ['HALLWAY_API', 'HALLWAY_ADMIN_KEY', 'HALLWAY_MESSENGER_AUTH'];
const [API, key, mina] = names.map((name, at) => process.argv[at + 2] || process.env[name]);
if (!API || !key || !mina) {
  console.error(USAGE);
  process.exit(2);
}

/** Values for the next lines `NAME=…` of the page. */
const given = new Map<string, unknown>([
  ['API', API],
  ['KEY', `X-API-Key: ${key.replace(/^X-API-Key: /, '')}`],
  ['MINA', `X-Messenger-Auth: ${mina.replace(/^X-Messenger-Auth: /, '')}`],
]);
const env: NodeJS.ProcessEnv = { ...process.env };
const context = createContext({ stream: '' });
/** A line of the page, and its call. */
let place = 'docs/tour.md';

const directory = mkdtempSync(path.join(tmpdir(), 'hallway-tour-'));
process.on('exit', () => rmSync(directory, { recursive: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const page = readFileSync(path.join(import.meta.dirname, '../docs/tour.md'), 'utf8');
if (page.replace(BLOCK, '').includes('<!--')) fail('expected each comment right after a block');
for (const { 0: block, 1: code = '', 2: comment, index } of page.matchAll(BLOCK)) {
  const lines = Map.groupBy(comment?.split(/\n */) ?? [], (line) => Number.parseInt(line, 10));
  let calls = 0;
  for (const { 0: statement, index: at } of code.matchAll(STATEMENT)) {
    place = `docs/tour.md:${lineAt(index + at) + 1}`;
    const name = /^(\w+)=/.exec(statement)?.[1];
    if (name) await assign(name, statement);
    else if (!statement.startsWith('curl ')) await bash(statement);
    else {
      calls += 1;
      const parts = lines.get(calls)?.flatMap((line) => line.replace(/^\d+: /, '').split('; '));
      lines.delete(calls);
      await call(statement, parts ?? []);
    }
  }
  place = `docs/tour.md:${lineAt(index + block.length)}`;
  for (const [line] of lines.values()) fail(`expected the number of a call: ${line}`);
}
console.log('tour: every answer was as expected');
process.exit();

function lineAt(at: number): number {
  return page.slice(0, at).split('\n').length;
}

function fail(sentence: string): never {
  console.error(`tour: ${place}: ${sentence}`);
  const answer = JSON.stringify(context.answer)?.slice(0, 2_000);
  if (answer) console.error(`The answer was: ${answer}`);
  process.exit(1);
}

/** Each statement has a Bash of its own, with the values of the page in its environment. */
function bash(script: string) {
  const options = { cwd: directory, env, maxBuffer: 64 * 1_024 * 1_024 };
  return promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], options);
}

async function assign(name: string, statement: string): Promise<void> {
  if (!given.has(name)) {
    // Before the first call, no answer has a value.
    if ('answer' in context && !statement.includes('=$(')) fail(`expected ${name} in a comment`);
    given.set(name, (await bash(`${statement}\nprintf %s "$${name}"`)).stdout);
  }
  context[name] = given.get(name);
  env[name] = String(context[name]);
  given.delete(name);
}

async function call(statement: string, parts: readonly string[]): Promise<void> {
  const condition = parts.find((part) => part.startsWith('if '));
  if (condition && !isTrue(condition.slice(3))) return;

  const isStream = statement.endsWith(' &');
  console.log(isStream ? listen(statement) : await send(statement), place);
  for (const part of parts.filter((one) => one !== condition)) {
    const [, until, name, expression = ''] = /^(?:(until) |(\w+) = )?(.*)$/.exec(part) ?? [];
    const limit = Date.now() + LIMIT_MS;
    while (until && !isTrue(expression)) {
      if (Date.now() > limit) fail(`expected within ${LIMIT_MS / 1_000} s: ${expression}`);
      await sleep(POLL_MS);
      if (!isStream) await send(statement);
    }
    if (name) {
      context[name] = evaluate(expression) ?? fail(`expected a value: ${expression}`);
      given.set(name, context[name]);
    } else if (!isTrue(expression)) fail(`expected of the answer: ${expression}`);
  }
}

/** @returns the status of the answer, which is 2xx */
async function send(statement: string): Promise<string> {
  const { stdout, stderr, message } = await bash(CURL + statement).catch((error) => error);
  const [line, status = '', called = ''] = /(\d{3}) (\w+ \S+)$/.exec(stderr) ?? fail(message);
  place = `${place.replace(/ .*/, '')} ${called.replace(String(API), '')}`;
  context.answer = tryTo(() => JSON.parse(stdout)) ?? stdout;
  if (!status.startsWith('2')) {
    const why = status === '000' ? ` ${stderr.replace(line, '').trim()}` : '';
    fail(`expected status 2xx, got ${status}${why}`);
  }
  return status;
}

/** Opens a stream in the background, which ends with this process. */
function listen(statement: string): string {
  place += ` GET ${/\$API([^"]+)/.exec(statement)?.[1]}`;
  const running = bash(CURL + statement.replace(/ &$/, ''));
  running.catch(() => {});
  running.child.stdout?.on('data', (chunk) => {
    context.stream += chunk;
  });
  process.on('exit', () => running.child.kill());
  return '...';
}

function isTrue(expression: string): boolean {
  return evaluate(expression) === true;
}

/** @returns `undefined` also if the answer has another shape */
function evaluate(expression: string): unknown {
  return tryTo(() => runInContext(`(${expression})`, context));
}

function tryTo(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}
