import { OnDatabase } from '../../db/on-database.ts';

/** The place of a speaker in a lineup. */
export interface LineupPlace {
  readonly id: number;
  readonly position: number;
  readonly version: number;
}

/** The orders of the lineups of conferences. */
export class LineupsRepository extends OnDatabase {
  /** The lineup of a conference in its order, drafts included. */
  async list(conference_id: number): Promise<LineupPlace[]> {
    return this.db('conference_speakers as m')
      .join('speakers as s', 's.id', 'm.speaker_id')
      .where({ conference_id })
      .orderByRaw('m.position, lower(s.name), s.id')
      .select('s.id', 'm.position', 's.version');
  }

  /**
   * Numbers these speakers of a lineup in their order, from 1. Raises the versions of those who move.
   * Returns whether anyone does.
   */
  async updateOrder(conference_id: number, ids: readonly number[]): Promise<boolean> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `with moved as (
         update conference_speakers m set position = o.position
           from unnest(:ids::bigint[]) with ordinality as o (speaker_id, position)
          where m.conference_id = :conference_id and m.speaker_id = o.speaker_id
            and m.position <> o.position
        returning m.speaker_id
       )
       update speakers s set version = version + 1, updated_at = current_timestamp(3)
         from moved where s.id = moved.speaker_id`,
      { conference_id, ids: [...ids] },
    );
    return rowCount > 0;
  }
}
