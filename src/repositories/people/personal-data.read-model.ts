import { OnDatabase } from '../../db/on-database.ts';
import {
  FEEDBACK_LINKS,
  type Feedback,
  type FeedbackReceipt,
  type Submission,
} from '../../domain/feedback/feedback.ts';
import type { Media } from '../../domain/media/media.ts';
import type { SpreadsheetRow } from '../../domain/messaging/broadcast-recalls.ts';
import type { StoredNotification } from '../../domain/messaging/current-notifications.ts';
import type { DeliveryStatus } from '../../domain/messaging/deliveries.ts';
import type { User } from '../../domain/people/users.ts';
import { type Event, VENUE_COLUMNS } from '../../domain/programme/events.ts';
import type { Speaker } from '../../domain/programme/speakers.ts';
import { MESSAGE, SAYS_SOMETHING } from '../feedback/feedback.sql.ts';
import { STORED_COLUMNS } from '../messaging/notification-columns.sql.ts';
import { SPEAKER_COLUMNS } from '../programme/speakers.repository.ts';
import { USER_COLUMNS } from './users.repository.ts';

/** A user with the columns that only the export contains. */
export interface PersonalProfile extends User {
  /** The user's own first name, which replaces the messenger's. */
  readonly own_first_name: string | null;
  readonly own_last_name: string | null;
  /** The URL of the user's own photo, which replaces the messenger's. */
  readonly own_photo_url: string | null;
  readonly edited_fields: readonly string[];
  /** When the messenger last reported whether the bot may write to the user. */
  readonly messenger_member_at: string | null;
  /** When the user last turned messages on or off in the chat with the bot. */
  readonly notifications_set_at: string | null;
}

/** A user whom the user does not want to be recommended. */
export interface PersonalDismissal {
  readonly user: { readonly id: number; readonly first_name: string };
  readonly dismissed_at: string;
}

/** An event that the user requested. */
export interface PersonalEvent
  extends Pick<
    Event,
    | 'id'
    | 'title'
    | 'status'
    | 'starts_at'
    | 'ends_at'
    | 'conference_id'
    | 'description'
    | 'timezone'
    | 'venue_name'
    | 'venue_address'
    | 'venue_latitude'
    | 'venue_longitude'
    | 'image_url'
    | 'url'
    | 'capacity'
    | 'rejection_reason'
    | 'created_at'
  > {
  /** The contact that the user gave for the request. */
  readonly contact: string | null;
}

/** Feedback of the user, without what the organizers recorded about it. */
export type PersonalFeedback = FeedbackReceipt &
  Omit<Submission, 'message'> &
  Pick<Feedback, 'message' | 'is_rating'>;

/** The delivery of a notification as a messenger message. */
export interface PersonalDelivery {
  readonly notification_id: number;
  readonly status: DeliveryStatus;
  readonly reason: string | null;
  readonly answered_at: string | null;
}

/** An image or video that the user uploaded. */
export type PersonalMedia = Omit<Media, 'variants' | 'variant_keys' | 'user_id'> & {
  readonly sha256: string | null;
};

/** The personal data of one user, for the export; lists are oldest first. */
export class PersonalDataReadModel extends OnDatabase {
  async findProfile(userId: number): Promise<PersonalProfile | undefined> {
    return this.db('users')
      .where({ id: userId })
      .whereNull('erased_at')
      .first<PersonalProfile>([
        ...USER_COLUMNS,
        'own_first_name',
        'own_last_name',
        'own_photo_url',
        'edited_fields',
        'messenger_member_at',
        'notifications_set_at',
      ]);
  }

  /** The speaker linked to the user. */
  async findSpeaker(user_id: number): Promise<Speaker | undefined> {
    return this.db('speakers')
      .where({ user_id })
      .first(...SPEAKER_COLUMNS);
  }

  async listMedia(user_id: number): Promise<PersonalMedia[]> {
    return this.db('media')
      .where({ user_id })
      .orderBy('id')
      .select<PersonalMedia[]>(
        'id',
        'key',
        'kind',
        'storage',
        'purpose',
        'status',
        'mime_type',
        'bytes',
        'width',
        'height',
        'frames',
        'sha256',
        'created_at',
      );
  }

  async listDismissals(userId: number): Promise<PersonalDismissal[]> {
    const { rows } = await this.db.raw<{ rows: PersonalDismissal[] }>(
      `select json_build_object('id', u.id, 'first_name', u.first_name) as user, d.dismissed_at
         from recommendation_dismissals d
         join users u on u.id = d.dismissed_id
        where d.user_id = :userId
          -- The user who blocks this one is nowhere visible to them.
          and not exists (select from blocks b where b.blocker_id = u.id and b.blocked_id = :userId)
        order by d.dismissed_at, u.id`,
      { userId },
    );
    return rows;
  }

  async listSubmittedEvents(userId: number): Promise<PersonalEvent[]> {
    return this.db('events')
      .where({ submitted_by: userId })
      .orderBy('id')
      .select(
        'id',
        'title',
        'status',
        'starts_at',
        'ends_at',
        'contact',
        'conference_id',
        'description',
        'timezone',
        ...VENUE_COLUMNS,
        'image_url',
        'url',
        'capacity',
        'rejection_reason',
        'created_at',
      );
  }

  async listFeedback(user_id: number): Promise<PersonalFeedback[]> {
    return this.db('feedback as f')
      .where({ user_id })
      .whereRaw(SAYS_SOMETHING)
      .orderBy('id')
      .select('id', 'rating', 'category', 'contact', 'context', 'created_at')
      .select('is_rating', this.db.raw(MESSAGE))
      .select(...FEEDBACK_LINKS);
  }

  /** Includes notifications sent to the messenger only. */
  async listNotifications(userId: number): Promise<StoredNotification[]> {
    return this.db('notifications')
      .where({ user_id: userId })
      .orderBy('id')
      .select(...STORED_COLUMNS);
  }

  async listDeliveries(user_id: number): Promise<PersonalDelivery[]> {
    return this.db('deliveries')
      .where({ user_id })
      .orderBy('notification_id')
      .select('notification_id', 'status', 'reason', 'answered_at');
  }

  /**
   * Template variables of unsent spreadsheet broadcasts; once sent, the notification holds them.
   */
  async listMessageVariables(user_id: number): Promise<SpreadsheetRow['variables'][]> {
    return this.db('broadcast_recipients').where({ user_id }).orderBy('job_id').pluck('variables');
  }
}
