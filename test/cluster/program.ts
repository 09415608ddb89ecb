import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type { Owner } from '../../src/development/postgres-binaries.ts';
import { debianPostgres } from '../support/debian-postgres.ts';

/** Debian has HAProxy where the PATH of a user does not lead. */
export const PATH = `${process.env.PATH}:/usr/sbin`;

/** Where the programs of a cluster run, and what all of them have in their environment. */
export interface Place {
  readonly directory: string;
  readonly owner: Owner;
  readonly env: NodeJS.ProcessEnv;
}

/** A program that writes its log to the directory, and that can be killed and started again. */
export class Program {
  readonly #command: readonly [string, ...string[]];
  readonly #place: Place;
  readonly #log: string;
  #child: ChildProcess | undefined;

  constructor(
    command: readonly [string, ...string[]],
    place: Place,
    log: string,
    env: NodeJS.ProcessEnv = {},
  ) {
    this.#command = command;
    this.#place = { ...place, env: { ...place.env, ...env } };
    this.#log = path.join(place.directory, log);
  }

  /** Starts it unless it runs; returns at once. */
  start(): void {
    if (this.#isRunning()) return;
    const { directory, owner, env } = this.#place;
    const log = openSync(this.#log, 'a', 0o644);
    const [file, ...args] = this.#command;
    this.#child = spawn(file, args, {
      ...owner,
      cwd: directory,
      env,
      // A separate session: Ctrl-C reaches the run alone, which then ends its programs.
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async kill(): Promise<void> {
    if (!this.#child || !this.#isRunning()) return;
    const exit = once(this.#child, 'exit');
    this.signal('SIGKILL');
    await exit;
  }

  #isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }
}

/** Why a cluster cannot run here; undefined if it can. */
export function missingProgram(): string | undefined {
  const missing = ['haproxy', 'patroni', 'patronictl', 'etcd'].find((name) => !isInstalled(name));
  if (missing) return `${missing} is not installed`;
  return debianPostgres() ? undefined : 'postgresql is not installed';
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$1"', 'sh', program], {
      env: { PATH },
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
