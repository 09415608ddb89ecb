import { timingSafeEqual } from 'node:crypto';
import type { Attendable, RegistrationState } from '../../domain/attendance/attendables.ts';
import { CLAIM_TRIES, claimLimits } from '../../domain/attendance/claims.ts';
import type { User } from '../../domain/people/users.ts';
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
   * The type that a user means, and its registration state. Requires the lock of the conference.
   *
   * @param given.ceiling the registration state of the conference
   * @param given.askedId the type of a request that waits, which is meant unless they say another one
   * @throws AppError as `chosenType`
   */
  async choose(
    tx: Tx,
    { id, has_ticket_types, waitlist }: Attendable,
    given: {
      readonly wish: AttendWish;
      readonly ceiling: RegistrationState;
      readonly askedId: number | null | undefined;
    },
  ): Promise<{ readonly state: RegistrationState; readonly type: OfferedType }> {
    const { wish, ceiling, askedId } = given;
    const types = has_ticket_types ? await tx.ticketTypes.listOffered(id) : [];
    const now = this.#deps.now();
    const stateOf = (type: OfferedType) => ticketTypeState(type, { state: ceiling, waitlist }, now);
    const asked = isTyped(wish) ? undefined : types.find((type) => type.id === askedId);
    const openedIds = this.#openedIds(types, wish.access_code);
    const type = asked ?? chosenType(types, wish, { openedIds, stateOf });
    return { state: stateOf(type), type };
  }

  /** The ids of the types that a code opens. Compares with each, in constant time. */
  #openedIds(types: readonly OpenableType[], code: string | undefined): ReadonlySet<number> {
    if (code === undefined) return new Set();
    const hashes = this.#deps.hashOf(code).all.map((hash) => Buffer.from(hash));
    const opened = types.filter(({ access_code_hash }) => {
      const stored = Buffer.from(access_code_hash ?? '');
      const same = hashes.filter((one) => one.length === stored.length && timingSafeEqual(one, stored));
      return same.length > 0;
    });
    return new Set(opened.map(({ id }) => id));
  }
}
