import { languageOf } from '../../domain/messaging/languages.ts';
import {
  daysAndPlace,
  snapshotLine,
  whenAndWhere,
} from '../../domain/messaging/notification-texts.ts';
import {
  SHARES,
  type SharedMessage,
  type SharedResource,
  type ShareKind,
  sharedMessage,
} from '../../domain/messaging/shared-messages.ts';
import type { Start } from '../../domain/messaging/start-parameters.ts';
import type { User } from '../../domain/people/users.ts';
import type { EntitySnapshot } from '../../domain/programme/subject-changes.ts';
import { isPublic } from '../../domain/quests/quests.ts';
import { AppError, notFound, unauthorized } from '../../errors.ts';
import { BotApiError } from '../../integrations/messenger/bot-api-error.ts';
import type { Store } from '../../repositories/store.ts';
import type { FailedAttemptsService } from '../people/authentication.service.ts';

/** The bot, which keeps a message that a user sends. */
export interface MessageSharing {
  /** @throws BotApiError */
  prepare(
    messengerId: number,
    message: SharedMessage,
  ): Promise<{ readonly id: string; readonly expiration_date: number }>;
  /** The link that the button opens. */
  link(start: Start | null): string;
  close(): Promise<void>;
}

/** A message for the messenger's own dialog of sharing. */
export interface PreparedMessage {
  readonly prepared_message_id: string;
  readonly expires_at: string;
}

type Language = ReturnType<typeof languageOf>;
type Shared = Omit<SharedResource, 'url'> & { readonly start: Start | null };

interface Deps {
  readonly store: Store;
  readonly tries: FailedAttemptsService;
  /** Undefined without a bot. */
  readonly sharing: MessageSharing | undefined;
  readonly now: () => Date;
}

/** Messages about public things, which users send to chats of their choice. */
export class ShareMessagesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Prepares a message with title, time, place and link, in the language of the user.
   * @throws AppError SERVICE_UNAVAILABLE without a bot; NOT_FOUND for what is not public;
   *   RATE_LIMITED after 20 messages in an hour; UPSTREAM_ERROR when the messenger fails
   */
  async create(
    user: User,
    { kind, id }: { readonly kind: ShareKind; readonly id: number },
  ): Promise<PreparedMessage> {
    const { sharing } = this.#deps;
    if (!sharing) {
      const headers = { 'Retry-After': '3600' };
      throw new AppError('SERVICE_UNAVAILABLE', 'No bot is configured', { headers });
    }
    if (user.messenger_id === null) throw unauthorized();
    const language = languageOf(user);
    const shared = await this.#shared[kind](id, language);
    if (!shared) throw notFound(kind === 'agenda_item' ? 'agenda item' : kind);
    await this.#deps.tries.countAction(this.#deps.store, user, {
      ...SHARES,
      sentence: `You shared ${SHARES.limit} messages within an hour`,
    });
    const message = sharedMessage({ ...shared, url: sharing.link(shared.start) }, language);
    const { id: prepared_message_id, expiration_date } = await sharing
      .prepare(user.messenger_id, message)
      .catch(notPrepared);
    return { prepared_message_id, expires_at: new Date(expiration_date * 1_000).toISOString() };
  }

  close = async (): Promise<void> => this.#deps.sharing?.close();

  /** What visitors see, by the rule of its own page. */
  readonly #shared: Readonly<
    Record<ShareKind, (id: number, language: Language) => Promise<Shared | undefined>>
  > = {
    event: async (id, language) => {
      const event = await this.#deps.store.read.events.find({ id });
      if (!event) return undefined;
      const place = event.venue_name ?? event.venue_address;
      return thing({ ...event, place }, { kind: 'event', id }, language);
    },
    agenda_item: async (id, language) => {
      const item = await this.#deps.store.read.agenda.findPublicItem(id);
      return item && this.#session(item, language);
    },
    speaker: async (id, language) => {
      const { speakers } = this.#deps.store.read;
      const speaker = await speakers.find({ id });
      if (!speaker) return undefined;
      const { name, title, company } = speaker;
      const about = [title, company].filter(Boolean).join(', ');
      const all = await speakers.listTalksOf(id);
      const talks = all.filter(({ status }) => status !== 'cancelled');
      const at = this.#deps.now().toISOString();
      const talk = talks.find(({ ends_at }) => ends_at > at) ?? talks.at(-1);
      const session = talk && (await this.#session(talk, language));
      const lines = session ? [about, session.title, ...session.lines] : [about];
      // A speaker has no page in the mini app.
      return { title: name, lines, start: session?.start ?? null };
    },
    quest: async (id, language) => {
      const quest = await this.#deps.store.quests.find(id);
      if (!quest || !isPublic(quest, this.#deps.now())) return undefined;
      const { title, starts_at, ends_at, timezone } = quest;
      const lines =
        starts_at === null || ends_at === null
          ? []
          : [whenAndWhere({ starts_at, ends_at, timezone, place: null }, language)];
      return { title, lines, start: { kind: 'quest', id } };
    },
    conference: async (id, language) => {
      const conference = await this.#deps.store.read.conferences.find({ id });
      if (!conference) return undefined;
      const { name: title, venue, city } = conference;
      const place = [venue, city].filter(Boolean).join(', ') || null;
      const days = daysAndPlace({ ...conference, place }, language);
      return { title, lines: [days], start: { kind: 'conference', id } };
    },
  };

  /** An item of an agenda, in the zone of its conference. */
  async #session(
    item: Pick<EntitySnapshot, 'title' | 'starts_at' | 'ends_at' | 'status'> & {
      readonly id: number;
      readonly conference_id: number;
      readonly room: string | null;
    },
    language: Language,
  ): Promise<Shared> {
    const { id, conference_id, room: place } = item;
    const conference = await this.#deps.store.read.conferences.find({ id: conference_id });
    const snapshot = { ...item, place, timezone: conference?.timezone ?? 'UTC' };
    return thing(snapshot, { kind: 'agenda_item', id }, language);
  }
}

const thing = (snapshot: EntitySnapshot, start: Start, language: Language): Shared => ({
  title: snapshot.title,
  lines: [
    snapshot.status === 'cancelled'
      ? snapshotLine(snapshot, language)
      : whenAndWhere(snapshot, language),
  ],
  start,
});

function notPrepared(error: unknown): never {
  if (!(error instanceof BotApiError)) throw error;
  throw new AppError('UPSTREAM_ERROR', 'The messenger did not take the message; try again later', {
    cause: error,
    ...((error.status === 401 || error.status === 404) && {
      alert: 'messenger refused the bot token or the API address',
    }),
  });
}
