import { type ConferenceRows, namedRows } from '../administration/conference-rows.ts';
import type { RelativeTime } from './relative-times.ts';

/**
 * The status of a user in a quest. `not_started`: attendees of its conference or event who are not
 * participants, and admitted participants. `not_completed`: the same users, and participants in
 * progress.
 */
export const QUEST_STATUS_FILTERS = [
  'not_started',
  'in_progress',
  'completed',
  'not_completed',
] as const;
export type QuestStatusFilter = (typeof QUEST_STATUS_FILTERS)[number];

/**
 * How a user attends one of the conferences or events of an audience. `registered`: with a seat, not
 * checked in. `no_show`: the same, at one that has ended. A cancelled one has no no-shows.
 */
export const ATTENDANCE_FILTERS = ['registered', 'checked_in', 'no_show', 'waitlisted'] as const;
export type AttendanceFilter = (typeof ATTENDANCE_FILTERS)[number];

/** A user must match every given filter. */
export interface AudienceFilters {
  /** Users with a seat at one of these. */
  readonly conference_ids?: readonly number[] | undefined;
  readonly event_ids?: readonly number[] | undefined;
  /**
   * Users who attend one of `conference_ids` or `event_ids`, of which one is given, in one of these
   * ways, instead of those with a seat.
   */
  readonly attendance?: readonly AttendanceFilter[] | undefined;
  /** Users with one of these tickets, at `conference_ids` if given, else at any conference. */
  readonly ticket_types?: readonly string[] | undefined;
  /** Case-insensitive; `en` also matches `en-GB`. */
  readonly language_codes?: readonly string[] | undefined;
  readonly onboarding_statuses?: readonly string[] | undefined;
  /** Users with one of these interests, case-insensitive. */
  readonly interests?: readonly string[] | undefined;
  readonly user_ids?: readonly number[] | undefined;
  readonly messenger_ids?: readonly number[] | undefined;
  /**
   * Users who answered a question so: with this option, or this yes or no. Not of a sensitive question, as the
   * number of recipients would say who answered what.
   */
  readonly answer?: { readonly question_id: number; readonly value: number | boolean } | undefined;
  /** Together with `quest_status`. */
  readonly quest_id?: number | undefined;
  readonly quest_status?: QuestStatusFilter | undefined;
  readonly created_from?: string | undefined;
  /** Exclusive. */
  readonly created_to?: string | undefined;
}

/** All users, the users in the job's own spreadsheet, or the users that match the filters. */
export type Audience = { readonly all: true } | { readonly spreadsheet: true } | AudienceFilters;

/** The filters of an audience; none for all users or a spreadsheet. */
export const filtersOf = (audience: Audience): AudienceFilters =>
  'all' in audience || 'spreadsheet' in audience ? {} : audience;

/** What an audience is limited to; nothing if it reaches users of all conferences. */
export const audienceRows = (audience: Audience): ConferenceRows => {
  const { conference_ids, event_ids, quest_id, answer } = filtersOf(audience);
  return {
    conference: conference_ids,
    event: event_ids,
    quest: quest_id,
    form_question: answer?.question_id,
  };
};

interface Scheduled {
  readonly scheduled_at?: string | RelativeTime | null | undefined;
}

/** What a relative time is about: a key of some conferences asks for no time of another one. */
export const anchorRows = ({ scheduled_at }: Scheduled): ConferenceRows =>
  typeof scheduled_at === 'object' && scheduled_at !== null
    ? { conference: scheduled_at.conference_id, event: scheduled_at.event_id }
    : {};

/** What a broadcast is about: its audience, its pin, and its time if it is relative. */
export function broadcastRows({
  audience,
  pin,
  ...given
}: Scheduled & {
  readonly audience: Audience;
  readonly pin?: { readonly conference_id: number } | null | undefined;
}): ConferenceRows {
  const [rows, anchor] = [audienceRows(audience), anchorRows(given)];
  // An audience of all conferences stays one.
  if (namedRows(rows).length === 0) return rows;
  const both = (kind: 'conference' | 'event') => [rows[kind] ?? [], anchor[kind] ?? []].flat();
  const pinned = pin?.conference_id ?? [];
  return { ...rows, conference: [both('conference'), pinned].flat(), event: both('event') };
}

/** What an edit of a job is about: the job, and its new audience, which may reach users of all conferences. */
export function editedRows(id: number, body: Parameters<typeof broadcastRows>[0]): ConferenceRows {
  const rows = broadcastRows(body);
  return { broadcast: id, ...(namedRows(rows).length === 0 ? { conference: null } : rows) };
}
