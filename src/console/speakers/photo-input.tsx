import { useMutation } from '@tanstack/preact-query';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useMay } from '../lib/access.ts';
import { number, t } from '../lib/text.ts';
import { IMAGE_TYPES, uploadImage } from '../media/upload-image.ts';
import { Check } from '../parts/fields.tsx';
import { sentenceOf } from '../parts/states.tsx';

interface Props {
  /** Of the field with the address of the photo; `no_<name>` removes it. */
  readonly name: string;
  readonly value: string | null;
}

/** A photo, which is uploaded as soon as it is chosen. Until then the form is not sent. */
export function PhotoInput({ name, value }: Props) {
  const may = useMay();
  const [url, setUrl] = useState(value);
  const [sent, setSent] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: (file: File) => uploadImage(file, setSent),
    // No photo is shown larger than this copy.
    onSuccess: ({ url: whole, variants }) => setUrl(variants[960]?.url ?? whole),
    onError: () => {
      if (input.current) input.current.value = '';
    },
  });
  useEffect(() => {
    input.current?.setCustomValidity(upload.isPending ? t('photo.uploading') : '');
  }, [upload.isPending]);
  return (
    <fieldset class="photo">
      <legend>{t('photo.label')}</legend>
      <input type="hidden" name={name} value={url ?? ''} />
      {url && <img src={url} alt={t('photo.alt')} />}
      <div>
        {may('media:write') && (
          <label>
            {t(url ? 'photo.other' : 'photo.choose')}
            <input
              ref={input}
              type="file"
              accept={IMAGE_TYPES}
              onChange={({ currentTarget: { files } }) => {
                const file = files?.[0];
                if (file) upload.mutate(file);
              }}
            />
          </label>
        )}
        {upload.isPending && (
          <p role="status">
            <progress max={1} value={sent} aria-label={t('photo.uploading')} />
            {t('photo.percent', { percent: number(Math.round(sent * 100)) })}
          </p>
        )}
        <p class="problem" role="alert">
          {upload.error ? sentenceOf(upload.error) : ''}
        </p>
        {value && url === value && <Check name={`no_${name}`}>{t('photo.remove')}</Check>}
      </div>
    </fieldset>
  );
}

/** The address of the chosen photo; null for none. */
export function photoIn(form: FormData, name: string): string | null {
  return form.has(`no_${name}`) ? null : String(form.get(name)) || null;
}
