import type { Administrator } from '../administration/administrators.ts';
import type { EditedRow } from '../programme/source-imports.ts';
import type { Remark } from '../reasons.ts';

/** The kinds of programmes: a whole schedule or calendar at each reading. */
export const PROGRAMME_KINDS = ['schedule_json', 'schedule_xml', 'sessionize', 'ical'] as const;
/** The kinds of guest lists, read by the API of a ticket shop. */
export const GUEST_KINDS = ['pretix', 'luma'] as const;
export const SOURCE_KINDS = [...PROGRAMME_KINDS, ...GUEST_KINDS] as const;

export type GuestKind = (typeof GUEST_KINDS)[number];
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What a source reads at its address. Each kind uses some of the fields. */
export interface SourceSettings {
  /** pretix: the short names of the organizer and of the event. Luma: the event, `evt-…`. */
  readonly organizer?: string | undefined;
  readonly event?: string | undefined;
  /** The language of a schedule, as `?lang=` asks for it. */
  readonly lang?: string | undefined;
  /** Guests: only these items or tickets, by name. */
  readonly ticket_types?: readonly string[] | undefined;
  /** iCalendar: only the events with these UIDs. */
  readonly uids?: readonly string[] | undefined;
  /** Guests: whether addresses are stored, encrypted. */
  readonly keep_email?: boolean | undefined;
  /** Guests: whether a cancellation at the shop withdraws a claimed registration, too. */
  readonly withdraw_claimed?: boolean | undefined;
}

/** What an import of a source reads: the address, and how. */
export interface ReadSource {
  readonly id: number;
  readonly conference_id: number;
  readonly kind: SourceKind;
  readonly url: string;
  readonly settings: SourceSettings;
  readonly absent: 'keep' | 'cancel';
  /** From which the next reading continues; null for a whole list. */
  readonly cursor: string | null;
}

/** What a source read, in a temporary file that the caller deletes. */
export interface SourceContent extends AsyncDisposable {
  /** Of a programme the body; of guests one JSON value a line, written and read by the same module. */
  readonly path: string;
  /** SHA-256 of what decides whether anything changed. */
  readonly content_hash: Buffer;
  /** The `cursor` of the next reading, once this content is applied or unchanged. */
  readonly cursor: string | null;
  /** Whether it holds nothing to import: an empty list, which no importer gets. */
  readonly isEmpty: boolean;
  /** Whether the other side says that nothing has changed since the cursor, as a list of no changes does. */
  readonly isUnchanged?: boolean;
}

/** One row of a report: what happens to it, or would. `key` is the same at each reading. */
export interface SourceRow {
  readonly key: string;
  /** The agenda item, event or registration; null for what is not stored, or new. */
  readonly id: number | null;
  readonly result: 'created' | 'updated' | 'absent' | 'cancelled' | 'withdrawn' | 'to_withdraw';
  /** Null for guests, of whom a report names nobody. */
  readonly title: string | null;
  readonly starts_at: string | null;
  readonly changes: readonly {
    readonly field: string;
    readonly from: unknown;
    readonly to: unknown;
  }[];
}

/** What an import did, or would do. */
export interface SourceOutcome {
  /** Numbers by name: at least `total`, `created`, `updated`, `unchanged`, `failed`, `absent`. */
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: readonly SourceRow[];
  /** Rows that cannot be imported; of guests without any cell of the row. */
  readonly refused: readonly { readonly row: number; readonly error: string }[];
  readonly warnings: readonly Remark[];
  /** The users whom it notifies. */
  readonly would_notify: number;
  /** Why nothing of this may be applied before a person has looked at it. */
  readonly brakes: readonly Remark[];
  /** Rows that stay as an organizer edited them. Only of programmes. */
  readonly edited?: readonly EditedRow[];
}

/** An import of what a source read. */
export interface SourceImport<Tx> {
  /** The owner of the source, with their rights at this moment. */
  readonly by: Administrator;
  readonly source: ReadSource;
  readonly content: SourceContent;
  /** Only the rows with these keys; undefined for all. */
  readonly only?: ReadonlySet<string> | undefined;
  readonly notify: boolean;
  /** The `total` of the last applied run; null before it. */
  readonly lastTotal: number | null;
  /** More rows are not imported: `ManyRowsError` is thrown before anything is locked. */
  readonly maxRows?: number | undefined;
  /** An instant before which no message is sent; null for the usual wait. */
  readonly not_before?: string | null | undefined;
  /**
   * Decides in the transaction, after everything is written and counted: false rolls all of it back. It may
   * write through `tx`, and runs again if the transaction is retried.
   */
  decide(tx: Tx, outcome: SourceOutcome): Promise<boolean>;
}
