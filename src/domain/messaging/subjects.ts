import type { EntitySnapshot } from './notification-args.ts';

/** What a message speaks of, as it is now. Of a subject that no longer exists there is none. */
export type SubjectNow =
  | ({ readonly kind: 'thing' } & EntitySnapshot)
  | {
      readonly kind: 'conference';
      readonly name: string;
      readonly starts_on: string;
      readonly ends_on: string;
      readonly ends_at: string;
      readonly timezone: string;
      readonly venue: string | null;
      readonly city: string | null;
      readonly status: string;
    }
  | { readonly kind: 'connection'; readonly status: string; readonly is_open: boolean }
  | { readonly kind: 'quest' | 'rating_day'; readonly ends_at: string | null };

/** By subject, as `event:12`. */
export type SubjectsNow = ReadonlyMap<string, SubjectNow>;

/** An event or an agenda item; undefined if it does not exist. */
export function snapshotIn(things: SubjectsNow, subject = ''): EntitySnapshot | undefined {
  const now = things.get(subject);
  if (now?.kind !== 'thing') return undefined;
  const { kind: _, ...thing } = now;
  return thing;
}

/** A seat is taken at its event or conference, and ends with it; so do a welcome and the reminder of a quest. */
const HOLDERS = {
  event_seat: 'event',
  conference_seat: 'conference',
  quest_reminder: 'quest',
  welcome: 'conference',
} as const;

/** The subject whose end is that of `subject`. */
export function holderOf(subject: string): string {
  const [kind = '', id] = subject.split(':');
  return kind in HOLDERS ? `${HOLDERS[kind as keyof typeof HOLDERS]}:${id}` : subject;
}

/** The end of a subject; null if it has none. */
export function endOf(now: SubjectNow): string | null {
  return 'ends_at' in now ? now.ends_at : null;
}
