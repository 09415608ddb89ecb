import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import { NO_COMMENT, type Rating, type StoredRating } from '../../domain/feedback/ratings.ts';
import { IS_PUBLIC_ITEM, seatsOf } from '../programme/agenda.sql.ts';
import { ITEM_STATUS } from '../programme/agenda-items.repository.ts';
import { RATING_CLOSES_AT } from './feedback.sql.ts';

/** What decides whether a user may rate an agenda item now. */
interface RatedItem {
  readonly conference_id: number;
  readonly is_open: boolean;
  readonly is_speaker: boolean;
  /** A seat at the conference or the event, or the check-in that the conference asks for. */
  readonly takes_part: boolean;
}

/** The rating of this user about this agenda item. */
export interface RatingKey {
  readonly user_id: number;
  readonly agenda_item_id: number;
}

const LOCK_ITEM = `
  select i.conference_id,
         ${ITEM_STATUS} = 'scheduled' and i.kind <> 'break'
           and now() >= i.starts_at and now() < ${RATING_CLOSES_AT} as is_open,
         exists (select from agenda_item_speakers x join speakers s on s.id = x.speaker_id
                  where x.agenda_item_id = i.id and s.user_id = :user_id) as is_speaker,
         exists (select from ${seatsOf(':user_id')}
           where status = 'checked_in' or (status = 'registered' and not (
             c.ratings_need_check_in and exists (
               select from registrations
                where conference_id = i.conference_id and status = 'checked_in')))) as takes_part
    from agenda_items i
    join conferences c on c.id = i.conference_id
    left join events e on e.id = i.event_id
   where i.id = :agenda_item_id and ${IS_PUBLIC_ITEM}
     for no key update of i`;

const FIND = `
  select f.agenda_item_id, f.rating as stars, nullif(f.message, '${NO_COMMENT}') as comment,
         f.status, f.created_at as updated_at
    from feedback f
   where f.user_id = :user_id and f.agenda_item_id = :agenda_item_id and f.is_rating
     and (f.rating is not null or f.message <> '${NO_COMMENT}')`;

/** The oldest five that are in no group, if there are five, become one. */
const FILL_GROUP = `
  with oldest as (
    select id from feedback
     where agenda_item_id = :agenda_item_id and is_rating and not in_group and rating is not null
     order by id limit 5
  ), grouped as (
    update feedback f set in_group = true from oldest
     where f.id = oldest.id and (select count(*) from oldest) = 5
    returning f.rating
  )
  insert into rating_groups (agenda_item_id, number, stars_sum)
  select :agenda_item_id, (select count(*) + 1 from rating_groups where agenda_item_id = :agenda_item_id),
         sum(rating)
    from grouped having count(*) = 5`;

/** Ratings: feedback about an agenda item, at most one of each user. */
export class RatingsRepository extends OnDatabase {
  /** Locks a public agenda item FOR NO KEY UPDATE, so that one rating at a time fills a group. */
  async lockItem(key: RatingKey): Promise<RatedItem | undefined> {
    const { rows } = await this.db.raw<{ rows: RatedItem[] }>(LOCK_ITEM, { ...key });
    return rows[0];
  }

  /** A withdrawn rating is undefined. */
  async find(key: RatingKey): Promise<(Rating & StoredRating) | undefined> {
    const { rows } = await this.db.raw<{ rows: (Rating & StoredRating)[] }>(FIND, { ...key });
    return rows[0];
  }

  /** A changed comment is no longer shared. Requires `lockItem`. Returns the id and the time. */
  async upsert(
    key: RatingKey & { readonly conference_id: number },
    { stars, comment, status }: StoredRating,
  ): Promise<{ readonly id: number; readonly updated_at: string }> {
    const { rows } = await this.db.raw(
      `insert into feedback
         (user_id, agenda_item_id, conference_id, is_rating, rating, message, status)
       values (:user_id, :agenda_item_id, :conference_id, true, :stars, :message, :status)
       on conflict (user_id, agenda_item_id) where is_rating do update
          set rating = excluded.rating, message = excluded.message, status = excluded.status,
              created_at = now(),
              shared_at = case when feedback.message = excluded.message then feedback.shared_at end
       returning id, created_at as updated_at`,
      { ...key, stars, status, message: comment ?? NO_COMMENT },
    );
    return onlyRow(rows);
  }

  /** Requires `lockItem`. */
  async insertGroup(agenda_item_id: number): Promise<void> {
    await this.db.raw(FILL_GROUP, { agenda_item_id });
  }

  /** Deletes a rating. One in a group stays, empty, so that its user is not counted twice. Returns its id. */
  async delete(key: RatingKey): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(
      `with emptied as (
         update feedback
            set rating = null, message = '${NO_COMMENT}', status = 'read', shared_at = null
          where user_id = :user_id and agenda_item_id = :agenda_item_id and is_rating and in_group
         returning id
       ), deleted as (
         delete from feedback
          where user_id = :user_id and agenda_item_id = :agenda_item_id and is_rating and not in_group
         returning id
       )
       select id from emptied union all select id from deleted`,
      { ...key },
    );
    return rows.map(({ id }) => id);
  }
}
