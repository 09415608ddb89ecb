import { timingSafeEqual } from 'node:crypto';
import type { Attendable, RegistrationState } from '../../domain/attendance/attendables.ts';
import { outcomeOfAttending } from '../../domain/attendance/attendances.ts';
import { CLAIM_TRIES, claimLimits } from '../../domain/attendance/claims.ts';
import type { User } from '../../domain/people/users.ts';
import { type SeatRequest, statusOfAsking } from '../../domain/registration/seat-requests.ts';
import {
  chosenType,
  type OfferedType,
  ticketTypeState,
} from '../../domain/registration/ticket-types.ts';
import { type AttendWish, isTyped } from '../../domain/registration/wishes.ts';
import { AppError } from '../../errors.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type { OpenableType } from '../../repositories/registration/ticket-types.repository.ts';
import type { Tx } from '../../repositories/store.ts';
import type { FailedAttemptsService } from '../people/authentication.service.ts';

interface Deps {
  readonly tries: FailedAttemptsService;
  /** Of access codes. */
  readonly hashOf: KeyedHash;
  readonly now: () => Date;
}

/** What says which type a user means. */
export interface TypeChoice {
  readonly userId: number;
  readonly wish: AttendWish;
  /** The registration state of the conference. */
  readonly ceiling: RegistrationState;
  readonly request: SeatRequest | undefined;
}

/** The registration state for a user. Without a type it is that of the conference. */
export interface ChosenType {
  readonly state: RegistrationState;
  readonly type?: OfferedType;
}

/** The outcomes that a ticket type can change. */
const TYPED = ['registered', 'waitlisted', 'full', 'approval'] as const;

/** Which ticket type a user means who registers. Wrong access codes count as wrong claims. */
export class TicketTypeChoicesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Runs `attend`, counted before if the wish has a code.
   * @throws AppError RATE_LIMITED after wrong codes; all errors of `attend`
   */
  async counted<T>(
    { user, address }: { readonly user: User; readonly address: string },
    { conferenceId, wish }: { readonly conferenceId: number; readonly wish: AttendWish },
    attend: () => Promise<T>,
  ): Promise<T> {
    const { tries } = this.#deps;
    if (wish.access_code === undefined) return attend();
    const personKeys = tries.keysOf(user, CLAIM_TRIES);
    return tries.run(claimLimits({ personKeys, address, conferenceId, proof: 'link' }), {
      compare: attend,
      isWrong: (error) => error instanceof AppError && error.code === 'NOT_FOUND',
    });
  }

  /**
   * The type that a user means, and its registration state. Who attends, or is refused whatever the type, means
   * none. Requires the lock of the conference.
   *
   * @throws AppError as `chosenType`
   */
  async choose(
    tx: Tx,
    { id, has_ticket_types, waitlist }: Attendable,
    { userId, wish, ceiling, request }: TypeChoice,
  ): Promise<ChosenType> {
    if (!has_ticket_types && !isTyped(wish)) return { state: ceiling };
    const current = await tx.conferenceAttendances.lock(id, userId);
    const asked = statusOfAsking(request);
    const status = current && current.status !== 'cancelled' ? current.status : asked;
    const outcome = outcomeOfAttending(ceiling, status);
    if (!TYPED.some((one) => one === outcome)) return { state: ceiling };
    const types = has_ticket_types ? await tx.ticketTypes.listOffered(id) : [];
    const now = this.#deps.now();
    const stateOf = (type: OfferedType) => ticketTypeState(type, { state: ceiling, waitlist }, now);
    // Who asked for a type before means it until they say another one.
    const askedId = asked === 'requested' && !isTyped(wish) ? request?.ticket_type_id : undefined;
    const openedIds = this.#openedIds(types, wish.access_code);
    const type =
      types.find((one) => one.id === askedId) ?? chosenType(types, wish, { openedIds, stateOf });
    return { state: stateOf(type), type };
  }

  /** The ids of the types that a code opens. Compares with each, in constant time. */
  #openedIds(types: readonly OpenableType[], code: string | undefined): ReadonlySet<number> {
    if (code === undefined) return new Set();
    const hashes = this.#deps.hashOf(code).all.map((hash) => Buffer.from(hash));
    const opened = types.filter(({ access_code_hash }) => {
      const stored = Buffer.from(access_code_hash ?? '');
      const same = hashes.filter(
        (one) => one.length === stored.length && timingSafeEqual(one, stored),
      );
      return same.length > 0;
    });
    return new Set(opened.map(({ id }) => id));
  }
}
