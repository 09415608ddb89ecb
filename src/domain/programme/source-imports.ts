import type { Digest } from '../messaging/change-notifications.ts';

/** How a source imports a programme, beyond what an upload does. */
export interface SourceTerms {
  /** The keys of the only rows that are written; undefined for all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** What is absent and starts earlier is not cancelled: people are there, or on their way. */
  readonly cancels_from: string;
  readonly digest: Digest;
}

/** A row of a programme with fields that an organizer edited, and that the source has otherwise. */
export interface EditedRow {
  readonly key: string;
  /** Null for an event without an item. */
  readonly agenda_item_id: number | null;
  readonly title: string;
  readonly fields: readonly string[];
}

/** What a source needs to know of an import, beside its changes; exact however long the lists are. */
export interface ImportFindings {
  /** The items or events that earlier imports of the source brought. */
  readonly known: number;
  /** Those of them that move by more than a day. */
  readonly moved_far: number;
  /** The first of them. */
  readonly edited: readonly EditedRow[];
  /** The fields of all of them. */
  readonly edited_fields: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const isFarMove = (before: string, after: string | undefined): boolean =>
  after !== undefined && Math.abs(Date.parse(after) - Date.parse(before)) > DAY_MS;

/** Whether an absent item or event may be cancelled; an upload cancels all. */
export const mayCancel = (
  { key, starts_at }: { readonly key: string; readonly starts_at: string },
  source: SourceTerms | undefined,
): boolean => !source || (starts_at > source.cancels_from && (source.only?.has(key) ?? true));

/**
 * The origin of the items of a source: two sources of one host do not see the items of each other as
 * absent.
 */
export const originOfSource = (host: string, sourceId: number): string =>
  `${host.slice(0, 150)}${markOfSource(sourceId)}`;

/** How the origins of the items of a source end. */
export const markOfSource = (sourceId: number): string => ` #${sourceId}`;

/** The host of a schedule, from the origin of an item; itself for an upload. */
export const hostOfOrigin = (origin: string): string => origin.replace(/ #\d+$/, '');

/**
 * A key for each row of an import: as many of its parts, the most lasting first, as no other row has.
 * Equal rows are numbered. Given the same rows, the keys are the same.
 *
 * @param taken keys that rows before these have
 */
export function rowKeys(
  rows: readonly (readonly [string, ...string[]])[],
  taken: Iterable<string> = [],
): string[] {
  const keys: (string | undefined)[] = rows.map(() => undefined);
  const used = new Set(taken);
  const longest = Math.max(0, ...rows.map((parts) => parts.length));
  for (let length = 1; length <= longest; length += 1) {
    const named = rows.map((parts) => nameOf(parts.slice(0, length)));
    const counts = new Map<string, number>();
    for (const name of named) counts.set(name, (counts.get(name) ?? 0) + 1);
    for (const [index, name] of named.entries()) {
      if (keys[index] !== undefined || counts.get(name) !== 1 || used.has(name)) continue;
      keys[index] = name;
      used.add(name);
    }
  }
  return keys.map((key, index) => {
    if (key !== undefined) return key;
    const name = nameOf(rows[index] ?? []);
    let number = 2;
    while (used.has(`${name} #${number}`)) number += 1;
    used.add(`${name} #${number}`);
    return `${name} #${number}`;
  });
}

const nameOf = (parts: readonly string[]) => parts.filter(Boolean).join(' ');
