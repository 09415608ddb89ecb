import type { NewSource } from '../../client/operations.d.ts';

export type SourceKind = NewSource['kind'];

/** What a list of sources is about, with the kinds that bring it. */
export const KINDS = {
  programme: ['schedule_json', 'schedule_xml', 'sessionize', 'ical'],
  guests: ['pretix', 'luma'],
} as const satisfies Readonly<Record<string, readonly SourceKind[]>>;
export type SourceGroup = keyof typeof KINDS;

export const groupOf = (kind: SourceKind): SourceGroup =>
  KINDS.guests.some((one) => one === kind) ? 'guests' : 'programme';

/** The shops whose own address is known. */
export const KNOWN_URLS: Readonly<Partial<Record<SourceKind, string>>> = {
  pretix: 'https://pretix.eu',
  luma: 'https://public-api.luma.com',
};
