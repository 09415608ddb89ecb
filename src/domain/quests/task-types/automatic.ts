import { AppError, invalid } from '../../../errors.ts';
import { NO_PROOF } from '../submissions.ts';
import { type TaskRule, takesOnly } from './task-type.ts';

/**
 * The rule of a type whose tasks a fact in the database completes.
 *
 * @param when the values of its setting `when`, which several types have
 */
const automatic = <Config extends object>(
  defaults: TaskRule<Config>['defaults'],
  when: readonly string[] = [],
): TaskRule<Config, 'automatic'> => ({
  verification: 'automatic',
  calls: 'none',
  defaults,
  check(config) {
    const given = 'when' in config ? config.when : undefined;
    if (given !== undefined && !when.some((value) => value === given))
      throw invalid('config.when', `expected one of ${when.join(', ')}`, 'one_of', {
        values: when,
      });
  },
  verify(_config, sent, { fulfilled_at }) {
    takesOnly(sent);
    if (fulfilled_at === null)
      throw new AppError('TASK_NOT_FULFILLED', 'This task is not fulfilled yet');
    return { status: 'approved', proof: NO_PROOF };
  },
});

/** Whether a seat is enough, or the person must have checked in. */
export const ATTENDED_WHEN = ['registered', 'checked_in'] as const;
type AttendedWhen = (typeof ATTENDED_WHEN)[number];

interface ConferenceRegistration {
  readonly conference_id: number;
  readonly when: AttendedWhen;
}

/** A seat at a conference, or a check-in there; by default the conference of the quest. */
export const conferenceRegistration = automatic<ConferenceRegistration>(
  ({ conference_id }) => ({ conference_id: conference_id ?? undefined, when: 'registered' }),
  ATTENDED_WHEN,
);

/** Whether every accepted connection counts, or only one of users who met. */
export const CONNECTED_WHEN = ['accepted', 'met'] as const;
type ConnectedWhen = (typeof CONNECTED_WHEN)[number];

interface Connections {
  readonly count: number;
  /** Older tasks lack it: every accepted connection counts. */
  readonly when?: ConnectedWhen;
}

/** The number of accepted connections, or of connections of users who met. */
export const connections = automatic<Connections>(
  () => ({ count: undefined, when: 'accepted' }),
  CONNECTED_WHEN,
);

interface EventAttendance {
  readonly event_id: number;
  readonly when: AttendedWhen;
}

/** A seat at an event, or a check-in there. */
export const eventAttendance = automatic<EventAttendance>(
  () => ({ event_id: undefined, when: 'registered' }),
  ATTENDED_WHEN,
);

/** The profile fields that a task can ask for. */
export const PROFILE_TASK_FIELDS = [
  'photo_url',
  'headline',
  'company',
  'job_title',
  'bio',
  'interests',
  'looking_for',
  'offering',
  'socials',
] as const;
type ProfileField = (typeof PROFILE_TASK_FIELDS)[number];

/** A profile that has all of these fields. */
export const profile = automatic<{ readonly fields: readonly ProfileField[] }>(() => ({
  fields: undefined,
}));
