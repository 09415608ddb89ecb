import { useMutation } from '@tanstack/preact-query';
import { type Dispatch, type StateUpdater, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminEvent } from '../../client/operations.d.ts';
import { DeleteEvent } from '../events/delete-event.tsx';
import { EditEvent, NewEvent } from '../events/edit-event.tsx';
import { EventAttendees } from '../events/event-attendees.tsx';
import { STATUSES } from '../events/event-fields.tsx';
import { ImportCalendar, OrImport } from '../imports.tsx';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useAsked, useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { sentenceOf } from '../lib/problems.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { ChoiceFilter, FilterFold, SearchFilter } from '../parts/filters.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Reason } from '../parts/reason.tsx';
import { Actions } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';

const SEATS = ['free', 'full'] as const;
const SORTS = ['starts_at', 'title', '-created_at', '-attendee_count'] as const;

/** What is open above the list. */
type Opened =
  | { readonly kind: 'edit' | 'delete' | 'reject'; readonly event: AdminEvent }
  | { readonly kind: 'new' };

/** The events of a conference, the attendees of one of them, or the import of a calendar. */
export function Events({ conference }: { conference: Conference }) {
  const id = useFilters().idOf('event');
  return (
    <OrImport scope="content:import" Import={ImportCalendar} conference={conference}>
      {id ? <EventAttendees {...{ id, conference }} /> : <EventList conference={conference} />}
    </OrImport>
  );
}

function EventList({ conference }: { conference: Conference }) {
  const may = useMay();
  const [opened, setOpened] = useState<Opened>();
  useAsked({
    add: () => may('content:write') && setOpened({ kind: 'new' }),
  });
  const { of, oneOf, idOf, at } = useFilters();
  const q = of('q')?.trim();
  const status = oneOf('status', STATUSES);
  const seats = oneOf('seats', SEATS);
  const submitted_by = idOf('submitted_by');
  const filters = {
    conference_id: conference.id,
    sort: oneOf('sort', SORTS) ?? 'starts_at',
    ...(q && { q }),
    ...(status && { status }),
    ...(seats && { has_seats: seats === 'free' }),
    ...(submitted_by && { submitted_by }),
  } as const;
  const list = useRows(['events', filters], (asked, signal) =>
    api.call('listAdminEvents', { params: { ...filters, ...asked }, signal }),
  );
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{t('events.title')}</h1>
        <Actions>
          {may('content:import') && (
            <Link class="btn" href={`/c/${conference.id}/events?import=file`}>
              <Icon name="upload" />
              {t('calendar.open')}
            </Link>
          )}
          {may('content:write') && (
            <button type="button" class="btn primary" onClick={() => setOpened({ kind: 'new' })}>
              <Icon name="plus" />
              {t('events.new')}
            </button>
          )}
        </Actions>
      </div>
      <div class="bar">
        <SearchFilter name="q" label={t('events.search')} />
        <FilterFold>
          <ChoiceFilter
            name="status"
            label={t('events.field.status')}
            values={STATUSES}
            text={(one) => t(`events.status.${one}`)}
          />
          <ChoiceFilter
            name="seats"
            label={t('events.seats')}
            values={SEATS}
            text={(one) => t(`events.seats.${one}`)}
          />
          <ChoiceFilter
            name="sort"
            label={t('events.sort')}
            all={t('events.sort.starts_at')}
            values={SORTS.slice(1)}
            text={(one) => t(`events.sort.${one}`)}
          />
        </FilterFold>
        {submitted_by && (
          <Link class="btn" href={at({ submitted_by: undefined })}>
            {t('events.all-requesters')}
          </Link>
        )}
      </div>
      <Listing list={list} empty={t('events.none')}>
        {(rows) => <EventRows rows={rows} open={setOpened} />}
      </Listing>
      {opened && <Above opened={opened} set={setOpened} conference={conference} />}
    </>
  );
}

interface EventRowsProps {
  readonly rows: readonly AdminEvent[];
  readonly open: (opened: Opened) => void;
}

function EventRows({ rows, open }: EventRowsProps) {
  const may = useMay();
  const { at } = useFilters();
  return (
    <Table
      label={t('events.title')}
      head={[
        t('events.field.title'),
        t('moderation.when'),
        t('events.field.status'),
        { number: t('events.attending') },
        { hidden: t('keys.actions') },
      ]}
    >
      {rows.map((event) => (
        <tr key={event.id}>
          <th scope="row">
            {event.title}
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
          <td>{t(`events.status.${event.status}`)}</td>
          <td class="number">
            {event.capacity === null
              ? event.attendee_count
              : t('events.of-seats', { count: event.attendee_count, seats: event.capacity })}
          </td>
          <td class="buttons">
            {may('attendees:read') && (
              <Link
                class="btn"
                aria-label={t('events.attendees-of', { title: event.title })}
                href={at({ event: String(event.id) })}
              >
                {t('events.attendees')}
              </Link>
            )}
            {may('content:write') && (
              <button
                type="button"
                class="btn"
                aria-label={t('events.edit-title', { title: event.title })}
                onClick={() => open({ kind: 'edit', event })}
              >
                {t('events.change')}
              </button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface AboveProps {
  readonly opened: Opened;
  readonly set: Dispatch<StateUpdater<Opened | undefined>>;
  readonly conference: Conference;
}

function Above({ opened, set, conference }: AboveProps) {
  // Pressed twice, a form answers twice: the second answer closes nothing that was opened since.
  const close = () => set((now) => (now === opened ? undefined : now));
  const decide = useDecision(close);
  if (opened.kind === 'new') return <NewEvent conference={conference} close={close} />;
  const { event } = opened;
  if (opened.kind === 'delete') return <DeleteEvent event={event} close={close} />;
  if (opened.kind === 'reject') {
    const reject = (reason: string) => decide.mutate({ event, reason });
    return (
      <Reason
        title={t('events.reject-title', { title: event.title })}
        close={close}
        submit={reject}
      />
    );
  }
  return (
    <EditEvent event={event} close={close}>
      {decide.error && <p class="problem">{sentenceOf(decide.error)}</p>}
      <Decisions event={event} set={set} publish={() => decide.mutate({ event })} />
    </EditEvent>
  );
}

interface DecisionsProps {
  readonly event: AdminEvent;
  readonly set: (opened: Opened) => void;
  readonly publish: () => void;
}

/** What may be done with an event besides changing its fields. */
function Decisions({ event, set, publish }: DecisionsProps) {
  const mayDelete = useMay()('content:delete');
  return (
    <div class="buttons">
      {(event.status === 'pending' || event.status === 'rejected') && (
        <button type="button" class="btn" onClick={publish}>
          {t('events.publish')}
        </button>
      )}
      {event.status === 'pending' && (
        <button type="button" class="btn bad" onClick={() => set({ kind: 'reject', event })}>
          {t('events.reject')}
        </button>
      )}
      {mayDelete && (
        <button type="button" class="btn bad" onClick={() => set({ kind: 'delete', event })}>
          <Icon name="trash-2" />
          {t('events.delete')}
        </button>
      )}
    </div>
  );
}

/** Publishes an event, or rejects it for a reason. */
const useDecision = (close: () => void) =>
  useMutation({
    mutationFn: ({ event: { id }, reason }: { event: AdminEvent; reason?: string }) =>
      reason === undefined
        ? api.call('approveEvent', { params: { id } })
        : api.call('rejectEvent', { params: { id }, body: { reason } }),
    onSuccess: ({ title, status }) => {
      say(t('events.decided', { title, status: t(`events.status.${status}`) }));
      close();
    },
    onError: (error) => say(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['events'] }),
  });
