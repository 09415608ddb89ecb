import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { ItemRatings } from '../../client/operations.d.ts';
import { useTracks } from '../agenda/program.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { number, t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';

const SORTS = ['-mean', 'mean', '-count', '-favorites', 'title'] as const;

/** The sessions of the conference by what people say of them. */
export function Ratings({ conference, tabs }: { conference: Conference; tabs: ComponentChildren }) {
  const may = useMay();
  const { of, oneOf } = useFilters();
  const filters = { sort: oneOf('sort', SORTS), track: of('track'), room: of('room') };
  const conference_id = conference.id;
  const list = useRows(['feedback', 'ratings', conference_id, filters], (asked, signal) =>
    api.call('listRatings', { params: { conference_id, ...filters, ...asked }, signal }),
  );
  const { data: tracks } = useTracks(conference_id);
  return (
    <>
      <Head title={t('feedback.title')} about={t('feedback.ratings-about')}>
        {may('feedback:export') && (
          <a
            class="btn"
            href={api.url('listRatings', { conference_id, ...filters, format: 'csv' })}
          >
            <Icon name="download" />
            {t('action.export')}
          </a>
        )}
      </Head>
      {tabs}
      <Filters
        filters={[
          choice({
            name: 'track',
            label: t('agenda.field.track'),
            values: (tracks ?? []).map(({ name }) => name),
            text: (one) => one,
          }),
        ]}
      />
      <Listing list={list} empty={t('feedback.no-sessions')}>
        {(rows) => <Rows rows={rows} conference={conference} />}
      </Listing>
    </>
  );
}

function Rows({ rows, conference }: { rows: readonly ItemRatings[]; conference: Conference }) {
  const { moment } = zoneOf(conference.timezone);
  const falling = (key: string, text: string) => ({ [`-${key}`]: text });
  return (
    <Table
      label={t('feedback.tab.ratings')}
      head={[
        { text: t('feedback.session'), sorts: { title: t('feedback.session') } },
        {
          number: t('feedback.mean'),
          sorts: { '-mean': t('feedback.mean'), mean: t('feedback.mean') },
        },
        { number: t('feedback.count'), sorts: falling('count', t('feedback.count')) },
        t('feedback.by-stars'),
        { number: t('feedback.comments') },
        { number: t('feedback.favorites'), sorts: falling('favorites', t('feedback.favorites')) },
        { number: t('feedback.seats') },
      ]}
    >
      {rows.map((row) => (
        <tr key={row.agenda_item_id}>
          <th scope="row">
            <Link href={`/c/${conference.id}/agenda?id=${row.agenda_item_id}`}>{row.title}</Link>
            <small>
              {[moment(row.starts_at), row.room, row.track].filter(Boolean).join(' · ')}
            </small>
          </th>
          <td class="number">{row.mean === null ? '–' : number(row.mean)}</td>
          <td class="number">{number(row.count)}</td>
          <td>{row.count > 0 && <Stars by={row.by_stars} />}</td>
          <td class="number">
            {row.comments > 0 ? (
              <Link
                href={`/c/${conference.id}/feedback?kind=rating&agenda_item_id=${row.agenda_item_id}`}
                aria-label={t('feedback.comments-on', { count: row.comments, title: row.title })}
              >
                {number(row.comments)}
              </Link>
            ) : (
              0
            )}
          </td>
          <td class="number">{number(row.favorites)}</td>
          <td class="number">
            {row.seats === null ? '–' : `${number(row.arrived ?? 0)} / ${number(row.seats)}`}
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** How many gave one star, two stars, … five stars, as five columns. */
function Stars({ by }: { by: readonly number[] }) {
  const most = Math.max(...by);
  const text = by.map((count, at) => t('feedback.of-stars', { count, stars: at + 1 })).join(', ');
  return (
    <svg
      width="60"
      height="24"
      viewBox="0 0 60 24"
      fill="var(--accent)"
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      {by.map((count, at) => {
        const height = 2 + (22 * count) / most;
        return <rect key={String(at)} x={at * 12} y={24 - height} width="9" height={height} />;
      })}
    </svg>
  );
}
