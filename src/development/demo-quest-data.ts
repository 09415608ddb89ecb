import type { TaskInput } from '../domain/quests/quest-tasks.ts';
import type { SentProof } from '../domain/quests/submissions.ts';
import type { TaskType } from '../domain/quests/task-types/task-type.ts';
import type { Motif } from './drawings/cover.ts';

/** The tour and the examples of the API reference name it. */
const CODE = 'HARBOR-7';

/** Quest 1. */
export const HUNT = {
  title: 'Harbor hunt',
  description: 'Eleven ways to find the harbor, and each other. Demo data.',
  is_active: true,
  is_featured: true,
  public_api_enabled: true,
  completion_points: 50,
} as const;

/** Quest 2, which starts with the conference. */
export const CREW = {
  title: 'Crew of the evening sail',
  description: 'Three people keep the log of the evening sail. Demo data.',
  is_active: true,
  registration_mode: 'approval',
  max_participants: 3,
} as const;

/** The pictures of quests 1 and 2. */
export const HUNT_COVER: Motif = { scene: 'lighthouse', hour: 'day' };
export const CREW_COVER: Motif = { scene: 'sails', hour: 'night' };

/** Tasks 1 to 11, one of each type. The attendance is at the first event. */
export const HUNT_TASKS: readonly TaskInput[] = [
  {
    type: 'link',
    title: 'Read about the dockyard',
    points: 5,
    config: { url: 'https://harbor.example/dockyard' },
  },
  {
    type: 'text',
    title: 'A poem about the pier',
    description: 'Two lines are enough.',
    points: 20,
    config: { max_length: 500 },
  },
  { type: 'photo', title: 'Photo at the pier', points: 20, is_required: false },
  {
    type: 'code',
    title: 'Find the lighthouse',
    description: 'The code is on its door.',
    points: 10,
    config: { code: CODE },
  },
  {
    type: 'quiz',
    title: 'What guides ships by light?',
    points: 15,
    config: {
      options: [
        { id: 'buoy', label: 'A bell buoy' },
        { id: 'lighthouse', label: 'A lighthouse' },
        { id: 'crane', label: 'A crane' },
      ],
      correct_option_ids: ['lighthouse'],
    },
  },
  {
    type: 'poll',
    title: 'Where shall we eat on the last evening?',
    points: 5,
    config: {
      options: [
        { id: 'pier', label: 'On the pier' },
        { id: 'boat', label: 'On a boat' },
      ],
    },
  },
  { type: 'connections', title: 'Meet two people', points: 15, config: { count: 2 } },
  {
    type: 'event_attendance',
    title: 'Be at the opening',
    points: 10,
    config: { when: 'checked_in' },
  },
  { type: 'conference_registration', title: 'Come to the conference', points: 5 },
  {
    type: 'profile',
    title: 'Say who you are',
    points: 10,
    config: { fields: ['headline', 'interests'] },
  },
  { type: 'external', title: 'Visit the booth of Tideline', points: 10, is_required: false },
];

/** Task 12. */
export const CREW_TASK: TaskInput = { type: 'text', title: 'Write a page of the log', points: 30 };

/**
 * The submissions of users for tasks of quest 1; `person` is an index of `DEMO_PEOPLE`. Their first
 * submission starts the quest, which awards tasks 9 and 10 before: the texts are the submissions 3,
 * 6 and 9.
 */
export const SUBMISSIONS: readonly (SentProof & { person: number; type: TaskType })[] = [
  {
    person: 1,
    type: 'text',
    text: 'The pier is long, the night is wide;\nmy laptop went out with the tide.',
  },
  { person: 2, type: 'text', text: 'A pier.' },
  {
    person: 3,
    type: 'text',
    text: 'We came for talks and stayed for tea;\nthe hallway track goes out to sea.',
  },
  { person: 3, type: 'code', answer: CODE },
  { person: 3, type: 'poll', option_ids: ['pier'] },
  { person: 4, type: 'quiz', option_ids: ['lighthouse'] },
  { person: 4, type: 'poll', option_ids: ['boat'] },
  { person: 1, type: 'link' },
];
/** The text of this person is approved; the others await review. */
export const APPROVED_PERSON = 3;

/** Registration requests 1 to 3 for quest 2; `person` is an index of `DEMO_PEOPLE`. */
export const QUEST_REQUESTS = [
  { person: 1, message: 'I have sailed since I was six.' },
  { person: 2, message: null },
  { person: 0, message: 'I know the harbor well.' },
] as const;

/** Templates 1 and 2, of quests 1 and 2. */
export const REMINDER = {
  name: 'Last evening',
  title: 'The hunt ends tonight',
  body: 'Hello {{first_name|there}}, you have done {{quest_progress}} of {{quest_title}}.',
};
export const CREW_REMINDER = {
  name: 'Before the sail',
  body: 'Hello {{first_name|there}}, bring a jacket for {{quest_title}}.',
};
