import { OnDatabase } from '../../db/on-database.ts';
import { onlyRow } from '../../db/rows.ts';
import type { RequestOwner, SeatRequest } from '../../domain/registration/seat-requests.ts';

const COLUMNS = [
  'id',
  'conference_id',
  'event_id',
  'user_id',
  'status',
  'ticket_type_id',
  'guests',
  'reason',
  'requested_at',
  'decided_at',
] as const satisfies readonly (keyof SeatRequest)[];

type Key = RequestOwner & { readonly user_id: number };
/** What a user sends with a request. */
export type SentSeatRequest = Pick<SeatRequest, 'ticket_type_id' | 'guests' | 'requested_at'>;

/** The decision on requests. */
export interface SeatDecision extends Pick<SeatRequest, 'status' | 'reason' | 'decided_at'> {
  /** Null for no administrator: a user with a seat, or the sweep. */
  readonly decided_by_administrator_id: number | null;
}

/** Requests for a seat at a conference or an event. A user has one for each. */
export class SeatRequestsRepository extends OnDatabase {
  async find(key: Key): Promise<SeatRequest | undefined> {
    return this.#table()
      .where({ ...key })
      .first(...COLUMNS);
  }

  /** As `find`, and locks the row FOR UPDATE. Requires the lock of the user. */
  async lock(key: Key): Promise<SeatRequest | undefined> {
    return this.#table()
      .where({ ...key })
      .forUpdate()
      .first(...COLUMNS);
  }

  async listByIds(ids: readonly number[]): Promise<SeatRequest[]> {
    return this.#byIds(ids);
  }

  /** Locks the rows FOR UPDATE, by id. Requires the locks of their users. */
  async lockByIds(ids: readonly number[]): Promise<SeatRequest[]> {
    return this.#byIds(ids).forUpdate();
  }

  /** The number of requests of the user that wait, over all conferences and events. */
  async countPendingOf(user_id: number): Promise<number> {
    const rows = await this.#table()
      .where({ user_id, status: 'pending' })
      .whereNull('quest_id')
      .count<{ count: number }[]>();
    return Number(onlyRow(rows).count);
  }

  /** Inserts a pending request, or makes the one before pending. Requires the lock of the user. */
  async upsert(key: Key, { guests, ...sent }: SentSeatRequest): Promise<SeatRequest> {
    const rows = await this.#table()
      .insert({
        ...{ ...key, ...sent, guests: JSON.stringify(guests) },
        ...{ status: 'pending', reason: null, decided_at: null, decided_by_administrator_id: null },
      })
      .onConflict([...Object.keys(key)])
      .merge()
      .returning<SeatRequest[]>(COLUMNS);
    return onlyRow(rows);
  }

  async updateDecided(ids: readonly number[], decision: SeatDecision): Promise<void> {
    await this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .update({ ...decision });
  }

  /** Ends the requests of what is cancelled, archived or over. Returns their ids. */
  async updateOutdated(now: string, limit: number): Promise<number[]> {
    const { rows } = await this.db.raw<{ rows: { id: number }[] }>(OUTDATED, { now, limit });
    return rows.map(({ id }) => id);
  }

  #byIds(ids: readonly number[]) {
    return this.#table()
      .whereRaw('id = any(?::bigint[])', [[...ids]])
      .whereNull('quest_id')
      .orderBy('id')
      .select<SeatRequest[]>(...COLUMNS);
  }

  #table() {
    return this.db('registration_requests');
  }
}

const OUTDATED = `
  with outdated as (
    select r.id
      from registration_requests r
      left join events e on e.id = r.event_id
      left join conferences c on c.id = coalesce(r.conference_id, e.conference_id)
     where r.status = 'pending' and r.quest_id is null
       and (c.status in ('cancelled', 'archived') or e.status = 'cancelled'
            or coalesce(e.ends_at, c.ends_at) <= :now)
     limit :limit for update of r skip locked)
  update registration_requests r set status = 'rejected', decided_at = :now
    from outdated where r.id = outdated.id
  returning r.id`;
