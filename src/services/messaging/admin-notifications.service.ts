import type {
  NotificationDraft,
  WrittenNotification,
} from '../../domain/messaging/admin-notifications.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import type { User } from '../../domain/people/users.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { NotificationJobsService } from './notification-jobs.service.ts';

/** A message that an administrator tries on themselves; by one of the two ids. */
export interface TestMessage extends Pick<NotificationDraft, 'title' | 'body' | 'action_url'> {
  readonly user_id?: number | undefined;
  readonly messenger_id?: number | undefined;
}

/** What administrators write to people one by one. */
export class AdminNotificationsService {
  readonly #store: Store;
  readonly #notificationJobs: NotificationJobsService;

  constructor(deps: { store: Store; notificationJobs: NotificationJobsService }) {
    this.#store = deps.store;
    this.#notificationJobs = deps.notificationJobs;
  }

  /** @throws AppError NOT_FOUND; CONFLICT for somebody blocked, who is not written to */
  async send(by: Administrator, draft: NotificationDraft): Promise<WrittenNotification> {
    return this.#store.transaction(async (tx) => {
      const [notification] = await tx.notifications.insertMessages([draft]);
      if (!notification) throw whyNot(await tx.users.find(draft.user_id), 'user_id');

      await tx.audit.record(by, 'notification.create', notification.id, {
        after: { user_id: draft.user_id, channels: draft.channels },
      });
      await send(tx, [notification]);
      return notification;
    });
  }

  /**
   * All of them, in the order given, or none.
   * @throws AppError NOT_FOUND, CONFLICT as `write`, naming the first it concerns
   */
  async sendAll(
    by: Administrator,
    drafts: readonly NotificationDraft[],
  ): Promise<readonly WrittenNotification[]> {
    return this.#store.transaction(async (tx) => {
      const notifications = await tx.notifications.insertMessages(drafts);
      const written = new Set(notifications.map(({ place }) => place));
      for (const [place, { user_id }] of drafts.entries()) {
        if (written.has(place)) continue;
        throw whyNot(await tx.users.find(user_id), `notifications.${place}.user_id`);
      }
      await tx.audit.record(by, 'notification.create_many', null, {
        after: { count: notifications.length },
      });
      await send(tx, notifications);
      return notifications;
    });
  }

  /**
   * One messenger message as bulk-send would write it, whatever its person wishes to get.
   * @throws AppError VALIDATION_ERROR as bulk-send; NOT_FOUND, CONFLICT as `write`
   */
  async test(
    by: Administrator,
    { title, body, action_url, ...to }: TestMessage,
  ): Promise<WrittenNotification> {
    const field = to.user_id === undefined ? 'messenger_id' : 'user_id';
    const user = await this.#find(to);
    if (!user || user.is_blocked) throw whyNot(user, field);
    const channels = ['messenger'] as const;
    const { samples } = await this.#notificationJobs.preview({
      title,
      body,
      action_url: action_url ?? null,
      channels,
      audience: { user_ids: [user.id] },
    });

    return this.#store.transaction(async (tx) => {
      const drafts = samples.map((texts) => ({ ...texts, action_url, channels }));
      const [message] = await tx.notifications.insertMessages(drafts, { is_test: true });
      if (!message) throw whyNot(await tx.users.find(user.id), field);

      await tx.audit.record(by, 'notification.test', message.id, { after: { user_id: user.id } });
      await send(tx, [message]);
      return message;
    });
  }

  async #find({ user_id, messenger_id }: Pick<TestMessage, 'user_id' | 'messenger_id'>) {
    if (user_id !== undefined) return this.#store.users.find(user_id);
    if (messenger_id !== undefined) return this.#store.users.findByMessengerId(messenger_id);
    return undefined;
  }
}

/** Why somebody is not written to. */
function whyNot(user: User | undefined, field: string): AppError {
  if (!user || user.erased_at !== null) return notFound(`${field}: user`);
  return new AppError('CONFLICT', `${field}: this person is blocked`);
}

/** Has a worker bring what goes out by the messenger, once all of this has committed. */
async function send(tx: Tx, notifications: readonly WrittenNotification[]): Promise<void> {
  const isQueued = notifications.some(({ delivery }) => delivery?.status === 'queued');
  if (isQueued) await tx.jobs.add('send-messages', null);
}
