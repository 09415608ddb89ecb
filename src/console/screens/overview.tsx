import { useQuery } from '@tanstack/preact-query';
import type { ConferenceStats } from '../../client/operations.d.ts';
import { Readiness } from '../conferences/readiness.tsx';
import { SeeAsAttendee } from '../conferences/see-as-attendee.tsx';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';
import { number, type TextKey, t } from '../lib/text.ts';
import { dayPeriod } from '../lib/wall-time.ts';
import { dayText, zoneOf } from '../lib/zone.ts';
import { ChoiceFilter, DayFilter, FilterFold } from '../parts/filters.tsx';
import { ScreenLink } from '../parts/screen-link.tsx';
import { Failure, Loading } from '../parts/states.tsx';

/** Buckets that are finer than an hour. */
const FINE = ['5min'] as const;

/** The numbers of a conference, by one request, live. */
export function Overview({ conference }: { conference: Conference }) {
  const { id, name, timezone, starts_on, ends_on } = conference;
  const { of, oneOf } = useFilters();
  const period = {
    bucket: oneOf('bucket', FINE) ?? ('hour' as const),
    ...dayPeriod(of('day'), timezone),
  };
  const statistics = useQuery({
    queryKey: ['statistics', id, period],
    queryFn: () => api.call('getConferenceStats', { params: { id, ...period } }),
  });
  const settings = useQuery({
    queryKey: ['conferences', 'one', id],
    queryFn: () => api.call('getAdminConference', { params: { id } }),
  });
  return (
    <>
      <div class="bar">
        <h1 tabIndex={-1}>{name}</h1>
        {settings.data && settings.data.status !== 'draft' && <SeeAsAttendee id={id} />}
      </div>
      <p class="muted">
        {t('overview.days', { from: dayText(starts_on), to: dayText(ends_on), zone: timezone })}
      </p>
      {statistics.data && <Numbers statistics={statistics.data} timezone={timezone} />}
      {statistics.error && <Failure error={statistics.error} again={statistics.refetch} />}
      {statistics.isPending && <Loading />}
      {settings.data?.status === 'draft' && <Readiness conference_id={id} />}
    </>
  );
}

function Numbers({ statistics, timezone }: { statistics: ConferenceStats; timezone: string }) {
  const { attendance, programme, quests, feedback, broadcasts, connections, series } = statistics;
  const tiles: readonly [text: TextKey, value: number | undefined, screen?: string][] = [
    ['overview.seats', attendance?.totals.seats, 'attendees?status=all'],
    ['overview.arrived', attendance?.totals.arrived, 'attendees?status=checked_in'],
    ['overview.waitlisted', attendance?.totals.waitlisted, 'attendees?status=waitlisted'],
    ['overview.invited', attendance?.totals.invited, 'attendees?status=invited'],
    ['overview.events', programme?.events, 'events'],
    ['overview.side-events', programme?.pending_side_events, 'moderation?tab=side-events'],
    ['overview.requests', quests?.registration_requests, 'moderation?tab=requests'],
    ['overview.submissions', quests?.submissions, 'review'],
    ['overview.feedback', feedback?.new, 'feedback?of=this&status=new'],
    ['overview.running', broadcasts?.running, 'broadcasts'],
    ['overview.failed', broadcasts?.failed, 'broadcasts'],
    ['overview.connections', connections?.accepted],
  ];
  return (
    <>
      <ul class="tiles">
        {tiles.map(([text, value, screen]) =>
          value === undefined ? null : (
            <li key={text}>
              <strong>{number(value)}</strong>
              <ScreenLink conference_id={statistics.conference_id} to={screen ?? ''}>
                {t(text)}
              </ScreenLink>
            </li>
          ),
        )}
      </ul>
      {attendance && <TicketTypes attendance={attendance} />}
      {series && <Arrivals series={series} timezone={timezone} />}
      <p class="muted">
        {t('overview.as-of', { time: zoneOf(timezone).moment(statistics.as_of) })}
      </p>
    </>
  );
}

function TicketTypes({ attendance }: { attendance: NonNullable<ConferenceStats['attendance']> }) {
  return (
    <section>
      <h2>{t('overview.ticket-types')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('overview.ticket-type')}</th>
            <th scope="col" class="number">
              {t('overview.seats')}
            </th>
            <th scope="col" class="number">
              {t('overview.arrived')}
            </th>
          </tr>
        </thead>
        <tbody>
          {attendance.by_ticket_type.map(({ ticket_type, seats, arrived }) => (
            <tr key={ticket_type}>
              <th scope="row">{ticket_type ?? t('overview.no-type')}</th>
              <td class="number">{number(seats)}</td>
              <td class="number">{number(arrived)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Arrivals({
  series,
  timezone,
}: {
  series: NonNullable<ConferenceStats['series']>;
  timezone: string;
}) {
  const { time } = zoneOf(timezone);
  const most = Math.max(1, ...series.points.map(({ arrivals = 0 }) => arrivals));
  return (
    <section>
      <h2>{t('overview.arrivals')}</h2>
      <div class="bar">
        <FilterFold>
          <ChoiceFilter
            name="bucket"
            label={t('overview.bucket')}
            values={FINE}
            text={() => t('overview.bucket.5min')}
            all={t('overview.bucket.hour')}
          />
          <DayFilter name="day" label={t('overview.day')} />
        </FilterFold>
      </div>
      <ol class="bars">
        {series.points.map(({ at, arrivals = 0 }) => (
          <li key={at}>
            <meter
              min={0}
              max={most}
              value={arrivals}
              aria-label={t('overview.arrivals-at', { count: arrivals, time: time(at) })}
            />
            <span aria-hidden="true">{time(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
