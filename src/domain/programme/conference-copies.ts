import type { Conference } from './conferences.ts';

/** What of a conference a copy can have besides its own fields. */
export const CONFERENCE_PARTS = [
  'rooms',
  'tracks',
  'agenda',
  'pages',
  'form_questions',
  'ticket_types',
  'checkpoints',
  'quests',
  'templates',
] as const;
export type ConferencePart = (typeof CONFERENCE_PARTS)[number];

/** A draft that begins on another day. */
export interface ConferenceCopyInput extends Pick<Conference, 'name' | 'starts_on'> {
  readonly slug?: string | undefined;
  readonly parts: readonly ConferencePart[];
}

/** Without the rooms and tracks that agenda items make. */
export interface CopiedAgenda {
  readonly rooms: number;
  readonly tracks: number;
  readonly agenda_items: number;
  /** Information pages, the map among them. */
  readonly pages: number;
  /** The live questions that registering asks. */
  readonly form_questions: number;
  /** Those that people choose. */
  readonly ticket_types: number;
  readonly checkpoints: number;
}
interface CopiedQuestRows {
  readonly quests: number;
  readonly quest_tasks: number;
  readonly reminder_templates: number;
}
/** The number of rows of each kind in a copy. */
export interface CopiedRows extends CopiedAgenda, CopiedQuestRows {}

export interface CopiedQuests extends CopiedQuestRows {
  /** Tasks of events, which a copy does not have. */
  readonly left_out: number;
}

const DAY_MS = 24 * 3_600_000;

/** The days from one day to another; negative for an earlier one. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS;
