import { useMutation } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import type { AdminMedia } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';

/** What the service takes, for the picker of files. */
export const IMAGE_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** A picture, and the key by which it is stored once, however often it is sent. */
interface Picked {
  readonly file: File;
  readonly idempotencyKey: string;
}

/** Uploads pictures of the program, one after the other. What is not sent ends with the component. */
export function useUpload(uploaded: (media: AdminMedia) => unknown) {
  const [part, setPart] = useState(0);
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), []);
  const upload = useMutation({
    scope: { id: 'pictures' },
    mutationFn: ({ file, idempotencyKey }: Picked) => {
      leaving.signal.throwIfAborted();
      return api.upload('uploadAdminImage', {
        body: { file },
        idempotencyKey,
        signal: leaving.signal,
        onProgress: (sent, total) => setPart(total > 0 ? sent / total : 0),
      });
    },
    onSuccess: uploaded,
  });
  const { mutate: send, isPending, isPaused, error, data } = upload;
  return { send, isPending, isPaused, error, data, part };
}
