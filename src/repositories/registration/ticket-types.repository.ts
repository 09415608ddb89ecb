import { OnDatabase } from '../../db/on-database.ts';
import { orConflict } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import type { Changes } from '../../domain/changes.ts';
import type {
  OfferedType,
  TicketType,
  TicketTypeFields,
} from '../../domain/registration/ticket-types.ts';
import { ticketTypesIn } from './ticket-types.sql.ts';

interface TypeOf {
  readonly id: number;
  readonly conference_id: number;
}

/** The fields that are stored of a ticket type: of its access code, the keyed hash. */
export interface StoredTicketType extends TicketTypeFields {
  readonly access_code_hash: string | null;
  readonly access_code_key_id: string | null;
}

/** An offered type, with the hash of the code that opens it. */
export type OpenableType = OfferedType & Pick<StoredTicketType, 'access_code_hash'>;

/**
 * Ticket types. Lock the conference first: all who write registrations hold its lock, so none of them waits
 * for a row of these, which triggers count seats in.
 */
export class TicketTypesRepository extends OnDatabase {
  async find(of: TypeOf): Promise<TicketType | undefined> {
    return ticketTypesIn(this.db).where(of).first();
  }

  /** The ids, in the order of the organizers. */
  async listIds(conference_id: number): Promise<number[]> {
    return this.#table().where({ conference_id }).orderBy(['position', 'id']).pluck('id');
  }

  /** The types that people choose, hidden ones included, in the order of the organizers. */
  async listOffered(conference_id: number): Promise<OpenableType[]> {
    return ticketTypesIn(this.db)
      .where({ conference_id, is_offered: true })
      .orderBy(['position', 'id'])
      .select('access_code_hash');
  }

  /**
   * Inserts one after the others.
   * @throws AppError CONFLICT for a taken name
   */
  async insert(
    conference_id: number,
    type: Changes<StoredTicketType> & Pick<StoredTicketType, 'name'>,
  ): Promise<number> {
    const position = this.#table()
      .where({ conference_id })
      .select(this.db.raw('coalesce(max(position) + 1, 0)'));
    const inserted = this.#table()
      .insert({ conference_id, position, is_offered: true, ...stored(type) })
      .returning<{ id: number }[]>('id');
    return onlyRow(await orNameTaken(inserted)).id;
  }

  /**
   * Raises the version, and offers the type. A new name is written to its registrations; a new capacity puts no
   * further seat over the capacity.
   *
   * @throws AppError CONFLICT for a taken name
   */
  async update(
    { id, conference_id, name }: Pick<TicketType, 'id' | 'conference_id' | 'name'>,
    changes: Changes<StoredTicketType>,
  ): Promise<void> {
    const { name: newName, capacity } = changes;
    const over = 'least(over_count, greatest(0, seat_count - ?::integer))';
    // The registrations count themselves again when they get another name.
    const seats = 'case when folded_name(?) = folded_name then seat_count else 0 end';
    const updated = this.#table()
      .where({ id })
      .update({
        ...stored(changes),
        ...(newName !== undefined && { seat_count: this.db.raw(seats, [newName]) }),
        ...(capacity !== undefined && {
          over_count: capacity === null ? 0 : this.db.raw(over, [capacity]),
        }),
        is_offered: true,
        version: this.db.raw('version + 1'),
      });
    await orNameTaken(updated);
    if (newName === undefined) return;
    await this.db('registrations')
      .where({ conference_id })
      .whereRaw(`coalesce(ticket_type, '') = ?`, [name])
      .update({ ticket_type: newName });
  }

  /** Puts the types in the order of `ids`, and raises the version of those that move. Returns their number. */
  async updateOrder(ids: readonly number[]): Promise<number> {
    const { rowCount } = await this.db.raw<{ rowCount: number }>(
      `update ticket_types t set position = given.place - 1, version = t.version + 1
         from unnest(:ids::bigint[]) with ordinality as given (id, place)
        where t.id = given.id and t.position <> given.place - 1`,
      { ids: [...ids] },
    );
    return rowCount;
  }

  /** Notes at the conference whether people choose a type. */
  async updateOffering(conference_id: number): Promise<void> {
    await this.db.raw(
      `update conferences c set has_ticket_types = o.is_offering, updated_at = now()
         from (select exists (select from ticket_types
                               where conference_id = :conference_id and is_offered) as is_offering) o
        where c.id = :conference_id and c.has_ticket_types <> o.is_offering`,
      { conference_id },
    );
  }

  /** The registrations of any status with this type, and the requests that ask for it. */
  async countUses({ id, conference_id, name }: Pick<TicketType, 'id' | 'conference_id' | 'name'>) {
    const { rows } = await this.db.raw<{ rows: { count: number }[] }>(
      `select (select count(*) from registrations
                where conference_id = :conference_id and coalesce(ticket_type, '') = :name)
            + (select count(*) from registration_requests
                where ticket_type_id = :id and status = 'pending') as count`,
      { id, conference_id, name },
    );
    return onlyRow(rows).count;
  }

  async delete(id: number): Promise<void> {
    await this.#table().where({ id }).delete();
  }

  /**
   * Until the end of the transaction, seats of ticket types are given beyond their capacity: organizers ask for
   * it, or a claim brings its type along.
   */
  async updateQuotasLifted(): Promise<void> {
    await this.db.raw(`select set_config('hallway.over_quotas', 'on', true)`);
  }

  #table() {
    return this.db('ticket_types');
  }
}

const stored = <T extends Changes<StoredTicketType>>({ translations, ...fields }: T) => ({
  ...fields,
  ...(translations && { translations: JSON.stringify(translations) }),
});

const orNameTaken = <T>(statement: PromiseLike<T>): Promise<T> =>
  orConflict(statement, 'ticket_types_name_key', 'name');
