import type { AdminMedia } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';

/** What the service takes, for the picker of files. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/**
 * Uploads a picture of the program.
 *
 * @param progress of 1, as the bytes are sent
 * @throws ApiError
 */
export const uploadImage = (file: File, progress: (part: number) => void): Promise<AdminMedia> =>
  api.upload('uploadAdminImage', {
    body: { file },
    // Of a lost connection: the client sends it again, and there is one picture.
    idempotencyKey: crypto.randomUUID(),
    onProgress: (sent, total) => progress(total > 0 ? sent / total : 0),
  });
