import { OnDatabase } from '../../db/on-database.ts';
import { type NumberedRequest, numberedPage, type Page, queryList } from '../../db/pages.ts';
import { preparedQuery } from '../../db/statement.ts';
import {
  type BlockRow,
  type PersonalBlock,
  UNNAMED_PERSON,
} from '../../domain/networking/blocks.ts';
import type { ProfileRow } from '../../domain/people/profiles.ts';
import { profilesFor } from '../people/profiles.sql.ts';

/** As JSON, since the driver reads an array of bigints as strings. */
const HIDDEN = preparedQuery<{ userId: number }, { readonly ids: number[] }>((db, { userId }) =>
  db.raw(
    `select coalesce(json_agg(id), '[]') as ids
       from (select blocked_id as id from blocks where blocker_id = :userId
             union all
             select blocker_id from blocks where blocked_id = :userId) hidden`,
    { userId },
  ),
);

type FlatRow = ProfileRow &
  Pick<BlockRow, 'is_shown' | 'is_named'> & {
    readonly blocked_id: number;
    readonly blocked_at: string;
  };

/** Which users are hidden from which. */
export class BlocksReadModel extends OnDatabase {
  /**
   * The ids of the users whom the viewer may not see: those whom they block and those who block them. An
   * id can come twice. Empty for an anonymous viewer, who sees all.
   */
  async listHidden(viewerId: number | undefined): Promise<readonly number[]> {
    if (viewerId === undefined) return [];
    const row = await HIDDEN.first(this.db, { userId: viewerId });
    return row?.ids ?? [];
  }

  /** The users whom a user blocks, the latest first. */
  async list(blocker_id: number, page: NumberedRequest): Promise<Page<BlockRow>> {
    const query = profilesFor(this.db, undefined)
      .rightJoin('blocks as b', 'b.blocked_id', 'u.id')
      .where({ blocker_id })
      .orderByRaw('b.created_at desc, b.blocked_id desc')
      .select(
        'b.blocked_id',
        'b.created_at as blocked_at',
        this.db.raw('b.is_named and u.id is not null as is_named'),
        this.db.raw(
          `coalesce(u.is_listed, false) and not exists (
             select from blocks back
              where back.blocker_id = b.blocked_id and back.blocked_id = b.blocker_id) as is_shown`,
        ),
      );
    const found = await numberedPage<FlatRow>(queryList(query), page);
    const rows = found.rows.map(({ blocked_id, blocked_at, is_shown, is_named, ...user }) => ({
      id: blocked_id,
      user,
      created_at: blocked_at,
      is_shown,
      is_named,
    }));
    return { ...found, rows };
  }

  /** The blocks that a user made, for the export, the oldest first. */
  async listPersonal(userId: number): Promise<PersonalBlock[]> {
    const { rows } = await this.db.raw<{ rows: PersonalBlock[] }>(
      `select json_build_object('id', b.blocked_id, 'first_name',
                case when b.is_named then coalesce(u.first_name, :unnamed) else :unnamed end)
                as user,
              b.created_at
         from blocks b
         left join users u on u.id = b.blocked_id
        where b.blocker_id = :userId
        order by b.created_at, b.blocked_id`,
      { userId, unnamed: UNNAMED_PERSON },
    );
    return rows;
  }
}
