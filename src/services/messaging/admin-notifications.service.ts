import type { Administrator } from '../../domain/administration/administrators.ts';
import type {
  NotificationDraft,
  WrittenNotification,
} from '../../domain/messaging/admin-notifications.ts';
import type { TranslatedText } from '../../domain/messaging/languages.ts';
import type { User } from '../../domain/people/users.ts';
import { type AppError, conflict, notFound, refusal } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { BroadcastPreviewsService } from './broadcast-previews.service.ts';

/** The texts of a broadcast, and what it opens. */
type TestedMessage = TranslatedText & Pick<NotificationDraft, 'action_url' | 'start'>;

/** A test message to one user, given by exactly one of the two ids. */
export interface TestMessage extends TestedMessage {
  readonly user_id?: number | undefined;
  readonly messenger_id?: number | undefined;
}

/** Notifications that administrators send to single users. */
export class AdminNotificationsService {
  readonly #deps;

  constructor(deps: { store: Store; broadcastPreviews: BroadcastPreviewsService }) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND; CONFLICT for a blocked user */
  async send(by: Administrator, draft: NotificationDraft): Promise<WrittenNotification> {
    return this.#deps.store.transaction(async (tx) => {
      const [notification] = await tx.notifications.insertMessages([draft]);
      if (!notification) throw refusalOf(await tx.users.find(draft.user_id), 'user_id');

      await tx.audit.record(by, 'notification.create', notification.id, {
        after: { user_id: draft.user_id, channels: draft.channels },
      });
      await enqueueSending(tx, [notification]);
      return notification;
    });
  }

  /**
   * Sends all notifications or none, and returns them in the given order.
   * @throws AppError NOT_FOUND, CONFLICT as `send`, naming the first refused one
   */
  async sendAll(
    by: Administrator,
    drafts: readonly NotificationDraft[],
  ): Promise<readonly WrittenNotification[]> {
    return this.#deps.store.transaction(async (tx) => {
      const notifications = await tx.notifications.insertMessages(drafts);
      const inserted = new Set(notifications.map(({ place }) => place));
      for (const [place, { user_id }] of drafts.entries()) {
        if (inserted.has(place)) continue;
        throw refusalOf(await tx.users.find(user_id), `notifications.${place}.user_id`);
      }
      await tx.audit.record(by, 'notification.create_many', null, {
        after: { count: notifications.length },
      });
      await enqueueSending(tx, notifications);
      return notifications;
    });
  }

  /**
   * Sends one messenger message with the texts of a broadcast, as `preview` renders them. Ignores
   * the user's settings.
   *
   * @throws AppError VALIDATION_ERROR as bulk-send; NOT_FOUND, CONFLICT as `send`
   */
  async test(
    by: Administrator,
    { user_id, messenger_id, ...message }: TestMessage,
  ): Promise<WrittenNotification> {
    const field = user_id === undefined ? 'messenger_id' : 'user_id';
    const user = await this.#find({ user_id, messenger_id });
    if (!user || user.is_blocked) throw refusalOf(user, field);
    return this.#sendTest(by, user, message, field);
  }

  /**
   * As `test`, to the user who is the administrator of the key.
   * @throws AppError VALIDATION_ERROR as bulk-send; NO_CHAT says what is missing
   */
  async testOnMe(by: Administrator, message: TestedMessage): Promise<WrittenNotification> {
    const user = await this.#findOwn(by);
    return this.#sendTest(by, user, message, 'messenger_id');
  }

  async #sendTest(
    by: Administrator,
    user: User,
    { title, body, translations, action_url, start }: TestedMessage,
    field: string,
  ): Promise<WrittenNotification> {
    const channels = ['messenger'] as const;
    const { samples } = await this.#deps.broadcastPreviews.preview(by, {
      title,
      body,
      translations,
      action_url: action_url ?? null,
      start: start ?? null,
      channels,
      audience: { user_ids: [user.id] },
    });

    return this.#deps.store.transaction(async (tx) => {
      const drafts = samples.map((texts) => ({ ...texts, action_url, start, channels }));
      const [message] = await tx.notifications.insertMessages(drafts, { is_test: true });
      if (!message) throw refusalOf(await tx.users.find(user.id), field);

      await tx.audit.record(by, 'notification.test', message.id, { after: { user_id: user.id } });
      await enqueueSending(tx, [message]);
      return message;
    });
  }

  /** @throws AppError NO_CHAT */
  async #findOwn({ administrator_id }: Administrator): Promise<User> {
    if (administrator_id === null)
      throw noChat('Your key belongs to no administrator', 'no_administrator');
    const account = await this.#deps.store.administrators.find(administrator_id);
    if (!account?.messenger_id)
      throw noChat('Your account has no messenger id; an owner adds it', 'no_messenger_id');
    const user = await this.#deps.store.users.findByMessengerId(account.messenger_id);
    if (!user || user.is_blocked || !user.messenger_reachable)
      throw noChat(
        'The bot cannot write to you; start it in your messenger first',
        'bot_not_started',
      );
    return user;
  }

  async #find({ user_id, messenger_id }: Pick<TestMessage, 'user_id' | 'messenger_id'>) {
    if (user_id !== undefined) return this.#deps.store.users.find(user_id);
    if (messenger_id !== undefined) return this.#deps.store.users.findByMessengerId(messenger_id);
    return undefined;
  }
}

/** The error for a user who cannot be notified. */
function refusalOf(user: User | undefined, field: string): AppError {
  if (!user || user.erased_at !== null) return notFound('user', field);
  return conflict(field, 'this user is blocked', 'blocked');
}

const noChat = (
  problem: string,
  code: 'no_administrator' | 'no_messenger_id' | 'bot_not_started',
) => refusal('NO_CHAT', null, problem, code);

/** Enqueues `send-messages` in this transaction, so a worker sends after the commit. */
async function enqueueSending(
  tx: Tx,
  notifications: readonly WrittenNotification[],
): Promise<void> {
  const isQueued = notifications.some(({ delivery }) => delivery?.status === 'queued');
  if (isQueued) await tx.jobs.add('send-messages', null);
}
