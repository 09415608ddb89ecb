import type { Conference } from '../programme/conferences.ts';
import type { Event } from '../programme/events.ts';
import type { QuestPerson } from '../quests/participations.ts';
import type { Quest } from '../quests/quests.ts';
import type { RegistrationRequest } from '../quests/registration-requests.ts';
import type { ReadAnswer } from './forms.ts';
import type { SeatRequest, SeatRequestStatus } from './seat-requests.ts';

/** What people ask to take part in. */
export const REQUEST_KINDS = ['conference', 'event', 'quest'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** A request with its user and what it is for, as administrators decide on it. */
export interface ListedRequest
  extends Pick<RegistrationRequest, 'id' | 'source' | 'message' | 'reason'>,
    Pick<SeatRequest, 'guests' | 'ticket_type_id' | 'requested_at' | 'decided_at'> {
  readonly kind: RequestKind;
  readonly status: SeatRequestStatus;
  /** All but that of its kind are null. */
  readonly quest: Pick<Quest, 'id' | 'title'> | null;
  readonly event: Pick<Event, 'id' | 'title'> | null;
  readonly conference: Pick<Conference, 'id' | 'name'> | null;
  readonly user: QuestPerson;
  /** Only in a list with answers. */
  readonly answers?: readonly ReadAnswer[];
}

export const SEAT_DECISIONS = ['approve', 'reject', 'reopen'] as const;
export type SeatDecision = (typeof SEAT_DECISIONS)[number];

/** What organizers decide on requests. */
export interface RequestReview {
  readonly decision: SeatDecision;
  /** The organizers' words of a rejection. */
  readonly reason: string | null;
  readonly notify: boolean;
  readonly over_capacity: boolean;
}
