import { useQuery } from '@tanstack/preact-query';
import type { AuditRow } from '../../client/operations.d.ts';
import { Days } from '../audit/days.tsx';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import { actionsOf, auditText } from '../lib/audit-words.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
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
  const administrators = useNames(list.rows ?? [], of('administrator_id'));
  return (
    <>
      <Head
        title={auditText('audit.title')}
        about={auditText('audit.times', { zone: conference.timezone })}
      >
        {may('audit:export') && (
          <a class="btn" href={api.url('listAuditLog', { ...filters, format: 'csv' })}>
            <Icon name="download" />
            {t('action.export')}
          </a>
        )}
      </Head>
      <Filters
        search={{ name: 'action', label: auditText('audit.actions') }}
        filters={[
          choice({
            name: 'of',
            label: auditText('audit.conference'),
            values: conference.id === 0 ? [] : ['this'],
            text: () => conference.name,
          }),
          choice({
            name: 'administrator_id',
            label: auditText('audit.administrator'),
            values: [...administrators.keys()],
            text: (id) => administrators.get(id) ?? id,
          }),
          { name: 'from', label: auditText('audit.from'), type: 'date' },
          { name: 'to', label: auditText('audit.to'), type: 'date' },
        ]}
      />
      <Listing list={list} empty={auditText('audit.none')}>
        {(rows) => <Days rows={rows} timezone={conference.timezone} />}
      </Listing>
    </>
  );
}

/** Names by id: of all administrators for who may read them, else of the rows that are shown. */
function useNames(rows: readonly AuditRow[], chosen: string | undefined) {
  const may = useMay();
  const all = useQuery({
    queryKey: ['administrators', 'names'],
    queryFn: () => api.call('listAdministrators', { params: { limit: 100 } }),
    enabled: may('keys:manage'),
  });
  const known = [...(all.data?.data ?? []), ...rows.flatMap((row) => row.administrator ?? [])];
  const names = new Map(known.map(({ id, name }) => [String(id), name]));
  if (chosen && !names.has(chosen)) names.set(chosen, chosen);
  return names;
}
