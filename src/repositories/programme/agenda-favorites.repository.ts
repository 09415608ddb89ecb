import { OnDatabase } from '../../db/on-database.ts';
import { IS_PUBLIC_ITEM } from './agenda.sql.ts';

/** The agenda items that users keep. */
export class AgendaFavoritesRepository extends OnDatabase {
  /** Adds a public item. Safe to repeat. Returns false for another item, and for an erased user. */
  async insert(user_id: number, agenda_item_id: number): Promise<boolean> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `with kept as (
         select u.id as user_id, i.id as agenda_item_id
           from agenda_items i
           left join events e on e.id = i.event_id
           join users u on u.id = :user_id and u.erased_at is null
          where i.id = :agenda_item_id and ${IS_PUBLIC_ITEM}
            for key share of u, i
       ), inserted as (
         insert into agenda_favorites (user_id, agenda_item_id)
         select user_id, agenda_item_id from kept
         on conflict do nothing
       )
       select 1 from kept`,
      { user_id, agenda_item_id },
    );
    return rows.length > 0;
  }

  /** Safe to repeat. */
  async delete(user_id: number, agenda_item_id: number): Promise<void> {
    await this.db('agenda_favorites').where({ user_id, agenda_item_id }).delete();
  }

  /** For an erasure. */
  async deleteAllOf(user_id: number): Promise<void> {
    await this.db('agenda_favorites').where({ user_id }).delete();
  }
}
