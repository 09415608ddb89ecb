import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminConference, ConferenceStatus } from '../../client/operations.d.ts';
import { CreateConference } from '../conferences/create-conference.tsx';
import { OneConference } from '../conferences/one-conference.tsx';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import { useAsked, useFilters } from '../lib/filters.ts';
import { useRows } from '../lib/rows.ts';
import { number, t } from '../lib/text.ts';
import { dayText } from '../lib/zone.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Table } from '../parts/table.tsx';

const STATUSES = [
  'draft',
  'published',
  'cancelled',
  'archived',
] as const satisfies readonly ConferenceStatus[];

/** All conferences of the key, in every status, or one of them: `?id=`. */
export function Conferences() {
  const id = useFilters().idOf('id');
  return id === undefined ? <List /> : <OneConference key={id} id={id} />;
}

function List() {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const add = () => setOpen(true);
  useAsked({ add: () => setOpen(may('content:write')) });
  const { of, oneOf } = useFilters();
  const filters = { q: of('q')?.trim() || undefined, status: oneOf('status', STATUSES) };
  const list = useRows(['conferences', 'list', filters], (asked, signal) =>
    api.call('listAdminConferences', { params: { ...filters, ...asked }, signal }),
  );
  const isFirst = list.rows?.length === 0 && !filters.q && !filters.status;
  return (
    <>
      <Head title={t('conferences.title')}>
        {may('content:write') && !isFirst && (
          <button type="button" class="btn primary" onClick={add}>
            <Icon name="plus" />
            {t('conferences.create')}
          </button>
        )}
      </Head>
      <Filters
        search={{ label: t('conferences.search') }}
        filters={[
          choice({
            name: 'status',
            label: t('conferences.status'),
            values: STATUSES,
            text: (one) => t(`conferences.status.${one}`),
          }),
        ]}
      />
      <Listing
        list={list}
        empty={t(isFirst ? 'frame.no-conference' : 'conferences.none')}
        action={
          isFirst &&
          may('content:write') && (
            <>
              <p>{t('conferences.first.more')}</p>
              <button type="button" class="btn primary" onClick={add}>
                <Icon name="plus" />
                {t('conferences.first')}
              </button>
              <FirstSteps />
            </>
          )
        }
      >
        {(rows) => <Rows conferences={rows} />}
      </Listing>
      {isOpen && <CreateConference close={() => setOpen(false)} />}
    </>
  );
}

const STEPS = [
  ['program', 'calendar-days'],
  ['guests', 'users'],
  ['door', 'smartphone'],
  ['publish', 'globe'],
] as const;

/** What comes after the first conference is added, in any order. */
const FirstSteps = () => (
  <section class="card first-steps">
    <header>
      <h2>{t('conferences.then')}</h2>
    </header>
    <ol class="rows">
      {STEPS.map(([step, icon]) => (
        <li key={step} class="line">
          <span class="tile here">
            <Icon name={icon} />
          </span>
          <span class="grow">
            <strong>{t(`conferences.then.${step}`)}</strong>
            <small>{t(`conferences.then.${step}.more`)}</small>
          </span>
        </li>
      ))}
    </ol>
  </section>
);

function Rows({ conferences }: { conferences: readonly AdminConference[] }) {
  const { at } = useFilters();
  return (
    <Table
      label={t('conferences.title')}
      head={[
        t('conferences.name'),
        t('conferences.days'),
        t('conferences.status'),
        { number: t('conferences.attendees') },
        { number: t('conferences.events') },
      ]}
    >
      {conferences.map((one) => (
        <tr key={one.id}>
          <th scope="row">
            <Link href={at({ id: String(one.id) })}>{one.name}</Link>
            <small>{[one.venue, one.city].filter(Boolean).join(', ')}</small>
          </th>
          <td>
            {t('conferences.from-to', { from: dayText(one.starts_on), to: dayText(one.ends_on) })}
          </td>
          <td>
            <span class={one.status === 'published' ? 'tag good' : 'tag'}>
              {t(`conferences.status.${one.status}`)}
            </span>
          </td>
          <td class="number">{number(one.attendee_count)}</td>
          <td class="number">{number(one.event_count)}</td>
        </tr>
      ))}
    </Table>
  );
}
