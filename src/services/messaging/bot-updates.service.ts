import {
  type BotReply,
  botLanguage,
  botText,
  greeting,
  replyTo,
} from '../../domain/messaging/bot-replies.ts';
import type { BotUpdate } from '../../domain/messaging/bot-updates.ts';
import { NO_KEYBOARD } from '../../domain/messaging/keyboards.ts';
import { languageOf } from '../../domain/messaging/languages.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type {
  OpenUpdate,
  UpdateKey,
} from '../../repositories/messaging/messenger-updates.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { BotRepliesService } from './bot-replies.service.ts';

/** A chat gets at most this many answers in 15 seconds: those that wait for their turn. */
const MAX_WAITING_ANSWERS = 5;
const WAITING_MS = 15_000;
/** It gets this many in an hour. */
const MAX_HOURLY_ANSWERS = 20;
const HOUR_MS = 3_600_000;
/** An answer looks this often whether the one before it is sent. */
const TURN_MS = 1_000;

type CommandUpdate = BotUpdate & { readonly kind: 'command' };

interface Deps {
  readonly store: Store;
  readonly replies: BotRepliesService;
  /** The address of the mini app; without it answers have no button. */
  readonly appUrl: string | undefined;
  readonly hashOf: MessengerHash;
}

/** Handles what users write to the bot, and whether it may write to them. Presses have their own service. */
export class BotUpdatesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Applies an update, then answers its sender: the messages of one chat in the order of their arrival,
   * unless the answer to an earlier one fails for a minute. Safe to repeat: an update takes effect once,
   * and a process that is killed between the answer and its record repeats the answer.
   *
   * @returns the result for the answer
   * @throws Error when the messenger failed, so that the queue tries again
   */
  async handle(key: UpdateKey): Promise<'answered' | 'postponed' | 'no answer'> {
    const due = await this.#deps.store.transaction((tx) => this.#apply(tx, key));
    if (!due) return 'no answer';
    const waitMs = (await this.#deps.store.messengerUpdates.hasEarlierCommand(key))
      ? TURN_MS
      : await this.#deps.replies.send(due.person_id, due.reply);
    if (waitMs > 0) {
      await this.#deps.store.jobs.add('apply-bot-update', key, Math.ceil(waitMs / 1_000));
      return 'postponed';
    }
    await this.#deps.store.messengerUpdates.updateHandled(key);
    return 'answered';
  }

  /** Returns the answer that is due. */
  async #apply(
    tx: Tx,
    key: UpdateKey,
  ): Promise<{ readonly person_id: number; readonly reply: BotReply } | undefined> {
    const update = await tx.messengerUpdates.lockOpen(key);
    if (!update) return undefined;
    const { person_id, content, is_applied } = update;
    if (!is_applied) await takeEffect(tx, update);
    const isDue = content.kind === 'command' && (is_applied || (await this.#mayAnswer(tx, update)));
    if (!isDue) {
      await tx.messengerUpdates.updateHandled(key);
      return undefined;
    }
    await tx.messengerUpdates.updateApplied(key);
    return { person_id, reply: await this.#replyTo(tx, person_id, content) };
  }

  /** Counts the answer. The counters name no one: a stranger who writes to the bot is not stored. */
  async #mayAnswer(tx: Tx, { person_id }: OpenUpdate): Promise<boolean> {
    const { newest: hash } = this.#deps.hashOf(person_id);
    const blockedKey = await tx.rateLimitCounters.upsertBoth(
      { key: `bot-answer:${hash}`, max: MAX_WAITING_ANSWERS, windowMs: WAITING_MS },
      { key: `bot-answers:${hash}`, max: MAX_HOURLY_ANSWERS, windowMs: HOUR_MS },
    );
    return blockedKey === undefined;
  }

  async #replyTo(tx: Tx, person_id: number, content: CommandUpdate): Promise<BotReply> {
    const { command, argument, language_code } = content;
    const member = await tx.botMembers.find(person_id);
    const language = languageOf(member ?? { language_code });
    const options = { language, appUrl: this.#deps.appUrl };
    if (!member) return greeting(command === 'start' ? argument : null, options);
    if (member.is_blocked) return { text: botText('blocked', language), keyboard: NO_KEYBOARD };
    const isLanguageSet = command === 'language' && languageIn(content) !== undefined;
    return replyTo({ command, argument }, { ...options, isLanguageSet });
  }
}

const languageIn = ({ argument }: CommandUpdate) => botLanguage(argument);

/** What the update changes of a user. A person whom the service does not know has nothing to change. */
async function takeEffect(tx: Tx, { person_id, content }: OpenUpdate): Promise<void> {
  const { sent_at } = content;
  if (sent_at === null) return;
  const dated = { person_id, at: sent_at };
  if (content.kind === 'membership') {
    const { is_reachable } = content;
    await tx.botMembers.updateReachable({ ...dated, is_reachable });
  } else if (content.kind === 'command') {
    const { command } = content;
    if (command === 'start' || command === 'notify') {
      await tx.botMembers.updateReachable({ ...dated, is_reachable: true });
    }
    if (command === 'stop' || command === 'notify') {
      await tx.botMembers.updateNotifications({ ...dated, is_enabled: command === 'notify' });
    }
    const language = command === 'language' ? languageIn(content) : undefined;
    if (language !== undefined) await tx.botMembers.updateLanguage(person_id, language);
  }
}
