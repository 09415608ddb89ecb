import type { Granted } from '../administration/administrators.ts';
import {
  KINDS_WITH_USERS,
  type MessageKind,
  showsKind,
  type WebhookKind,
} from './webhook-kinds.ts';

/** A row of the outbox. */
export interface WebhookChange {
  readonly id: number;
  readonly kind: MessageKind;
  readonly conference_id: number | null;
  /** What the owner of an endpoint needs; null where any scope of the kind suffices. */
  readonly scope: string | null;
  readonly item: object;
  readonly changed_at: string;
}

/** An endpoint that is not off. */
export interface WebhookListener {
  readonly id: number;
  readonly kinds: readonly WebhookKind[];
  readonly conference_id: number | null;
  /** The scopes of each key by which its owner may listen. */
  readonly granted: readonly (readonly Granted[])[];
}

/** Changes of one kind and one conference, as one body. */
export interface WebhookMessage extends Pick<WebhookChange, 'kind' | 'conference_id' | 'scope'> {
  readonly body: string;
  readonly endpoint_ids: readonly number[];
}

const MAX_ITEMS = 100;
/** The check of the column. */
const MAX_BODY_BYTES = 20_000;
/** More than the parts of a body beside its items have. */
const ENVELOPE_BYTES = 300;

/** The bytes that are signed and sent. */
export const bodyOf = (
  kind: MessageKind,
  { at, conference_id }: { readonly at: string; readonly conference_id: number | null },
  items: readonly object[],
): string => JSON.stringify({ type: kind, timestamp: at, conference_id, data: { items } });

/**
 * The messages of changes, for those who listen: the oldest come first, and each has at most 100 items.
 * @param changes by their ids
 */
export function messagesOf(
  changes: readonly WebhookChange[],
  listeners: readonly WebhookListener[],
): WebhookMessage[] {
  const groups = Map.groupBy(changes, ({ kind, conference_id, scope }) =>
    [kind, conference_id, scope].join(),
  );
  return [...groups.values()].flatMap((group) => {
    const [{ kind, conference_id, scope }] = group as [WebhookChange];
    const hearing = listeners.filter((one) => hears(one, { kind, conference_id, scope }));
    if (hearing.length === 0) return [];
    return chunksOf(group).map((chunk) => ({
      kind,
      conference_id,
      scope,
      body: bodyOf(kind, { at: chunk.at(-1)?.changed_at ?? '', conference_id }, chunk.map(itemOf)),
      endpoint_ids: hearing.map(({ id }) => id),
    }));
  });
}

/**
 * An erasure has a row for each conference of the user, and one without. Each endpoint gets one of them, so
 * that it receives no erasure of a user whom it does not know.
 */
function hears(
  listener: WebhookListener,
  { kind, conference_id, scope }: Pick<WebhookChange, 'kind' | 'conference_id' | 'scope'>,
): boolean {
  if (kind === 'user.erased') {
    return (
      listener.conference_id === conference_id &&
      listener.kinds.some((one) => KINDS_WITH_USERS.includes(one))
    );
  }
  return (
    (listener.kinds as readonly MessageKind[]).includes(kind) &&
    (listener.conference_id === null || listener.conference_id === conference_id) &&
    listener.granted.some((granted) => showsKind(granted, kind, scope))
  );
}

const itemOf = ({ id, item }: WebhookChange): object => ({ sequence: id, ...item });

function chunksOf(group: readonly WebhookChange[]): WebhookChange[][] {
  const chunks: WebhookChange[][] = [];
  let bytes = 0;
  for (const change of group) {
    const last = chunks.at(-1);
    const more = Buffer.byteLength(JSON.stringify(itemOf(change))) + 1;
    if (last && last.length < MAX_ITEMS && bytes + more <= MAX_BODY_BYTES) {
      last.push(change);
      bytes += more;
    } else {
      chunks.push([change]);
      bytes = ENVELOPE_BYTES + more;
    }
  }
  return chunks;
}
