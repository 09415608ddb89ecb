import { z } from 'zod';
import { ATTENDED_WHEN, CONNECTED_WHEN } from '../../../../domain/quests/task-types/automatic.ts';
import { TASK_TYPES, type TaskType } from '../../../../domain/quests/task-types/task-type.ts';
import type { GivenConfig } from '../../../../domain/quests/task-types/task-types.ts';
import { code, external, link, photo, poll, quiz, text } from './answered.schemas.ts';
import {
  conferenceRegistration,
  connections,
  eventAttendance,
  profile,
} from './automatic.schemas.ts';
import type { TaskTypeSchemas } from './task-type.schemas.ts';

/** The schemas of each type of task, in the order of the API reference. */
const TASK_TYPE_SCHEMAS = {
  link,
  text,
  photo,
  code,
  quiz,
  poll,
  connections,
  event_attendance: eventAttendance,
  conference_registration: conferenceRegistration,
  profile,
  external,
} satisfies Readonly<Record<TaskType, TaskTypeSchemas>>;
const { link: first, ...others } = TASK_TYPE_SCHEMAS;
const rest = Object.values(others);

/** A task of each type, as everyone sees it. */
export const TypedTaskSchema = z.discriminatedUnion('type', [
  first.task,
  ...rest.map(({ task }) => task),
]);

/** A new task of each type. */
export const NewTypedTaskSchema = z.discriminatedUnion(
  'type',
  [first.newTask, ...rest.map(({ newTask }) => newTask)],
  { error: `expected one of ${TASK_TYPES.join(', ')}` },
);

const NoSettingsSchema = z.strictObject({});
const withSettings = Object.values(TASK_TYPE_SCHEMAS)
  .map(({ stored }) => stored)
  .filter(({ shape }) => Object.keys(shape).length > 0);

/** The public settings of each type, as they are stored. They differ by their fields. */
export const TaskConfigSchema = z.union([...withSettings, NoSettingsSchema]).meta({
  id: 'TaskConfig',
  description:
    'The settings of the type. Codes and the correct options of a quiz are never part of it.',
});

/** Settings that change. Those of other types than the task's are ignored. */
export const TaskConfigChangeSchema = z
  .object({
    ...link.inputs,
    ...text.inputs,
    ...code.inputs,
    ...quiz.inputs,
    ...poll.inputs,
    ...connections.inputs,
    ...eventAttendance.inputs,
    ...conferenceRegistration.inputs,
    ...profile.inputs,
    when: z
      .enum([...ATTENDED_WHEN, ...CONNECTED_WHEN])
      .describe('`accepted` and `met` for connections, `registered` and `checked_in` for seats.'),
  } satisfies Record<keyof GivenConfig, z.ZodType>)
  .partial()
  .meta({ id: 'TaskConfigChange', examples: [{ max_tries: 5 }] });
