import { Link } from 'wouter-preact';
import type { AdminEvent } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Icon } from '../parts/icon.tsx';
import { Table } from '../parts/table.tsx';

const LOOK: Readonly<Partial<Record<AdminEvent['status'], string>>> = {
  pending: 'warn',
  rejected: 'bad',
};

interface EventRowsProps {
  readonly rows: readonly AdminEvent[];
  readonly edit: (event: AdminEvent) => void;
}

/** Each leads to its attendees. */
export function EventRows({ rows, edit }: EventRowsProps) {
  const may = useMay();
  const { at } = useFilters();
  return (
    <Table
      label={t('events.title')}
      head={[
        { text: t('events.field.title'), sorts: { title: t('events.sort.title') } },
        { text: t('moderation.when'), sorts: { '-created_at': t('events.sort.-created_at') } },
        t('events.field.status'),
        {
          number: t('events.attending'),
          sorts: { '-attendee_count': t('events.sort.-attendee_count') },
        },
        { hidden: t('keys.actions') },
      ]}
    >
      {rows.map((event) => (
        <tr key={event.id}>
          <th scope="row">
            {may('attendees:read') ? (
              <Link
                aria-label={t('events.attendees-of', { title: event.title })}
                href={at({ event: String(event.id) })}
              >
                {event.title}
              </Link>
            ) : (
              event.title
            )}
            <small>
              {[t(`events.kind.${event.kind}`), t(`events.source.${event.source}`)].join(' · ')}
              {event.submitter && (
                <>
                  {' · '}
                  <Link href={at({ submitted_by: String(event.submitter.id) })}>
                    {nameOf(event.submitter)}
                  </Link>
                </>
              )}
            </small>
          </th>
          <td>
            {zoneOf(event.timezone).moment(event.starts_at)}
            <small>{event.venue.name}</small>
          </td>
          <td>
            <span class={`tag ${LOOK[event.status] ?? ''}`}>
              {t(`events.status.${event.status}`)}
            </span>
          </td>
          <td class="number">
            {event.capacity === null
              ? event.attendee_count
              : t('events.of-seats', { count: event.attendee_count, seats: event.capacity })}
          </td>
          <td class="buttons">
            {may('content:write') && (
              <button
                type="button"
                class="btn quiet only"
                aria-label={t('events.edit-title', { title: event.title })}
                onClick={() => edit(event)}
              >
                <Icon name="pencil" />
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
