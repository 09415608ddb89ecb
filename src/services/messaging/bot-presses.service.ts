import type { BotCallback } from '../../domain/messaging/bot-callbacks.ts';
import { type BotTextKey, botLanguage, botText } from '../../domain/messaging/bot-replies.ts';
import { languageOf } from '../../domain/messaging/languages.ts';
import { line } from '../../domain/messaging/notification-texts.ts';
import type { Answer, Connection } from '../../domain/networking/connections.ts';
import type { User } from '../../domain/people/users.ts';
import { AppError } from '../../errors.ts';
import type {
  OpenUpdate,
  UpdateKey,
} from '../../repositories/messaging/messenger-updates.repository.ts';
import type { Store } from '../../repositories/store.ts';
import type { BotRepliesService } from './bot-replies.service.ts';
import type { NotificationSettingsService } from './inbox.service.ts';

/** What the answer to a press says. */
type Outcome =
  | (BotTextKey &
      (
        | 'accepted'
        | 'declined'
        | 'not_for_you'
        | 'blocked'
        | 'language_set'
        | 'reminders_muted'
        | 'seat_given_up'
        | 'seat_kept'
      ))
  | 'closed';

/** The recipient's answer to a connection request, by the rules of the API. */
export interface ConnectionAnswers {
  /** @throws AppError NOT_FOUND; FORBIDDEN; CONFLICT */
  answer(caller: User, id: number, answer: Answer): Promise<Pick<Connection, 'status'>>;
}

/** Gives up a seat, or a place on the waitlist, by the rules of the API. */
export interface SeatsOf {
  /** @throws AppError NOT_FOUND; CONFLICT; EVENT_ENDED, CONFERENCE_ENDED */
  cancel(userId: number, attendableId: number): Promise<unknown>;
}

interface Deps {
  readonly store: Store;
  readonly replies: BotRepliesService;
  readonly connections: ConnectionAnswers;
  readonly settings: NotificationSettingsService;
  readonly seats: Readonly<Record<'conference' | 'event', SeatsOf>>;
}

/**
 * Handles presses of the buttons below messages. The sender of an update can forge any press, so it
 * counts only for what the presser may do in the app.
 */
export class BotPressesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Applies a press, then answers it with the state that holds now. Safe to repeat. The message itself
   * is edited by the worker, because the change names its subject.
   *
   * @throws Error when the messenger failed, so that the queue tries again
   */
  async handle(key: UpdateKey): Promise<'answered' | 'postponed' | 'no answer'> {
    const update = await this.#deps.store.messengerUpdates.findOpen(key);
    if (update?.content.kind !== 'press') return 'no answer';
    const { press_id: callback_id } = update.content;
    const text = await this.#apply(update, update.content.callback);
    const waitMs = await this.#deps.replies.answerPress(update.person_id, { callback_id, text });
    if (waitMs > 0) {
      await this.#deps.store.jobs.add('apply-bot-press', key, Math.ceil(waitMs / 1_000));
      return 'postponed';
    }
    await this.#deps.store.messengerUpdates.updateHandled(key);
    return 'answered';
  }

  /** Returns the answer to the press, in the language of the presser. */
  async #apply({ person_id, content }: OpenUpdate, callback: BotCallback | null): Promise<string> {
    const user = await this.#deps.store.users.findByMessengerId(person_id);
    const outcome = await this.#applied(user, callback);
    const member = await this.#deps.store.botMembers.find(person_id);
    const language = languageOf(member ?? content);
    return outcome === 'closed' ? line('closed', language) : botText(outcome, language);
  }

  async #applied(user: User | undefined, callback: BotCallback | null): Promise<Outcome> {
    if (!user?.messenger_id || !callback) return 'not_for_you';
    if (user.is_blocked) return 'blocked';
    if (callback.kind === 'language') {
      if (!isOffered(callback.language)) return 'not_for_you';
      await this.#deps.store.botMembers.updateLanguage(user.messenger_id, callback.language);
      return 'language_set';
    }
    if (callback.kind === 'mute_reminders') {
      await this.#deps.settings.muteReminders(user.id);
      return 'reminders_muted';
    }
    return callback.kind === 'give_up_seat'
      ? this.#giveUp(user, callback)
      : this.#answer(user, callback);
  }

  /** Again, the answer is the same: the seat is given up. */
  async #giveUp(
    { id: userId }: User,
    { of, id }: BotCallback & { readonly kind: 'give_up_seat' },
  ): Promise<Outcome> {
    try {
      await this.#deps.seats[of].cancel(userId, id);
      return 'seat_given_up';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'NOT_FOUND') return 'not_for_you';
      if (error.status >= 500) throw error;
      return 'seat_kept';
    }
  }

  /** Again or too late, the answer is the present state of the request. */
  async #answer(
    user: User,
    { connection_id, answer }: BotCallback & { readonly kind: 'answer' },
  ): Promise<Outcome> {
    try {
      const { status } = await this.#deps.connections.answer(user, connection_id, answer);
      return status === 'accepted' ? 'accepted' : 'declined';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The first answer was the other one.
      if (error.code === 'CONFLICT') return answer === 'accepted' ? 'declined' : 'accepted';
      if (error.code === 'FORBIDDEN') return 'not_for_you';
      if (error.code !== 'NOT_FOUND') throw error;
      const recipient = await this.#deps.store.connections.findRecipient(connection_id);
      return recipient === undefined || recipient === user.id ? 'closed' : 'not_for_you';
    }
  }
}

/** Whether a button offers the language. */
const isOffered = (language: string | null): boolean =>
  language === null || botLanguage(language) === language;
