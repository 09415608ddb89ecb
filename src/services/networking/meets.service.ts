import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import {
  type Connection,
  type ConnectionView,
  endOf,
  isHeld,
  MAX_MET_BY_CODE,
  MEETINGS,
  MET_BY_CODE_WINDOW_MS,
  type MeetCode,
  stepAt,
  viewFor,
  WRONG_MEET_CODES,
} from '../../domain/networking/connections.ts';
import type { User } from '../../domain/people/users.ts';
import { AppError, invalid, unauthorized } from '../../errors.ts';
import { qrSvgOf } from '../../lib/qr-codes.ts';
import { SignedCodes } from '../../lib/signed-codes.ts';
import type { NewMeeting } from '../../repositories/networking/meets.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { NotificationsService } from '../messaging/notifications.service.ts';
import type { FailedAttemptsService } from '../people/authentication.service.ts';

/** Of the step in a code: enough until the year 42,000. */
const STEP_BYTES = 4;

/** A code that a user shows to the people whom they meet. */
export interface ShownMeetCode {
  readonly code: string;
  /** Of the link, or of the code where the mini app has no address. */
  readonly qr_svg: string;
  readonly share_url: string | null;
  readonly expires_at: string;
}

interface MeetCodesDeps {
  readonly secrets: readonly string[];
  readonly shareUrl: ShareLink;
  readonly now: () => Date;
}

/**
 * Makes and verifies meet codes. They are not stored: a code names its user and five minutes, and is
 * signed.
 */
export class MeetCodesService {
  readonly #deps: MeetCodesDeps;
  readonly #codes: SignedCodes;

  /** @param deps.secrets the first one signs, all of them verify */
  constructor(deps: MeetCodesDeps) {
    this.#deps = deps;
    const { secrets } = deps;
    this.#codes = new SignedCodes({ secrets, purpose: 'meet codes', numberBytes: STEP_BYTES });
  }

  /** The code of a user at this time. It is the same for five minutes. */
  async show(user_id: number): Promise<ShownMeetCode> {
    const step = stepAt(this.#deps.now());
    const code = this.#codes.codeOf({ id: user_id, number: step });
    const share_url = this.#deps.shareUrl({ kind: 'meet', id: user_id, code });
    const qr_svg = await qrSvgOf(share_url ?? code);
    return { code, qr_svg, share_url, expires_at: endOf(step).toISOString() };
  }

  /**
   * What a code says that is signed and has not expired, with or without the `k_` of its start
   * parameter; undefined for any other text.
   */
  verify(text: string): MeetCode | undefined {
    const content = this.#codes.verify(text.trim().replace(/^k_/, ''));
    if (!content || !isHeld(content.number, this.#deps.now())) return undefined;
    return { user_id: content.id, step: content.number };
  }
}

interface Meet {
  readonly code: string;
  readonly conference_id?: number | null | undefined;
  /** The caller's note; undefined keeps the one that they have. */
  readonly note?: string | undefined;
}

/** What a meeting changed. */
interface Met {
  readonly connection: Connection;
  /** Whether the two were not connected before. */
  readonly isNew: boolean;
  /** Whether this call wrote the meeting. */
  readonly isWritten: boolean;
}

interface Deps {
  readonly store: Store;
  readonly codes: MeetCodesService;
  readonly tries: FailedAttemptsService;
  readonly notifications: NotificationsService;
  readonly now: () => Date;
}

/**
 * Connects users who meet in person. A meeting locks both users, by id, before the row of the pair, as a
 * block does: no connection survives a block.
 */
export class MeetsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Connects the caller with the user who shows the code, at once. Safe to repeat: the first meeting is
   * kept, and both are notified once.
   *
   * @throws AppError VALIDATION_ERROR for a conference that is not visible; CODE_INVALID for a code that
   *   is wrong, old, used up or the caller's own, and if one of the two is blocked, without saying why;
   *   RATE_LIMITED after 20 wrong codes in 10 minutes, or 60 meetings in an hour; UNAUTHORIZED for a
   *   caller who has been erased
   */
  async meet(caller: User, { code, conference_id = null, note }: Meet): Promise<ConnectionView> {
    if (
      conference_id !== null &&
      !(await this.#deps.store.read.conferences.find({ id: conference_id }))
    )
      throw invalid('conference_id', 'expected the id of a published conference', 'not_found');

    const { name, limit, windowMs } = WRONG_MEET_CODES;
    const keys = this.#deps.tries.keysOf(caller, name);
    return this.#deps.tries.run([{ keys, limit, windowMs }], {
      compare: async () => {
        const meetCode = this.#deps.codes.verify(code);
        if (!meetCode || meetCode.user_id === caller.id) throw wrongCode();
        return this.#meet(caller, meetCode, { conference_id, note });
      },
      isWrong: (error) => error instanceof AppError && error.code === 'CODE_INVALID',
    });
  }

  #meet(
    caller: User,
    code: MeetCode,
    { conference_id, note }: { conference_id: number | null; note: string | undefined },
  ): Promise<ConnectionView> {
    return this.#deps.store.transaction(async (tx) => {
      const now = this.#deps.now().toISOString();
      const parties = await tx.meets.lockParties([caller.id, code.user_id]);
      if (!parties.some(({ id }) => id === caller.id)) throw unauthorized();
      if (!parties.some(({ id }) => id === code.user_id)) throw wrongCode();

      const { connection, isNew, isWritten } = await this.#write(tx, {
        requester_id: caller.id,
        recipient_id: code.user_id,
        met_at: now,
        conference_id,
      });
      if (isWritten) await this.#count(tx, caller, code);
      if (isNew) await this.#deps.notifications.connectionMet(tx, connection, parties);
      const ids = { connection_id: connection.id, writer_id: caller.id };
      if (note !== undefined) await tx.connectionNotes.upsert({ ...ids, note, updated_at: now });
      const kept = note ?? (await tx.connectionNotes.find(connection.id, caller.id));
      return viewFor(connection, caller.id, kept);
    });
  }

  /**
   * Counts a meeting in its transaction: one that is refused counts nothing. Both users are locked, so
   * meetings by one code count one after another.
   *
   * @throws AppError CODE_INVALID for a code that has connected its last user; RATE_LIMITED
   */
  async #count(tx: Tx, caller: User, { user_id, step }: MeetCode): Promise<void> {
    const sentence = 'You met many people; try again later';
    await this.#deps.tries.countAction(tx, caller, { ...MEETINGS, sentence });
    const key = `met-by-code:${user_id}:${step}`;
    const { hits } = await tx.rateLimitCounters.upsert(key, MET_BY_CODE_WINDOW_MS);
    if (hits > MAX_MET_BY_CODE) throw wrongCode();
  }

  async #write(tx: Tx, meeting: NewMeeting): Promise<Met> {
    const inserted = await tx.meets.insertIfAbsent(meeting);
    if (inserted) return { connection: inserted, isNew: true, isWritten: true };
    const { requester_id, recipient_id } = meeting;
    const existing = await tx.connections.lockPair(requester_id, recipient_id);
    if (!existing && (await tx.blocks.exists(requester_id, recipient_id))) throw wrongCode();
    // Another transaction deleted the row between the two statements.
    if (!existing) return this.#write(tx, meeting);
    const { lower_rejections: _, higher_rejections: __, ...pair } = existing;
    if (pair.status === 'accepted' && pair.met_at !== null) {
      return { connection: { ...pair, status: pair.status }, isNew: false, isWritten: false };
    }
    const connection = await tx.meets.updateMet(pair.id, meeting);
    return { connection, isNew: pair.status !== 'accepted', isWritten: true };
  }
}

const wrongCode = () =>
  new AppError('CODE_INVALID', 'This code does not connect you; ask for a new one');
