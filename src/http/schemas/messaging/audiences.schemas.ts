import { z } from 'zod';
import { ATTENDANCE_FILTERS, QUEST_STATUS_FILTERS } from '../../../domain/messaging/audiences.ts';
import { ONBOARDING_STATUSES } from '../../../domain/people/users.ts';
import { IdSchema, InstantInputSchema, text } from '../common.ts';
import { MessengerIdSchema } from '../imports.schemas.ts';
import { refuse } from '../reasons.schemas.ts';

const MAX_IDS = 10_000;
const MAX_TEXTS = 200;

const listed = <T extends z.ZodType>(item: T, max: number) =>
  z.array(item).min(1, 'expected at least one').max(max, `expected at most ${max}`).optional();

const AttendanceFilterSchema = z.enum(ATTENDANCE_FILTERS, {
  error: ({ input }) =>
    input === 'invited' ? 'They have not opened the app: export their claim links' : undefined,
});

const filters = {
  conference_ids: listed(IdSchema, MAX_IDS).describe('Users with a seat at one of these.'),
  event_ids: listed(IdSchema, MAX_IDS).describe('Users with a seat at one of these.'),
  attendance: listed(AttendanceFilterSchema, ATTENDANCE_FILTERS.length).describe(
    'Users who attend one of `conference_ids` or `event_ids`, of which exactly one is given, in one of these ways, instead of all with a seat. `registered`: with a seat, not checked in. `no_show`: the same, at a conference or event that has ended and was not cancelled.',
  ),
  ticket_types: listed(text(100), MAX_TEXTS).describe(
    'Users with one of these tickets, at one of `conference_ids` if given, else at any conference.',
  ),
  language_codes: listed(text(35), MAX_TEXTS).describe(
    "The language that the user chose, else the messenger's. Case-insensitive. `en` also matches `en-GB`.",
  ),
  onboarding_statuses: listed(z.enum(ONBOARDING_STATUSES), MAX_TEXTS),
  interests: listed(text(50), MAX_TEXTS).describe(
    'Users with one of these interests, case-insensitive.',
  ),
  user_ids: listed(IdSchema, MAX_IDS),
  messenger_ids: listed(MessengerIdSchema, MAX_IDS),
  answer: z
    .strictObject({ question_id: IdSchema, value: z.union([IdSchema, z.boolean()]) })
    .optional()
    .describe(
      'Users who chose this option of a question of a form, or answered it with this yes or no. A sensitive question reaches nobody.',
    ),
  quest_id: IdSchema.optional().describe('Together with `quest_status`.'),
  quest_status: z
    .enum(QUEST_STATUS_FILTERS)
    .optional()
    .describe(
      '`not_started`: attendees of the quest’s conference or event who are not participants, and admitted participants. `not_completed`: the same users, and participants in progress.',
    ),
  created_from: InstantInputSchema.optional(),
  created_to: InstantInputSchema.optional().describe('Exclusive.'),
};

const namingUnknown: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'unrecognized_keys'
    ? `unknown filter ${(issue.keys as string[]).map((key) => JSON.stringify(key)).join(', ')}`
    : undefined;

const countOf = (given: object): number =>
  Object.values(given).filter((filter) => filter !== undefined).length;

interface Related {
  readonly conference_ids?: readonly number[] | undefined;
  readonly event_ids?: readonly number[] | undefined;
  readonly attendance?: readonly string[] | undefined;
  readonly quest_id?: number | undefined;
  readonly quest_status?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
}

/** Refuses an empty period, one of the two filters of a quest alone, and an attendance of nothing or of both. */
function refuseUnrelated(
  { created_from, created_to, quest_id, quest_status, ...rest }: Related,
  context: z.RefinementCtx,
): void {
  if (rest.attendance && (rest.conference_ids === undefined) === (rest.event_ids === undefined)) {
    const message = 'expected exactly one of conference_ids and event_ids beside it';
    refuse(context, ['attendance'], message, 'one_required', {
      fields: ['conference_ids', 'event_ids'],
    });
  }
  if ((quest_id === undefined) !== (quest_status === undefined)) {
    const path = [quest_id === undefined ? 'quest_id' : 'quest_status'];
    refuse(context, path, 'expected both or none', 'required');
  }
  if (!created_from || !created_to || created_to > created_from) return;
  refuse(context, ['created_to'], 'expected a time after created_from', 'after', {
    field: 'created_from',
  });
}

/** Strict, unlike other schemas: a typo in a filter must never broaden the audience. */
export const AudienceSchema = z
  .strictObject(
    { all: z.literal(true, 'expected true').optional(), ...filters },
    { error: namingUnknown },
  )
  .superRefine(({ all, ...rest }, context) => {
    const given = countOf(rest);
    if (all && given > 0) refuse(context, [], 'expected either `all` or filters', 'audience');
    if (!all && given === 0)
      refuse(context, [], 'expected `all` or at least one filter', 'audience');
    refuseUnrelated(rest, context);
  })
  .meta({
    id: 'Audience',
    description:
      'Either `{ "all": true }` or filters. A user must match every given filter. Erased and blocked users are never notified.',
    examples: [{ conference_ids: [7], ticket_types: ['speaker', 'press'] }],
  });

/** The filters of an audience alone, equally strict. */
export const AudienceFiltersSchema = z
  .strictObject(filters, { error: namingUnknown })
  .superRefine((given, context) => {
    if (countOf(given) === 0) {
      refuse(context, [], 'expected at least one filter', 'required');
    }
    refuseUnrelated(given, context);
  })
  .meta({
    id: 'AudienceFilters',
    description: 'A user must match every given filter.',
    examples: [{ conference_ids: [7], ticket_types: ['speaker', 'press'] }],
  });

const count = z.int().describe('The number of users that this value alone reaches.');

const values = z.array(z.object({ value: z.string(), count }));

export const FilterValuesSchema = z
  .object({
    all_users: z.int().describe('The number of users that `all: true` reaches.'),
    everybody: z.int().meta({ deprecated: true, description: 'Use `all_users`, its new name.' }),
    quests: z
      .array(
        z.object({ id: IdSchema, title: z.string(), in_progress: count, completed: count, count }),
      )
      .describe('Users who have opened the quest themselves.'),
    conferences: z.array(z.object({ id: IdSchema, name: z.string(), count })),
    events: z.array(z.object({ id: IdSchema, title: z.string(), count })),
    ticket_types: values,
    language_codes: values.describe(
      'Languages in lower case. `en` also reaches users with `en-gb`.',
    ),
    onboarding_statuses: values,
    interests: values.describe('Interests in their most common spelling.'),
  })
  .meta({
    id: 'FilterValues',
    description: 'At most 200 values per filter, those that reach the most users first.',
  });

export const TemplateVariableSchema = z
  .object({
    name: z.string(),
    description: z.string(),
    example: z.string(),
  })
  .meta({ id: 'TemplateVariable' });
