import { useQuery } from '@tanstack/preact-query';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { t } from '../lib/text.ts';
import { zoneOf } from '../lib/zone.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { ScreenLink } from '../parts/screen-link.tsx';

interface Props {
  readonly user_id: number;
  readonly conference: Conference;
}

/** The events and the quests of an attendee, and the way to all that is known of the person. */
export function Seats({ user_id, conference: { id, timezone } }: Props) {
  const { moment } = zoneOf(timezone);
  const user = useQuery({
    queryKey: ['people', user_id],
    queryFn: () => api.call('getAdminUser', { params: { id: user_id } }),
  });
  const { event_attendances: events = [], quests } = user.data ?? {};
  return (
    <ul class="rows">
      {events.map(({ event, status }) => (
        <Line key={`event ${event.id}`} icon="ticket" title={event.title}>
          {[t(`status.${status}`), moment(event.starts_at)].join(' · ')}
        </Line>
      ))}
      {quests?.latest.map(({ quest_id, title, points }) => (
        <Line key={`quest ${quest_id}`} icon="compass" title={title}>
          {t('people.quest.points', { points })}
        </Line>
      ))}
      <li class="line">
        <span class="tile">
          <Icon name="contact-round" />
        </span>
        <ScreenLink conference_id={id} to={`people?id=${user_id}`}>
          {t('attendees.profile')}
        </ScreenLink>
      </li>
    </ul>
  );
}

const Line = ({ icon, title, children }: { icon: IconName; title: string; children: string }) => (
  <li class="line">
    <span class="tile">
      <Icon name={icon} />
    </span>
    <span class="grow">
      {title}
      <small>{children}</small>
    </span>
  </li>
);
