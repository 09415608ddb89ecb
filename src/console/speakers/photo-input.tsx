import { useEffect, useRef, useState } from 'preact/hooks';
import { useMay } from '../lib/access.ts';
import { t } from '../lib/text.ts';
import { IMAGE_TYPES, useUpload } from '../media/upload-image.ts';
import { UploadProgress } from '../media/upload-progress.tsx';
import { Check } from '../parts/fields.tsx';
import { Problem } from '../parts/problem.tsx';

interface Props {
  /** Of the field with the address of the photo; `no_<name>` removes it. */
  readonly name: string;
  readonly value: string | null;
  readonly label?: string;
}

/** A photo, which is uploaded as soon as it is chosen. Until then the form is not sent. */
export function PhotoInput({ name, value, label = t('photo.label') }: Props) {
  const may = useMay();
  const [url, setUrl] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // No photo is shown larger than this copy.
  const upload = useUpload(({ url: whole, variants }) => setUrl(variants[960]?.url ?? whole));
  useEffect(() => {
    input.current?.setCustomValidity(upload.isPending ? t('photo.uploading') : '');
    // The same file can be chosen again.
    if (upload.error && input.current) input.current.value = '';
  }, [upload.isPending, upload.error]);
  return (
    <fieldset class="photo">
      <legend>{label}</legend>
      <input type="hidden" name={name} value={url ?? ''} />
      {url && <img src={url} alt={t('photo.alt')} />}
      <div>
        {may('media:write') && (
          <label class="field">
            {t(url ? 'photo.other' : 'photo.choose')}
            <input
              ref={input}
              type="file"
              accept={IMAGE_TYPES}
              onChange={({ currentTarget: { files } }) => {
                const file = files?.[0];
                if (file) upload.send({ file, idempotencyKey: crypto.randomUUID() });
              }}
            />
          </label>
        )}
        <div role="status">{upload.isPending && <UploadProgress part={upload.part} />}</div>
        <Problem error={upload.error} />
        {value && url === value && <Check name={`no_${name}`}>{t('photo.remove')}</Check>}
      </div>
    </fieldset>
  );
}

/** The address of the chosen photo; null for none. */
export function photoIn(form: FormData, name: string): string | null {
  return form.has(`no_${name}`) ? null : String(form.get(name)) || null;
}
