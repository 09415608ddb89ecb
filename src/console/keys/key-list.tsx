import type { ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import type { ApiKey, IssuedApiKey, OwnAccess, RotatedApiKey } from '../../client/operations.d.ts';
import { KEY_STATUSES } from '../../domain/administration/api-keys.ts';
import { Access } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { presetOf, scopeLines } from '../lib/scopes.ts';
import { counted, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';
import { RevokeKey, RotateKey } from './key-ends.tsx';
import { useConferenceNames } from './key-fields.tsx';
import { EditKey, MakeKey, useAdministrators } from './key-forms.tsx';
import { SignInPhone } from './phone-code.tsx';
import { Secret } from './secret.tsx';

/** What is open above the list. */
type Opened =
  | { readonly kind: 'make' }
  | { readonly kind: 'edit' | 'rotate' | 'phone' | 'revoke'; readonly apiKey: ApiKey }
  | { readonly kind: 'secret'; readonly issued: IssuedApiKey | RotatedApiKey };
type Open = (opened: Opened) => void;

/** What a tab of the screen gets, and its tabs. */
export interface TabProps {
  readonly conference: Conference;
  readonly children: ComponentChildren;
}

/** The keys of people and devices: each gets what it needs and no more. */
export function KeyList({ conference, children }: TabProps) {
  const access = useContext(Access);
  const [opened, setOpened] = useState<Opened>();
  const { oneOf, idOf } = useFilters();
  const filters = {
    status: oneOf('status', KEY_STATUSES),
    administrator_id: idOf('administrator_id'),
  };
  const keys = useRows(['keys', filters], (asked, signal) =>
    api.call('listApiKeys', { params: { ...filters, ...asked }, signal }),
  );
  const names = new Map(useAdministrators().map(({ id, name }) => [String(id), name]));
  return (
    <>
      <Head title={t('keys.title')}>
        <button type="button" class="btn primary" onClick={() => setOpened({ kind: 'make' })}>
          <Icon name="plus" />
          {t('keys.make')}
        </button>
      </Head>
      {children}
      <Filters
        filters={[
          choice({
            name: 'status',
            label: t('keys.status'),
            values: KEY_STATUSES,
            text: (one) => t(`keys.status.${one}`),
          }),
          choice({
            name: 'administrator_id',
            label: t('keys.holder'),
            values: [...names.keys()],
            text: (id) => names.get(id) ?? id,
          }),
        ]}
      />
      <Listing list={keys} empty={t('keys.none')} filters={['status', 'administrator_id']}>
        {(rows) =>
          access && (
            <Rows keys={rows} access={access} timezone={conference.timezone} open={setOpened} />
          )
        }
      </Listing>
      {opened && access && (
        <Above opened={opened} set={setOpened} conference={conference} own={access.key} />
      )}
    </>
  );
}

interface AboveProps {
  readonly opened: Opened;
  readonly set: (opened: Opened | undefined) => void;
  readonly conference: Conference;
  /** The key of the session. */
  readonly own: string;
}

function Above({ opened, set, conference, own }: AboveProps) {
  const close = () => set(undefined);
  const made = (issued: IssuedApiKey | RotatedApiKey) => set({ kind: 'secret', issued });
  const { timezone } = conference;
  if (opened.kind === 'make') return <MakeKey conference={conference} close={close} made={made} />;
  if (opened.kind === 'secret')
    return <Secret issued={opened.issued} timezone={timezone} close={close} />;
  const { apiKey } = opened;
  if (opened.kind === 'edit')
    return <EditKey apiKey={apiKey} conference={conference} close={close} />;
  if (opened.kind === 'phone')
    return <SignInPhone apiKey={apiKey} timezone={timezone} close={close} />;
  if (opened.kind === 'rotate')
    return <RotateKey apiKey={apiKey} timezone={timezone} close={close} made={made} />;
  return (
    <RevokeKey apiKey={apiKey} timezone={timezone} close={close} isOwn={apiKey.public_id === own} />
  );
}

interface RowsProps {
  readonly keys: readonly ApiKey[];
  readonly access: OwnAccess;
  readonly timezone: string;
  readonly open: Open;
}

function Rows({ keys, access, timezone, open }: RowsProps) {
  const conferenceName = useConferenceNames(access);
  return (
    <Table
      label={t('keys.title')}
      head={[
        t('keys.name'),
        t('keys.scopes'),
        t('keys.where'),
        t('keys.ends.zone', { zone: timezone }),
        t('keys.used'),
        { hidden: t('keys.actions') },
      ]}
    >
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">
            {key.name}
            {key.status !== 'valid' && (
              <span class="tag warn">{t(`keys.status.${key.status}`)}</span>
            )}
            {key.public_id === access.key && <span class="tag good">{t('keys.own')}</span>}
            <small>
              {[key.administrator?.name ?? t('keys.device'), key.public_id].join(' · ')}
            </small>
          </th>
          <td>
            <Scopes scopes={key.scopes} />
          </td>
          <td>
            {key.conference_ids?.map(conferenceName).join(', ') ?? t('keys.where.all')}
            <small>{key.allowed_networks?.join(', ')}</small>
          </td>
          <Times apiKey={key} timezone={timezone} />
          <td>
            <Buttons apiKey={key} open={open} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

const Scopes = ({ scopes }: { scopes: readonly string[] }) => {
  const preset = presetOf(scopes);
  return (
    <details>
      <summary>
        {preset ? t(`keys.preset.${preset}`) : counted('keys.rights', scopes.length)}
      </summary>
      <ul>
        {scopeLines(scopes).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
};

function Times({ apiKey, timezone }: { apiKey: ApiKey; timezone: string }) {
  const { moment, dated } = zoneOf(timezone);
  const { expires_at, old_secret_valid_until: old, last_used_at, last_used_ip } = apiKey;
  return (
    <>
      <td>
        {expires_at ? dated(expires_at) : t('keys.endless')}
        {old && <small>{t('keys.old-until', { moment: moment(old) })}</small>}
      </td>
      <td>
        {last_used_at ? dated(last_used_at) : t('keys.never')}
        <small>{last_used_ip}</small>
      </td>
    </>
  );
}

function Buttons({ apiKey, open }: { apiKey: ApiKey; open: Open }) {
  const { name, status } = apiKey;
  if (status === 'revoked') return null;
  return (
    <div class="buttons">
      {(['edit', 'phone', 'rotate', 'revoke'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          class={kind === 'revoke' ? 'btn bad' : 'btn'}
          onClick={() => open({ kind, apiKey })}
          aria-label={t(`keys.${kind}-name`, { name })}
        >
          {t(`keys.${kind}`)}
        </button>
      ))}
    </div>
  );
}
