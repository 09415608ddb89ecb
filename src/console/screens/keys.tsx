import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { ApiKey, NewApiKey } from '../../client/operations.d.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormDialog, textOf } from '../parts/form-dialog.tsx';
import { Listing } from '../parts/listing.tsx';
import { sentenceOf } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';

const PRESETS = [
  'door',
  'content',
  'broadcasts',
  'quests',
  'moderation',
  'read-only',
  'organizer',
  'owner',
] as const satisfies readonly NonNullable<NewApiKey['preset']>[];

/** So that the helper can finish with the old secret. */
const GRACE_S = 600;

/** The keys of helpers: each gets what they need and no more. */
export function Keys({ conference }: { conference: Conference }) {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState('');
  const keys = useRows(['keys'], (params) => api.call('listApiKeys', { params }));
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('keys.title')}</h1>
        <button type="button" class="primary" onClick={() => setOpen(true)}>
          {t('keys.make')}
        </button>
      </div>
      <Listing list={keys} empty={t('keys.none')}>
        {(rows) => <KeyRows keys={rows} conference={conference} show={setSecret} />}
      </Listing>
      {isOpen && <Form conference={conference} close={() => setOpen(false)} show={setSecret} />}
      {secret && <Secret secret={secret} close={() => setSecret('')} />}
    </>
  );
}

const refresh = () => queries.invalidateQueries({ queryKey: ['keys'] });

interface KeyRowsProps {
  readonly keys: readonly ApiKey[];
  readonly conference: Conference;
  readonly show: (secret: string) => void;
}

function KeyRows({ keys, conference, show }: KeyRowsProps) {
  const { moment } = zoneOf(conference.timezone);
  const change = useMutation({
    mutationFn: async ({ key, to }: { key: ApiKey; to: 'rotated' | 'revoked' }) => {
      const params = { id: key.id };
      if (to === 'revoked') {
        await api.call('revokeApiKey', { params });
        say(t('keys.revoked', { name: key.name }));
      } else
        show((await api.call('rotateApiKey', { params, body: { grace_seconds: GRACE_S } })).secret);
    },
    onSettled: refresh,
  });
  return (
    <>
      {change.error && (
        <p class="problem" role="alert">
          {sentenceOf(change.error)}
        </p>
      )}
      <Table
        label={t('keys.title')}
        head={[t('keys.name'), t('keys.scopes'), t('keys.used'), { hidden: t('keys.actions') }]}
      >
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">
              {key.name}
              <small>
                {[key.administrator?.name, key.public_id, t(`keys.status.${key.status}`)]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </th>
            <td>{key.scopes.join(', ')}</td>
            <td>{key.last_used_at ? moment(key.last_used_at) : t('keys.never')}</td>
            <td class="buttons">
              <button
                type="button"
                onClick={() => change.mutate({ key, to: 'rotated' })}
                aria-label={t('keys.rotate-name', { name: key.name })}
              >
                {t('keys.rotate')}
              </button>
              <button
                type="button"
                class="bad"
                onClick={() => change.mutate({ key, to: 'revoked' })}
                aria-label={t('keys.revoke-name', { name: key.name })}
              >
                {t('keys.revoke')}
              </button>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

interface FormProps {
  readonly conference: Conference;
  readonly close: () => void;
  readonly show: (secret: string) => void;
}

function Form({ conference, close, show }: FormProps) {
  const make = useMutation({
    mutationFn: (fields: FormData) =>
      api.call('createApiKey', {
        body: {
          name: textOf(fields, 'name'),
          preset: PRESETS.find((one) => one === fields.get('preset')) ?? 'door',
          conference_ids: fields.has('one') ? [conference.id] : null,
        },
      }),
    onSuccess: ({ secret }) => {
      close();
      show(secret);
      return refresh();
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
      <label>
        {t('keys.name')}
        <input
          name="name"
          required
          maxLength={100}
          autocomplete="off"
          placeholder={t('keys.example')}
        />
      </label>
      <label>
        {t('keys.for')}
        <select name="preset">
          {PRESETS.map((preset) => (
            <option key={preset} value={preset}>
              {t(`keys.preset.${preset}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="check">
        <input name="one" type="checkbox" checked />
        {t('keys.one-conference', { name: conference.name })}
      </label>
    </FormDialog>
  );
}

/** The only time that a secret is seen. */
function Secret({ secret, close }: { secret: string; close: () => void }) {
  return (
    <Dialog title={t('keys.secret')} close={close}>
      <p>{t('keys.secret.more')}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <div class="buttons">
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard.writeText(secret).then(() => say(t('keys.copied')))
          }
        >
          {t('keys.copy')}
        </button>
        <button type="button" class="primary" onClick={close}>
          {t('dialog.close')}
        </button>
      </div>
    </Dialog>
  );
}
