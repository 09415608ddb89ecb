import type { NamedPerson } from '../../domain/quests/quest-calls.ts';
import type { Quest } from '../../domain/quests/quests.ts';
import {
  isReplaceable,
  isReplaceableByPublic,
  NO_PROOF,
  type Submission,
  wasRejected,
} from '../../domain/quests/submissions.ts';
import { AppError, unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { TicketsService } from '../attendance/tickets.service.ts';
import type { ParticipationsService } from './participations.service.ts';
import type { PointsService } from './points.service.ts';

/** The task that a call completes, and the person. */
export interface CalledCompletion {
  readonly quest: Quest;
  readonly task_id: number;
  readonly user_id: number;
  readonly source: 'public' | 'signed';
  readonly status: 'approved' | 'pending';
  readonly text: string | null;
  readonly sent_at: string;
}

/** The person whom a call names. */
export interface FoundPerson {
  readonly isTicketInvalid: boolean;
  /** Whether the ticket is the badge of a guest who has no account yet. */
  readonly isGuest?: boolean;
  /** Undefined for an unknown or erased person. */
  readonly user_id: number | undefined;
}

/** Reads the codes on the badges of guests. */
interface Guests {
  personOf(code: string): Promise<{ readonly user_id: number | null } | undefined>;
}

/** @throws AppError TICKET_INVALID for an invalid ticket; GUEST_NOT_CLAIMED */
export function userIdOf({ isTicketInvalid, isGuest, user_id }: FoundPerson): number | undefined {
  if (isGuest) {
    throw new AppError('GUEST_NOT_CLAIMED', 'This guest has no account yet: open the app first');
  }
  if (isTicketInvalid) throw new AppError('TICKET_INVALID', 'This ticket is not valid here');
  return user_id;
}

interface Deps {
  readonly store: Store;
  readonly tickets: TicketsService;
  readonly guests: Guests;
  readonly participations: ParticipationsService;
  readonly points: PointsService;
}

/** What signed and unsigned calls of the public quest API have in common. */
export class QuestCallsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Runs outside a transaction. A ticket whose seat was given up names no one. */
  async findPerson(person: NamedPerson): Promise<FoundPerson> {
    if ('messenger_id' in person) {
      const user = await this.#deps.store.users.findByMessengerId(person.messenger_id);
      return { isTicketInvalid: false, user_id: user?.id };
    }
    const guest = await this.#deps.guests.personOf(person.ticket);
    if (guest)
      return {
        isTicketInvalid: false,
        isGuest: guest.user_id === null,
        user_id: guest.user_id ?? undefined,
      };
    const ticket = await this.#deps.tickets.personOf(person.ticket);
    return {
      isTicketInvalid: ticket === undefined,
      user_id: ticket?.hasSeat ? ticket.user_id : undefined,
    };
  }

  /**
   * Completes the task for the person in the caller's transaction. The first completion starts the
   * quest. A submission of a stronger source stays.
   *
   * @returns the submission that is stored then
   * @throws AppError as `ParticipationsService.enter`
   */
  async complete(tx: Tx, called: CalledCompletion): Promise<Submission> {
    const { quest, task_id, user_id, source } = called;
    const of = { quest_id: quest.id, user_id };
    const participation = await tx.participations.find(of);
    if (!participation || participation.status === 'admitted') {
      // A participant who was admitted at their own request has opened the quest.
      const cause = participation && source === 'public' ? participation.source : source;
      const at = new Date(called.sent_at);
      await this.#deps.participations.enter(tx, quest, { userId: user_id, source: cause, at });
    }
    const user = await tx.users.lockAllowingReferences(user_id);
    if (!user || user.erased_at !== null) throw unauthorized();
    const before = await tx.submissions.find({ task_id, user_id });
    const isFree = source === 'public' ? isReplaceableByPublic : isReplaceable;
    return before && !isFree(before) ? before : this.#keep(tx, called, before);
  }

  /** After a rejection, an administrator decides, whatever the type of task. */
  async #keep(
    tx: Tx,
    { quest, task_id, user_id, source, status, text, sent_at }: CalledCompletion,
    before: Submission | undefined,
  ): Promise<Submission> {
    const isApproved = status === 'approved' && !wasRejected(before);
    const submission = await tx.submissions.upsert({
      ...NO_PROOF,
      task_id,
      user_id,
      quest_id: quest.id,
      text,
      status: isApproved ? 'approved' : 'pending',
      source,
      submissions: 0,
      submitted_at: sent_at,
      decided_at: isApproved ? sent_at : null,
    });
    if (isApproved) await this.#deps.points.reconcile(tx, quest, [submission]);
    return submission;
  }
}
