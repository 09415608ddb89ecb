import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Administrator } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';
import { AdministratorForm, DisableAdministrator, enable } from './administrator-forms.tsx';
import type { TabProps } from './key-list.tsx';

type Opened =
  | { readonly kind: 'make' }
  | { readonly kind: 'edit' | 'disable'; readonly administrator: Administrator };

/** The people who hold keys. */
export function AdministratorList({ conference, children }: TabProps) {
  const [opened, setOpened] = useState<Opened>();
  const status = useFilters().oneOf('is_disabled', ['false', 'true']);
  const params = { is_disabled: status && status === 'true' };
  const list = useRows(['administrators', params], (asked, signal) =>
    api.call('listAdministrators', { params: { ...params, ...asked }, signal }),
  );
  const close = () => setOpened(undefined);
  return (
    <>
      <Head title={t('keys.title')}>
        <button type="button" class="btn primary" onClick={() => setOpened({ kind: 'make' })}>
          <Icon name="plus" />
          {t('keys.person.make')}
        </button>
      </Head>
      {children}
      <Filters
        filters={[
          choice({
            name: 'is_disabled',
            label: t('keys.status'),
            values: ['false', 'true'],
            text: (one) => t(`keys.person.disabled.${one}`),
          }),
        ]}
      />
      <Listing list={list} empty={t('keys.person.none')} filters={['is_disabled']}>
        {(rows) => <Rows rows={rows} conference={conference} open={setOpened} />}
      </Listing>
      {opened?.kind === 'disable' && (
        <DisableAdministrator administrator={opened.administrator} close={close} />
      )}
      {opened?.kind === 'make' && <AdministratorForm close={close} />}
      {opened?.kind === 'edit' && (
        <AdministratorForm administrator={opened.administrator} close={close} />
      )}
    </>
  );
}

interface RowsProps {
  readonly rows: readonly Administrator[];
  readonly conference: Conference;
  readonly open: (opened: Opened) => void;
}

const Rows = ({ rows, conference: { id, timezone }, open }: RowsProps) => (
  <Table
    label={t('keys.tab.administrators')}
    head={[
      t('keys.name'),
      t('keys.person.email'),
      t('keys.person.messenger'),
      t('keys.status'),
      { hidden: t('keys.actions') },
    ]}
  >
    {rows.map((row) => (
      <tr key={row.id}>
        <th scope="row">
          <Link href={`/c/${id}/keys?administrator_id=${row.id}`}>{row.name}</Link>
        </th>
        <td>{row.email}</td>
        <td>{row.messenger_id === null ? t('keys.person.no-messenger') : row.messenger_id}</td>
        <td>
          {row.disabled_at ? (
            <span class="tag warn">
              {t('keys.person.since', { moment: zoneOf(timezone).dated(row.disabled_at) })}
            </span>
          ) : (
            t('keys.person.disabled.false')
          )}
        </td>
        <td>
          <Buttons administrator={row} open={open} />
        </td>
      </tr>
    ))}
  </Table>
);

function Buttons({
  administrator,
  open,
}: {
  administrator: Administrator;
  open: (opened: Opened) => void;
}) {
  const { name, disabled_at } = administrator;
  return (
    <div class="buttons">
      <button
        type="button"
        class="btn"
        onClick={() => open({ kind: 'edit', administrator })}
        aria-label={t('keys.edit-name', { name })}
      >
        {t('keys.edit')}
      </button>
      {disabled_at ? (
        <button
          type="button"
          class="btn"
          onClick={() => void enable(administrator)}
          aria-label={t('keys.person.enable-name', { name })}
        >
          {t('keys.person.enable')}
        </button>
      ) : (
        <button
          type="button"
          class="btn bad"
          onClick={() => open({ kind: 'disable', administrator })}
          aria-label={t('keys.person.disable-name', { name })}
        >
          {t('keys.person.disable')}
        </button>
      )}
    </div>
  );
}
