import { useMutation, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { ApiKey, IssuedApiKey } from '../../client/operations.d.ts';
import { PRESETS } from '../../domain/administration/grants.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { changesOf } from '../lib/edits.ts';
import { sentenceOf } from '../lib/problems.ts';
import { t } from '../lib/text.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { say } from '../parts/toasts.tsx';
import { KeyFields, type Terms, termsIn } from './key-fields.tsx';

/** As many as a service has at most. */
const LIMIT = 100;

/** The session may use the key that was changed. */
export const refreshKeys = () =>
  Promise.all(['keys', 'access'].map((name) => queries.invalidateQueries({ queryKey: [name] })));

/** The people who can hold a key. */
export const useAdministrators = () =>
  useQuery({
    queryKey: ['administrators', 'enabled'],
    queryFn: () => api.call('listAdministrators', { params: { is_disabled: false, limit: LIMIT } }),
  }).data?.data ?? [];

interface MakeProps {
  readonly conference: Conference;
  readonly close: () => void;
  readonly made: (key: IssuedApiKey) => void;
}

/** A new key of a person, or of a device. */
export function MakeKey({ conference, close, made }: MakeProps) {
  const administrators = useAdministrators();
  const first: Terms = {
    name: '',
    scopes: PRESETS.door,
    conference_ids: [conference.id],
    allowed_networks: null,
    expires_at: null,
  };
  const make = useMutation({
    mutationFn: (form: FormData) => {
      const { expires_at, ...terms } = termsIn(form, conference);
      const administrator_id = Number(form.get('administrator_id')) || null;
      return api.call('createApiKey', {
        body: { ...terms, administrator_id, ...(expires_at && { expires_at }) },
      });
    },
    onSuccess: (key) => {
      made(key);
      return refreshKeys();
    },
  });
  return (
    <FormDialog
      title={t('keys.make')}
      close={close}
      submit={t('keys.submit')}
      send={make.mutate}
      isBusy={make.isPending}
      problem={make.error}
    >
      <label class="field">
        {t('keys.holder')}
        <select name="administrator_id">
          <option value="">{t('keys.holder.none')}</option>
          {administrators.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <KeyFields first={first} conference={conference} />
    </FormDialog>
  );
}

interface EditProps {
  readonly apiKey: ApiKey;
  readonly conference: Conference;
  readonly close: () => void;
}

/** Changes what a key may do, with undo. Only what differs is sent: keys have no version. */
export function EditKey({ apiKey, conference, close }: EditProps) {
  // A list that is read again changes no open form.
  const [read] = useState(apiKey);
  const params = { id: read.id };
  const save = useMutation({
    mutationFn: async (form: FormData) => {
      const body = changesOf(read as Terms, termsIn(form, conference, read));
      return { names: Object.keys(body) as (keyof Terms)[], key: await change(params, body) };
    },
    onSuccess: ({ names, key }) => {
      const body = changesOf(key as Terms, read as Terms, names);
      say(t('keys.saved', { name: key.name }), () =>
        change(params, body)
          .catch((error: unknown) => say(sentenceOf(error)))
          .finally(refreshKeys),
      );
      close();
      return refreshKeys();
    },
  });
  return (
    <FormDialog
      title={t('keys.edit-name', { name: read.name })}
      close={close}
      submit={t('edit.save')}
      send={save.mutate}
      isBusy={save.isPending}
      problem={save.error}
    >
      <KeyFields first={read as Terms} conference={conference} />
    </FormDialog>
  );
}

const change = (params: { readonly id: number }, body: Partial<Terms>) =>
  api.call('updateApiKey', { params, body });
