import type { Page, PageRequest } from '../../db/pages.ts';
import { type Administrator, missingScope } from '../../domain/administration/administrators.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import type { Event } from '../../domain/programme/events.ts';
import type {
  ListedRequest,
  RequestKind,
  RequestReview,
} from '../../domain/registration/listed-requests.ts';
import type { SeatRequest } from '../../domain/registration/seat-requests.ts';
import { type AppError, insufficientScope, invalid, notFound } from '../../errors.ts';
import { inBatches } from '../../lib/batches.ts';
import type { Refused } from '../../lib/each-by-itself.ts';
import type {
  RequestPosition,
  RequestsFilter,
} from '../../repositories/registration/registration-requests.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AdminRegistrationRequestsService } from '../quests/admin-registration-requests.service.ts';
import type { SeatDecisionsService, SeatResult } from './seat-decisions.service.ts';

/** Requests that a sweep ends at once. */
const SWEPT = 1_000;
/** Requests decided in one transaction: registrations of the conference wait for it. */
const TRANSACTION_SIZE = 50;

export type DecidedRequest =
  | { readonly id: number; readonly status: Exclude<SeatResult, AppError> }
  | Refused;

export interface DecideRequests {
  readonly ids: readonly number[];
  readonly review: RequestReview;
  /** Decides, and changes nothing. */
  readonly dry_run: boolean;
  /** Of the ids, those that exist for the caller. */
  readonly known?: ReadonlySet<number> | undefined;
}

type Listed = Omit<RequestsFilter, 'kinds'> & { readonly kind?: RequestKind | undefined };

/** Organizers decide on the requests of a conference: for seats at it, at its events, and for its quests. */
export class AdminSeatRequestsService {
  readonly #deps;

  constructor(deps: {
    store: Store;
    conferences: SeatDecisionsService<Conference>;
    events: SeatDecisionsService<Event>;
    quests: AdminRegistrationRequestsService;
    now: () => Date;
  }) {
    this.#deps = deps;
  }

  /** Oldest first. Requests of quests only for a key that may read quests. */
  async list(
    by: Administrator,
    filter: Listed,
    request: PageRequest<RequestPosition>,
  ): Promise<Page<ListedRequest, RequestPosition>> {
    const kinds = kindsOf(by, filter.kind);
    return this.#deps.store.search(filter.q, (read) =>
      read.registrationRequests.list({ ...filter, kinds }, request),
    );
  }

  /** As `list`, all in batches. The audit log records the export, without the words of the search. */
  async export(
    by: Administrator,
    { format, ...filter }: Listed & { readonly format: string },
  ): Promise<AsyncIterable<readonly ListedRequest[]>> {
    const { q: _, sort: __, conference_ids: ___, byContacts: ____, ...recorded } = filter;
    const after = { format, ...recorded };
    const { store } = this.#deps;
    await store.transaction((tx) =>
      tx.audit.record(by, 'registration_request.export', null, { after }),
    );
    return inBatches((request: PageRequest<RequestPosition>) => this.list(by, filter, request));
  }

  /**
   * Decides each request by itself. Requests of other conferences than those of the key count as
   * missing.
   */
  async decideAll(
    by: Administrator,
    { ids: given, review, dry_run, known }: DecideRequests,
  ): Promise<readonly DecidedRequest[]> {
    const { conferenceRows } = this.#deps.store.read;
    const ids = known ? given.filter((id) => known.has(id)) : given;
    const own = await conferenceRows.listIdsInside('registration_request', ids, by.conference_ids);
    const requests = await this.#deps.store.seatRequests.listByIds(own);
    const results = await this.#decideSeats(by, requests, { review, dry_run });
    const rest = own.filter((id) => !results.has(id));
    for (const one of await this.#decideQuests(by, rest, { review, dry_run })) {
      results.set(one.id, one);
    }
    return given.map((id) => results.get(id) ?? refused(id, notFound('registration request')));
  }

  /** Rejects requests of what is over, cancelled or archived, without a message. */
  async endOutdated(signal: AbortSignal): Promise<{ ended: number }> {
    let ended = 0;
    let count = SWEPT;
    while (count === SWEPT) {
      signal.throwIfAborted();
      const now = this.#deps.now().toISOString();
      count = await this.#deps.store.transaction(async (tx) => {
        const ids = await tx.seatRequests.updateOutdated(now, SWEPT);
        await tx.webhookChanges.insertChanged('registration_request.changed', ids);
        return ids.length;
      });
      ended += count;
    }
    return { ended };
  }

  async #decideSeats(
    by: Administrator,
    requests: readonly SeatRequest[],
    { review, dry_run }: Pick<DecideRequests, 'review' | 'dry_run'>,
  ): Promise<Map<number, DecidedRequest>> {
    const { store, conferences, events } = this.#deps;
    const run = <T>(work: (tx: Tx) => Promise<T>) =>
      dry_run ? store.dryRun(work) : store.transaction(work);
    const results = new Map<number, DecidedRequest>();
    const byOwner = Map.groupBy(requests, (one) => `${one.conference_id} ${one.event_id}`);
    for (const [one, ...others] of byOwner.values()) {
      if (!one) continue;
      const sorted = [one, ...others].toSorted((a, b) =>
        a.requested_at.localeCompare(b.requested_at),
      );
      const size = dry_run ? sorted.length : TRANSACTION_SIZE;
      const decisions = one.event_id === null ? conferences : events;
      const attendableId = one.event_id ?? (one.conference_id as number);
      for (let start = 0; start < sorted.length; start += size) {
        const ids = sorted.slice(start, start + size).map(({ id }) => id);
        const decided = await run((tx) => decisions.decide(tx, by, { attendableId, ids, review }));
        for (const [id, result] of decided) {
          results.set(
            id,
            typeof result === 'string' ? { id, status: result } : refused(id, result),
          );
        }
      }
    }
    return results;
  }

  async #decideQuests(
    by: Administrator,
    ids: readonly number[],
    { review: { decision, reason }, dry_run }: Pick<DecideRequests, 'review' | 'dry_run'>,
  ): Promise<readonly DecidedRequest[]> {
    if (ids.length === 0) return [];
    const missing = missingScope(by.scopes, ['quests:review'] as const);
    if (missing) return ids.map((id) => refused(id, insufficientScope(missing)));
    if (decision === 'reopen' || dry_run)
      return ids.map((id) => refused(id, invalid('ids', NOT_OF_QUESTS, 'not_allowed')));
    const decided = await this.#deps.quests.decideAll(by, ids, { decision, reason });
    return decided.map((one) => {
      if ('error' in one) return one;
      return { id: one.id, status: one.status === 'approved' ? 'registered' : 'rejected' };
    });
  }
}

const NOT_OF_QUESTS = 'expected no requests for quests beside reopen or dry_run';

const refused = (id: number, { message: error, code }: AppError): Refused => ({ id, error, code });

const kindsOf = ({ scopes }: Administrator, kind: RequestKind | undefined): RequestKind[] => {
  const missing = missingScope(scopes, ['quests:read'] as const);
  if (kind === 'quest' && missing) throw insufficientScope(missing);
  if (kind) return [kind];
  return missing ? ['conference', 'event'] : ['conference', 'event', 'quest'];
};
