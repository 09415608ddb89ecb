import { z } from 'zod';
import { AUDIT_ACTIONS, type AuditAction } from '../../../domain/operations/audit-log.ts';
import { IdSchema, InstantSchema, PathIdSchema, text } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { FromSchema, ToSchema } from '../periods.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';

const ACTIONS = Object.keys(AUDIT_ACTIONS) as AuditAction[];
const SUBJECT_TYPES = [...new Set(Object.values(AUDIT_ACTIONS))];

const ValuesSchema = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('Only the changed fields; null when there are none or the user was erased.');

/** One change that an administrator made. */
export const AuditRowSchema = z
  .object({
    id: IdSchema,
    at: InstantSchema,
    actor: z
      .string()
      .describe(
        '`key` and the id of the API key, also for its tokens and sessions; never the secret itself. `operator` for a command of an operator.',
      ),
    administrator: z
      .object({ id: IdSchema, name: z.string() })
      .nullable()
      .describe('The owner of the key; null for a key of a machine or of the settings.'),
    key: z
      .string()
      .nullable()
      .describe(
        'The id of the key, as in `actor`: the `public_id` of a stored key, or 8 hex digits of one of `ADMIN_API_KEY`. null without a valid key.',
      ),
    key_name: z.string().nullable().describe('The present name of a stored key.'),
    ip: z.string().nullable().describe('The address of the client; null for an operator.'),
    action: z.enum(ACTIONS),
    subject_type: z.enum(SUBJECT_TYPES),
    subject_id: IdSchema.nullable().describe(
      'null when the action has many subjects, such as an import, or none.',
    ),
    subject_name: z
      .string()
      .nullable()
      .describe(
        'The present name or title; null without one, if the subject is gone, and for a user without the scope `people:read`.',
      ),
    conference_id: IdSchema.nullable().describe(
      'Of the subject at that time; null for a subject of none or several conferences, and in rows from before this field.',
    ),
    before: ValuesSchema,
    after: ValuesSchema,
    people: z
      .array(z.object({ id: IdSchema, name: z.string() }))
      .describe(
        'The users whom `user_id` of `before` and `after` refers to; empty without the scope `people:read`.',
      ),
    request_id: z
      .string()
      .describe(
        'The `X-Request-Id` of the request, as in the service log; one per command of an operator.',
      ),
  })
  .meta({ id: 'AuditRow' });

const SORTS = { id: 'number' } as const;

export const AuditQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(SORTS, '-id'),
  subject_type: text(50).optional().describe('For example `event`.'),
  subject_id: PathIdSchema.optional(),
  conference_id: PathIdSchema.optional(),
  action: text(1_000)
    .transform((given) => given.split(',').map((action) => action.trim()))
    .optional()
    .describe('One or several, such as `event.update,event.delete`.'),
  actor: text(100).optional(),
  administrator_id: PathIdSchema.optional(),
  key: text(50).optional().describe('The id of a key, for example `kg3q5w2a`.'),
  request_id: text(128).optional(),
  from: FromSchema.optional(),
  to: ToSchema.optional(),
  format: z
    .enum(['json', 'csv'])
    .default('json')
    .describe('`csv` returns all rows in one file and ignores `page`, `limit` and `cursor`.'),
});

export const auditPosition = ({ sort }: z.output<typeof AuditQuerySchema>) =>
  sortPosition(SORTS, sort);
