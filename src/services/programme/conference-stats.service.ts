import {
  type SeriesPoint,
  type SeriesRange,
  type SeriesRequest,
  seriesPoints,
  seriesRange,
  visibleSeries,
} from '../../domain/programme/conference-series.ts';
import {
  type ConferenceCounts,
  DECISIONS,
  type Decision,
  type DoorDevice,
  type RoomNow,
  type StatsCaller,
  type StatsPart,
  type VisibleCounts,
  visibleCounts,
  visibleParts,
} from '../../domain/programme/conference-stats.ts';
import { notFound } from '../../errors.ts';
import { SharedReads } from '../../lib/shared-reads.ts';
import type { Store } from '../../repositories/store.ts';

/** All consoles of a conference read together, as often as one that asks each second. */
const MAX_AGE_MS = 1_000;
/** Connections are looked up pair by pair, and change slowly. */
const CONNECTIONS_MAX_AGE_MS = 60_000;
const MAX_KEPT = 500;

type Conference = NonNullable<
  Awaited<ReturnType<Store['read']['conferenceStats']['findProgramme']>>
>;

/** Without a `bucket` there is no series. */
interface StatsRequest extends Omit<SeriesRequest, 'bucket'> {
  readonly bucket?: SeriesRequest['bucket'] | undefined;
  /** Adds what happens now: the rooms, and the devices at the door. */
  readonly live?: boolean | undefined;
}

interface Live {
  readonly rooms?: readonly RoomNow[];
  readonly devices?: readonly DoorDevice[];
}

interface KeptCounts extends ConferenceCounts {
  readonly conference: Conference;
  readonly as_of: string;
}
interface Series extends Pick<SeriesRange, 'bucket' | 'from' | 'to'> {
  readonly points: readonly SeriesPoint[];
}

export interface ConferenceStats extends VisibleCounts, Live {
  readonly conference_id: number;
  /** When the numbers were read, except `connections`. */
  readonly as_of: string;
  readonly series?: Series;
}

/** The decisions that a key with these parts may see. */
const decisionsOf = (parts: readonly StatsPart[]): Decision[] =>
  (Object.keys(DECISIONS) as Decision[]).filter((kind) => parts.includes(DECISIONS[kind]));

/** The numbers of a conference for administrators. */
export class ConferenceStatsService {
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #counts: SharedReads<string, KeptCounts>;
  readonly #series: SharedReads<string, readonly SeriesPoint[]>;
  readonly #live: SharedReads<string, Live>;
  readonly #connections: SharedReads<number, { accepted: number; as_of: string }>;

  constructor({ store, now }: { store: Store; now: () => Date }) {
    this.#store = store;
    this.#now = now;
    const kept = { maxAgeMs: MAX_AGE_MS, maxValues: MAX_KEPT, now };
    this.#counts = new SharedReads(kept);
    this.#series = new SharedReads(kept);
    this.#live = new SharedReads(kept);
    this.#connections = new SharedReads({ ...kept, maxAgeMs: CONNECTIONS_MAX_AGE_MS });
  }

  /**
   * The numbers that the scopes of the caller show, at most 1 second old in this process, and those of
   * connections at most 60 seconds. With a `bucket`, also as a series.
   *
   * @throws AppError NOT_FOUND; VALIDATION_ERROR for a series of more than 400 points
   */
  async get(
    { scopes, conference_ids }: StatsCaller,
    id: number,
    { bucket, live = false, ...range }: StatsRequest,
  ): Promise<ConferenceStats> {
    const parts = visibleParts({ scopes });
    const key = [id, parts, conference_ids].join(' ');
    const { conference, as_of, ...counts } = await this.#counts.get(key, () =>
      this.#read(id, parts, conference_ids),
    );
    const visible = {
      conference_id: id,
      as_of,
      ...visibleCounts(counts, parts),
      ...(live && (await this.#liveOf(id, parts))),
    };
    if (bucket === undefined) return visible;
    return { ...visible, series: await this.#seriesOf(conference, parts, { bucket, ...range }) };
  }

  async #read(
    id: number,
    parts: readonly StatsPart[],
    conference_ids: StatsCaller['conference_ids'],
  ): Promise<KeptCounts> {
    const as_of = this.#now().toISOString();
    const { conferenceStats: read } = this.#store.read;
    const sees = (part: StatsPart) => parts.includes(part);

    // One after the other: many conferences at once leave the connections of the pool to others.
    const conference = await read.findProgramme(id);
    if (!conference) throw notFound('conference');
    const waiting = await read.listWaiting(
      id,
      decisionsOf(parts).filter((kind) => kind !== 'report' || conference_ids === null),
    );
    const countOf = (kind: Decision) => waiting.find((each) => each.kind === kind)?.count ?? 0;
    return {
      conference,
      as_of,
      attendance: sees('attendance') ? await read.findAttendance(id) : undefined,
      programme: sees('programme')
        ? { events: conference.events, pending_side_events: countOf('side_event') }
        : undefined,
      quests: sees('quests')
        ? {
            registration_requests: countOf('registration_request'),
            submissions: countOf('submission'),
          }
        : undefined,
      feedback: sees('feedback') ? { new: countOf('feedback') } : undefined,
      broadcasts: sees('broadcasts') ? await read.findBroadcasts(id, conference_ids) : undefined,
      connections: sees('connections') ? await this.#connectionsOf(conference) : undefined,
      waiting,
    };
  }

  #liveOf(id: number, parts: readonly StatsPart[]): Promise<Live> {
    return this.#live.get([id, parts].join(' '), async () => {
      const { conferenceStats: read } = this.#store.read;
      const now = this.#now().toISOString();
      return {
        ...(parts.includes('programme') && { rooms: await read.listRooms(id, now) }),
        ...(parts.includes('attendance') && { devices: await read.listDevices(id) }),
      };
    });
  }

  #connectionsOf(conference: Conference) {
    return this.#connections.get(conference.id, async () => ({
      as_of: this.#now().toISOString(),
      accepted: await this.#store.read.conferenceStats.countConnections(conference),
    }));
  }

  async #seriesOf(
    conference: Conference,
    parts: readonly StatsPart[],
    request: SeriesRequest,
  ): Promise<Series> {
    const { timezone, id } = conference;
    const range = seriesRange(request, { timezone, now: this.#now() });
    const { bucket, from, to } = range;
    const counts = visibleSeries(parts);
    const points = await this.#series.get([id, bucket, from, to, counts].join(' '), async () => {
      const { conferenceStats: read } = this.#store.read;
      const counted = counts.length > 0 ? await read.listSeries(conference, range, counts) : [];
      return seriesPoints(range, counts, counted);
    });
    return { bucket, from, to, points };
  }
}
