import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';

/** The users of a conference with an id above `after` up to `upto`. */
export interface PeopleBatch {
  readonly conference_id: number;
  readonly after: number;
  readonly upto: number;
}

/** Bounds how long a statement takes: 0.1 s of PostgreSQL. */
const SEATS_PER_BATCH = 10_000;

/** The people of each conference with the number of their seats. Triggers write them. */
export class ConferencePeopleRepository extends OnDatabase {
  /**
   * All conferences and users, in batches of about the same number of seats. Also of conferences that
   * do not exist any more, whose people must not either.
   */
  async listBatches(): Promise<PeopleBatch[]> {
    const { rows } = await this.db.raw<{ rows: PeopleBatch[] }>(
      `with sized as (
         select c.id, 1 + (c.attendee_count + coalesce(sum(e.attendee_count), 0)) / :seats as batches
           from conferences c
           left join events e on e.conference_id = c.id
          group by c.id
         union all
         select distinct p.conference_id, 1 from conference_people p
          where not exists (select from conferences c where c.id = p.conference_id)
       )
       select s.id as conference_id, n * w.width as after, (n + 1) * w.width as upto
         from sized s
        cross join lateral (select 1 + max(u.id) / s.batches as width from users u) w
        cross join lateral generate_series(0, s.batches - 1) n
        where w.width is not null
        order by s.id, n`,
      { seats: SEATS_PER_BATCH },
    );
    return rows;
  }

  /**
   * Corrects the rows that differ from the seats of a batch, and returns their number. Exact beside
   * transactions that change the same seats.
   */
  async updateCounts({ conference_id, after, upto }: PeopleBatch): Promise<number> {
    const { rows } = await this.db.raw<{ rows: { corrected: number }[] }>(
      'select recount_conference_people(:conference_id, :after, :upto) as corrected',
      { conference_id, after, upto },
    );
    return onlyRow(rows).corrected;
  }
}
