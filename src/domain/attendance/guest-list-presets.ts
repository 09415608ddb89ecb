import { normalized } from '../../lib/normalized.ts';
import { type Remark, remark } from '../reasons.ts';

/** The ticket shops whose guest lists are read as they are. */
export const GUEST_LIST_PRESETS = ['pretix', 'luma', 'eventbrite'] as const;
export type GuestListPreset = (typeof GUEST_LIST_PRESETS)[number];

/** The fields that the columns of a guest list can fill. A `name` is the whole name, which is split. */
export const GUEST_COLUMNS = [
  'messenger_id',
  'ticket_code',
  'scan_code',
  'email',
  'username',
  'name',
  'first_name',
  'last_name',
  'company',
  'job_title',
  'ticket_type',
] as const;
export type GuestColumn = (typeof GUEST_COLUMNS)[number];
type GuestField = Exclude<GuestColumn, 'name'>;

/** The header name of each field, as it is in the file. */
export type GuestColumns = Readonly<Partial<Record<GuestColumn, string>>>;

/** Cells by column name, as `openTable` gives them: names in lower case, no empty cells. */
type Cells = Readonly<Record<string, string>>;

/** Which columns of a guest list are read, and which of its rows count. */
export interface GuestList {
  /** Names in lower case; the header row has at least one of them. */
  readonly keys: readonly string[];
  /** Names in lower case; the header row has all of them. */
  readonly required: readonly string[];
  /** Names that the file may also write with spaces, underscores or in camel case. */
  readonly known: readonly string[];
  /** Whether the first of several columns with one name is read. Shops repeat names. */
  readonly hasRepeated: boolean;
  /** All columns that are read, in lower case. */
  readonly columns: readonly string[];
  /** Those of them that name a person: by a name, by a messenger id or by a username. */
  readonly naming: readonly string[];
  /** What a column, in lower case, fills; null if it is not read as a field. */
  fieldOf(column: string | undefined): GuestColumn | null;
  /** The fields of a row; those without a value are absent. */
  rowOf(cells: Cells): Partial<Record<GuestField, string>>;
  /** Why a row does not count; undefined for a row that does. */
  leftOut(cells: Cells): Remark | undefined;
}

/** The columns of a field, best first. The cells of a list of columns are joined by `-`. */
type Sources = Partial<Record<GuestColumn, readonly (string | readonly string[])[]>>;

interface Preset {
  readonly title: string;
  /** Columns of which each list of the shop has one, in each of these groups. */
  readonly signs: readonly (readonly string[])[];
  readonly required: readonly string[];
  readonly fields: Sources;
  readonly status: string;
  /** Other columns that say that a row is no guest, and the cells, in lower case, that do. */
  readonly excluded?: Readonly<Record<string, RegExp>>;
  /** What the shop writes into a cell, in lower case, that the guest has not filled in. */
  readonly blank?: string;
  /** Whether a row with this status, in lower case, counts. */
  counts(status: string): boolean;
}

/** The columns are those of exports in English. Names are in lower case. */
const PRESETS: Readonly<Record<GuestListPreset, Preset>> = {
  pretix: {
    title: 'pretix',
    signs: [['order code'], ['position id', 'secret', 'ticket secret', 'attendee name']],
    required: ['order code'],
    fields: {
      ticket_code: ['secret', 'ticket secret', ['order code', 'position id']],
      email: ['attendee email', 'e-mail', 'email'],
      name: ['attendee name'],
      first_name: ['attendee name: given name', 'attendee name: first name'],
      last_name: ['attendee name: family name', 'attendee name: last name'],
      company: ['company'],
      ticket_type: ['product'],
    },
    // Absent in check-in lists, which contain no cancelled order.
    status: 'status',
    // A dinner, a shirt or a parking place is a position of its own, with a secret of its own.
    excluded: {
      'add-on to position id': /./,
      'admission product': /^(?:no|false|0)$/,
      'admission item': /^(?:no|false|0)$/,
      admission: /^(?:no|false|0)$/,
    },
    counts: (status) => !/^cancell?ed/.test(status),
  },
  luma: {
    title: 'Luma',
    signs: [['guest_id', 'api_id', 'guest_api_id'], ['approval_status']],
    required: ['approval_status'],
    fields: {
      ticket_code: ['guest_id', 'guest_api_id', 'api_id'],
      scan_code: ['qr_code_url'],
      email: ['email'],
      name: ['name'],
      first_name: ['first_name'],
      last_name: ['last_name'],
      ticket_type: ['ticket_name'],
    },
    status: 'approval_status',
    counts: (status) => status === 'approved',
  },
  eventbrite: {
    title: 'Eventbrite',
    signs: [['order #', 'order id'], ['attendee status']],
    required: ['attendee status'],
    fields: {
      ticket_code: ['barcode #', 'barcode number', 'barcode', 'attendee #'],
      email: ['attendee email', 'email', 'email address'],
      name: ['name'],
      first_name: ['attendee first name', 'first name'],
      last_name: ['attendee last name', 'attendee surname', 'last name', 'surname'],
      company: ['company'],
      job_title: ['job title'],
      ticket_type: ['ticket type'],
    },
    status: 'attendee status',
    blank: 'info requested',
    counts: (status) => status === 'attending' || status === 'checked in',
  },
};

/** Columns by which a row of the organizer's own list names its person. */
const OWN_KEYS = ['messenger_id', 'username', 'ticket_code', 'email'] as const;

/** The columns of the organizer's own list have the names of the fields. */
const OWN_FIELDS: Sources = {
  ...Object.fromEntries(GUEST_COLUMNS.map((name) => [name, [name]])),
  name: ['name', 'full_name', 'attendee_name', 'guest_name'],
};

/** What a person calls the shop. */
export const presetTitle = (preset: GuestListPreset): string => PRESETS[preset].title;

/** Columns by which the header row of a list of any shop is found, in lower case. */
export const PRESET_SIGNS: readonly string[] = GUEST_LIST_PRESETS.flatMap(
  (preset) => PRESETS[preset].signs[0] ?? [],
);

/** The shop whose guest lists have these columns, in lower case; undefined for none. */
export const presetLike = (columns: readonly string[]): GuestListPreset | undefined =>
  GUEST_LIST_PRESETS.find((preset) =>
    PRESETS[preset].signs.every((group) => group.some((name) => columns.includes(name))),
  );

/**
 * How to read a guest list by the preset of its shop, by its named columns, or by both: a named
 * column takes the place of the one of the preset. Without either it is the organizer's own list.
 */
export function guestList(
  preset: GuestListPreset | undefined,
  columns: GuestColumns | undefined,
): GuestList {
  const shop = preset && PRESETS[preset];
  const named = new Map(
    Object.entries(columns ?? {}).map(([field, name]) => [field, [lower(name)]] as const),
  );
  const isOwn = !shop && named.size === 0;
  const given = isOwn ? OWN_FIELDS : (shop?.fields ?? {});
  const hasParts = named.has('first_name') || named.has('last_name');
  const fields = GUEST_COLUMNS.flatMap((field) => {
    const isReplaced = field === 'name' && hasParts;
    const sources = named.get(field) ?? (isReplaced ? undefined : given[field]);
    return sources ? [{ field, sources: sources.map((source) => [source].flat()) }] : [];
  });
  const columnsOf = (wanted: readonly GuestColumn[]) =>
    fields.flatMap(({ field, sources }) => (wanted.includes(field) ? sources.flat() : []));
  const decisive = shop ? [shop.status, ...Object.keys(shop.excluded ?? {})] : [];
  return {
    keys: shop ? (shop.signs[0] ?? []) : isOwn ? OWN_KEYS : columnsOf(GUEST_COLUMNS),
    required: shop?.required ?? [],
    known: isOwn ? columnsOf(GUEST_COLUMNS) : [],
    hasRepeated: !isOwn,
    columns: [...new Set([...columnsOf(GUEST_COLUMNS), ...decisive])],
    naming: columnsOf(NAMING),
    fieldOf: (column = '') =>
      fields.find(({ sources }) => sources.flat().includes(column))?.field ?? null,
    rowOf: (cells) => {
      const row: Partial<Record<GuestColumn, string>> = {};
      for (const { field, sources } of fields) {
        const value = firstOf(cells, sources);
        if (value !== undefined && value.toLowerCase() !== shop?.blank) row[field] = value;
      }
      const { name, ...rest } = row;
      return name && !rest.first_name && !rest.last_name ? { ...rest, ...splitName(name) } : rest;
    },
    leftOut: (cells) => {
      if (!shop) return undefined;
      for (const [column, pattern] of Object.entries(shop.excluded ?? {})) {
        const cell = cells[column];
        if (cell !== undefined && pattern.test(cell.toLowerCase())) return isCell(column, cell);
      }
      const status = cells[shop.status];
      // Without a status, nobody knows whether the guest is approved.
      if (status === undefined) {
        const message = `${shop.status} is empty`;
        return shop.required.includes(shop.status)
          ? remark(message, 'no_guest_status', { column: shop.status })
          : undefined;
      }
      return shop.counts(status.toLowerCase()) ? undefined : isCell(shop.status, status);
    },
  };
}

const NAMING = ['name', 'first_name', 'last_name', 'messenger_id', 'username'] as const;
const SHOWN_CELL = 50;

/** That a cell of a row says that it is no guest. */
export function isCell(column: string, cell: string): Remark {
  const value = cell.slice(0, SHOWN_CELL).toWellFormed();
  return remark(`${column} is ${value}`, 'no_guest', { column, value });
}

/** A column name as `openTable` gives it. */
const lower = (name: string): string => normalized(name.trim()).toLowerCase();

/** The cells of the first source that the row has. */
function firstOf(cells: Cells, sources: readonly (readonly string[])[]): string | undefined {
  for (const source of sources) {
    const parts = source.map((name) => cells[name]);
    if (parts.every((part) => part !== undefined)) return parts.join('-');
  }
  return undefined;
}

/** The last word is the last name, by which a claim recognizes the person. */
export function splitName(
  name: string,
): Pick<Partial<Record<GuestField, string>>, 'first_name' | 'last_name'> {
  const at = name.lastIndexOf(' ');
  if (at < 0) return { first_name: name };
  return { first_name: name.slice(0, at).trim(), last_name: name.slice(at + 1) };
}

/** The shop of which a list has at least two columns that no other list has; undefined for none. */
export const nearestPreset = (columns: readonly string[]): GuestListPreset | undefined =>
  GUEST_LIST_PRESETS.find((preset) => {
    const { signs, fields } = PRESETS[preset];
    const own = new Set([...signs, ...Object.values(fields)].flat(2));
    return columns.filter((name) => own.has(name) && !COMMON.has(name)).length >= 2;
  });

/** Columns that any list may have. */
const COMMON = new Set([
  ...Object.values(OWN_FIELDS).flat(2),
  ...['e-mail', 'first name', 'last name', 'surname', 'email address', 'job title', 'product'],
  ...['ticket type', 'attendee name', 'attendee email', 'barcode'],
]);
