import { useQuery } from '@tanstack/preact-query';
import type { AdminEvent } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { nameOf } from '../lib/person.ts';
import { lineOf } from '../lib/problems.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Listing } from '../parts/listing.tsx';
import { Failure } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { BulkBar, Choose, useBulk } from './bulk.tsx';

/** Side events that attendees request, with what each would clash with. */
export function SideEvents({ conference }: { conference: Conference }) {
  const conference_id = conference.id;
  const events = useRows(['side-events', conference_id], (asked) =>
    api.call('listPendingEvents', { params: { conference_id, sort: 'starts_at', ...asked } }),
  );
  const bulk = useBulk({
    list: 'side-events',
    send: (body) => api.call('reviewEvents', { body }),
  });
  return (
    <>
      <Listing list={events} empty={t('moderation.none')}>
        {(rows) => (
          <Table
            label={t('moderation.tab.side-events')}
            head={[
              { hidden: t('moderation.choose') },
              t('moderation.event'),
              t('moderation.when'),
              t('moderation.clashes'),
              t('moderation.by'),
            ]}
          >
            {rows.map((event) => (
              <Row key={event.id} event={event} bulk={bulk} />
            ))}
          </Table>
        )}
      </Listing>
      <BulkBar bulk={bulk} />
    </>
  );
}

interface RowProps {
  readonly event: AdminEvent;
  readonly bulk: ReturnType<typeof useBulk>;
}

function Row({ event, bulk }: RowProps) {
  const { id, title, description, starts_at, ends_at, timezone, venue, submitter } = event;
  const { contact, capacity } = event;
  const { moment, time } = zoneOf(timezone);
  return (
    <tr>
      <Choose bulk={bulk} id={id} name={title} />
      <th scope="row">
        {title}
        <small>{description}</small>
        {capacity !== null && <small>{t('moderation.capacity', { count: capacity })}</small>}
      </th>
      <td>
        {t('moderation.from-to', { from: moment(starts_at), to: time(ends_at), zone: timezone })}
        <small>{[venue.name, venue.address].filter(Boolean).join(', ')}</small>
      </td>
      <td>
        <Clashes event={event} />
      </td>
      <td>
        {nameOf(submitter)}
        <small>{contact}</small>
      </td>
    </tr>
  );
}

/** What the service warns of: a dry run that changes nothing. */
function Clashes({ event: { id, version } }: { event: AdminEvent }) {
  const checked = useQuery({
    queryKey: ['side-events', 'warnings', id, version],
    queryFn: ({ signal }) =>
      api.call('updateEvent', { params: { id, dry_run: true }, body: {}, signal }),
  });
  if (checked.error) return <Failure error={checked.error} again={checked.refetch} />;
  if (!checked.data) return null;
  const { warnings } = checked.data;
  if (warnings.length === 0) return <span class="muted">{t('moderation.clashes.none')}</span>;
  return warnings.map((one) => (
    <p key={one.message} class="note warn">
      {lineOf(one)}
    </p>
  ));
}
