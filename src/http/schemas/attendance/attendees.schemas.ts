import { IdSchema } from '../common.ts';
import { UsersQuerySchema } from '../people/users.schemas.ts';

export const AttendeesQuerySchema = UsersQuerySchema.omit({ conference_id: true });

/** What a cursor over attendees holds: the place of the last one in the order of arrival. */
export const AttendeePositionSchema = IdSchema;
