import type { User } from '../../domain/people/users.ts';
import type { Participation } from '../../domain/quests/participations.ts';
import { checkRunning, checkShown, type Quest } from '../../domain/quests/quests.ts';
import type { RegistrationRequest } from '../../domain/quests/registration-requests.ts';
import { AppError, notFound, unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

interface Requested {
  readonly request: RegistrationRequest;
  readonly created: boolean;
}

/** Users request to take part in quests that admit their participants by approval. */
export class RegistrationRequestsService {
  readonly #deps;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#deps = deps;
  }

  /**
   * Requests to take part in a quest; takes no place. A request that an unsigned call made is
   * replaced, also after its rejection. Safe to repeat: a pending or approved request returns
   * `created: false`.
   *
   * @throws AppError NOT_FOUND; QUEST_INACTIVE for participants of a quest that was switched off;
   *   QUEST_NOT_STARTED; QUEST_ENDED; CONFLICT for an open quest, for a participant without a
   *   request, and after a rejection; UNAUTHORIZED if the user has been erased
   */
  async request(user: User, questId: number, message: string | null): Promise<Requested> {
    return this.#deps.store.transaction(async (tx) => {
      const quest = await tx.quests.find(questId);
      if (!quest) throw notFound('quest');
      const locked = await tx.users.lockAllowingReferences(user.id);
      if (!locked || locked.erased_at !== null) throw unauthorized();
      const of = { quest_id: questId, user_id: user.id };
      const participation = await tx.participations.find(of);
      const isParticipant = participation !== undefined;
      checkShown(quest, { isParticipant });

      const before = await tx.registrationRequests.find(of);
      const already = before && (await keptRequest(tx, before));
      if (already) return { request: already, created: false };
      const at = this.#deps.now();
      checkRunning(quest, { at, isParticipant });
      checkRequestable(quest, participation);
      const requested_at = at.toISOString();
      const sent = { source: 'self', message, requested_at } as const;
      const request = await tx.registrationRequests.upsert({ ...of, ...sent });
      await tx.webhookChanges.insertChanged('registration_request.changed', [request.id]);
      return { request, created: true };
    });
  }
}

/** @throws AppError CONFLICT for a quest or a participant that needs no request */
function checkRequestable(quest: Quest, participation: Participation | undefined): void {
  if (quest.registration_mode === 'open')
    throw new AppError('CONFLICT', 'This quest is open: start it without a request');
  if (participation) throw new AppError('CONFLICT', 'You already take part in this quest');
}

/**
 * The request that stays; undefined for a request that the user's own replaces.
 * @throws AppError CONFLICT if it was rejected
 */
async function keptRequest(
  tx: Tx,
  request: RegistrationRequest,
): Promise<RegistrationRequest | undefined> {
  const isOwn = request.source !== 'public';
  if (request.status === 'approved') {
    if (!isOwn) await tx.registrationRequests.updateSource(request.id, 'self');
    return request;
  }
  if (!isOwn) return undefined;
  if (request.status === 'rejected')
    throw new AppError('CONFLICT', 'Your request for this quest was not approved');
  return request;
}
