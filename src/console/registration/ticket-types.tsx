import { useState } from 'preact/hooks';
import type { AdminTicketType } from '../../client/operations.d.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useOrder } from '../lib/order.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Icon } from '../parts/icon.tsx';
import { Meter } from '../parts/meter.tsx';
import { Sortable } from '../parts/sortable.tsx';
import { EmptyList, Failure, Loading } from '../parts/states.tsx';
import { say } from '../parts/toasts.tsx';
import { EditTicketType } from './edit-ticket-type.tsx';
import { refreshTicketTypes, useTicketTypes } from './read-ticket-types.ts';

/** The ticket types of a conference with their seats, in the order in which people see them. */
export function TicketTypes({ conference }: { conference: Pick<Conference, 'id' | 'timezone'> }) {
  const isEditor = useMay()('attendees:write');
  const [edited, edit] = useState<AdminTicketType | 'new'>();
  const [deleted, remove] = useState<AdminTicketType>();
  const found = useTicketTypes(conference.id);
  const params = { conference_id: conference.id };
  const { rows, order } = useOrder(found.data, {
    name: 'order of ticket types',
    send: (ids) => api.call('orderTicketTypes', { params, body: { ids } }),
    refresh: refreshTicketTypes,
    saved: t('ticket-types.order.saved'),
  });
  const line = (type: AdminTicketType) => (
    <TypeLine
      type={type}
      timezone={conference.timezone}
      edit={isEditor ? () => edit(type) : undefined}
      remove={isEditor ? () => remove(type) : undefined}
    />
  );
  return (
    <section aria-labelledby="ticket-types">
      <h2 id="ticket-types">{t('ticket-types.title')}</h2>
      <p class="muted">{t('ticket-types.more')}</p>
      {found.error && <Failure error={found.error} again={found.refetch} />}
      {found.isPending && <Loading />}
      {rows?.length === 0 && <EmptyList title={t('ticket-types.none')} />}
      {rows && rows.length > 0 && (
        <div class="speakers">
          {isEditor ? (
            <Sortable
              label={t('ticket-types.title')}
              rows={rows}
              idOf={({ id }) => id}
              nameOf={({ name }) => name}
              order={order}
            >
              {line}
            </Sortable>
          ) : (
            <ol aria-label={t('ticket-types.title')}>
              {rows.map((type) => (
                <li key={type.id}>{line(type)}</li>
              ))}
            </ol>
          )}
        </div>
      )}
      {isEditor && (
        <button type="button" class="btn" onClick={() => edit('new')}>
          <Icon name="plus" />
          {t('ticket-types.new')}
        </button>
      )}
      {edited && (
        <EditTicketType
          conference={conference}
          type={edited === 'new' ? undefined : edited}
          close={() => edit(undefined)}
        />
      )}
      {deleted && (
        <Confirm
          title={t('ticket-types.delete.name', { name: deleted.name })}
          submit={t('ticket-types.delete')}
          close={() => remove(undefined)}
          run={async () => {
            const of = { params: { ...params, type_id: deleted.id }, ifMatch: deleted.version };
            await api.call('deleteTicketType', of);
            say(t('ticket-types.deleted', { name: deleted.name }));
            await refreshTicketTypes();
          }}
        >
          <p>{t('ticket-types.delete.more')}</p>
        </Confirm>
      )}
    </section>
  );
}

/** The seats of a type, such as 12 / 40. */
export const seatsText = ({ seat_count, capacity }: AdminTicketType): string =>
  capacity === null
    ? t('ticket-types.seats', { seats: seat_count })
    : t('ticket-types.seats-of', { seats: seat_count, capacity });

interface LineProps {
  readonly type: AdminTicketType;
  readonly timezone: string;
  readonly edit: (() => void) | undefined;
  readonly remove: (() => void) | undefined;
}

/** The name, how much is taken, who may take it, and until when. */
function TypeLine({ type, timezone, edit, remove }: LineProps) {
  const { name, seat_count, capacity, registration, is_offered, is_hidden } = type;
  const { moment } = zoneOf(timezone);
  const times = [
    type.opens_at && t('ticket-types.from', { time: moment(type.opens_at) }),
    type.closes_at && t('ticket-types.until', { time: moment(type.closes_at) }),
  ];
  const state = is_offered ? t(`ticket-types.registration.${registration}`) : undefined;
  return (
    <span class="speaker">
      <span>
        <bdi>{name}</bdi>
        <small>{[seatsText(type), state, ...times].filter(Boolean).join(' · ')}</small>
        <Meter value={seat_count} max={capacity} />
      </span>
      <span class="pills">
        {!is_offered && <span class="tag">{t('ticket-types.imported')}</span>}
        {is_hidden && <span class="tag">{t('ticket-types.hidden')}</span>}
        {edit && (
          <button
            type="button"
            class="btn quiet only"
            aria-label={t('ticket-types.edit', { name })}
            onClick={edit}
          >
            <Icon name="pencil" />
          </button>
        )}
        {remove && (
          <button
            type="button"
            class="btn quiet only"
            aria-label={t('ticket-types.delete.name', { name })}
            onClick={remove}
          >
            <Icon name="trash-2" />
          </button>
        )}
      </span>
    </span>
  );
}
