import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BOT_TOKEN } from './messenger.ts';
import { ALWAYS, ENCRYPTION_KEY, programOf } from './service.ts';

/** The output of an operator's command, and its exit code. */
export interface OpsResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run ops -- <args>` on a database, as an operator in production does. */
export async function ops(databaseUrl: string, ...args: string[]): Promise<OpsResult> {
  const cwd = await mkdtemp(path.join(tmpdir(), 'hallway-ops-'));
  const env = {
    ...ALWAYS,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    JWT_SECRET: 'the-jwt-secret-of-the-operators-0001',
    ADMIN_API_KEY: 'the-admin-key-of-the-operators-01',
    ENCRYPTION_KEY,
    MESSENGER_BOT_TOKEN: BOT_TOKEN,
  };
  try {
    return await new Promise((resolve) => {
      const program = programOf('scripts/ops', env);
      execFile(process.execPath, [program, ...args], { cwd, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      );
    });
  } finally {
    await rm(cwd, { recursive: true });
  }
}

/** The counts that a command printed, by their names. */
export const countsIn = ({ stdout }: OpsResult): Record<string, number> =>
  Object.fromEntries(
    [...stdout.matchAll(/^ {2}(.+?): +(\d+)$/gm)].map(([, name, count]) => [name, Number(count)]),
  );
