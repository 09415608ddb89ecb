import { useQuery } from '@tanstack/preact-query';
import { Readiness } from '../conferences/readiness.tsx';
import { SeeAsAttendee } from '../conferences/see-as-attendee.tsx';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { counted, t } from '../lib/text.ts';
import { wallTimeOf } from '../lib/wall-time.ts';
import { daysText, zoneOf } from '../lib/zone.ts';
import { Arrivals, Funnel, Registrations, TicketTypes } from '../overview/attendance.tsx';
import { Devices } from '../overview/devices.tsx';
import { Rooms } from '../overview/rooms.tsx';
import { Waiting } from '../overview/waiting.tsx';
import { Head } from '../parts/head.tsx';
import { Icon } from '../parts/icon.tsx';
import { ScreenLink } from '../parts/screen-link.tsx';
import { Failure, Loading } from '../parts/states.tsx';

const DAY_MS = 86_400_000;
/** How far back the charts look: weeks of registrations, and the morning at the door. */
const WEEKS_MS = 60 * DAY_MS;
const MORNING_MS = 4 * 3_600_000;

/** What an organizer has to know first, by one request, live. */
export function Overview({ conference }: { conference: Conference }) {
  const { id, timezone, starts_on, ends_on } = conference;
  const may = useMay();
  const today = wallTimeOf(timezone).day(new Date().toISOString());
  const isDuring = today >= starts_on && today <= ends_on;
  const statistics = useQuery({
    queryKey: ['statistics', id, isDuring],
    queryFn: () => {
      const [bucket, back] = isDuring
        ? (['minute', MORNING_MS] as const)
        : (['day', WEEKS_MS] as const);
      const from = new Date(Date.now() - back).toISOString();
      return api.call('getConferenceStats', { params: { id, bucket, from, live: isDuring } });
    },
  });
  const settings = useQuery({
    queryKey: ['conferences', 'one', id],
    queryFn: () => api.call('getAdminConference', { params: { id } }),
  });
  const { data } = statistics;
  const missed = data?.broadcasts?.missed ?? 0;
  return (
    <>
      <Head
        title={conference.name}
        about={isDuring ? dayOf(conference, today) : daysText(starts_on, ends_on)}
        tag={settings.data && <Status status={settings.data.status} />}
        others={[
          settings.data && settings.data.status !== 'draft' && <SeeAsAttendee id={id} />,
          isDuring && (
            <ScreenLink conference_id={id} to="door" class="btn">
              <Icon name="scan-line" />
              {t('overview.open-door')}
            </ScreenLink>
          ),
        ]}
      >
        {may('broadcasts:write') && (
          <ScreenLink conference_id={id} to="broadcasts?edit=new" class="btn primary">
            <Icon name="megaphone" />
            {t('overview.write')}
          </ScreenLink>
        )}
      </Head>
      {statistics.error && <Failure error={statistics.error} again={statistics.refetch} />}
      {statistics.isPending && <Loading />}
      {missed > 0 && (
        <p class="note warn">
          <ScreenLink conference_id={id} to="broadcasts?status=draft">
            {counted('overview.missed', missed)}
          </ScreenLink>
        </p>
      )}
      {data && isDuring && (
        <>
          <div class="split">
            <Arrivals statistics={data} timezone={timezone} />
            {data.devices && <Devices devices={data.devices} conference={conference} />}
          </div>
          <div class="split">
            {data.rooms && <Rooms rooms={data.rooms} conference={conference} />}
            <Waiting conference_id={id} waiting={data.waiting} />
          </div>
        </>
      )}
      {data && !isDuring && (
        <>
          <div class="split">
            <Waiting conference_id={id} waiting={data.waiting} />
            {today < starts_on && <Readiness conference_id={id} />}
          </div>
          <div class="split">
            <Registrations statistics={data} timezone={timezone} />
            <Funnel statistics={data} />
          </div>
        </>
      )}
      {data && <TicketTypes statistics={data} />}
      {data && (
        <p class="muted">{t('overview.as-of', { time: zoneOf(timezone).moment(data.as_of) })}</p>
      )}
    </>
  );
}

const Status = ({ status }: { status: string }) => (
  <span class={status === 'published' ? 'tag good' : 'tag'}>
    <Icon name={status === 'published' ? 'globe' : 'circle-dashed'} />
    {t(`overview.status.${status === 'published' ? 'published' : 'draft'}`)}
  </span>
);

/** `Day 1 of 2`, and where its clock is. */
function dayOf({ starts_on, ends_on, timezone }: Conference, today: string): string {
  const days = (from: string, to: string) =>
    Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS) + 1;
  const moment = zoneOf(timezone).moment(new Date().toISOString());
  const [day, of] = [days(starts_on, today), days(starts_on, ends_on)];
  return t('overview.day-of', { day, of, moment, zone: timezone });
}
