import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminUserReport } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';
import { Report } from './report.tsx';

const STATUSES = ['open', 'resolved'] as const;

/** What users report of other users. */
export function Reports({ conference: { timezone } }: { conference: Conference }) {
  const may = useMay();
  const { at, oneOf } = useFilters();
  const [shown, setShown] = useState<AdminUserReport>();
  const { moment } = zoneOf(timezone);
  const status = oneOf('status', STATUSES) ?? 'open';
  const list = useRows(['reports', status], (asked, signal) =>
    api.call('listUserReports', { params: { status, ...asked }, signal }),
  );
  return (
    <>
      <nav class="seg" aria-label={t('moderation.status')}>
        {STATUSES.map((one) => (
          <Link
            key={one}
            href={at({ status: one })}
            aria-current={one === status ? 'page' : undefined}
          >
            {t(`report.status.${one}`)}
          </Link>
        ))}
      </nav>
      <Listing list={list} empty={t('report.none')}>
        {(rows) => (
          <Table
            label={t('moderation.tab.reports')}
            head={[
              t('report.reported'),
              t('report.reason'),
              t('report.reporter'),
              t('report.at', { zone: timezone }),
              t('report.outcome'),
              { hidden: t('report.open') },
            ]}
          >
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {nameOf(row.reported)}
                  {row.reported.is_blocked && <small>{t('moderation.blocked')}</small>}
                </th>
                <td>
                  {t(`report.reason.${row.reason}`)}
                  <small>{row.text}</small>
                </td>
                <td>{nameOf(row.reporter) || t('report.erased')}</td>
                <td>{moment(row.created_at)}</td>
                <td>{row.outcome && t(`report.outcome.${row.outcome}`)}</td>
                <td>
                  <button
                    type="button"
                    class="btn"
                    aria-label={t('report.open-name', { name: nameOf(row.reported) })}
                    onClick={() => setShown(row)}
                  >
                    {t('report.open')}
                  </button>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      {shown && (
        <Report
          report={shown}
          timezone={timezone}
          mayResolve={may('reports:resolve')}
          close={() => setShown(undefined)}
        />
      )}
    </>
  );
}
