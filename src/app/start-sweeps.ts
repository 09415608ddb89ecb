import type { Logger } from 'pino';
import type { Media } from '../integrations/media/open-media.ts';
import { deleteFilesOfDeadProcesses } from '../lib/temporary-files.ts';

/** Longer than any upload: another process may share the folder. */
const INTERRUPTED_UPLOAD_MS = 3_600_000;

/** Deletes what killed processes left. */
export async function sweepTemporaryFiles(log: Logger): Promise<void> {
  try {
    const processes = await deleteFilesOfDeadProcesses();
    if (processes > 0) log.info({ processes }, 'deleted the temporary files of killed processes');
  } catch (error) {
    log.warn(
      { err: error },
      'temporary files of killed processes: not deleted, next try at the next start',
    );
  }
}

/** Sweeps only the folder: the object store may be away, and the worker sweeps it. */
export async function sweepUploads({ incoming }: Media, log: Logger): Promise<void> {
  const before = new Date(Date.now() - INTERRUPTED_UPLOAD_MS);
  try {
    const files = (await incoming?.sweep({ before })) ?? 0;
    if (files > 0) log.info({ files }, 'deleted the remains of interrupted uploads');
  } catch (error) {
    log.warn({ err: error }, 'interrupted uploads: not deleted, the worker tries hourly');
  }
}
