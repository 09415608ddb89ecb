import { z } from 'zod';
import {
  REPORT_OUTCOMES,
  REPORT_REASONS,
  REPORT_STATUSES,
} from '../../../domain/networking/user-reports.ts';
import { IdSchema, InstantSchema, lines, PathIdSchema } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { ProfileSchema } from '../people/users.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';

const reason = z.enum(REPORT_REASONS);

export const ReportingSchema = z
  .object({
    reason,
    text: lines(1_000).nullish().describe('What happened, in your words.'),
    connection_id: IdSchema.nullish().describe(
      'Your connection or request with this user, whose message the report is about.',
    ),
  })
  .meta({
    id: 'UserReporting',
    examples: [{ reason: 'spam', text: 'Offers loans.', connection_id: 12 }],
  });

/** A report as its reporter sees it. */
export const UserReportSchema = z
  .object({
    id: IdSchema,
    reported_id: IdSchema,
    reason,
    text: z.string().nullable(),
    connection_id: IdSchema.nullable(),
    created_at: InstantSchema,
  })
  .meta({ id: 'UserReport' });

const person = { id: IdSchema, first_name: z.string(), last_name: z.string().nullable() };
const nullableText = z.string().nullable();

/** A report as moderators see it. */
export const AdminUserReportSchema = z
  .object({
    id: IdSchema,
    status: z.enum(REPORT_STATUSES),
    reason,
    text: nullableText.describe('Plain text of the reporter; null once they are erased.'),
    reporter: z.object(person).nullable().describe('null once they are erased.'),
    reported: z.object({ ...person, is_blocked: z.boolean() }),
    profile: z
      .object({
        first_name: z.string(),
        last_name: nullableText,
        photo_url: nullableText,
        headline: nullableText,
        company: nullableText,
        job_title: nullableText,
        bio: nullableText,
        looking_for: nullableText,
        offering: nullableText,
      })
      .describe('As it was when it was reported.'),
    connection_id: IdSchema.nullable().describe('null also once the connection is deleted.'),
    message: nullableText.describe('Of the connection, as it was when it was reported.'),
    created_at: InstantSchema,
    outcome: z.enum(REPORT_OUTCOMES).nullable(),
    note: nullableText.describe('The note of the moderator; no user sees it.'),
    resolved_at: InstantSchema.nullable(),
  })
  .meta({ id: 'AdminUserReport' });

export const ReportDecisionSchema = z
  .object({
    outcome: z
      .enum(REPORT_OUTCOMES)
      .describe('`warned` sends a notice to the reported user, `blocked` blocks their account.'),
    note: lines(2_000).nullish().describe('For other moderators.'),
  })
  .meta({ id: 'ReportDecision', examples: [{ outcome: 'warned', note: 'The second time.' }] });

const SORTS = { created_at: 'instant' } as const;

export const UserReportsQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(SORTS, '-created_at'),
  status: z.enum(REPORT_STATUSES).optional(),
  user_id: PathIdSchema.optional().describe('The reported user.'),
});

export const userReportPosition = ({ sort }: z.output<typeof UserReportsQuerySchema>) =>
  sortPosition(SORTS, sort);

export const PersonalUserReportSchema = z.object({
  id: IdSchema,
  user: z.object({ id: IdSchema, first_name: z.string() }),
  reason,
  text: nullableText,
  created_at: InstantSchema,
});

export const BlockSchema = z.object({ id: IdSchema, blocked: z.boolean() }).meta({ id: 'Block' });

const BlockedUserSchema = ProfileSchema.extend({ created_at: InstantSchema.nullable() }).meta({
  id: 'BlockedUser',
  description:
    'A hidden user has only `id` and `first_name`; other fields are null, `interests` is empty and `points` is 0.',
});

export const ListedBlockSchema = z
  .object({
    user: BlockedUserSchema,
    created_at: InstantSchema.describe('Since when you block the user.'),
  })
  .meta({ id: 'ListedBlock' });

/** A block in the export. */
export const PersonalBlockSchema = z.object({
  user: z.object({ id: IdSchema, first_name: z.string() }),
  created_at: InstantSchema,
});
