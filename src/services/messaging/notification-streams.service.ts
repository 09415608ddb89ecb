import type { Logger } from 'pino';
import type { NotifyListener } from '../../db/notify-listener.ts';
import { inLanguage } from '../../domain/messaging/current-notifications.ts';
import { languageOf } from '../../domain/messaging/languages.ts';
import {
  type StreamAccess,
  type StreamEvent,
  type StreamPosition,
  unsentFor,
} from '../../domain/messaging/notification-streams.ts';
import { notificationView } from '../../domain/messaging/notification-types.ts';
import { usersIn } from '../../domain/messaging/notify-payload.ts';
import { forbidden, unauthorized } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import { StreamHub } from '../stream-hub.service.ts';
import type { StreamTicketsService } from '../stream-tickets.service.ts';

/** The interval of the full refresh, which finds what a killed process committed without a NOTIFY. */
const FULL_REFRESH_MS = 10_000;
/** The same while the notify listener is down or a refresh has failed. */
const FALLBACK_REFRESH_MS = 3_000;
/** Streams per user in this process. One more ends the user's oldest stream. */
const MAX_STREAMS_PER_USER = 10;

/** The receiving end of a live stream, independent of the protocol. */
export interface StreamListener {
  send(events: readonly StreamEvent[]): void;
  /** Keeps the connection alive and sends the current position. */
  heartbeat(position: StreamPosition): void;
  /** Ends the stream. The client may reconnect. */
  end(): void;
  onClose(callback: () => void): void;
}

/** The signed-in user, or else a ticket. */
interface Credentials {
  readonly signedIn: StreamAccess | undefined;
  readonly ticket: string | undefined;
}

interface Stream {
  /** The user id. */
  readonly key: number;
  readonly access: StreamAccess;
  readonly listener: StreamListener;
  /** Undefined before the first refresh of a stream that starts without a position. */
  position: StreamPosition | undefined;
}

interface Deps {
  readonly store: Store;
  readonly tickets: StreamTicketsService;
  /** Carries the ids of users whose notifications changed, between all processes. */
  readonly channel: NotifyListener;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * The live streams of this process. Events are read from the database; a NOTIFY only names the
 * users to refresh. A lost NOTIFY therefore delays a notification but never loses it. One refresh
 * runs at a time, for all users requested since the previous one started.
 */
export class NotificationStreamsService {
  readonly #deps: Deps;
  readonly #hub: StreamHub<number, Stream>;
  /** The users of the next refresh. */
  readonly #pending = new Set<number>();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { channel, now } = deps;
    this.#hub = new StreamHub({
      channel,
      now,
      maxPerKey: MAX_STREAMS_PER_USER,
      heartbeat: ({ listener, position }) => position && listener.heartbeat(position),
      check: (stream, time) => {
        if (Date.parse(stream.access.access_until) <= time) this.#hub.end(stream);
      },
      onNotify: (payload) => this.#refreshNotified(payload),
      refresh: () => this.#refreshOrRetry(this.#hub.keys()),
      refreshMs: () =>
        channel.isListening && this.#pending.size === 0 ? FULL_REFRESH_MS : FALLBACK_REFRESH_MS,
    });
  }

  /**
   * Opens a stream for the signed-in user, or else for the owner of the ticket. It sends the
   * notifications after a position, or new ones from now on. It ends when the credentials expire,
   * the user signs out, is blocked or erased, or this process stops.
   *
   * @throws AppError UNAUTHORIZED without credentials or a valid ticket; FORBIDDEN for the ticket
   *   of a blocked user
   */
  async open(
    { signedIn, ticket }: Credentials,
    after: StreamPosition | undefined,
    listener: StreamListener,
  ): Promise<void> {
    const access = signedIn ?? (await this.#accessBy(ticket, { isKept: false }));
    const { user_id, signed_out_at } = access;
    const stream: Stream = { key: user_id, access, listener, position: after };
    // The user signed out in between. The client of a stream that is ended by mistake reconnects.
    for (const other of this.#hub.of(user_id)) {
      if (other.access.signed_out_at !== signed_out_at) this.#hub.end(other);
    }
    if (!this.#hub.add(stream)) return;
    try {
      // Refresh after adding the stream, so that no notification is lost between the read and a
      // NOTIFY.
      await this.#refresh([user_id]);
    } catch (error) {
      this.#hub.remove(stream);
      throw error;
    }
    // Send the start position, so that the client can resume if the stream breaks before any event.
    if (!after && stream.position && this.#hub.has(stream)) listener.heartbeat(stream.position);
  }

  /**
   * Checks the credentials of `open` without opening a stream or deleting the ticket.
   * @throws AppError as `open`
   */
  async check({ signedIn, ticket }: Credentials): Promise<void> {
    if (!signedIn) await this.#accessBy(ticket, { isKept: true });
  }

  /** Ends all streams. A stream that is still opening ends too. */
  async close(): Promise<void> {
    await this.#hub.close();
    await Promise.allSettled([this.#running, this.#next]);
  }

  async #accessBy(
    ticket: string | undefined,
    { isKept }: { isKept: boolean },
  ): Promise<StreamAccess> {
    const found = await this.#deps.tickets.redeem(ticket, { of: 'user', isKept });
    if (!found) throw unauthorized();
    if (found.is_blocked) throw forbidden();
    return found;
  }

  #refreshNotified(payload: string): void {
    const users = usersIn(payload);
    const here =
      users === 'all' ? this.#hub.keys() : users.filter((id) => this.#hub.of(id).length > 0);
    if (here.length > 0) this.#refreshOrRetry(here);
  }

  /** After a failure the users stay pending; a later tick refreshes them. */
  #refreshOrRetry(userIds: Iterable<number>): void {
    this.#refresh(userIds).catch((error) =>
      this.#deps.log.warn({ err: error }, 'notification stream: refresh failed, retrying'),
    );
  }

  /** Refreshes the streams of these users: at once, or after the running refresh. */
  #refresh(userIds: Iterable<number>): Promise<void> {
    for (const id of userIds) this.#pending.add(id);
    this.#next ??= this.#refreshAfter(this.#running);
    return this.#next;
  }

  async #refreshAfter(running: Promise<void> | undefined): Promise<void> {
    // A failure of the running refresh is reported to its own callers.
    await Promise.allSettled([running]);
    this.#running = this.#next;
    this.#next = undefined;
    const userIds = [...this.#pending];
    this.#pending.clear();
    try {
      await this.#sendUnsent(userIds);
    } catch (error) {
      for (const id of userIds) this.#pending.add(id);
      throw error;
    }
  }

  async #sendUnsent(userIds: readonly number[]): Promise<void> {
    // A stream that opens during the query is left out: the result may start after its position.
    const users = userIds.flatMap((user_id) => {
      const streams = this.#hub.of(user_id);
      const [first] = streams;
      if (!first) return [];
      const { signed_out_at } = first.access;
      return [{ user_id, streams, since: earliestOf(streams), signed_out_at }];
    });
    if (users.length === 0) return;

    const { as_of, notifications, denied } =
      await this.#deps.store.read.notificationStreams.listSince(users);
    for (const { user_id, streams } of users) {
      const found = notifications.get(user_id) ?? [];
      const shown = found.map((one) => notificationView(inLanguage(one, languageOf(one))));
      const snapshot = { as_of, notifications: shown };
      for (const stream of streams.filter((one) => this.#hub.has(one))) {
        const { events, position } = unsentFor(snapshot, stream.position);
        stream.position = position;
        if (events.length === 0) continue;
        this.#deps.store.pinToPrimary([user_id]);
        stream.listener.send(events);
      }
    }
    for (const stream of denied.flatMap((id) => this.#hub.of(id))) this.#hub.end(stream);
  }
}

/** The earliest position; undefined when no stream has one. */
const earliestOf = (streams: readonly Stream[]): string | undefined =>
  streams
    .flatMap(({ position }) => position?.as_of ?? [])
    .sort()
    .at(0);
