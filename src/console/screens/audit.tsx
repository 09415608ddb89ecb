import { useQuery } from '@tanstack/preact-query';
import type { AuditRow } from '../../client/operations.d.ts';
import { Days } from '../audit/days.tsx';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import { actionsOf, auditText } from '../lib/audit-words.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { ChoiceFilter, DayFilter, FilterFold, SearchFilter } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';

/** Who changed what, the latest first. */
export function Audit({ conference }: { conference: Conference }) {
  const may = useMay();
  const { of, idOf } = useFilters();
  const filters = {
    conference_id: of('of') ? conference.id : undefined,
    // Several, with commas between them.
    action: actionsOf(of('action') ?? '') || undefined,
    administrator_id: idOf('administrator_id'),
    from: of('from'),
    to: of('to'),
  };
  const list = useRows(['audit', filters], (asked, signal) =>
    api.call('listAuditLog', { params: { ...filters, ...asked }, signal }),
  );
  return (
    <>
      <div class="bar">
        <div class="grow">
          <h1 tabIndex={-1}>{auditText('audit.title')}</h1>
          <p class="muted">{auditText('audit.times', { zone: conference.timezone })}</p>
        </div>
        {may('audit:export') && (
          <a class="btn" href={api.url('listAuditLog', { ...filters, format: 'csv' })}>
            <Icon name="download" />
            {auditText('audit.export')}
          </a>
        )}
      </div>
      <div class="bar">
        <FilterFold>
          {conference.id !== 0 && (
            <ChoiceFilter
              name="of"
              label={auditText('audit.conference')}
              values={['this']}
              text={() => conference.name}
            />
          )}
          <SearchFilter name="action" label={auditText('audit.actions')} />
          <AdministratorFilter name="administrator_id" rows={list.rows ?? []} />
          <DayFilter name="from" label={auditText('audit.from')} />
          <DayFilter name="to" label={auditText('audit.to')} />
        </FilterFold>
      </div>
      <Listing list={list} empty={auditText('audit.none')}>
        {(rows) => <Days rows={rows} timezone={conference.timezone} />}
      </Listing>
    </>
  );
}

/** By name: all of them for who may read them, else those of the rows that are shown. */
function AdministratorFilter({ name, rows }: { name: string; rows: readonly AuditRow[] }) {
  const may = useMay();
  const { of } = useFilters();
  const all = useQuery({
    queryKey: ['administrators', 'names'],
    queryFn: () => api.call('listAdministrators', { params: { limit: 100 } }),
    enabled: may('keys:manage'),
  });
  const known = [...(all.data?.data ?? []), ...rows.flatMap((row) => row.administrator ?? [])];
  const names = new Map(known.map(({ id, name }) => [String(id), name]));
  const chosen = of(name);
  return (
    <ChoiceFilter
      name={name}
      label={auditText('audit.administrator')}
      values={[...new Set([...names.keys(), ...(chosen ? [chosen] : [])])]}
      text={(id) => names.get(id) ?? id}
    />
  );
}
