import { z } from 'zod';
import { ORGANIZER_STATUSES } from '../../../domain/attendance/organizer-notes.ts';
import {
  ConferenceParamsSchema,
  IdParamsSchema,
  IdSchema,
  lines,
  PathIdSchema,
  QueryFlagSchema,
  text,
} from '../common.ts';
import { AnyMessengerIdSchema, UsernameSchema } from '../imports.schemas.ts';
import { onlyOne, refuse } from '../reasons.schemas.ts';

export const EventAttendeeParamsSchema = IdParamsSchema.extend({ user_id: PathIdSchema });
export const ConferenceAttendeeParamsSchema = ConferenceParamsSchema.extend({
  user_id: PathIdSchema,
});

const person = {
  user_id: IdSchema.optional(),
  messenger_id: AnyMessengerIdSchema.optional(),
  username: UsernameSchema.optional(),
};

const wish = {
  over_capacity: z
    .boolean()
    .default(false)
    .describe('`true`: give a seat even if none is free. The next freed seats make up for it.'),
  notify: z.boolean().default(true).describe('`false`: the user gets no notification.'),
};
const ticket_type = text(100).nullable().optional();
const desk_note = lines(1_000)
  .nullable()
  .optional()
  .describe('A note for the desk and the door, which check-in shows; null deletes it.');

interface Given {
  readonly user_id?: number | undefined;
  readonly messenger_id?: number | undefined;
  readonly username?: string | undefined;
}

/** Requires exactly one identifier of a user. */
const personOf = ({ user_id, messenger_id, username }: Given, context: z.RefinementCtx) =>
  onlyOne(context, { user_id, messenger_id, username });

const status = z
  .enum(['registered', 'waitlisted'])
  .optional()
  .describe('Without it: a seat if one is free, else the waitlist.');
const description = 'Requires one of `user_id`, `messenger_id` and `username`.';

export const NewEventAttendeeSchema = z
  .object({ ...person, status, ...wish })
  .transform(({ user_id, messenger_id, username, ...given }, context) => ({
    person: personOf({ user_id, messenger_id, username }, context),
    wish: given,
  }))
  .meta({ id: 'NewEventAttendee', description, examples: [{ user_id: 1 }, { username: '@ada' }] });

const walkInFields = {
  first_name: text(256)
    .optional()
    .describe('Without a user: a person who comes without an account and without a ticket.'),
  last_name: text(256).optional(),
  company: text(200).optional(),
  check_in: z.boolean().optional().describe('`true`: the walk-in comes in at once.'),
};
type WalkInFields = z.output<z.ZodObject<typeof walkInFields>>;

/** A user, or the names of a walk-in. */
function newcomerOf(
  given: Given & WalkInFields & { readonly ticket_type?: string | null | undefined },
  context: z.RefinementCtx,
) {
  const { first_name, last_name, company, check_in, ticket_type = null } = given;
  const isUser = [given.user_id, given.messenger_id, given.username].some((id) => id !== undefined);
  if (first_name !== undefined && !isUser) {
    const others = { last_name: last_name ?? null, company: company ?? null, ticket_type };
    return { walkIn: { person: { first_name, ...others }, isCheckedIn: check_in ?? false } };
  }
  const walkInOnly = Object.entries({ first_name, last_name, company, check_in });
  const [field] = walkInOnly.find(([, value]) => value !== undefined) ?? [];
  if (field === undefined) return { person: personOf(given, context) };
  return isUser
    ? refuse(context, [field], 'expected only for a walk-in, without a user', 'not_allowed')
    : refuse(context, ['first_name'], 'expected a first_name', 'required');
}

export const NewConferenceAttendeeSchema = z
  .object({ ...person, ...walkInFields, status, ticket_type, ...wish })
  .transform((given, context) => {
    const { user_id, messenger_id, username, first_name, last_name, company, check_in, ...wish } =
      given;
    return { newcomer: newcomerOf(given, context), wish };
  })
  .meta({
    id: 'NewConferenceAttendee',
    description: `${description.slice(0, -1)}, or the \`first_name\` of a walk-in.`,
    examples: [
      { user_id: 1, ticket_type: 'speaker' },
      { first_name: 'Grace', last_name: 'Hopper', company: 'Quayside', check_in: true },
    ],
  });

const newStatus = z
  .enum(ORGANIZER_STATUSES)
  .optional()
  .describe('`registered` gives a seat, `waitlisted` and `cancelled` take it.');

const queue = z
  .literal('first')
  .optional()
  .describe('Moves one who waits to the front of the queue.');

export const EventAttendeeChangeSchema = z
  .object({ status: newStatus, queue, desk_note, ...wish })
  .meta({ id: 'EventAttendeeChange', examples: [{ status: 'registered', over_capacity: true }] });

export const ConferenceAttendeeChangeSchema = z
  .object({ status: newStatus, queue, ticket_type, desk_note, ...wish })
  .meta({ id: 'ConferenceAttendeeChange', examples: [{ ticket_type: 'press', notify: false }] });

const notify = QueryFlagSchema.default(true).describe('`false`: the user gets no notification.');

export const EventAttendeeRemovalQuerySchema = z.object({ notify });
export const ConferenceAttendeeRemovalQuerySchema = z.object({
  notify,
  reopen: QueryFlagSchema.default(false).describe(
    '`true`: the wrong person claimed an invitation by username. The invitation reopens with its seat, and this user can never claim it again.',
  ),
});
