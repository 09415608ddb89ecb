import type { Knex } from 'knex';
import { OnDatabase } from '../../db/on-database.ts';
import {
  type NumberedRequest,
  numberedPage,
  type Page,
  prepare,
  preparedList,
} from '../../db/pages.ts';
import { preparedQuery } from '../../db/statement.ts';
import type { AgendaItemView } from '../../domain/programme/agenda.ts';
import type { When } from '../../domain/programme/events.ts';
import type { FavoriteClash } from '../../domain/programme/my-agenda.ts';
import { agendaItems, IS_PUBLIC_ITEM, inOrder, PUBLIC_SPEAKER } from './agenda.sql.ts';
import { type WhenFilter, whenFilter } from './events.sql.ts';

export interface MyAgendaFilter {
  readonly conference_id?: number | undefined;
  readonly when?: When | undefined;
  /** The instant that \`when\` compares with. */
  readonly now: string;
}

/** An agenda item that the user keeps. */
export interface PersonalFavorite {
  readonly agenda_item: {
    readonly id: number;
    readonly title: string;
    readonly starts_at: string;
    readonly ends_at: string;
  };
  readonly created_at: string;
}

/** The maximum number of clashes reported per item. */
const MAX_CLASHES = 20;

/**
 * The clashes of kept items. A cancelled item clashes with nothing. An attended event whose item is
 * kept too is reported as that item.
 */
const CLASHES = `
  with mine as materialized (
    select i.id, i.event_id, i.title, tstzrange(i.starts_at, i.ends_at) as time
      from agenda_favorites f
      join agenda_items i on i.id = f.agenda_item_id and i.status = 'scheduled'
      left join events e on e.id = i.event_id
     where f.user_id = :userId and e.status is distinct from 'cancelled' and ${IS_PUBLIC_ITEM}
  ), attended as materialized (
    select e.id, e.title, tstzrange(e.starts_at, e.ends_at) as time
      from event_attendances a
      -- With offset 0, each event is read by its id. A join might read all events of the
      -- platform.
     cross join lateral (
       select * from events where id = a.event_id and status = 'approved' offset 0) e
     where a.user_id = :userId and a.status <> 'cancelled'
       -- Hashed, also by a plan for all users, which expects few attendances: not exists would
       -- compare each with each kept item.
       and e.id not in (select event_id from mine where event_id is not null)
  )
  select one.id as of_id, c.agenda_item_id, c.event_id, c.title
    from mine one
   cross join lateral (
     (select id as agenda_item_id, null::bigint as event_id, title
        from mine other where other.time && one.time and other.id <> one.id
       order by other.time, id limit :most)
     union all
     (select null, id, title
        from attended other where other.time && one.time and other.id is distinct from one.event_id
       order by other.time, id limit :most)) c
   where one.id = any(:ids::bigint[])`;

const keptItems = (db: Knex, user_id: number): Knex.QueryBuilder =>
  agendaItems(db)
    .join('agenda_favorites as f', 'f.agenda_item_id', 'i.id')
    .where('f.user_id', user_id)
    .whereRaw(IS_PUBLIC_ITEM);

const KEPT = prepare<
  WhenFilter & { readonly userId: number; readonly conference_id: number | undefined },
  AgendaItemView
>((db, { userId, conference_id, endsAfter, endsBefore }) => {
  const query = keptItems(db, userId);
  if (conference_id) query.where('i.conference_id', conference_id);
  if (endsAfter) query.where('i.ends_at', '>', endsAfter);
  if (endsBefore) query.where('i.ends_at', '<=', endsBefore);
  return inOrder(query, PUBLIC_SPEAKER);
});

const FIND_CLASHES = preparedQuery<
  { readonly userId: number; readonly ids: readonly number[]; readonly most: number },
  FavoriteClash
>((db, { userId, ids, most }) => db.raw(CLASHES, { userId, ids, most }));

/** The agenda items that a user keeps. */
export class MyAgendaReadModel extends OnDatabase {
  /** Sorted by start. */
  async list(
    userId: number,
    { conference_id, when, now }: MyAgendaFilter,
    page: NumberedRequest,
  ): Promise<Page<AgendaItemView>> {
    const filter = { userId, conference_id, ...whenFilter(when, now) };
    return numberedPage(preparedList(this.db, KEPT, filter), page);
  }

  async find(userId: number, id: number): Promise<AgendaItemView | undefined> {
    const query = keptItems(this.db, userId).where('i.id', id);
    return inOrder(query, PUBLIC_SPEAKER).first() as Promise<AgendaItemView | undefined>;
  }

  /**
   * The items that the user keeps and the events that they attend at the time of these items, at
   * most 20 of each per item.
   */
  async listClashes(userId: number, ids: readonly number[]): Promise<FavoriteClash[]> {
    return FIND_CLASHES.rows(this.db, { userId, ids, most: MAX_CLASHES });
  }

  /** All items that the user keeps, for the export, the oldest first. */
  async listPersonal(userId: number): Promise<PersonalFavorite[]> {
    const { rows } = await this.db.raw<{ rows: PersonalFavorite[] }>(
      `select json_build_object('id', i.id, 'title', i.title,
                'starts_at', instant_in_json(i.starts_at),
                'ends_at', instant_in_json(i.ends_at)) as agenda_item,
              f.created_at
         from agenda_favorites f
         join agenda_items i on i.id = f.agenda_item_id
        where f.user_id = :userId
        order by f.created_at, i.id`,
      { userId },
    );
    return rows;
  }
}
