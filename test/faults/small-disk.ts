import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file system in memory, whose size changes while it is in use. */
export class SmallDisk implements Disposable {
  readonly directory: string;

  constructor(megabytes: number) {
    this.directory = mkdtempSync(path.join(tmpdir(), 'hallway-small-disk-'));
    try {
      const options = `size=${megabytes}m,mode=0777`;
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', this.directory], {
        stdio: 'pipe',
      });
    } catch (error) {
      rmdirSync(this.directory);
      throw error;
    }
  }

  /** Why this machine has none; undefined if it can. */
  static problem(): string | undefined {
    try {
      new SmallDisk(1)[Symbol.dispose]();
      return undefined;
    } catch {
      return 'only root may mount a file system here';
    }
  }

  resize(megabytes: number): void {
    execFileSync('mount', ['-o', `remount,size=${megabytes}m`, this.directory]);
  }

  [Symbol.dispose](): void {
    execFileSync('umount', [this.directory]);
    rmdirSync(this.directory);
  }
}
