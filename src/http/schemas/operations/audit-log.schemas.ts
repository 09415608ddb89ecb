import { z } from 'zod';
import { AUDIT_ACTIONS, type AuditAction } from '../../../domain/operations/audit-log.ts';
import { CursorQuerySchema, IdSchema, InstantSchema, PathIdSchema, text } from '../common.ts';
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
        '`key` and the first 8 hex digits of the SHA-256 of the API key, also for its tokens; never the secret itself. `operator` for a command of an operator.',
      ),
    action: z.enum(ACTIONS),
    subject_type: z.enum(SUBJECT_TYPES),
    subject_id: IdSchema.nullable().describe(
      'null when the action has many subjects, such as an import, or none.',
    ),
    before: ValuesSchema,
    after: ValuesSchema,
    request_id: z
      .string()
      .describe(
        'The `X-Request-Id` of the request, as in the service log; one per command of an operator.',
      ),
  })
  .meta({
    id: 'AuditRow',
    examples: [
      {
        id: 42,
        at: '2026-05-14T09:00:00.000Z',
        actor: 'key 3f1a9c07',
        action: 'event.update',
        subject_type: 'event',
        subject_id: 42,
        before: { capacity: 80 },
        after: { capacity: 120 },
        request_id: 'dashboard-81f2',
      },
    ],
  });

const SORTS = { id: 'number' } as const;

export const AuditQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(SORTS, '-id'),
  subject_type: text(50).optional().describe('For example `event`.'),
  subject_id: PathIdSchema.optional(),
  action: text(50).optional().describe('For example `event.update`.'),
  actor: text(100).optional(),
  request_id: text(128).optional(),
  from: FromSchema.optional(),
  to: ToSchema.optional(),
});

export const auditPosition = ({ sort }: z.output<typeof AuditQuerySchema>) =>
  sortPosition(SORTS, sort);
