import { OnDatabase } from '../../db/on-database.ts';
import {
  type NumberedRequest,
  numberedPage,
  type Page,
  type PageRequest,
  queryList,
} from '../../db/pages.ts';
import { sortedPage } from '../../db/sorts.ts';
import {
  type ItemRatings,
  NO_COMMENT,
  type SpeakerRatings,
} from '../../domain/feedback/ratings.ts';
import type { Sort, SortPosition } from '../../domain/sorts.ts';
import { agendaItems, favoritesOf, IS_PUBLIC_ITEM } from '../programme/agenda.sql.ts';
import { IS_SHOWN } from '../programme/agenda-items.repository.ts';
import { RATING_CLOSES_AT } from './feedback.sql.ts';

/** Items without ratings come first, as 0. */
const KEYS = {
  mean: 'coalesce(r.mean, 0)',
  count: 'coalesce(r.count, 0)',
  favorites: 'coalesce(k.favorites, 0)',
  title: 'lower(i.title)',
} as const;

export interface RatingsFilter {
  readonly sort: Sort<keyof typeof KEYS>;
  readonly track?: string | undefined;
  readonly room?: string | undefined;
}

const BY_STARS = [1, 2, 3, 4, 5].map((stars) => `count(*) filter (where f.rating = ${stars})`);

const OF_ITEMS = `
  (select f.agenda_item_id, count(f.rating)::int as count, round(avg(f.rating), 2)::float8 as mean,
          json_build_array(${BY_STARS.join(', ')}) as by_stars,
          count(*) filter (where f.message <> '${NO_COMMENT}')::int as comments
     from feedback f join agenda_items o on o.id = f.agenda_item_id
    where f.is_rating and o.conference_id = ?
    group by f.agenda_item_id) as r`;

const ARRIVED = `case when e.id is not null then (
  select count(*)::int from event_attendances a
   where a.event_id = e.id and a.status = 'checked_in') end as arrived`;

/**
 * The ratings that a speaker may know, by which nobody computes a single one: while the item is rated, the
 * groups as they were when they filled; then the first five, ten, … as they stand.
 */
const KNOWN = `
  case when now() < ${RATING_CLOSES_AT}
       then (select json_build_object('count', nullif(count(*) * 5, 0), 'mean', sum(stars_sum) / (count(*) * 5.0))
               from rating_groups where agenda_item_id = i.id)
       else (select json_build_object('count', nullif(count(*), 0), 'mean', avg(rating))
               from (select rating, row_number() over (order by id) as place, count(*) over () as all_of
                       from feedback
                      where agenda_item_id = i.id and is_rating and rating is not null) as given
              where place <= all_of / 5 * 5)
  end`;

const SHARED = `
  array(select f.message from feedback f
         where f.agenda_item_id = i.id and f.is_rating and f.shared_at is not null
         -- Not by time, which could name who wrote it.
         order by f.message limit 100) as comments`;

/** Ratings of agenda items in numbers. */
export class RatingsReadModel extends OnDatabase {
  /** Every item that can be rated, in one statement. */
  async list(
    conference_id: number,
    { sort, track, room }: RatingsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<ItemRatings, SortPosition>> {
    const query = agendaItems(this.db)
      .joinRaw(`left join ${OF_ITEMS} on r.agenda_item_id = i.id`, [conference_id])
      .joinRaw(`left join ${favoritesOf('?')} on k.agenda_item_id = i.id`, [conference_id])
      .where('i.conference_id', conference_id)
      .whereNot('i.kind', 'break')
      .whereRaw(IS_SHOWN)
      .select('i.id as agenda_item_id', 'i.title', 'i.track', 'i.room', 'i.starts_at', 'r.mean')
      .select(
        this.db.raw(
          `coalesce(r.count, 0) as count, coalesce(r.by_stars, '[0,0,0,0,0]') as by_stars,
           coalesce(r.comments, 0) as comments, coalesce(k.favorites, 0) as favorites,
           e.attendee_count as seats, ${ARRIVED}`,
        ),
      );
    if (track) query.whereRaw('folded_name(i.track) = folded_name(?)', [track]);
    if (room) query.whereRaw('folded_name(i.room) = folded_name(?)', [room]);
    return sortedPage<ItemRatings, keyof typeof KEYS>(query, request, {
      sort,
      keys: KEYS,
      id: 'i.id',
    });
  }

  /** The public items of a speaker who is a user, the latest first. */
  async listOfSpeaker(userId: number, page: NumberedRequest): Promise<Page<SpeakerRatings>> {
    const own = this.db('agenda_item_speakers as x')
      .join('speakers as s', 's.id', 'x.speaker_id')
      .where('s.user_id', userId)
      .select('x.agenda_item_id');
    const query = agendaItems(this.db)
      .whereIn('i.id', own)
      .whereNot('i.kind', 'break')
      .whereRaw(IS_PUBLIC_ITEM)
      .orderByRaw('i.starts_at desc, i.id desc')
      .select('i.id as agenda_item_id', 'i.conference_id', 'i.title', 'i.starts_at')
      .select(
        this.db.raw(
          `${KNOWN} as known, ${SHARED},
           (select count(*)::int / 10 * 10 from agenda_favorites where agenda_item_id = i.id) as favorites`,
        ),
      );
    type Row = Omit<SpeakerRatings, 'count' | 'mean'> & {
      readonly known: Pick<SpeakerRatings, 'count' | 'mean'>;
    };
    const found = await numberedPage(queryList<Row>(query), page);
    return { ...found, rows: found.rows.map(({ known, ...item }) => ({ ...item, ...known })) };
  }
}
