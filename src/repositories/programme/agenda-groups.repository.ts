import { OnDatabase } from '../../db/on-database.ts';
import { orConflict } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import type {
  AgendaGroup,
  AgendaGroupInput,
  AgendaGroupKind,
  AgendaGroupsOf,
  AgendaGroupUses,
  AgendaNames,
  NewAgendaGroup,
} from '../../domain/programme/agenda-groups.ts';

/** The columns of an `AgendaGroup`. */
export const AGENDA_GROUP_COLUMNS = [
  'id',
  'name',
  'position',
  'capacity',
  'color',
] as const satisfies readonly (keyof AgendaGroup)[];

/** The columns that hold the names. */
const ITEM_COLUMN = { room: 'room', track: 'track' } as const;

interface Named extends AgendaGroupsOf {
  readonly name: string;
}

/** Rooms and tracks. Lock the conference first, and events and agenda items after them. */
export class AgendaGroupsRepository extends OnDatabase {
  /** Locks the row FOR UPDATE. Waits for transactions that write its name. */
  async lock(of: AgendaGroupsOf, id: number): Promise<AgendaGroup | undefined> {
    return this.#table()
      .where({ ...of, id })
      .forUpdate()
      .first(...AGENDA_GROUP_COLUMNS);
  }

  /** Locks all of them FOR UPDATE, in id order. */
  async lockAllOf(of: AgendaGroupsOf): Promise<Pick<AgendaGroup, 'id'>[]> {
    return this.#table().where(of).orderBy('id').forUpdate().select('id');
  }

  /**
   * Inserts one after the others.
   * @throws AppError CONFLICT for a taken name
   */
  async insert(of: AgendaGroupsOf, group: NewAgendaGroup): Promise<AgendaGroup> {
    const position = this.#table().where(of).select(this.db.raw('coalesce(max(position) + 1, 0)'));
    const inserted = this.#table()
      .insert({ ...of, ...group, position })
      .returning<AgendaGroup[]>(AGENDA_GROUP_COLUMNS);
    return onlyRow(await orNameTaken(inserted));
  }

  /** @throws AppError CONFLICT for a taken name */
  async update(id: number, changes: AgendaGroupInput): Promise<AgendaGroup> {
    const updated = this.#table()
      .where({ id })
      .update(changes)
      .returning<AgendaGroup[]>(AGENDA_GROUP_COLUMNS);
    return onlyRow(await orNameTaken(updated));
  }

  /** Sets the positions to the order of these ids. */
  async updateOrder(ids: readonly number[]): Promise<void> {
    await this.db.raw(
      `update agenda_groups g set position = given.place - 1
         from unnest(:ids::bigint[]) with ordinality as given (id, place)
        where g.id = given.id and g.position <> given.place - 1`,
      { ids: [...ids] },
    );
  }

  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /** The agenda items and events of any status with this name. */
  async countUses({ conference_id, kind, name }: Named): Promise<AgendaGroupUses> {
    const { rows } = await this.db.raw<{ rows: AgendaGroupUses[] }>(
      `select (select count(*) from agenda_items i
                where i.conference_id = :conference_id
                  and folded_name(i.${ITEM_COLUMN[kind]}) = folded_name(:name)) as items,
              (select count(*) from events e
                where :isRoom and e.conference_id = :conference_id
                  and folded_name(e.venue_name) = folded_name(:name)) as events`,
      { conference_id, name, isRoom: kind === 'room' },
    );
    return onlyRow(rows);
  }

  /**
   * The names as the conference spells them. Makes the rooms and tracks that do not exist, in natural
   * order: Room 2 before Room 10. No other transaction renames or deletes them until this one ends.
   */
  async upsertNamed(
    conference_id: number,
    names: Readonly<Record<AgendaGroupKind, Iterable<string>>>,
  ): Promise<AgendaNames> {
    const given = (['room', 'track'] as const).flatMap((kind) =>
      [...new Set(names[kind])].map((name) => ({ kind, name })),
    );
    const { rows } = await this.db.raw<{
      rows: { kind: AgendaGroupKind; given: string; name: string }[];
    }>(
      // Two transactions that make the same names wait for each other in this order.
      `with given as materialized (
         select kind, name
           from rows from (jsonb_to_recordset(:given::jsonb) as (kind text, name text))
                with ordinality as g (kind, name, place)
          order by kind, natural_key(name), place)
       select kind, name as given,
              agenda_group_named(:conference_id::bigint, kind, name, true) as name from given`,
      { conference_id, given: JSON.stringify(given) },
    );
    const spellings = (of: AgendaGroupKind) =>
      new Map(rows.filter(({ kind }) => kind === of).map((row) => [row.given, row.name]));
    return { room: spellings('room'), track: spellings('track') };
  }

  #table() {
    return this.db('agenda_groups');
  }
}

const orNameTaken = <T>(statement: PromiseLike<T>): Promise<T> =>
  orConflict(statement, 'agenda_groups_name_key', 'name');
