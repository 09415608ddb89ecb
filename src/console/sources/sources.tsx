import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Source } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Actions } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { groupOf, type SourceGroup } from './kinds.ts';
import { OneSource } from './one-source.tsx';
import { SourceForm } from './source-form.tsx';
import { intervalText, Light, runText } from './words.tsx';

interface Props {
  readonly conference: Conference;
  readonly group: SourceGroup;
}

/** Programmes, or guest lists, that keep themselves up to date. */
export function Sources({ conference, group }: Props) {
  const may = useMay();
  const { idOf, at } = useFilters();
  const [isAdding, setAdding] = useState(false);
  const list = useRows(['sources', conference.id], (asked, signal) =>
    api.call('listSources', { params: { conference_id: conference.id, ...asked }, signal }),
  );
  const rows = list.rows?.filter(({ kind }) => groupOf(kind) === group);
  const chosen = rows?.find(({ id }) => id === idOf('id'));
  if (chosen) return <OneSource source={chosen} conference={conference} />;
  return (
    <>
      <Head
        title={t(`sources.title.${group}`)}
        about={t(`sources.about.${group}`)}
        others={[
          <Link key="back" class="btn" href={at({ import: undefined })}>
            <Icon name="chevron-left" />
            {t(`sources.back.${group}`)}
          </Link>,
        ]}
      >
        {may(group === 'guests' ? 'attendees:import' : 'content:import') && (
          <Actions>
            <button type="button" class="btn primary" onClick={() => setAdding(true)}>
              <Icon name="plus" />
              {t('sources.add')}
            </button>
          </Actions>
        )}
      </Head>
      <Listing list={{ ...list, rows }} empty={t('sources.none')}>
        {(found) => <Rows rows={found} timezone={conference.timezone} />}
      </Listing>
      {isAdding && (
        <SourceForm conference={conference} group={group} close={() => setAdding(false)} />
      )}
    </>
  );
}

function Rows({ rows, timezone }: { rows: readonly Source[]; timezone: string }) {
  const { at } = useFilters();
  const { moment } = zoneOf(timezone);
  return (
    <Table
      label={t('sources.title')}
      head={[
        t('sources.field.name'),
        t('sources.state'),
        t('sources.last'),
        t('sources.next'),
        t('sources.field.publish'),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">
            <Link href={at({ id: String(row.id) })}>{row.name}</Link>
            <small>{t(`sources.kind.${row.kind}`)}</small>
          </th>
          <td>
            <Light source={row} />
          </td>
          <td>
            {row.last_run ? moment(row.last_run.started_at) : '–'}
            {row.last_run && <small>{runText(row.last_run)}</small>}
          </td>
          <td>
            {row.is_enabled ? moment(row.next_run_at) : '–'}
            <small>{intervalText(row.interval_minutes)}</small>
          </td>
          <td>{t(`sources.publish.${row.publish}`)}</td>
        </tr>
      ))}
    </Table>
  );
}
