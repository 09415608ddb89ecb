import { automatic } from './automatic.ts';

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
