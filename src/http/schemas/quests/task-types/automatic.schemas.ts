import { z } from 'zod';
import {
  ATTENDED_WHEN,
  CONNECTED_WHEN,
  PROFILE_TASK_FIELDS,
} from '../../../../domain/quests/task-types/automatic.ts';
import { IdSchema } from '../../common.ts';
import { taskType } from './task-type.schemas.ts';

const WhenSchema = z.enum(ATTENDED_WHEN).describe('`registered`: a seat is enough.');
const WhenInputSchema = WhenSchema.describe(
  '`registered`: a seat is enough. `checked_in`: use it where points matter.',
);

const seatInputs = { event_id: IdSchema, when: WhenInputSchema };

export const eventAttendance = taskType('event_attendance', {
  shown: { event_id: IdSchema, when: WhenSchema },
  created: z.object(seatInputs).partial({ when: true }),
  inputs: seatInputs,
});

const registrationInputs = {
  conference_id: IdSchema.describe('That of the quest by default.'),
  when: WhenInputSchema,
};

export const conferenceRegistration = taskType('conference_registration', {
  shown: { conference_id: IdSchema, when: WhenSchema },
  created: z.object(registrationInputs).partial().prefault({}),
  inputs: registrationInputs,
});

const ConnectedWhenSchema = z
  .enum(CONNECTED_WHEN)
  .describe('`met`: only connections of users who met, by a meet code. Absent means `accepted`.');
const connectionInputs = { count: z.int().min(1).max(100), when: ConnectedWhenSchema };

export const connections = taskType('connections', {
  shown: { count: z.int(), when: ConnectedWhenSchema.optional() },
  created: z.object(connectionInputs).partial({ when: true }),
  inputs: connectionInputs,
});

const FieldsSchema = z.array(z.enum(PROFILE_TASK_FIELDS));
const profileInputs = { fields: FieldsSchema.min(1).max(PROFILE_TASK_FIELDS.length) };

export const profile = taskType('profile', {
  shown: { fields: FieldsSchema },
  created: z.object(profileInputs),
  inputs: profileInputs,
});
