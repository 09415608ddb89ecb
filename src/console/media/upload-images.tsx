import { useEffect, useState } from 'preact/hooks';
import { queries } from '../lib/api.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { Close, Dialog } from '../parts/dialog.tsx';
import { fileSize } from './file-size.ts';
import { IMAGE_TYPES, useUpload } from './upload-image.ts';
import { UploadProgress } from './upload-progress.tsx';

interface Picked {
  readonly file: File;
  readonly idempotencyKey: string;
}

/** Uploads pictures of the program, each with its state. */
export function UploadImages({ close }: { close: () => void }) {
  const [picked, setPicked] = useState<readonly Picked[]>([]);
  const pick = (files: FileList | null) => {
    const added = [...(files ?? [])].map((file) => ({ file, idempotencyKey: crypto.randomUUID() }));
    setPicked([...picked, ...added]);
  };
  return (
    <Dialog title={t('upload.title')} close={close}>
      <form data-passing>
        <p class="muted">{t('upload.more')}</p>
        <label class="field">
          {t('upload.choose')}
          <input
            type="file"
            multiple
            accept={IMAGE_TYPES}
            onChange={({ currentTarget }) => {
              pick(currentTarget.files);
              // The same file can be chosen again.
              currentTarget.value = '';
            }}
          />
        </label>
        {picked.length > 0 && (
          <ul class="rows" aria-label={t('upload.title')}>
            {picked.map((one) => (
              <Upload key={one.idempotencyKey} {...one} />
            ))}
          </ul>
        )}
        <Close close={close} />
      </form>
    </Dialog>
  );
}

/** One file: it waits for those before it, is sent, and is stored or refused. */
function Upload({ file, idempotencyKey }: Picked) {
  const { send, isPending, isPaused, error, data, part } = useUpload(() =>
    queries.invalidateQueries({ queryKey: ['media'] }),
  );
  const start = () => send({ file, idempotencyKey });
  useEffect(start, []);
  return (
    <li>
      {file.name}
      <small>{fileSize(file.size)}</small>
      <div role="status">
        {isPending && (isPaused ? t('upload.waiting') : <UploadProgress part={part} />)}
        {data && <span class="tag good">{t('upload.done')}</span>}
        {error && (
          <>
            <span class="problem">{sentenceOf(error)}</span>{' '}
            <button
              type="button"
              class="btn"
              aria-label={t('upload.again', { name: file.name })}
              onClick={start}
            >
              {t('state.again')}
            </button>
          </>
        )}
      </div>
    </li>
  );
}
