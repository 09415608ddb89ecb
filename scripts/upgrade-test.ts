import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDatabases, removeDatabases } from '../test/support/cluster.ts';

/**
 * Runs the integration tests of the version before, by its own code, against the schema of this one:
 * both run side by side during a deployment. Arguments are passed to Jest, such as words of paths.
 */

/** These list all columns, so each new one fails them. */
const ABOUT_ALL_COLUMNS = 'test/integration/people/personal-columns';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** The newest tag `v<version>` before this commit. */
function previousTag(): string | undefined {
  const tags = git('tag', '--list', 'v[0-9]*', '--merged=HEAD', '--sort=-version:refname');
  const own = git('tag', '--points-at', 'HEAD').split('\n');
  return tags.split('\n').find((tag) => tag !== '' && !own.includes(tag));
}

/** Runs npm in `cwd`, and returns its exit code. */
async function npm(cwd: string, ...args: string[]): Promise<number> {
  const isWindows = process.platform === 'win32';
  const child = spawn('npm', args, { cwd, stdio: 'inherit', shell: isWindows });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

async function testVersion(tag: string, words: readonly string[]): Promise<number> {
  const directory = await mkdtemp(path.join(tmpdir(), 'hallway-upgrade-'));
  const clone = path.join(directory, tag);
  try {
    git('worktree', 'add', '--quiet', '--detach', clone, tag);
    const installed = await npm(clone, 'ci');
    if (installed !== 0) return installed;
    await prepareDatabases();
    try {
      const ignored = `--testPathIgnorePatterns=/node_modules/|${ABOUT_ALL_COLUMNS}`;
      const paths = words.length > 0 ? words : ['test/integration'];
      // The paths first: Jest takes what follows the option for more patterns.
      return await npm(clone, 'test', '--', ...paths, ignored);
    } finally {
      await removeDatabases();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
    git('worktree', 'prune');
  }
}

const tag = previousTag();
if (tag === undefined) {
  console.log('No earlier commit has a tag v<version>, so there is no version before to test.');
} else {
  // Ctrl-C ends npm, and what follows cleans up.
  process.on('SIGINT', () => {});
  console.log(`Tests of ${tag} against the schema of ${git('describe', '--always', '--dirty')}`);
  process.exitCode = await testVersion(tag, process.argv.slice(2));
}
