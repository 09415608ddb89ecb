import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { keyOwnerOf } from '../../domain/administration/api-keys.ts';
import { type Changes, differences } from '../../domain/changes.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import type { CallOutcome } from '../../domain/webhooks/webhook-deliveries.ts';
import {
  type AddressRules,
  checkAddress,
  checkMayListen,
  MAX_ENDPOINTS,
  MAX_ENDPOINTS_OF_CONFERENCE,
  type StoredEndpoint,
  type WebhookEndpoint,
  type WebhookFields,
} from '../../domain/webhooks/webhook-endpoints.ts';
import { bodyOf } from '../../domain/webhooks/webhook-messages.ts';
import { AppError, notFound, preconditionFailed } from '../../errors.ts';
import type { WebhookHttp } from '../../integrations/webhooks/webhook-http.ts';
import { firstMessageId, newMessageId } from '../../lib/message-ids.ts';
import type { SigningSecrets } from '../../lib/signing-secrets.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { WebhookCallsService } from './webhook-calls.service.ts';

export interface NewWebhook extends Pick<WebhookFields, 'url' | 'kinds'> {
  readonly description?: string | null | undefined;
  readonly conference_id?: number | null | undefined;
}

/** `active` makes the caller the owner; `off` ends the deliveries that wait. */
export type WebhookChanges = Changes<WebhookFields> & {
  readonly status?: 'active' | 'off' | undefined;
};

/** An endpoint with its new secret, which no later answer shows. */
export interface IssuedWebhook extends WebhookEndpoint {
  readonly secret: string;
}

interface Deps {
  readonly store: Store;
  readonly http: WebhookHttp;
  readonly calls: WebhookCallsService;
  readonly secrets: SigningSecrets;
  readonly rules: () => AddressRules;
  readonly now: () => Date;
}

/** Deliveries of this time are counted. */
const COUNTED_MS = 24 * 3_600_000;

/** The endpoints to which webhooks are sent. */
export class WebhooksService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The newest first, in the conferences of the caller. */
  list(by: Administrator, page: NumberedRequest): Promise<Page<WebhookEndpoint>> {
    return this.#deps.store.read.webhooks.list(by.conference_ids, this.#seen(), page);
  }

  /** @throws AppError NOT_FOUND */
  get(id: number): Promise<WebhookEndpoint> {
    return this.#view(this.#deps.store, id);
  }

  /**
   * Creates an endpoint with its first secret. It receives what begins after this.
   *
   * @throws AppError VALIDATION_ERROR for an address that is not allowed; FORBIDDEN for kinds that the caller
   *   may not read; NOT_FOUND for an unknown conference; WEBHOOK_LIMIT
   */
  async create(by: Administrator, given: NewWebhook): Promise<IssuedWebhook> {
    const { url, kinds, conference_id = null, description = null } = given;
    checkMayListen(by, kinds);
    await this.#checkAddress(url);
    return this.#deps.store.transaction(async (tx) => {
      if (conference_id !== null && !(await tx.conferences.lock(conference_id)))
        throw notFound('conference');
      await tx.webhookEndpoints.lockAll();
      checkLimit(await tx.webhookEndpoints.count(conference_id));
      const id = await tx.webhookEndpoints.findNextId();
      const { secret, columns } = this.#deps.secrets.rotated(id, undefined, null);
      const fields = { url, kinds, description };
      await tx.webhookEndpoints.insert({
        ...{ id, conference_id, ...fields, ...columns },
        ...keyOwnerOf(by),
      });
      await tx.audit.record(by, 'webhook.create', id, { after: audited(fields, conference_id) });
      return { ...(await this.#view(tx, id)), secret };
    });
  }

  /**
   * Changes the given fields. Messages that wait go to a new address.
   *
   * @throws AppError as `create`; FORBIDDEN also for another address or an activation of kinds that the caller
   *   may not read; NOT_FOUND; PRECONDITION_FAILED
   */
  async update(by: Administrator, target: Target, given: WebhookChanges): Promise<WebhookEndpoint> {
    if (given.url !== undefined) await this.#checkAddress(given.url);
    return this.#deps.store.transaction(async (tx) => {
      const endpoint = await this.#lock(tx, target);
      const { status, ...fields } = given;
      const { before, after } = differences<StoredEndpoint>(endpoint, {
        ...fields,
        ...(status && HEALTH[status]),
        ...(status === 'active' && keyOwnerOf(by)),
      });
      if (Object.keys(after).length === 0) return this.#view(tx, target.id);
      const isForwarding = 'url' in after || 'kinds' in after || status === 'active';
      if (isForwarding) checkMayListen(by, after.kinds ?? endpoint.kinds);
      await tx.webhookEndpoints.update(endpoint.id, after);
      const isBack = status === 'active' && endpoint.status === 'failing';
      if (isBack) await tx.webhookDeliveries.updateSpread(endpoint.id);
      await tx.audit.record(by, 'webhook.update', endpoint.id, {
        before: audited(before),
        after: audited(after, endpoint.conference_id),
      });
      return this.#view(tx, endpoint.id);
    });
  }

  /** With its deliveries. @throws AppError NOT_FOUND; PRECONDITION_FAILED */
  async delete(by: Administrator, target: Target): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      const { id, conference_id, url, kinds, description } = await this.#lock(tx, target);
      await tx.webhookEndpoints.delete(id);
      const before = audited({ url, kinds, description }, conference_id);
      await tx.audit.record(by, 'webhook.delete', id, { before });
    });
  }

  /**
   * Gives an endpoint a new secret. The one before signs, too, for `graceSeconds`; 0 ends it at once.
   * @throws AppError NOT_FOUND
   */
  async rotate(by: Administrator, id: number, graceSeconds: number): Promise<IssuedWebhook> {
    return this.#deps.store.transaction(async (tx) => {
      const { conference_id } = await this.#lock(tx, { id, ifMatch: undefined });
      const now = this.#deps.now();
      const stored = await tx.webhookEndpoints.findSecrets(id, now.toISOString());
      const until = new Date(now.getTime() + 1_000 * graceSeconds).toISOString();
      const oldUntil = graceSeconds > 0 ? until : null;
      const { secret, columns } = this.#deps.secrets.rotated(id, stored, oldUntil);
      await tx.webhookEndpoints.updateSecrets(id, columns);
      const after = { old_secret_valid_until: columns.old_secret_until, conference_id };
      await tx.audit.record(by, 'webhook.rotate', id, { after });
      return { ...(await this.#view(tx, id)), secret };
    });
  }

  /**
   * Sends a message without content now, once. What it shows changes nothing of the endpoint.
   * @throws AppError NOT_FOUND; WEBHOOK_OFF
   */
  async test(by: Administrator, id: number): Promise<CallOutcome & { readonly ms: number }> {
    const now = this.#deps.now();
    const { store, calls } = this.#deps;
    const endpoint = await store.webhookEndpoints.find(id);
    const secrets = await store.webhookEndpoints.findSecrets(id, now.toISOString());
    if (!endpoint || !secrets) throw notFound('webhook');
    checkIsOn(endpoint);
    const { url, conference_id } = endpoint;
    const body = bodyOf('webhook.test', { at: now.toISOString(), conference_id }, [{}]);
    const message = { message_id: newMessageId(now), endpoint_id: id, url, body, ...secrets };
    const { ms, ...outcome } = await calls.call(message);
    const said = 'status' in outcome ? { status: outcome.status } : outcome;
    await store.audit.record(by, 'webhook.test', id, { after: { ...said, ms, conference_id } });
    return { ...said, ms };
  }

  async #checkAddress(url: string): Promise<void> {
    checkAddress(url, this.#deps.rules());
    await this.#deps.http.checkHost(url);
  }

  async #lock(tx: Tx, { id, ifMatch }: Target): Promise<StoredEndpoint> {
    const endpoint = await tx.webhookEndpoints.lock(id);
    if (!endpoint) throw notFound('webhook');
    if (!isExpected(endpoint, ifMatch)) throw preconditionFailed(await this.#view(tx, id));
    return endpoint;
  }

  async #view({ read }: Pick<Store | Tx, 'read'>, id: number): Promise<WebhookEndpoint> {
    const endpoint = await read.webhooks.find(id, this.#seen());
    if (!endpoint) throw notFound('webhook');
    return endpoint;
  }

  #seen() {
    const now = this.#deps.now();
    const since = firstMessageId(new Date(now.getTime() - COUNTED_MS));
    return { now: now.toISOString(), since };
  }
}

const HEALTH = {
  active: { status: 'active', off_reason: null, failing_since: null, failures: 0 },
  off: { status: 'off', off_reason: 'by_hand', failing_since: null, failures: 0 },
} as const;

/** @throws AppError WEBHOOK_OFF */
export function checkIsOn({ status }: Pick<StoredEndpoint, 'status'>): void {
  if (status === 'off')
    throw new AppError('WEBHOOK_OFF', 'This endpoint is off; set its status to active first');
}

function checkLimit({ all, of_conference }: { all: number; of_conference: number }): void {
  if (of_conference >= MAX_ENDPOINTS_OF_CONFERENCE)
    throw new AppError(
      'WEBHOOK_LIMIT',
      `A conference has at most ${MAX_ENDPOINTS_OF_CONFERENCE} endpoints; delete one first`,
    );
  if (all >= MAX_ENDPOINTS)
    throw new AppError(
      'WEBHOOK_LIMIT',
      `There are at most ${MAX_ENDPOINTS} endpoints; delete one first`,
    );
}

/** What the audit log records: of an address the host only, since its path can be a secret. */
function audited({ url, ...fields }: Partial<StoredEndpoint>, conference_id?: number | null) {
  return {
    ...(url !== undefined && { host: new URL(url).host }),
    ...fields,
    ...(conference_id !== undefined && { conference_id }),
  };
}
