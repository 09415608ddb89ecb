import { OnDatabase } from '../../db/on-database.ts';
import { INTEREST } from '../../domain/programme/agenda.ts';

/** SQL: the band of each item whose conference shows interest, or of which one is written. */
const BANDS = `
  select i.id, case
           when not c.show_interest or c.status <> 'published' or c.ends_at <= now()
             or k.favorites < ${INTEREST.least} then null
           when k.favorites < ${INTEREST.low} * k.capacity then 'low'
           when k.favorites < ${INTEREST.medium} * k.capacity then 'medium'
           when k.capacity is not null then 'high'
         end as interest
    from agenda_items i
    join conferences c on c.id = i.conference_id
    left join events e on e.id = i.event_id
    cross join lateral (
      select coalesce((select g.capacity from agenda_groups g
                        where g.conference_id = c.id and g.kind = 'room'
                          and folded_name(g.name) = folded_name(i.room)), e.capacity) as capacity,
             (select count(*) from agenda_favorites f where f.agenda_item_id = i.id) as favorites) k
   where (c.show_interest and c.ends_at > now() - interval '1 day' or i.interest is not null)
     and (:conference_id::bigint is null or c.id = :conference_id)`;

/** How many keep an agenda item, for its capacity. */
export class AgendaInterestRepository extends OnDatabase {
  /**
   * Writes the bands that changed, which is no edit: versions stay. Returns the number of items.
   * @param limit the most items; null for all
   * @param conference_id null for all
   */
  async updateBands({
    limit,
    conference_id,
  }: {
    readonly limit: number | null;
    readonly conference_id: number | null;
  }): Promise<number> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `with changed as (
         select b.id, b.interest from (${BANDS}) b join agenda_items i on i.id = b.id
          where b.interest is distinct from i.interest order by b.id limit :limit)
       update agenda_items i set interest = changed.interest, updated_at = now()
         from changed where i.id = changed.id`,
      { limit, conference_id },
    );
    return rowCount;
  }
}
