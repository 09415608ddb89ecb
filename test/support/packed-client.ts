import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Packs the client as it is published, and installs the package in an empty project in `directory`. */
export async function installPackedClient(directory: string): Promise<void> {
  const built = path.join(directory, 'built');
  await run(process.execPath, ['scripts/build-client.ts', built]);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', directory], {
    cwd: built,
  });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await rm(built, { recursive: true });
  await writeFile(path.join(directory, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], {
    cwd: directory,
  });
}
