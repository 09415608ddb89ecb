import type { AuditRow } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { ChoiceFilter, DayFilter, SearchFilter } from '../parts/filters.tsx';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';

/** Who changed what, the latest first. */
export function Audit({ conference }: { conference: Conference }) {
  const may = useMay();
  const { of, idOf } = useFilters();
  const filters = {
    conference_id: of('of') ? conference.id : undefined,
    // Several, with commas or spaces between them.
    action:
      of('action')
        ?.split(/[\s,]+/)
        .filter(Boolean)
        .join(',') || undefined,
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
        <h1 tabIndex={-1}>{t('audit.title')}</h1>
        {may('audit:export') && (
          <a class="button" href={api.url('listAuditLog', { ...filters, format: 'csv' })}>
            {t('audit.export')}
          </a>
        )}
      </div>
      <div class="bar">
        {conference.id !== 0 && (
          <ChoiceFilter
            name="of"
            label={t('audit.conference')}
            values={['this']}
            text={() => conference.name}
          />
        )}
        <SearchFilter name="action" label={t('audit.actions')} />
        <SearchFilter name="administrator_id" label={t('audit.administrator')} />
        <DayFilter name="from" label={t('audit.from')} />
        <DayFilter name="to" label={t('audit.to')} />
      </div>
      <Listing list={list} empty={t('audit.none')}>
        {(rows) => <Rows rows={rows} timezone={conference.timezone} />}
      </Listing>
    </>
  );
}

function Rows({ rows, timezone }: { rows: readonly AuditRow[]; timezone: string }) {
  const { moment } = zoneOf(timezone);
  return (
    <Table
      label={t('audit.title')}
      head={[
        t('audit.at', { zone: timezone }),
        t('audit.who'),
        t('audit.action'),
        t('audit.subject'),
        t('audit.change'),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td>{moment(row.at)}</td>
          <td>
            {row.administrator?.name ?? row.actor}
            <small>{row.ip}</small>
          </td>
          <td>
            <code>{row.action}</code>
          </td>
          <td>
            {row.subject_name ?? row.subject_type}
            <small>{row.subject_id}</small>
          </td>
          <td>{changeOf(row)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The changed fields, as they were and as they are. */
const changeOf = ({ before, after }: AuditRow): string =>
  Object.keys({ ...before, ...after })
    .map((field) => {
      const [old, now] = [before?.[field], after?.[field]].map((value) =>
        value === undefined ? '' : JSON.stringify(value),
      );
      return old ? `${field}: ${old} → ${now}` : `${field}: ${now}`;
    })
    .join('; ');
