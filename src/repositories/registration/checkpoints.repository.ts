import { OnDatabase } from '../../db/on-database.ts';
import { orConflict } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Checkpoint, CheckpointInput } from '../../domain/attendance/checkpoints.ts';

const COLUMNS = [
  'id',
  'name',
  'kind',
  'counts',
  'position',
  'version',
] as const satisfies readonly (keyof Checkpoint)[];

interface CheckpointOf {
  readonly id: number;
  readonly conference_id: number;
}

/** Checkpoints that are not retired. Lock the conference first: it counts them. */
export class CheckpointsRepository extends OnDatabase {
  /** In the order of the organizers. */
  async list(conference_id: number): Promise<Checkpoint[]> {
    return this.#live({ conference_id })
      .orderBy(['position', 'id'])
      .select(...COLUMNS);
  }

  async find(of: CheckpointOf): Promise<Checkpoint | undefined> {
    return this.#live(of).first(...COLUMNS);
  }

  /** Locks the row FOR UPDATE: waits for its scans, and they for this transaction. */
  async lock(of: CheckpointOf): Promise<Checkpoint | undefined> {
    return this.#live(of)
      .forUpdate()
      .first(...COLUMNS);
  }

  /** Also of scans that were undone. */
  async hasScans(checkpoint_id: number): Promise<boolean> {
    return (await this.db('check_in_events').where({ checkpoint_id }).first('id')) !== undefined;
  }

  /**
   * Inserts one after the others.
   * @throws AppError CONFLICT for a taken name
   */
  async insert(conference_id: number, fields: CheckpointInput): Promise<Checkpoint> {
    const position = this.db('checkpoints')
      .where({ conference_id })
      .select(this.db.raw('coalesce(max(position) + 1, 0)'));
    const inserted = this.db('checkpoints')
      .insert({ conference_id, ...fields, position })
      .returning<Checkpoint[]>(COLUMNS);
    return onlyRow(await orNameTaken(inserted));
  }

  /** @throws AppError CONFLICT for a taken name */
  async update(id: number, changes: Partial<CheckpointInput>): Promise<Checkpoint> {
    const updated = this.db('checkpoints')
      .where({ id })
      .update({ ...changes, version: this.db.raw('version + 1') })
      .returning<Checkpoint[]>(COLUMNS);
    return onlyRow(await orNameTaken(updated));
  }

  /** Puts them in the order of `ids`, and raises the version of those that move. Returns their number. */
  async updateOrder(ids: readonly number[]): Promise<number> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `update checkpoints k
          set position = given.place - 1, version = k.version + 1
         from unnest(:ids::bigint[]) with ordinality as given (id, place)
        where k.id = given.id and k.position <> given.place - 1`,
      { ids: [...ids] },
    );
    return rowCount;
  }

  async updateRetired(id: number, retired_at: string): Promise<void> {
    await this.db('checkpoints')
      .where({ id })
      .update({ retired_at, version: this.db.raw('version + 1') });
  }

  async delete(id: number): Promise<void> {
    await this.db('checkpoints').where({ id }).delete();
  }

  #live(of: Partial<CheckpointOf>) {
    return this.db('checkpoints').where(of).whereNull('retired_at');
  }
}

const orNameTaken = <T>(statement: PromiseLike<T>): Promise<T> =>
  orConflict(statement, 'checkpoints_name_key', 'name');
