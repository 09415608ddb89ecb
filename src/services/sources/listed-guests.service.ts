import { ticketCodeHashes } from '../../domain/attendance/guest-keys.ts';
import type { AttendeeImportRow, GuestRow, Refused } from '../../domain/imports.ts';
import { type Remark, reason } from '../../domain/reasons.ts';
import { ManyRowsError } from '../../domain/sources/source-errors.ts';
import { isWholeList } from '../../domain/sources/source-settings.ts';
import type { SourceImport } from '../../domain/sources/sources.ts';
import { guestsIn } from '../../integrations/sources/guest-lists.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';

interface Deps {
  readonly checkRow: (cells: object) => { readonly value: AttendeeImportRow } | Refused;
  readonly hashOf: KeyedHash;
}

/** The guests that a shop listed: the rows for the importer, and what it says of the others. */
export class ListedGuests {
  readonly #deps: Deps;
  readonly #content;
  readonly #only;
  readonly #maxRows: number | undefined;
  readonly #keys: string[] = [];
  /** The tickets that the shop says are cancelled. */
  readonly cancelled: { readonly key: string; readonly ticket_code: string }[] = [];
  /** How often each reason leaves out a ticket. */
  readonly leftOut = new Map<string, number>();
  /** Of a whole list: the hashes of all ticket codes in it, under every key. */
  readonly presentHashes: string[] = [];
  /** Whether the list has all guests, and not only those who changed. */
  readonly isWhole: boolean;

  constructor(
    deps: Deps,
    {
      source,
      content,
      only,
      maxRows,
    }: Pick<SourceImport<never>, 'source' | 'content' | 'only' | 'maxRows'>,
  ) {
    this.#deps = deps;
    this.#content = content;
    this.#only = only;
    this.isWhole = isWholeList(source.kind);
    this.#maxRows = maxRows;
  }

  /** The number of tickets in the list. */
  get count(): number {
    return this.#keys.length;
  }

  /** The key of a row by its number. */
  keyOf(row: number): string {
    return this.#keys[row - 1] ?? '';
  }

  /**
   * The rows of the guests, once; afterwards the list is known.
   * @throws ManyRowsError after the last one, before anything is locked
   */
  async *rows(): AsyncGenerator<GuestRow<AttendeeImportRow>> {
    for await (const guest of guestsIn(this.#content)) {
      const row = this.#keys.push(guest.key);
      const ticketCode = guest.state === 'guest' ? guest.row.ticket_code : guest.ticket_code;
      if (this.isWhole && ticketCode !== null) {
        this.presentHashes.push(...ticketCodeHashes(this.#deps.hashOf, ticketCode).all);
      }
      if (this.#only && !this.#only.has(guest.key)) continue;
      if (guest.state === 'unreadable') yield { row, ...UNREADABLE };
      else if (guest.state === 'left_out') yield { row, left_out: this.#counted(guest.reason) };
      else if (guest.state === 'cancelled') this.cancelled.push(guest);
      else yield { row, ...this.#checked(guest.row, guest.order ?? undefined) };
    }
    if (this.count > (this.#maxRows ?? Number.POSITIVE_INFINITY))
      throw new ManyRowsError(this.count);
  }

  #counted(reason: Remark): Remark {
    this.leftOut.set(reason.message, (this.leftOut.get(reason.message) ?? 0) + 1);
    return reason;
  }

  #checked(cells: object, order_code: string | undefined) {
    const checked = this.#deps.checkRow(cells);
    return 'value' in checked ? { value: { ...checked.value, order_code } } : checked;
  }
}

const UNREADABLE = {
  field: null,
  error: 'expected an order, as the shop documents it',
  ...reason('invalid'),
};
