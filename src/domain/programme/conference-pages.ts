import type { Translations } from '../messaging/languages.ts';

/** `map`: its picture has marks. A conference has at most one. */
export const PAGE_KINDS = ['text', 'map'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];

export const MAX_PAGES = 20;
export const MAX_MARKS = 200;
/** Marks are in per mille of the width and the height of the picture. */
export const MAX_COORDINATE = 1_000;

/** A place on a map: a room of the conference, or what its label says. */
export interface MarkInput {
  readonly room_id?: number | null | undefined;
  readonly label?: string | null | undefined;
  readonly x: number;
  readonly y: number;
}

export interface PageMark {
  /** Null for a mark with a label. */
  readonly room_id: number | null;
  /** The name of the room. */
  readonly room: string | null;
  readonly label: string | null;
  readonly x: number;
  readonly y: number;
}

/** An information page of a conference, or its map. */
export interface ConferencePage {
  readonly id: number;
  readonly conference_id: number;
  readonly kind: PageKind;
  readonly title: string;
  /** A subset of Markdown, which clients render: paragraphs, lists, bold, links to https. */
  readonly body: string;
  readonly image_url: string | null;
  /** The order of the organizers. */
  readonly position: number;
  readonly translations: Translations;
  readonly marks: readonly PageMark[];
  /** Raised by each edit. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fields that organizers set besides the marks. */
export type PageFields = Pick<ConferencePage, 'title' | 'body' | 'image_url' | 'translations'>;

/** Absent fields keep their value. */
export type PageChanges = { readonly [F in keyof PageFields]?: PageFields[F] | undefined } & {
  readonly marks?: readonly MarkInput[] | undefined;
};

export type NewPage = PageChanges & Pick<PageFields, 'title'> & { readonly kind: PageKind };

/** The marks as an input of them would have them, to compare two lists. */
export const markInputs = (marks: readonly MarkInput[]) =>
  marks.map(({ room_id = null, label = null, x, y }) => ({ room_id, label, x, y }));
