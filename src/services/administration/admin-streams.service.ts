import type { Logger } from 'pino';
import type { NotifyListener } from '../../db/notify-listener.ts';
import type { AdminCredential } from '../../domain/administration/admin-sessions.ts';
import { areWithin } from '../../domain/administration/grants.ts';
import {
  type Followed,
  noticeIn,
  type StreamChange,
  shownOf,
} from '../../domain/administration/stream-changes.ts';
import {
  isAllowed,
  type StreamTopic,
  topicsFor,
} from '../../domain/administration/stream-topics.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import type { AdminAuthenticationService, AdminIdentity } from './admin-authentication.service.ts';

/** The LISTEN/NOTIFY channel that carries what changed, for the live streams of administrators. */
export const STREAM_CHANGES_CHANNEL = 'hallway_stream_changes';

const TICK_MS = 1_000;
const HEARTBEAT_MS = 25_000;
/** How often each stream asks whether its credential is still valid. */
const CHECK_MS = 5_000;
/** How often clients read again while the notify listener is down. */
const FALLBACK_REFRESH_MS = 10_000;
/** Streams per key in this process. One more ends the oldest stream of the key. */
const MAX_STREAMS_PER_KEY = 50;

/** The receiving end of a live stream, independent of the protocol. */
export interface AdminStreamListener {
  /** @param data as JSON */
  send(event: StreamTopic | 'refresh', data: string): void;
  /** Keeps the connection alive. */
  heartbeat(): void;
  /** Ends the stream. The client may reconnect. */
  end(): void;
  onClose(callback: () => void): void;
}

/** Who asks for a stream, and of what. */
export interface StreamRequest {
  readonly caller: AdminIdentity;
  readonly credential: AdminCredential;
  /** The address of the client, by which a key can be limited to networks. */
  readonly address: string;
  /** Undefined for all that the key may follow. */
  readonly topics: readonly StreamTopic[] | undefined;
  readonly conference_id: number | undefined;
}

interface Stream extends Pick<StreamRequest, 'credential' | 'address'> {
  readonly key: string;
  readonly followed: Followed;
  readonly listener: AdminStreamListener;
  /** The times of the next heartbeat and the next check, in milliseconds since 1970. */
  heartbeatAt: number;
  checkAt: number;
}

interface Deps {
  readonly store: Store;
  readonly adminAuthentication: AdminAuthenticationService;
  readonly channel: NotifyListener;
  readonly log: Logger;
  readonly now: () => Date;
}

/**
 * The live streams of administrators in this process. They pass on what processes report by NOTIFY after
 * their commits. Nothing is stored: where something may have been missed, they send `refresh`.
 */
export class AdminStreamsService {
  readonly #deps: Deps;
  readonly #authentication: AdminAuthenticationService;
  /** Oldest first. */
  readonly #streams = new Set<Stream>();
  /** When clients read again last because the listener was down, in milliseconds since 1970. */
  #refreshedAt = 0;
  #ticker: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#authentication = deps.adminAuthentication;
  }

  /**
   * Opens a stream. It ends when the credential ends or may do less, and when this process stops.
   *
   * @throws AppError FORBIDDEN for a topic that the key may not follow; NOT_FOUND for a conference that
   *   does not exist, or is not one of the key
   */
  async open(request: StreamRequest, listener: AdminStreamListener): Promise<void> {
    const followed = await this.check(request);
    if (this.#isClosed) return listener.end();

    this.#start();
    const { caller, credential, address } = request;
    const now = this.#deps.now().getTime();
    const stream: Stream = {
      credential,
      address,
      key: caller.key,
      followed,
      listener,
      heartbeatAt: now + HEARTBEAT_MS,
      checkAt: now + CHECK_MS,
    };
    listener.onClose(() => this.#streams.delete(stream));
    this.#streams.add(stream);
    const ofKey = [...this.#streams].filter(({ key }) => key === stream.key);
    if (ofKey.length > MAX_STREAMS_PER_KEY && ofKey[0]) this.#end(ofKey[0]);
    // Else `refresh` follows once it listens: what changes before that would be missed.
    if (this.#deps.channel.isListening) refresh(stream);
  }

  /**
   * What the stream would follow.
   * @throws AppError as `open`
   */
  async check({ caller, topics: asked, conference_id }: StreamRequest): Promise<Followed> {
    const { scopes, conference_ids } = caller;
    const topics = topicsFor(scopes, asked);
    if (conference_id !== undefined) {
      const isForeign = conference_ids !== null && !conference_ids.includes(conference_id);
      if (isForeign || !(await this.#deps.store.conferences.find(conference_id))) {
        throw notFound('conference');
      }
    }
    return { topics, conference_id, conference_ids };
  }

  /** Ends all streams. A stream that is still opening ends too. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#ticker);
    for (const stream of this.#streams) this.#end(stream);
    await this.#deps.channel.close();
  }

  #start(): void {
    if (this.#ticker) return;
    this.#ticker = setInterval(() => this.#tick(), TICK_MS).unref();
    this.#authentication.onChange(() => this.#checkAll());
    this.#deps.channel.open({
      onNotify: (payload) => this.#notified(payload),
      onListening: () => this.#refreshAll(),
    });
  }

  #tick(): void {
    const now = this.#deps.now().getTime();
    for (const stream of this.#streams) {
      if (stream.heartbeatAt <= now) {
        stream.listener.heartbeat();
        stream.heartbeatAt = now + HEARTBEAT_MS;
      }
      if (stream.checkAt <= now) void this.#checkAccess(stream);
    }
    if (this.#deps.channel.isListening) this.#refreshedAt = now;
    else if (now - this.#refreshedAt >= FALLBACK_REFRESH_MS) this.#refreshAll();
  }

  #notified(payload: string): void {
    const changes = noticeIn(payload);
    if (changes) for (const change of changes) this.#send(change);
    else this.#refreshAll();
  }

  #send(change: StreamChange): void {
    for (const { followed, listener } of this.#streams) {
      const data = shownOf(change, followed);
      if (data) listener.send(change.topic, JSON.stringify(data));
    }
  }

  #refreshAll(): void {
    this.#refreshedAt = this.#deps.now().getTime();
    for (const stream of this.#streams) refresh(stream);
  }

  #checkAll(): void {
    for (const stream of this.#streams) void this.#checkAccess(stream);
  }

  /** Ends the stream of a credential that has ended or may do less. Never rejects. */
  async #checkAccess(stream: Stream): Promise<void> {
    stream.checkAt = this.#deps.now().getTime() + CHECK_MS;
    const { credential, address, followed } = stream;
    try {
      const identity = await this.#authentication.byCredential(credential, address);
      if (identity && mayFollow(identity, followed)) return;
    } catch (err) {
      if (!(err instanceof AppError)) {
        // Nothing is reported while the database is down; the next check ends the stream.
        this.#deps.log.warn({ err }, 'admin stream: credential not checked, next try in 5 s');
        return;
      }
    }
    this.#end(stream);
  }

  #end(stream: Stream): void {
    this.#streams.delete(stream);
    stream.listener.end();
  }
}

const refresh = ({ listener, followed: { conference_id } }: Stream): void =>
  listener.send('refresh', JSON.stringify({ conference_id: conference_id ?? null }));

const mayFollow = ({ scopes, conference_ids }: AdminIdentity, followed: Followed): boolean =>
  followed.topics.every((topic) => isAllowed(topic, scopes)) &&
  areWithin(followed.conference_ids, conference_ids);
