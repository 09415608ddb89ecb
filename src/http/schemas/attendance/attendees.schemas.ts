import { Id } from '../common.ts';
import { PeopleQuery } from '../people/users.schemas.ts';

export const AttendeesQuery = PeopleQuery.omit({ conference_id: true });

/** What a cursor over attendees holds: the place of the last one in the order of arrival. */
export const AttendeePosition = Id;
