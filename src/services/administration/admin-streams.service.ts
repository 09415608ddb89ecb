import type { Logger } from 'pino';
import type { NotifyListener } from '../../db/notify-listener.ts';
import type { AdminCredential } from '../../domain/administration/admin-sessions.ts';
import { areWithin } from '../../domain/administration/grants.ts';
import {
  changesIn,
  type Followed,
  payloadOf,
  rowsIn,
  type StreamChange,
  shownOf,
  streamChangeIn,
} from '../../domain/administration/stream-changes.ts';
import {
  isAllowed,
  type StreamTopic,
  topicsFor,
} from '../../domain/administration/stream-topics.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';
import { StreamHub } from '../stream-hub.service.ts';
import type { AdminAuthenticationService, AdminIdentity } from './admin-authentication.service.ts';

/** The LISTEN/NOTIFY channel that carries what changed, for the live streams of administrators. */
export const STREAM_CHANGES_CHANNEL = 'hallway_stream_changes';

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
  /** The time of the next check, in milliseconds since 1970. */
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
  readonly #hub: StreamHub<string, Stream>;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { channel, now, adminAuthentication } = deps;
    this.#hub = new StreamHub({
      channel,
      now,
      maxPerKey: MAX_STREAMS_PER_KEY,
      heartbeat: ({ listener }) => listener.heartbeat(),
      check: (stream, time) => {
        if (stream.checkAt <= time) void this.#checkAccess(stream);
      },
      onNotify: (payload) => this.#notified(payload),
      refresh: () => this.#refreshAll(),
      refreshMs: () => (channel.isListening ? Number.POSITIVE_INFINITY : FALLBACK_REFRESH_MS),
    });
    adminAuthentication.onChange(() => {
      for (const stream of this.#hub.all()) void this.#checkAccess(stream);
    });
  }

  /**
   * Opens a stream. It ends when the credential ends or may do less, and when this process stops.
   *
   * @throws AppError FORBIDDEN for a topic that the key may not follow; NOT_FOUND for a conference that
   *   does not exist, or is not one of the key
   */
  async open(request: StreamRequest, listener: AdminStreamListener): Promise<void> {
    const { caller, credential, address } = request;
    const followed = await this.check(request);
    const checkAt = this.#deps.now().getTime() + CHECK_MS;
    const stream = { credential, address, key: caller.key, followed, listener, checkAt };
    if (!this.#hub.add(stream)) return;
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

  /**
   * The payload of a NOTIFY for changed rows, named as by `STREAM_CHANGES`. At most one statement looks
   * up their conferences; what is deleted since is left out.
   */
  async payloadOf(names: ReadonlySet<string>): Promise<string> {
    const rows = rowsIn(names);
    const isStored = rows.some(([, ids]) => ids.length > 0);
    const found = isStored ? await this.#deps.store.read.conferenceRows.list(rows) : [];
    return payloadOf(changesIn(names, found));
  }

  /** Ends all streams. A stream that is still opening ends too. */
  close(): Promise<void> {
    return this.#hub.close();
  }

  #notified(payload: string): void {
    const changes = streamChangeIn(payload);
    if (changes) for (const change of changes) this.#send(change);
    else this.#refreshAll();
  }

  #send(change: StreamChange): void {
    for (const { followed, listener } of this.#hub.all()) {
      const data = shownOf(change, followed);
      if (data) listener.send(change.topic, JSON.stringify(data));
    }
  }

  #refreshAll(): void {
    for (const stream of this.#hub.all()) refresh(stream);
  }

  /** Ends the stream of a credential that has ended or may do less. Never rejects. */
  async #checkAccess(stream: Stream): Promise<void> {
    stream.checkAt = this.#deps.now().getTime() + CHECK_MS;
    const { credential, address, followed } = stream;
    try {
      const identity = await this.#deps.adminAuthentication.byCredential(credential, address);
      if (identity && mayFollow(identity, followed)) return;
    } catch (err) {
      if (!(err instanceof AppError)) {
        // Nothing is reported while the database is down; the next check ends the stream.
        this.#deps.log.warn({ err }, 'admin stream: credential not checked, next try in 5 s');
        return;
      }
    }
    this.#hub.end(stream);
  }
}

const refresh = ({ listener, followed: { conference_id } }: Stream): void =>
  listener.send('refresh', JSON.stringify({ conference_id: conference_id ?? null }));

const mayFollow = ({ scopes, conference_ids }: AdminIdentity, followed: Followed): boolean =>
  followed.topics.every((topic) => isAllowed(topic, scopes)) &&
  areWithin(followed.conference_ids, conference_ids);
