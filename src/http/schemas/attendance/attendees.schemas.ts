import { IdSchema } from '../common.ts';
import { UsersQuerySchema } from '../people/users.schemas.ts';
import { searchPosition } from '../search.schemas.ts';

export const AttendeesQuerySchema = UsersQuerySchema.omit({ conference_id: true });

/** A cursor over attendees holds the queue number of the last one. */
export const AttendeePositionSchema = searchPosition(IdSchema);
