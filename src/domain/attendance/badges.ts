import type { Conference } from '../programme/conferences.ts';

/** The formats that badges are printed in: A6, or a label 62 mm wide. */
export const BADGE_LAYOUTS = ['a6', 'label62'] as const;
export type BadgeLayout = (typeof BADGE_LAYOUTS)[number];

/** The most badges on one page, as the specification has it. */
export const MAX_BADGES = 500;

/** An attendee, or a guest without an account, who has a seat. */
export interface BadgeHolder {
  /** Null for a guest; then `invitation_id` is not. */
  readonly user_id: number | null;
  readonly invitation_id: number | null;
  /** Null if the guest list has no name. */
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company: string | null;
  readonly ticket_type: string | null;
  /** Its code is signed with it. */
  readonly queue_number: number;
}

/** Which badges to print; without a filter those of all. */
export interface BadgesFilter {
  readonly ticket_type?: string | undefined;
  /** Only who got a seat or another name later. */
  readonly since?: string | undefined;
  /** Users and invitations; a badge of either is printed. */
  readonly ids?: readonly number[] | undefined;
  readonly invitation_ids?: readonly number[] | undefined;
}

/** The last badge of a page. The next pages have the `as_of` of the first one. */
export interface BadgesPosition {
  readonly as_of: string;
  readonly name: string;
  readonly queue_number: number;
}

export interface Badge
  extends Pick<BadgeHolder, 'first_name' | 'last_name' | 'company' | 'ticket_type'> {
  /** What the door scans. */
  readonly code: string;
  /** The code as a QR code in SVG. */
  readonly qr_svg: string;
}

/** A page of badges. */
export interface BadgesSheet {
  readonly conference: Pick<Conference, 'name' | 'timezone'>;
  /** Drawn while they are read. */
  readonly badges: AsyncIterable<Badge>;
  readonly count: number;
  /** The `since` of the next print. */
  readonly as_of: string;
  readonly next: BadgesPosition | undefined;
}

/** The sizes of a name, the largest first. */
const NAME_SIZES = [
  { size: 'xl', units: 9 },
  { size: 'l', units: 14 },
  { size: 'm', units: 21 },
] as const;
export type NameSize = (typeof NAME_SIZES)[number]['size'] | 's';

/** Chinese, Japanese and Korean characters and emoji are as wide as two letters. */
const WIDE =
  /\p{Ideographic}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}/u;

const unitsOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);

const FAMILY_FIRST =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\s]+$/u;

/** The lines of a name. Chinese, Japanese and Korean ones are one line, the family name first. */
export function nameLines({
  first_name,
  last_name,
}: Pick<BadgeHolder, 'first_name' | 'last_name'>): readonly string[] {
  const lines = [first_name, last_name].filter((part) => part !== null);
  return lines.every((part) => FAMILY_FIRST.test(part)) ? [lines.toReversed().join('')] : lines;
}

/** The size in which the lines of a name fit the width of a badge; longer ones wrap in the smallest. */
export function nameSize(lines: readonly string[]): NameSize {
  const units = Math.max(0, ...lines.map(unitsOf));
  return NAME_SIZES.find((one) => units <= one.units)?.size ?? 's';
}
