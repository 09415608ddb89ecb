import { useMutation } from '@tanstack/preact-query';
import type { AdminMint, AdminPartnerAccount } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { sentenceOf } from '../lib/problems.ts';
import { useRows } from '../lib/rows.ts';
import { number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';

const STATUSES = ['pending', 'minted', 'failed'] as const;
const REASONS = ['sold_out', 'not_eligible', 'rejected'] as const;

/** The mints of the partner with their counts, and the accounts. */
export function Partner({ conference }: { conference: Conference }) {
  const { oneOf } = useFilters();
  const filters = {
    status: oneOf('status', STATUSES),
    failure_reason: oneOf('failure_reason', REASONS),
  };
  const mints = useRows(['mints', filters], (asked, signal) =>
    api.call('listAdminMints', { params: { sort: '-id', ...filters, ...asked }, signal }),
  );
  const accounts = useRows(['partner-accounts'], (asked, signal) =>
    api.call('listAdminPartnerAccounts', { params: asked, signal }),
  );
  const counts = mints.first?.counts;
  return (
    <>
      <Head title={t('partner.title')} />
      <section class="stack">
        <h2>{t('partner.mints')}</h2>
        <Filters
          filters={[
            choice({
              name: 'failure_reason',
              label: t('partner.reason'),
              values: REASONS,
              text: (one) => t(`partner.reason.${one}`),
            }),
          ]}
          tabs={{
            label: t('partner.status'),
            name: 'status',
            chosen: filters.status ?? 'all',
            tabs: (['all', ...STATUSES] as const).map((value) => ({
              value,
              text: value === 'all' ? t('filter.all') : t(`partner.mint.${value}`),
              count: value === 'all' ? undefined : counts?.[value],
            })),
          }}
        />
        <Listing list={mints} empty={t('partner.mints.none')}>
          {(rows) => <Mints mints={rows} timezone={conference.timezone} />}
        </Listing>
      </section>
      <section>
        <h2>{t('partner.accounts')}</h2>
        <Listing list={accounts} empty={t('partner.accounts.none')} filters={[]}>
          {(rows) => <Accounts accounts={rows} timezone={conference.timezone} />}
        </Listing>
      </section>
    </>
  );
}

function Mints({ mints, timezone }: { mints: readonly AdminMint[]; timezone: string }) {
  const may = useMay();
  const { moment } = zoneOf(timezone);
  const retry = useMutation({
    mutationFn: ({ id }: AdminMint) => api.call('retryMint', { params: { id } }),
    onSuccess: (_, { user }) => say(t('partner.retried', { name: nameOf(user) })),
    onError: (error) => say(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mints'] }),
  });
  return (
    <Table
      label={t('partner.mints')}
      head={[
        t('people.name'),
        t('partner.status'),
        { number: t('partner.try') },
        t('partner.requested', { zone: timezone }),
        { hidden: t('keys.actions') },
      ]}
    >
      {mints.map((mint) => (
        <tr key={mint.id}>
          <th scope="row">{nameOf(mint.user)}</th>
          <td>
            {t(`partner.mint.${mint.status}`)}
            <small>{mint.failure_reason && t(`partner.reason.${mint.failure_reason}`)}</small>
          </td>
          <td class="number">{number(mint.try)}</td>
          <td>{moment(mint.requested_at)}</td>
          <td class="buttons">
            {mint.status === 'failed' && may('partner:write') && (
              <button
                type="button"
                class="btn"
                disabled={retry.isPending}
                onClick={() => retry.mutate(mint)}
                aria-label={t('partner.retry-name', { name: nameOf(mint.user) })}
              >
                {t('partner.retry')}
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface AccountsProps {
  readonly accounts: readonly AdminPartnerAccount[];
  readonly timezone: string;
}

function Accounts({ accounts, timezone }: AccountsProps) {
  const { moment } = zoneOf(timezone);
  return (
    <Table
      label={t('partner.accounts')}
      head={[
        t('people.name'),
        t('partner.status'),
        { number: t('partner.tries') },
        t('partner.verified', { zone: timezone }),
      ]}
    >
      {accounts.map(({ user, status, tries, verified_at }) => (
        <tr key={user.id}>
          <th scope="row">{nameOf(user)}</th>
          <td>{t(`partner.account.${status}`)}</td>
          <td class="number">{number(tries)}</td>
          <td>{verified_at && moment(verified_at)}</td>
        </tr>
      ))}
    </Table>
  );
}
