import { insufficientScope, notFound } from '../../errors.ts';
import type { ResourceNoun } from '../resource-nouns.ts';

interface Kind {
  /** What a row is called that is not found. */
  readonly noun: ResourceNoun;
  /**
   * Of several conferences of a row, those that must be the key's: a speaker is seen from each, but
   * changed only from all of them.
   */
  readonly needs: 'one' | 'all' | 'all to change';
}

/** The rows that belong to a conference. */
const KINDS = {
  conference: { noun: 'conference', needs: 'one' },
  event: { noun: 'event', needs: 'one' },
  agenda_item: { noun: 'agenda item', needs: 'one' },
  speaker: { noun: 'speaker', needs: 'one' },
  changed_speaker: { noun: 'speaker', needs: 'all to change' },
  question: { noun: 'question', needs: 'one' },
  form_question: { noun: 'question', needs: 'one' },
  quest: { noun: 'quest', needs: 'one' },
  quest_task: { noun: 'task', needs: 'one' },
  submission: { noun: 'task', needs: 'one' },
  registration_request: { noun: 'registration request', needs: 'one' },
  media: { noun: 'media', needs: 'one' },
  broadcast: { noun: 'job', needs: 'all' },
  feedback: { noun: 'feedback', needs: 'one' },
  user: { noun: 'user', needs: 'one' },
  webhook: { noun: 'webhook', needs: 'one' },
} as const satisfies Readonly<Record<string, Kind>>;

export type ConferenceRowKind = keyof typeof KINDS;
/** The kinds whose conferences are read; a conference is its own. */
export type StoredRowKind = Exclude<ConferenceRowKind, 'conference'>;

/**
 * The rows that a request is about, by kind; undefined for one that it does not name. A `user` belongs to each
 * conference that they attend, are invited to, take part in or asked for. `conference:
 * null` is what belongs to no conference. Null of another kind is a link that the request removes.
 */
export type ConferenceRows = Readonly<
  Partial<Record<ConferenceRowKind, number | readonly number[] | null | undefined>>
>;

/** A row and one of its conferences; null for a row without one. */
export interface ConferenceOfRow {
  readonly kind: StoredRowKind;
  readonly id: number;
  readonly conference_id: number | null;
}

/** The conferences to which a key is limited, and the scope that a refusal names. */
export interface KeyLimit {
  readonly conference_ids: readonly number[];
  readonly scope: string;
}

/** The kinds that a request names, with their ids. */
export const namedRows = (rows: ConferenceRows): [ConferenceRowKind, readonly number[]][] =>
  (Object.keys(KINDS) as ConferenceRowKind[])
    .map((kind): [ConferenceRowKind, readonly number[]] => [kind, [rows[kind] ?? []].flat()])
    .filter(([, ids]) => ids.length > 0);

/**
 * Refuses a request about rows outside of the conferences of a key.
 *
 * @param found the conferences of the rows; a row that does not exist has none
 * @throws AppError NOT_FOUND for a row outside; FORBIDDEN for a change of a speaker who also belongs to
 *   other conferences, and for a request about no row or about what belongs to no conference
 */
export function refuseOutside(
  rows: ConferenceRows,
  found: readonly ConferenceOfRow[],
  { conference_ids, scope }: KeyLimit,
): void {
  const own = new Set<number | null>(conference_ids);
  const byRow = Map.groupBy(found, ({ kind, id }) => `${kind} ${id}`);
  const named = namedRows(rows);
  for (const [kind, ids] of named) {
    const { noun, needs }: Kind = KINDS[kind];
    for (const id of ids) {
      const of = byRow.get(`${kind} ${id}`)?.map(({ conference_id }) => conference_id) ?? [];
      const isInside = (kind === 'conference' ? [id] : of).map((each) => own.has(each));
      const isPartly = isInside.includes(false);
      if (!isInside.includes(true) || (isPartly && needs === 'all')) throw notFound(noun);
      if (isPartly && needs === 'all to change') throw insufficientScope(scope);
    }
  }
  const isAboutNothing = named.every(([kind]) => kind === 'user');
  if (isAboutNothing || rows.conference === null) throw insufficientScope(scope);
}

/**
 * `all`: only a key of all conferences may call it. `none`: it is about no conference. `filtered`: its
 * handler leaves out the rows outside of `caller.conference_ids`. Otherwise it is about the rows that
 * the function names, and answers as if those of other conferences did not exist.
 */
export type ConferencesOf<Request> =
  | 'all'
  | 'none'
  | 'filtered'
  | ((request: Request) => ConferenceRows);
