import { OnDatabase } from '../../db/on-database.ts';
import type {
  CheckedEvent,
  CheckedItem,
  CheckedQuest,
  CheckedSpeaker,
} from '../../domain/programme/readiness-facts.ts';
import { favoritesOf, hasTalkAt, TAKES_PLACE } from './agenda.sql.ts';
import { isOutsideDays } from './conferences.sql.ts';

const LIST_ITEMS = `
  select i.id, i.kind, i.room, ${isOutsideDays('i')} as is_outside,
         (select count(*) from agenda_item_speakers s where s.agenda_item_id = i.id) as speakers,
         k.favorites > g.capacity as is_crowded
    from agenda_items i
    join conferences c on c.id = i.conference_id
    left join events e on e.id = i.event_id
    left join agenda_groups g on g.conference_id = i.conference_id and g.kind = 'room'
     and folded_name(g.name) = folded_name(i.room)
    left join ${favoritesOf(':id')} on k.agenda_item_id = i.id
   where i.conference_id = :id and ${TAKES_PLACE}
   order by i.starts_at, i.position, i.id`;

const LIST_EVENTS = `
  select e.id, e.status, e.over_capacity_count, ${isOutsideDays('e')} as is_outside,
         (coalesce(e.venue_name, e.venue_address) is not null
          or exists (select from agenda_items i where i.event_id = e.id and i.room is not null))
           as has_location,
         greatest(e.capacity, e.attendee_count) as seats,
         (select min(g.capacity)
            from (select e.venue_name
                  union all
                  select i.room from agenda_items i
                   where i.event_id = e.id and i.status = 'scheduled') as used (name)
            join agenda_groups g on g.conference_id = e.conference_id and g.kind = 'room'
             and folded_name(g.name) = folded_name(used.name)) as room_capacity
    from events e
    join conferences c on c.id = e.conference_id
   where e.conference_id = :id and e.status in ('pending', 'approved')
   order by e.starts_at, e.id`;

const LIST_SPEAKERS = `
  select s.id, s.status, s.photo_url is not null as has_photo, s.bio is not null as has_bio,
         ${hasTalkAt('l.conference_id')} as has_talk
    from conference_speakers l
    join speakers s on s.id = l.speaker_id
   where l.conference_id = :id
   order by l.position, s.id`;

const LIST_QUESTS = `
  select q.id, q.is_active,
         (select count(*) from quest_tasks t
           where t.quest_id = q.id and t.deleted_at is null) as tasks
    from quests q
   where q.conference_id = :id and q.deleted_at is null
   order by q.id`;

/** What decides whether a conference is ready to be published. */
export class ConferenceReadinessReadModel extends OnDatabase {
  /** Items that are neither cancelled nor of a cancelled or rejected event, in their order. */
  async listItems(id: number): Promise<CheckedItem[]> {
    const { rows } = await this.db.raw<{ rows: CheckedItem[] }>(LIST_ITEMS, { id });
    return rows;
  }

  /** Pending and approved events, by start. */
  async listEvents(id: number): Promise<CheckedEvent[]> {
    const { rows } = await this.db.raw<{ rows: CheckedEvent[] }>(LIST_EVENTS, { id });
    return rows;
  }

  /** The lineup, drafts included. */
  async listSpeakers(id: number): Promise<CheckedSpeaker[]> {
    const { rows } = await this.db.raw<{ rows: CheckedSpeaker[] }>(LIST_SPEAKERS, { id });
    return rows;
  }

  async listQuests(id: number): Promise<CheckedQuest[]> {
    const { rows } = await this.db.raw<{ rows: CheckedQuest[] }>(LIST_QUESTS, { id });
    return rows;
  }

  /** Ticket types that people choose, and that have no free seat. */
  async listFullTypes(conference_id: number): Promise<{ readonly id: number }[]> {
    return this.db('ticket_types')
      .where({ conference_id, is_offered: true })
      .whereRaw('seat_count >= capacity')
      .orderBy(['position', 'id'])
      .select('id');
  }

  /** Sources of the programme with changes that have waited for 3 days. */
  async listWaitingSources(id: number): Promise<{ readonly id: number }[]> {
    return this.db('sources as s')
      .join('source_runs as r', 'r.source_id', 's.id')
      .where({ 's.conference_id': id, 'r.status': 'waiting' })
      .whereNotIn('s.kind', ['pretix', 'luma'])
      .whereRaw(`r.started_at <= now() - interval '3 days'`)
      .orderBy('s.id')
      .select('s.id');
  }
}
