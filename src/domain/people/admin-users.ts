import type { Feedback, FeedbackLink } from '../feedback/feedback.ts';
import type { Media } from '../media/media.ts';
import type { DeliveryStatus } from '../messaging/deliveries.ts';
import type { Notification } from '../messaging/notifications.ts';
import type { ParticipantStatus, QuestProgress } from '../quests/participations.ts';
import { linksOf, type SocialLinks } from './socials.ts';
import type { User } from './users.ts';

/** A user as administrators see them. */
export interface AdminUser extends Omit<User, 'socials'> {
  readonly socials: SocialLinks;
}

export const adminUserView = (user: User): AdminUser => ({
  ...user,
  socials: linksOf(user.socials),
});

/** The number of rows of a kind that a user has, and the newest of them. */
export interface Latest<Row> {
  readonly count: number;
  readonly latest: readonly Row[];
}

/** A quest in which a user takes part. */
export type UserQuest = Pick<QuestProgress, 'points' | 'started_at' | 'completed_at'> & {
  readonly status: ParticipantStatus;
  readonly quest_id: number;
  readonly title: string;
};

export type UserFeedback = Pick<
  Feedback,
  'id' | 'message' | 'rating' | 'category' | 'status' | 'created_at' | FeedbackLink
>;

/** A notification that a user received. */
export type UserMessage = Pick<Notification, 'id' | 'type' | 'created_at'> & {
  /** The broadcast; null for a notification of the service. */
  readonly job_id: number | null;
  /** Null without a broadcast. */
  readonly title: string | null;
  /** Of the message by the messenger, if there is one. */
  readonly delivery_status: DeliveryStatus | null;
  readonly reason: string | null;
  readonly answered_at: string | null;
};

export type UserMedia = Pick<Media, 'id' | 'kind' | 'purpose' | 'bytes' | 'created_at'>;

/** What a user did and received; absent without the scope that reads it. */
export interface UserActivities {
  readonly quests?: Latest<UserQuest>;
  readonly feedback?: Latest<UserFeedback>;
  readonly messages?: Latest<UserMessage>;
  readonly media?: Latest<UserMedia>;
}
