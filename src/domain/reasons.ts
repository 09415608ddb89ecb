/**
 * The machine codes of what is wrong with a field, a row of an import, or the state of a resource, each
 * with the parameters that its sentence needs. The name of another field is in `field` or `fields`.
 * Codes are part of the API; they never change.
 */
export const REASONS = {
  // A value by itself.
  required: [],
  type: ['expected'],
  format: ['format'],
  one_of: ['values'],
  too_short: ['min'],
  too_long: ['max'],
  length: ['min', 'max'],
  too_small: ['min'],
  too_big: ['max'],
  above: ['min'],
  below: ['max'],
  too_few: ['min'],
  too_many: ['max'],
  step: ['step'],
  not_zero: [],
  repeated: [],
  characters: [],
  years: ['min', 'max'],
  future: [],
  past: [],
  too_far: ['days'],
  too_long_after: ['days'],
  unknown: ['fields'],
  not_allowed: [],
  not_found: [],
  invalid: [],
  // A value beside another one.
  one_required: ['fields'],
  needs: ['field'],
  not_beside: ['field'],
  after: ['field'],
  not_before: ['field'],
  at_most: ['field'],
  other_than: ['field'],
  mismatch: ['field'],
  self: [],
  audience: [],
  several_conferences: [],
  // Texts with variables, and links.
  unknown_variable: ['variable'],
  variable_needs_quest: ['variable'],
  braces: [],
  address_not_allowed: [],
  // Files.
  file_type: ['expected'],
  file_too_large: ['max_mib'],
  file_empty: [],
  file_incomplete: [],
  file_damaged: [],
  file_password: [],
  image_too_large: ['max'],
  image_too_many_pixels: ['max_megapixels'],
  image_frames: ['max'],
  quote_not_closed: ['row'],
  no_header: [],
  no_columns: ['expected', 'found'],
  no_column: ['column'],
  column_name: ['column'],
  column_repeated: ['column'],
  no_name_column: ['found'],
  looks_like: ['shop'],
  several_events: [],
  no_recipients: [],
  // Rows of an import.
  formula: ['value'],
  needs_contacts: [],
  same_item: ['row'],
  too_many_cells: [],
  same_person: ['row'],
  email_shared: ['row', 'other'],
  email_ambiguous: [],
  code_rounded: [],
  erased: [],
  withdrawn: [],
  cancelled: [],
  blocked: [],
  declined: ['status'],
  taken: [],
  type_full: ['name'],
  // The state of a resource.
  gone: ['what'],
  concurrent: [],
  status: ['status'],
  decided: ['status'],
  decided_by: ['status', 'name'],
  changed: [],
  in_use: ['count'],
  on_agenda: ['count'],
  has_contents: ['events', 'attendees', 'invitations', 'quests'],
  has_participants: ['count'],
  has_attendees: ['count'],
  has_answers: [],
  unanswered: ['question_id', 'label'],
  has_points: [],
  has_scans: [],
  list_changed: [],
  last_owner: [],
  revoked: [],
  disabled: [],
  claimed: [],
  not_claimed: [],
  merged: [],
  both_have_users: [],
  is_default: [],
  no_app_address: [],
  no_administrator: [],
  no_messenger_id: [],
  bot_not_started: [],
  is_reminder: [],
  is_spreadsheet: [],
  no_anchor: [],
  pin_limit: ['max'],
  partner: [],
  not_in_calendar: [],
  // What an organizer should check, although it is allowed.
  booked: ['name', 'title'],
  small_room: ['name', 'capacity', 'seats'],
  many_hours: ['hours'],
  outside_days: ['starts_on', 'ends_on'],
  contents_outside_days: ['agenda_items', 'events'],
  quest_stays: ['title'],
  item_ended: [],
  item_running: [],
  item_ends_too_early: [],
  more: ['count'],
  not_utf8: [],
  row_outside_days: ['row', 'title', 'day', 'starts_on', 'ends_on'],
  row_many_hours: ['row', 'title', 'hours'],
  one_speaker: ['row', 'name'],
  key_titles: ['key', 'titles'],
  absent_kept: [],
  key_names: ['key', 'names'],
  keys_of_several: ['name', 'ids'],
  speaker_renamed: ['before', 'after'],
  speaker_name_kept: ['after', 'given'],
  unknown_zone: ['zone', 'instead'],
  schedule_note: ['note', 'count'],
  // Rows of a guest list that are no guests.
  no_guest: ['column', 'value'],
  no_guest_status: ['column'],
  guest_erased: [],
  rows_left_out: ['count', 'why'],
  many_cancelled: ['count', 'of'],
  // Events of a calendar. `property` is its name in the calendar.
  calendar_note: ['note', 'value', 'count'],
  property_missing: ['property'],
  property_invalid: ['property'],
  property_value: ['property', 'value'],
  property_often: ['property', 'max'],
  repeats_too_often: [],
  ends_before_start: [],
  not_public: ['property', 'value'],
  too_many_events: ['max'],
  no_events: [],
  only_tasks: ['count'],
  outside_window: ['ranges'],
  older_revision: ['sequence'],
  older_state: ['sequence', 'changed_at'],
  event_repeated: [],
  event_deleted: [],
  event_never_held: [],
  event_moved_away: [],
  events_kept: [],
  // Runs of a source.
  empty_list: [],
  far_from_days: ['day', 'starts_on', 'ends_on'],
  few_rows: ['count', 'before'],
  fields_edited: ['count'],
  many_moved: ['absent', 'moved', 'of'],
  restless: ['count'],
  rows_while_running: ['count', 'max'],
  same_slot: ['title', 'starts_at'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ReasonCode = keyof typeof REASONS;
type Param = string | number | readonly (string | number)[];

/**
 * What is wrong, for a program that says it in the reader's language. About one of several items, its title is in the
 * parameter `item`, too.
 */
export interface Reason {
  readonly code: ReasonCode;
  readonly params: Readonly<Record<string, Param>>;
}

/** The parameters of a code, as a last argument; none for a code without them. */
export type ParamsOf<C extends ReasonCode> = (typeof REASONS)[C] extends readonly []
  ? []
  : [params: Readonly<Record<(typeof REASONS)[C][number], Param>>];

export const reason = <C extends ReasonCode>(code: C, ...[params]: ParamsOf<C>): Reason => ({
  code,
  params: params ?? {},
});

/** For the check of a schema: its sentence, and what it means to a program. */
export const because = <C extends ReasonCode>(error: string, code: C, ...params: ParamsOf<C>) => ({
  error,
  params: { ...reason(code, ...params) },
});

/** What a reader should check, although it was done: a sentence, and what it means to a program. */
export interface Remark extends Reason {
  readonly message: string;
}

export const remark = <C extends ReasonCode>(
  message: string,
  code: C,
  ...params: ParamsOf<C>
): Remark => ({ message, ...reason(code, ...params) });

/** Remarks as an answer has them: the sentences alone, and with their meaning. */
export const remarked = (remarks: readonly Remark[]) => ({
  warnings: remarks.map(({ message }) => message),
  remarks,
});
