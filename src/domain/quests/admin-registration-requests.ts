import { AppError, conflict } from '../../errors.ts';
import { type Decision, STATUS_OF } from './admin-submissions.ts';
import type { QuestPerson } from './participations.ts';
import type { Quest } from './quests.ts';
import type { RegistrationRequest, RequestStatus } from './registration-requests.ts';

/** A request with its user and quest, as administrators decide on it. */
export type ListedRequest = Omit<RegistrationRequest, 'quest_id' | 'user_id'> & {
  readonly quest: Pick<Quest, 'id' | 'title'>;
  readonly user: QuestPerson;
};

/** The state that a decision on several requests of one quest finds under the locks. */
export interface DecidedOn {
  /** Requests by id: the first of them get the last places. */
  readonly requests: readonly RegistrationRequest[];
  /** The status of each request before the wait for the lock. */
  readonly seen: ReadonlyMap<number, RequestStatus>;
  readonly participants: ReadonlySet<number>;
  readonly erased: ReadonlySet<number>;
  readonly quest: Pick<Quest, 'max_participants' | 'participant_count'>;
}

/** The changes of a decision on several requests. */
export interface DecisionPlan {
  /** The requests that get the status of the decision. */
  readonly changed: readonly RegistrationRequest[];
  /** The users who take a place by the decision. */
  readonly admitted: readonly number[];
  /** By the id of the request. */
  readonly refusals: ReadonlyMap<number, AppError>;
}

/** Decides each request by itself: a refused request does not stop the others. */
export function planOfDecision(decision: Decision, on: DecidedOn): DecisionPlan {
  const { max_participants, participant_count } = on.quest;
  const places = max_participants === null ? Number.POSITIVE_INFINITY : max_participants;
  const changed: RegistrationRequest[] = [];
  const admitted: number[] = [];
  const refusals = new Map<number, AppError>();
  for (const request of on.requests) {
    if (request.status === STATUS_OF[decision]) continue;
    const takesPlace = decision === 'approve' && !on.participants.has(request.user_id);
    const isFull = takesPlace && participant_count + admitted.length >= places;
    const refusal = refusalOf(decision, request, { ...on, isFull });
    if (refusal) {
      refusals.set(request.id, refusal);
      continue;
    }
    changed.push(request);
    if (takesPlace) admitted.push(request.user_id);
  }
  return { changed, admitted, refusals };
}

function refusalOf(
  decision: Decision,
  { id, status, user_id }: RegistrationRequest,
  { seen, erased, isFull }: Pick<DecidedOn, 'seen' | 'erased'> & { readonly isFull: boolean },
): AppError | undefined {
  // The row lock decides: a request with another status than before has lost.
  if (status !== seen.get(id))
    return conflict(null, `This request has changed; it is ${status} now`, 'status', { status });
  if (status === 'approved')
    return conflict(null, 'This request is approved; its place is taken', 'status', { status });
  if (decision === 'approve' && erased.has(user_id))
    return conflict(null, 'The account of this user is deleted', 'erased');
  return isFull ? new AppError('QUEST_FULL', 'All places of this quest are taken') : undefined;
}
