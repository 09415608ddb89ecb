import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { checkCapacity } from '../../domain/attendance/attendables.ts';
import { differences } from '../../domain/changes.ts';
import { checkWholeOrder } from '../../domain/orders.ts';
import type {
  NewTicketType,
  TicketType,
  TicketTypeChanges,
} from '../../domain/registration/ticket-types.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { conflict, invalid, notFound, preconditionFailed } from '../../errors.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type { Store, Tx } from '../../repositories/store.ts';

interface TypeTarget extends Target {
  readonly conference_id: number;
}

interface Deps {
  readonly store: Store;
  /** Gives the seats that became free to the queue of a conference, which is locked. */
  readonly promoteAt: (tx: Tx, conferenceId: number) => Promise<void>;
  /** Of access codes. */
  readonly hashOf: KeyedHash;
}

/** The ticket types of conferences, for administrators. */
export class TicketTypesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * In the order of the organizers, with the names that imports brought.
   * @throws AppError NOT_FOUND
   */
  async list(conferenceId: number, request: NumberedRequest): Promise<Page<TicketType>> {
    const { store } = this.#deps;
    if (!(await store.conferences.find(conferenceId))) throw notFound('conference');
    return store.read.ticketTypes.list(conferenceId, request);
  }

  /**
   * Adds a type after the others. People choose from then on.
   * @throws AppError NOT_FOUND; CONFLICT for a taken name; VALIDATION_ERROR
   */
  async create(by: Administrator, conferenceId: number, given: NewTicketType): Promise<TicketType> {
    return this.#change(conferenceId, async (tx) => {
      checkTimes({ opens_at: null, closes_at: null }, given);
      const { access_code, ...fields } = given;
      const stored = { ...fields, ...this.#hashed(access_code) };
      const id = await tx.ticketTypes.insert(conferenceId, stored);
      await tx.ticketTypes.updateOffering(conferenceId);
      const type = await view(tx, { id, conference_id: conferenceId });
      await tx.audit.record(by, 'ticket_type.create', id, { after: type });
      return type;
    });
  }

  /**
   * Updates the given fields, and offers a type that an import brought. A new name is written to its
   * registrations. Freed seats go to the next in the queue.
   *
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED; CONFLICT for a taken name, and for a capacity below the
   *   seats that are held; VALIDATION_ERROR
   */
  async update(
    by: Administrator,
    target: TypeTarget,
    { access_code, ...given }: TicketTypeChanges,
  ): Promise<TicketType> {
    return this.#change(target.conference_id, async (tx) => {
      const type = await expected(tx, target);
      checkTimes(type, given);
      const { before, after } = differences<TicketType>(type, given);
      if (Object.keys(after).length === 0 && access_code === undefined && type.is_offered) {
        return type;
      }
      const { seat_count, over_count } = type;
      const seats = { attendee_count: seat_count, over_capacity_count: over_count };
      checkCapacity(seats, after.capacity);
      await tx.ticketTypes.update(type, { ...after, ...this.#hashed(access_code) });
      await tx.ticketTypes.updateOffering(type.conference_id);
      await tx.audit.record(by, 'ticket_type.update', type.id, {
        before,
        after: { ...after, ...(access_code !== undefined && { fields: ['access_code'] }) },
      });
      if (after.capacity !== undefined) await this.#deps.promoteAt(tx, type.conference_id);
      return view(tx, type);
    });
  }

  /**
   * Puts all types of the conference in the order of `ids`. Safe to repeat.
   * @throws AppError NOT_FOUND; CONFLICT unless `ids` has each type once
   */
  async order(by: Administrator, conferenceId: number, ids: readonly number[]): Promise<void> {
    await this.#change(conferenceId, async (tx) => {
      const before = await tx.ticketTypes.listIds(conferenceId);
      checkWholeOrder('ticket types of the conference', before, ids);
      if ((await tx.ticketTypes.updateOrder(ids)) === 0) return;
      await tx.audit.record(by, 'conference.order_ticket_types', conferenceId, {
        before: { ticket_type_ids: before },
        after: { ticket_type_ids: ids },
      });
    });
  }

  /** @throws AppError NOT_FOUND; PRECONDITION_FAILED; CONFLICT while registrations or requests have it */
  async delete(by: Administrator, target: TypeTarget): Promise<void> {
    await this.#change(target.conference_id, async (tx) => {
      const type = await expected(tx, target);
      const count = await tx.ticketTypes.countUses(type);
      if (count > 0) {
        const uses = `${count} ${count === 1 ? 'person has' : 'people have'}`;
        throw conflict(null, `${uses} this ticket type`, 'in_use', { count });
      }
      await tx.ticketTypes.delete(type.id);
      await tx.ticketTypes.updateOffering(type.conference_id);
      await tx.audit.record(by, 'ticket_type.delete', type.id, { before: type });
    });
  }

  /** Runs `work` under the lock of the conference, which all who write its registrations take. */
  async #change<T>(conferenceId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#deps.store.transaction(async (tx) => {
      if (!(await tx.conferences.lock(conferenceId))) throw notFound('conference');
      return work(tx);
    });
  }

  #hashed(code: string | null | undefined) {
    if (code === undefined) return {};
    const hash = code === null ? undefined : this.#deps.hashOf(code);
    return { access_code_hash: hash?.newest ?? null, access_code_key_id: hash?.key_id ?? null };
  }
}

async function expected(tx: Tx, { ifMatch, ...of }: TypeTarget): Promise<TicketType> {
  const type = await view(tx, of);
  if (!isExpected(type, ifMatch)) throw preconditionFailed(type);
  return type;
}

async function view(
  tx: Tx,
  { id, conference_id }: Pick<TicketType, 'id' | 'conference_id'>,
): Promise<TicketType> {
  const type = await tx.ticketTypes.find({ id, conference_id });
  if (!type) throw notFound('ticket type');
  return type;
}

/** @throws AppError VALIDATION_ERROR for a type that would close before it opens */
function checkTimes(
  type: Pick<TicketType, 'opens_at' | 'closes_at'>,
  { opens_at = type.opens_at, closes_at = type.closes_at }: TicketTypeChanges,
): void {
  if (opens_at === null || closes_at === null || closes_at > opens_at) return;
  throw invalid('closes_at', 'expected a time after opens_at', 'after', { field: 'opens_at' });
}
