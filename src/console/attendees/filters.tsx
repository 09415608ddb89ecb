import type { AdminConferenceAttendeePage } from '../../client/operations.d.ts';
import { t } from '../lib/text.ts';
import { choice, Filters } from '../parts/filters.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { AnswersSwitch, answersFilter } from '../registration/answers.tsx';
import { CLAIMS, countOf, type Listed, STATUSES, YES_NO } from './list-filters.ts';
import { useTicketTypes, useTypeText } from './ticket-types.ts';

interface CountsProps {
  readonly status: Listed;
  /** Undefined until the list is here. */
  readonly counts: AdminConferenceAttendeePage['counts'] | undefined;
}

/** How many there are of each status; each leads to them. */
export const Counts = ({ status, counts }: CountsProps) => (
  <Tabs
    label={t('attendees.status')}
    name="status"
    chosen={status}
    tabs={STATUSES.map((value) => ({
      value,
      text: t(`status.${value}`),
      count: counts && countOf(counts, value),
    }))}
  />
);

/** Words, ticket type, the day of arrival, the way of a claim and the account. */
export const ListFilters = ({ conference_id }: { conference_id: number }) => (
  <Filters
    search={{ label: t('filter.people') }}
    filters={[
      choice({
        name: 'ticket_type',
        label: t('attendees.ticket-type'),
        values: useTicketTypes(conference_id),
        text: useTypeText(conference_id),
      }),
      { name: 'arrived', label: t('attendees.arrived-on'), type: 'date' },
      choice({
        name: 'claimed_by',
        label: t('attendees.claimed'),
        values: CLAIMS,
        text: (one) => t(`attendees.claimed.${one}`),
      }),
      choice({
        name: 'is_blocked',
        label: t('people.access'),
        values: YES_NO,
        text: (one) => t(`people.blocked.${one}`),
      }),
      answersFilter(),
    ]}
    tabs={null}
  >
    <AnswersSwitch />
  </Filters>
);

const KEYS = [
  ['move', 'J', 'K'],
  ['choose', 'X'],
  ['check-in', 'I'],
] as const;

interface FootProps {
  readonly shown: number;
  /** Undefined where the service does not count. */
  readonly total: number | undefined;
  readonly timezone: string;
}

/** How many rows are shown, the zone of their times, and the keys. */
export const ListFoot = ({ shown, total, timezone: zone }: FootProps) => (
  <small class="list-foot">
    <span>
      {total === undefined
        ? t('attendees.shown', { shown, zone })
        : t('attendees.shown-of', { shown, total, zone })}
    </span>
    <span class="keys-of">
      {KEYS.map(([text, ...keys]) => (
        <span key={text}>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          {t(`attendees.key.${text}`)}
        </span>
      ))}
    </span>
  </small>
);
