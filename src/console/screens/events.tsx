import { useMutation } from '@tanstack/preact-query';
import { type Dispatch, type StateUpdater, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminEvent } from '../../client/operations.d.ts';
import { DeleteEvent } from '../events/delete-event.tsx';
import { EditEvent, NewEvent } from '../events/edit-event.tsx';
import { EventAttendees } from '../events/event-attendees.tsx';
import { STATUSES } from '../events/event-fields.tsx';
import { EventRows } from '../events/event-rows.tsx';
import { ImportCalendar, OrImport } from '../imports.tsx';
import { useMay } from '../lib/access.ts';
import { api, queries } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useAsked, useFilters } from '../lib/filters.ts';
import { nameOf } from '../lib/person.ts';
import { sentenceOf } from '../lib/problems.ts';
import { useRows } from '../lib/rows.ts';
import { t } from '../lib/text.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { Listing } from '../parts/listing.tsx';
import { Reason } from '../parts/reason.tsx';
import { Actions } from '../parts/states.tsx';
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
  const { of, oneOf, idOf } = useFilters();
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
  const submitters = list.rows?.map(({ submitter }) => submitter) ?? [];
  return (
    <>
      <Head
        title={t('events.title')}
        others={[
          may('content:import') && (
            <Link class="btn" href={`/c/${conference.id}/events?import=file`}>
              <Icon name="upload" />
              {t('calendar.open')}
            </Link>
          ),
        ]}
      >
        {may('content:write') && (
          <Actions>
            <button type="button" class="btn primary" onClick={() => setOpened({ kind: 'new' })}>
              <Icon name="plus" />
              {t('events.new')}
            </button>
          </Actions>
        )}
      </Head>
      <Filters
        search={{ label: t('events.search') }}
        filters={[
          choice({
            name: 'status',
            label: t('events.field.status'),
            values: STATUSES,
            text: (one) => t(`events.status.${one}`),
          }),
          choice({
            name: 'seats',
            label: t('events.seats'),
            values: SEATS,
            text: (one) => t(`events.seats.${one}`),
          }),
          choice({
            name: 'submitted_by',
            label: t('moderation.by'),
            values: submitted_by ? [String(submitted_by)] : [],
            text: (id) => nameOf(submitters.find((one) => String(one?.id) === id)) || id,
          }),
        ]}
      />
      <Listing list={list} empty={t('events.none')}>
        {(rows) => <EventRows rows={rows} edit={(event) => setOpened({ kind: 'edit', event })} />}
      </Listing>
      {opened && <Above opened={opened} set={setOpened} conference={conference} />}
    </>
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
