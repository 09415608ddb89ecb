import { useMutation } from '@tanstack/preact-query';
import { useContext, useState } from 'preact/hooks';
import type { Audience, JobPreview } from '../../client/operations.d.ts';
import { Access } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { counted, t } from '../lib/text.ts';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';

const READERS = [
  'everyone',
  'registered',
  'checked_in',
  'no_show',
  'waitlisted',
] as const satisfies readonly ('everyone' | NonNullable<Audience['attendance']>[number])[];

interface Draft {
  readonly title: string;
  readonly body: string;
  readonly audience: Audience;
}

interface Props {
  readonly conference: Conference;
  /** Exactly these users, instead of readers to choose. */
  readonly user_ids?: readonly number[];
  readonly close: () => void;
}

/** Writes a broadcast: first how it looks and whom it reaches, then the same draft for real. */
export function Compose({ conference, user_ids, close }: Props) {
  // A key of some conferences reaches users with a seat there.
  const isLimited = Boolean(useContext(Access)?.conference_ids);
  // One for the draft, not for the click: pressed twice, it is sent once.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const [seen, setSeen] = useState<{ draft: Draft; preview: JobPreview }>();
  const change = () => {
    setSeen(undefined);
    setKey(crypto.randomUUID());
  };
  const preview = useMutation({
    mutationFn: async (fields: FormData) => {
      const reader = READERS.find((one) => one === fields.get('readers'));
      const draft: Draft = {
        title: textOf(fields, 'title'),
        body: textOf(fields, 'body'),
        audience: user_ids
          ? { user_ids, ...(isLimited && { conference_ids: [conference.id] }) }
          : {
              conference_ids: [conference.id],
              ...(reader && reader !== 'everyone' && { attendance: [reader] }),
            },
      };
      setSeen({ draft, preview: await api.call('previewBroadcast', { body: draft }) });
    },
  });
  const send = useMutation({
    mutationFn: (body: Draft) => api.call('sendBroadcast', { body, idempotencyKey }),
    onSuccess: async () => {
      say(t('compose.sent'));
      close();
      await queries.invalidateQueries({ queryKey: ['broadcasts'] });
    },
  });
  return (
    <FormDialog
      title={t('broadcasts.write')}
      close={close}
      submit={t('compose.preview')}
      send={preview.mutate}
      change={change}
      isBusy={preview.isPending || send.isPending}
      problem={preview.error ?? send.error}
      confirm={
        seen && {
          text: counted('compose.send', seen.preview.count),
          run: () => send.mutate(seen.draft),
          isDisabled: seen.preview.count === 0,
        }
      }
    >
      <label>
        {t('compose.title')}
        <input name="title" required maxLength={100} autocomplete="off" />
      </label>
      <label>
        {t('compose.body')}
        <textarea name="body" required rows={5} maxLength={3_000} />
      </label>
      {!user_ids && (
        <label>
          {t('compose.readers')}
          <select name="readers">
            {READERS.map((one) => (
              <option key={one} value={one}>
                {t(`compose.readers.${one}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {seen && (
        <section role="status">
          <p>
            <strong>{counted('compose.reach', seen.preview.count)}</strong>
          </p>
          {seen.preview.samples.slice(0, 2).map((sample) => (
            <blockquote key={sample.user_id}>
              <strong>{sample.title}</strong>
              <br />
              {sample.body}
            </blockquote>
          ))}
        </section>
      )}
    </FormDialog>
  );
}
