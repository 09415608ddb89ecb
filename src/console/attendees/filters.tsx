import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { AdminConferenceAttendeePage } from '../../client/operations.d.ts';
import { useFilters } from '../lib/filters.ts';
import { number, t } from '../lib/text.ts';
import { ChoiceFilter, DayFilter, SearchFilter } from '../parts/filters.tsx';
import {
  ATTENDEE_SORTS,
  CLAIMS,
  countOf,
  hasGuests,
  type Listed,
  SORTS,
  type Sort,
  STATUSES,
  YES_NO,
} from './list-filters.ts';
import { useTicketTypes } from './ticket-types.ts';

interface CountsProps {
  readonly status: Listed;
  /** Undefined until the list is here. */
  readonly counts: AdminConferenceAttendeePage['counts'] | undefined;
}

/** How many there are of each status; each leads to them. */
export function Counts({ status, counts }: CountsProps) {
  const { at } = useFilters();
  return (
    <nav class="tabs" aria-label={t('attendees.status')}>
      {STATUSES.map((one) => {
        const count = counts && countOf(counts, one);
        return (
          <Link
            key={one}
            href={at({ status: one })}
            aria-current={one === status ? 'page' : undefined}
          >
            {t(`status.${one}`)}
            {count !== undefined && <span class="count">{number(count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

interface FiltersProps {
  readonly conference_id: number;
  readonly status: Listed;
  readonly sort: Sort | undefined;
}

/** Words, ticket type, the way of a claim, the day of arrival, the account, and the order. */
export function ListFilters({ conference_id, status, sort }: FiltersProps) {
  const { of } = useFilters();
  // As it is at first: a filter that is cleared closes nothing.
  const [isOpen] = useState(() => MORE.some((name) => of(name)));
  return (
    <>
      <div class="bar">
        <SearchFilter name="q" label={t('attendees.search')} />
        <SortFilter status={status} sort={sort} />
      </div>
      <details class="more" open={isOpen}>
        <summary>{t('attendees.filters')}</summary>
        <div class="bar">
          <TicketTypeFilter conference_id={conference_id} />
          <DayFilter name="arrived" label={t('attendees.arrived-on')} />
          <ChoiceFilter
            name="claimed_by"
            label={t('attendees.claimed')}
            values={CLAIMS}
            text={(one) => t(`attendees.claimed.${one}`)}
          />
          <ChoiceFilter
            name="is_blocked"
            label={t('people.access')}
            values={YES_NO}
            text={(one) => t(`people.blocked.${one}`)}
          />
        </div>
      </details>
    </>
  );
}

/** The filters that are rarely used. */
const MORE = ['ticket_type', 'arrived', 'claimed_by', 'is_blocked'];

function TicketTypeFilter({ conference_id }: { conference_id: number }) {
  return (
    <ChoiceFilter
      name="ticket_type"
      label={t('attendees.ticket-type')}
      values={useTicketTypes(conference_id)}
      text={(one) => one}
    />
  );
}

/** An order that guests do not have leads to the attendees alone. */
function SortFilter({ status, sort }: Pick<FiltersProps, 'status' | 'sort'>) {
  const { set } = useFilters();
  const choose = (value: string) => {
    const isOfAttendees = ATTENDEE_SORTS.some((one) => one === value);
    set({ sort: value, status: isOfAttendees && hasGuests(status) ? 'attendees' : status });
  };
  return (
    <label class="field">
      {t('people.sort')}
      <select
        value={sort ?? 'registered_at'}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {optionsOf(SORTS)}
        <optgroup label={t('attendees.sort.attendees')}>{optionsOf(ATTENDEE_SORTS)}</optgroup>
      </select>
    </label>
  );
}

const optionsOf = (sorts: readonly Sort[]) =>
  sorts.map((one) => (
    <option key={one} value={one}>
      {t(`attendees.sort.${one}`)}
    </option>
  ));
