import { OnDatabase } from '../../db/on-database.ts';
import { statement } from '../../db/statement.ts';
import type { SubjectNow, SubjectsNow } from '../../domain/messaging/subjects.ts';
import { IS_SHOWN, ITEM_STATUS } from '../programme/agenda-items.repository.ts';
import { isCancelledConference } from '../programme/conferences.sql.ts';

/** SQL for the status of an event `e` to its attendees: one that they do not see does not take place. */
const EVENT_STATUS = `case when e.status = 'rejected' or ${isCancelledConference('e.conference_id')}
  then 'cancelled' else e.status end`;

interface SubjectRow {
  readonly subject: string;
  readonly now: SubjectNow;
}

/** The ids of one kind among subjects such as `event:12`. */
const idsOf = (kind: string, subjects: readonly string[]) => keysOf(kind, subjects).map(Number);

const keysOf = (kind: string, subjects: readonly string[]) =>
  subjects.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1));

type Kinds = 'events' | 'agenda_items' | 'conferences' | 'connections' | 'quests';
type Subjects = Readonly<Record<Kinds, readonly number[]>> & {
  /** As `3-20260514`: a conference and a day. */
  readonly rating_days: readonly string[];
};
// Compiled: each claim of messages looks at what they speak of.
const LIST_NOW = statement<Subjects, SubjectRow>((db, args) =>
  db.raw(
    `select 'event:' || e.id as subject, json_build_object(
              'kind', 'thing', 'title', e.title, 'starts_at', instant_in_json(e.starts_at),
              'ends_at', instant_in_json(e.ends_at), 'timezone', e.timezone, 'all_day', e.all_day,
              'place', coalesce(e.venue_name, e.venue_address), 'venue', json_build_object(
                'name', e.venue_name, 'address', e.venue_address, 'latitude', e.venue_latitude,
                'longitude', e.venue_longitude), 'status', ${EVENT_STATUS}) as now
       from events e where e.id = any(:events::bigint[])
     union all
     select 'agenda_item:' || i.id, json_build_object(
              'kind', 'thing', 'title', i.title, 'starts_at', instant_in_json(i.starts_at),
              'ends_at', instant_in_json(i.ends_at), 'timezone', coalesce(e.timezone, c.timezone),
              'place', i.room, 'room', i.room,
              'status', case when ${IS_SHOWN} then ${ITEM_STATUS} else 'cancelled' end)
       from agenda_items i
       join conferences c on c.id = i.conference_id
       left join events e on e.id = i.event_id
      where i.id = any(:agenda_items::bigint[])
     union all
     select 'conference:' || id, json_build_object(
              'kind', 'conference', 'name', name, 'starts_on', starts_on, 'ends_on', ends_on,
              'ends_at', instant_in_json(ends_at), 'timezone', timezone, 'venue', venue,
              'city', city, 'status', status)
       from conferences where id = any(:conferences::bigint[])
     union all
     select 'connection:' || c.id, json_build_object(
              'kind', 'connection', 'status', c.status,
              'is_open', c.status = 'pending' and not u.is_blocked)
       from connections c join users u on u.id = c.requester_id
      where c.id = any(:connections::bigint[])
     union all
     select 'quest:' || id, json_build_object('kind', 'quest', 'ends_at', instant_in_json(ends_at))
       from quests where id = any(:quests::bigint[])
     union all
     -- Nobody is asked for ratings after noon of the next day.
     select 'rating_day:' || day, json_build_object('kind', 'rating_day', 'ends_at', instant_in_json(
              (to_date(split_part(day, '-', 2), 'YYYYMMDD') + interval '36 hours') at time zone c.timezone))
       from unnest(:rating_days::text[]) as day
       join conferences c on c.id = split_part(day, '-', 1)::bigint`,
    {
      events: args.events,
      agenda_items: args.agenda_items,
      conferences: args.conferences,
      connections: args.connections,
      quests: args.quests,
      rating_days: args.rating_days,
    },
  ),
);

/** What messages speak of, as it is now. */
export class SubjectsReadModel extends OnDatabase {
  /** Subjects that do not exist, and those that are no thing, are left out. */
  async listNow(subjects: readonly string[]): Promise<SubjectsNow> {
    const rows = await LIST_NOW.rows(this.db, {
      events: idsOf('event', subjects),
      agenda_items: idsOf('agenda_item', subjects),
      conferences: idsOf('conference', subjects),
      connections: idsOf('connection', subjects),
      quests: idsOf('quest', subjects),
      rating_days: keysOf('rating_day', subjects),
    });
    return new Map(rows.map(({ subject, now }) => [subject, now]));
  }
}
