import { normalized } from '../../lib/normalized.ts';

/** The ticket shops whose guest lists are read as they are. */
export const GUEST_LIST_PRESETS = ['pretix', 'luma', 'eventbrite'] as const;
export type GuestListPreset = (typeof GUEST_LIST_PRESETS)[number];

/** The fields that the columns of a guest list can fill. */
export const GUEST_FIELDS = [
  'messenger_id',
  'ticket_code',
  'email',
  'username',
  'first_name',
  'last_name',
  'company',
  'job_title',
  'ticket_type',
] as const;
export type GuestField = (typeof GUEST_FIELDS)[number];

/** The header name of each field, as it is in the file. */
export type GuestColumns = Readonly<Partial<Record<GuestField, string>>>;

/** Cells by column name, as `openTable` gives them: names in lower case, no empty cells. */
type Cells = Readonly<Record<string, string>>;

/** Which columns of a guest list are read, and which of its rows count. */
export interface GuestList {
  /** Names in lower case; the header row has at least one of them. */
  readonly keys: readonly string[];
  /** Names in lower case; the header row has all of them. */
  readonly required: readonly string[];
  /** All columns that are read, in lower case. */
  readonly columns: readonly string[];
  /** The fields of a row; those without a value are absent. */
  rowOf(cells: Cells): Partial<Record<GuestField, string>>;
  /** Why a row does not count; undefined for a row that does. */
  leftOut(cells: Cells): string | undefined;
}

interface Preset {
  readonly title: string;
  /** Columns of which each list of the shop has one, in each of these groups. */
  readonly signs: readonly (readonly string[])[];
  readonly required: readonly string[];
  /** The columns of a field, best first. The cells of a list of columns are joined by `-`. */
  readonly fields: Partial<Record<GuestField, readonly (string | readonly string[])[]>>;
  /** The column of whole names, for rows without a first and a last name. */
  readonly name?: string;
  readonly status: string;
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
      first_name: ['attendee name: given name', 'attendee name: first name'],
      last_name: ['attendee name: family name', 'attendee name: last name'],
      company: ['company'],
      ticket_type: ['product'],
    },
    name: 'attendee name',
    // Absent in check-in lists, which contain no cancelled order.
    status: 'status',
    counts: (status) => !/^cancell?ed/.test(status),
  },
  luma: {
    title: 'Luma',
    signs: [['guest_id', 'api_id', 'guest_api_id'], ['approval_status']],
    required: ['approval_status'],
    fields: {
      ticket_code: ['guest_id', 'guest_api_id', 'api_id'],
      email: ['email'],
      first_name: ['first_name'],
      last_name: ['last_name'],
      ticket_type: ['ticket_name'],
    },
    name: 'name',
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
      first_name: ['attendee first name', 'first name'],
      last_name: ['attendee last name', 'attendee surname', 'last name', 'surname'],
      company: ['company'],
      job_title: ['job title'],
      ticket_type: ['ticket type'],
    },
    name: 'name',
    status: 'attendee status',
    blank: 'info requested',
    counts: (status) => status === 'attending' || status === 'checked in',
  },
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
 * column takes the place of the one of the preset.
 */
export function guestList(preset: GuestListPreset | undefined, columns: GuestColumns): GuestList {
  const shop = preset && PRESETS[preset];
  const named = new Map(Object.entries(columns).map(([field, name]) => [field, lower(name)]));
  const fields = GUEST_FIELDS.flatMap((field) => {
    const name = named.get(field);
    const sources = name === undefined ? shop?.fields[field] : [name];
    return sources ? [{ field, sources: sources.map((source) => [source].flat()) }] : [];
  });
  const whole = named.has('first_name') || named.has('last_name') ? undefined : shop?.name;
  const read = fields.flatMap(({ sources }) => sources.flat());
  return {
    keys: shop ? (shop.signs[0] ?? []) : [...named.values()],
    required: shop?.required ?? [],
    columns: [...new Set([...read, ...(whole ? [whole] : []), ...(shop ? [shop.status] : [])])],
    rowOf: (cells) => {
      const row: Partial<Record<GuestField, string>> = {};
      for (const { field, sources } of fields) {
        const value = firstOf(cells, sources);
        if (value !== undefined && value.toLowerCase() !== shop?.blank) row[field] = value;
      }
      const name = whole && cells[whole];
      return name && !row.first_name && !row.last_name ? { ...row, ...splitName(name) } : row;
    },
    leftOut: (cells) => {
      if (!shop) return undefined;
      const status = cells[shop.status];
      // Without a status, nobody knows whether the guest is approved.
      if (status === undefined) {
        return shop.required.includes(shop.status) ? `${shop.status} is empty` : undefined;
      }
      if (shop.counts(status.toLowerCase())) return undefined;
      return `${shop.status} is ${status.slice(0, SHOWN_STATUS).toWellFormed()}`;
    },
  };
}

const SHOWN_STATUS = 50;

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
function splitName(name: string): Partial<Record<GuestField, string>> {
  const at = name.lastIndexOf(' ');
  if (at < 0) return { first_name: name };
  return { first_name: name.slice(0, at).trim(), last_name: name.slice(at + 1) };
}
