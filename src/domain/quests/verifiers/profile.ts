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
export type ProfileField = (typeof PROFILE_TASK_FIELDS)[number];
