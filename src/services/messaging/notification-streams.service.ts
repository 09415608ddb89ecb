import type { Logger } from 'pino';
import {
  type StreamAccess,
  type StreamEvent,
  type StreamPosition,
  unsentFor,
} from '../../domain/messaging/notification-streams.ts';
import type { Store } from '../../repositories/store.ts';
import type { StreamTicketsService } from './stream-tickets.service.ts';

const TICK_MS = 1_000;
const HEARTBEAT_MS = 25_000;
/** How often everybody is looked at while signals do not come through, or a look failed. */
const DEAF_MS = 3_000;
/** So many streams one person may have in this process; the oldest makes room. */
const MOST_OF_ONE_PERSON = 10;

/** Who is told, by whatever carries it. */
export interface StreamListener {
  send(events: readonly StreamEvent[]): void;
  /** Shows that the stream lives, and how far it is. */
  heartbeat(position: StreamPosition): void;
  /** It is over; they may come again. */
  end(): void;
  /** Calls back when they have left. */
  onClose(left: () => void): void;
}

/** Where processes hear from each other whose notifications changed. */
interface NotifyChannel {
  readonly isListening: boolean;
  open(handlers: { onNotify(payload: string): void; onListening(): void }): void;
  close(): Promise<void>;
}

interface Stream {
  readonly access: StreamAccess;
  readonly listener: StreamListener;
  /** None until the first look at somebody who begins. */
  position: StreamPosition | undefined;
  beatAt: number;
}

/**
 * The open streams of this process. What somebody is told is read from the database: a signal only
 * says for whom to look, so a lost one costs time and never a notification. One look runs at a
 * time, for all who asked since the last one began.
 */
export class NotificationStreamsService {
  readonly #store: Store;
  readonly #tickets: StreamTicketsService;
  readonly #channel: NotifyChannel;
  readonly #log: Logger;
  readonly #now: () => Date;
  /** By person, the oldest first. */
  readonly #streams = new Map<number, Set<Stream>>();
  /** For whom the next look is. */
  readonly #asked = new Set<number>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  /** When everybody was looked at, in milliseconds since 1970. */
  #lookedAt: number;
  #ticking: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(deps: {
    store: Store;
    tickets: StreamTicketsService;
    channel: NotifyChannel;
    log: Logger;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#tickets = deps.tickets;
    this.#channel = deps.channel;
    this.#log = deps.log;
    this.#now = deps.now;
    this.#lookedAt = deps.now().getTime();
  }

  /**
   * Tells whoever signed in, or else the owner of the ticket, what is new from now on; or what came
   * after a position. It ends by itself when their proof does, when they are blocked or erased, and
   * when this process stops.
   *
   * @throws AppError UNAUTHORIZED where nobody signed in and the ticket is none; FORBIDDEN for a
   *   blocked owner
   */
  async open(
    { signedIn, ticket }: { signedIn: StreamAccess | undefined; ticket: string | undefined },
    after: StreamPosition | undefined,
    listener: StreamListener,
  ): Promise<void> {
    const access = signedIn ?? (await this.#tickets.redeem(ticket));
    if (this.#isClosed) return listener.end();

    this.#start();
    const beatAt = this.#now().getTime() + HEARTBEAT_MS;
    const stream: Stream = { access, listener, position: after, beatAt };
    listener.onClose(() => this.#remove(stream));
    this.#add(stream);
    try {
      // After it has joined, so that nothing falls between this look and the first signal.
      await this.#look([access.user_id]);
    } catch (error) {
      this.#remove(stream);
      throw error;
    }
    // A beginner knows now from where to go on, even if the stream breaks before there is any news.
    if (!after && stream.position && this.#isOpen(stream)) listener.heartbeat(stream.position);
  }

  /** Ends all streams, and those that are still asked for. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#ticking);
    for (const stream of this.#all()) this.#end(stream);
    await this.#channel.close();
    await Promise.allSettled([this.#running, this.#next]);
  }

  #start(): void {
    this.#ticking ??= setInterval(() => this.#tick(), TICK_MS).unref();
    this.#channel.open({
      onNotify: (payload) => this.#lookAt(payload),
      onListening: () => this.#lookOrRetry(this.#streams.keys()),
    });
  }

  #tick(): void {
    const now = this.#now().getTime();
    for (const stream of this.#all()) {
      if (Date.parse(stream.access.access_until) <= now) this.#end(stream);
      else if (stream.position && stream.beatAt <= now) {
        stream.listener.heartbeat(stream.position);
        stream.beatAt = now + HEARTBEAT_MS;
      }
    }
    const isSure = this.#channel.isListening && this.#asked.size === 0;
    if (now - this.#lookedAt < (isSure ? HEARTBEAT_MS : DEAF_MS)) return;
    this.#lookedAt = now;
    this.#lookOrRetry(this.#streams.keys());
  }

  #lookAt(payload: string): void {
    const ids = payload === '*' ? [...this.#streams.keys()] : payload.split(',').map(Number);
    const here = ids.filter((id) => this.#streams.has(id));
    if (here.length > 0) this.#lookOrRetry(here);
  }

  /** Those whom a failed look was for are looked at again soon. */
  #lookOrRetry(userIds: Iterable<number>): void {
    this.#look(userIds).catch((error) =>
      this.#log.warn({ err: error }, 'notification stream: refresh failed, retrying'),
    );
  }

  /** Looks for these people: at once, or as soon as the look that runs is over. */
  #look(userIds: Iterable<number>): Promise<void> {
    for (const id of userIds) this.#asked.add(id);
    this.#next ??= this.#lookAfter(this.#running);
    return this.#next;
  }

  async #lookAfter(running: Promise<void> | undefined): Promise<void> {
    // Who asked for that one is told of its failure.
    await Promise.allSettled([running]);
    this.#running = this.#next;
    this.#next = undefined;
    const asked = [...this.#asked];
    this.#asked.clear();
    try {
      await this.#sendUnsent(asked);
    } catch (error) {
      for (const id of asked) this.#asked.add(id);
      throw error;
    }
  }

  async #sendUnsent(userIds: readonly number[]): Promise<void> {
    // Who joins during the look is not told of it: it may not reach back to where they are.
    const people = userIds.flatMap((user_id) => {
      const streams = [...(this.#streams.get(user_id) ?? [])];
      return streams.length > 0 ? [{ user_id, streams, since: earliestOf(streams) }] : [];
    });
    if (people.length === 0) return;

    const { as_of, notifications, denied } =
      await this.#store.read.notificationStreams.listSince(people);
    for (const { user_id, streams } of people) {
      const look = { as_of, notifications: notifications.get(user_id) ?? [] };
      for (const stream of streams.filter((one) => this.#isOpen(one))) {
        const { events, position } = unsentFor(look, stream.position);
        stream.position = position;
        if (events.length > 0) stream.listener.send(events);
      }
    }
    for (const id of denied) {
      for (const stream of this.#streams.get(id) ?? []) this.#end(stream);
    }
  }

  #all(): readonly Stream[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams]);
  }

  #isOpen(stream: Stream): boolean {
    return this.#streams.get(stream.access.user_id)?.has(stream) ?? false;
  }

  #add(stream: Stream): void {
    const { user_id } = stream.access;
    const streams = this.#streams.get(user_id) ?? new Set();
    this.#streams.set(user_id, streams.add(stream));
    const [oldest] = streams;
    if (oldest && streams.size > MOST_OF_ONE_PERSON) this.#end(oldest);
  }

  #remove(stream: Stream): void {
    const { user_id } = stream.access;
    const streams = this.#streams.get(user_id);
    streams?.delete(stream);
    if (streams?.size === 0) this.#streams.delete(user_id);
  }

  #end(stream: Stream): void {
    this.#remove(stream);
    stream.listener.end();
  }
}

/** Undefined where all of them begin. */
const earliestOf = (streams: readonly Stream[]): string | undefined =>
  streams
    .flatMap(({ position }) => position?.as_of ?? [])
    .sort()
    .at(0);
