/** An event or an agenda item as the text of a notice shows it. */
export interface NoticedThing {
  readonly title: string;
  /** An instant in ISO 8601, as `ends_at`. Texts show both in `timezone`. */
  readonly starts_at: string;
  readonly ends_at: string;
  readonly timezone: string;
  /** Absent for an agenda item. */
  readonly all_day?: boolean;
  /** Name or address of the venue, or the room. */
  readonly place: string | null;
  readonly status: string;
}
