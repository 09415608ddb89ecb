import { invalid } from '../../errors.ts';
import { covers, type KeyOwner, type KeyRights } from '../administration/api-keys.ts';
import type { Rights } from '../administration/grants.ts';
import type { Warning } from '../administration/warnings.ts';
import { checkShowsKind, showsKind, type WebhookKind } from './webhook-kinds.ts';

/** `failing`: one delivery is tried at a time, the others wait. */
export const ENDPOINT_STATUSES = ['active', 'failing', 'off'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];
/** `gone`: it answered 410. `failing`: for a day. `owner_gone`: its owner may not listen any more. */
export const OFF_REASONS = ['by_hand', 'gone', 'failing', 'owner_gone'] as const;
export type OffReason = (typeof OFF_REASONS)[number];

export const MAX_ENDPOINTS = 50;
export const MAX_ENDPOINTS_OF_CONFERENCE = 10;

/** What organizers set. */
export interface WebhookFields {
  readonly url: string;
  readonly kinds: readonly WebhookKind[];
  readonly description: string | null;
}

export interface EndpointHealth {
  readonly status: EndpointStatus;
  readonly off_reason: OffReason | null;
  readonly failing_since: string | null;
  /** Failed calls since the last success. */
  readonly failures: number;
}

/** An endpoint as it is stored, without its secrets. */
export interface StoredEndpoint extends WebhookFields, KeyOwner, EndpointHealth {
  readonly id: number;
  /** Null for all conferences. */
  readonly conference_id: number | null;
  readonly version: number;
}

/** An endpoint as administrators see it. */
export interface WebhookEndpoint extends WebhookFields, Omit<EndpointHealth, 'failures'> {
  readonly id: number;
  readonly conference_id: number | null;
  /** Null for a key of a machine or of the settings. */
  readonly administrator: { readonly id: number; readonly name: string } | null;
  readonly api_key: { readonly id: number; readonly name: string } | null;
  readonly old_secret_valid_until: string | null;
  readonly version: number;
  readonly created_at: string;
  /** Of its latest 10,000 deliveries of the last 24 hours. */
  readonly sent: number;
  readonly failed: number;
  /** The time of the oldest message that waits; null without one. */
  readonly waiting_since: string | null;
}

type OwnersKey = Rights & Pick<KeyRights, 'revoked_at' | 'disabled_at' | 'expires_at'>;

/** An endpoint with the keys of its owner. */
export interface OwnedEndpoint
  extends KeyOwner,
    Pick<
      StoredEndpoint,
      'id' | 'kinds' | 'conference_id' | 'status' | 'off_reason' | 'failing_since'
    > {
  readonly keys: readonly OwnersKey[];
}

const EVERYTHING: OwnersKey = {
  scopes: ['*'],
  conference_ids: null,
  revoked_at: null,
  disabled_at: null,
  expires_at: null,
};

/**
 * The keys by each of which the owner of an endpoint may listen to all of it. None: it ends.
 * @param isConfigured whether `ADMIN_API_KEY` is set
 */
export function coveringKeys(
  { kinds, conference_id, administrator_id, api_key_id, keys }: OwnedEndpoint,
  { now, isConfigured }: { readonly now: Date; readonly isConfigured: boolean },
): readonly OwnersKey[] {
  const isOfSettings = administrator_id === null && api_key_id === null;
  if (isOfSettings) return isConfigured ? [EVERYTHING] : [];
  const conference_ids = conference_id === null ? null : [conference_id];
  return keys.filter(
    (key) =>
      covers(key, { scopes: ['webhooks:write'], conference_ids }, now) &&
      kinds.every((kind) => showsKind(key.scopes, kind)),
  );
}

/** How long before the end of a key the endpoints that go with it are named. */
const WARNING_MS = 30 * 24 * 3_600_000;

/** Whether the last of the keys ends soon. */
const endSoon = (keys: readonly OwnersKey[], now: Date): boolean =>
  keys.length > 0 &&
  keys.every(
    ({ expires_at }) => expires_at !== null && Date.parse(expires_at) - now.getTime() <= WARNING_MS,
  );

/** Of the endpoints of one owner: those that were switched off, and those that end with their key. */
export function webhookWarnings(
  endpoints: readonly OwnedEndpoint[],
  rights: { readonly now: Date; readonly isConfigured: boolean },
): Warning[] {
  const off = endpoints.filter(({ off_reason }) => (off_reason ?? 'by_hand') !== 'by_hand');
  const ending = endpoints.filter(
    (one) => one.status !== 'off' && endSoon(coveringKeys(one, rights), rights.now),
  );
  const warnings: Warning[] = [
    {
      kind: 'webhook_ends',
      ids: ending.map(({ id }) => id),
      message: 'Endpoints of webhooks end with your key within 30 days; get another key before',
    },
    {
      kind: 'webhook_off',
      ids: off.map(({ id }) => id),
      message:
        'Endpoints of webhooks were switched off; set their status to active once they answer again',
    },
  ];
  return warnings.filter(({ ids }) => ids.length > 0);
}

/**
 * Nobody lets an endpoint receive more than they may read.
 * @throws AppError FORBIDDEN, which names the missing scope
 */
export function checkMayListen({ scopes }: Rights, kinds: readonly WebhookKind[]): void {
  for (const kind of kinds) checkShowsKind(scopes, kind);
}

export interface AddressRules {
  /** Only https, except to allowed hosts. */
  readonly isStrict: boolean;
  /** Host names that may have private addresses and http. */
  readonly allowedHosts: readonly string[];
  /** The origin of this service, which would call itself; empty if it is not known. */
  readonly ownOrigin: string;
}

const NOT_ALLOWED =
  'expected the https address of a public host, without user name and password, at port 443 or one from 1024';

/** @throws AppError VALIDATION_ERROR */
export function checkAddress(text: string, { isStrict, allowedHosts, ownOrigin }: AddressRules) {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'http:' && (!isStrict || allowedHosts.includes(url.hostname));
  const isAllowed =
    url !== null &&
    (url.protocol === 'https:' || isHttp) &&
    `${url.username}${url.password}` === '' &&
    (url.port === '' || Number(url.port) >= 1_024);
  if (!isAllowed) throw invalid('url', NOT_ALLOWED, 'address_not_allowed');
  if (url.origin === ownOrigin) {
    throw invalid('url', 'expected another service than this one', 'not_allowed');
  }
}
