import { z } from 'zod';
import { WARNING_KINDS } from '../../../domain/administration/warnings.ts';
import { IdSchema, InstantSchema, QueryFlagSchema, text } from '../common.ts';
import { EmailSchema } from '../email.schemas.ts';
import { PageQuerySchema } from '../pages.schemas.ts';
import { refuseUnlessOne } from '../reasons.schemas.ts';

const inputs = {
  name: text(200),
  email: EmailSchema.nullable(),
  messenger_id: IdSchema.nullable().describe(
    'Lets them sign in with the launch data of the mini app.',
  ),
};

export const NewAdministratorSchema = z
  .object(inputs)
  .partial()
  .required({ name: true })
  .meta({
    id: 'NewAdministrator',
    examples: [{ name: 'Mina Okafor', email: 'mina@example.org' }],
  });

export const AdministratorChangeSchema = z
  .object({
    ...inputs,
    is_disabled: z.boolean().describe('Whether none of their keys opens anything.'),
  })
  .partial()
  .meta({
    id: 'AdministratorChange',
    description: 'Changes the given fields; `null` clears one.',
    examples: [{ is_disabled: true }],
  });

export const AdministratorSchema = z
  .object({
    id: IdSchema,
    name: z.string(),
    email: z.string().nullable(),
    messenger_id: IdSchema.nullable(),
    disabled_at: InstantSchema.nullable().describe('None of their keys opens anything since then.'),
    created_by: IdSchema.nullable().describe('The administrator who created them.'),
    created_at: InstantSchema,
  })
  .meta({ id: 'Administrator' });

export const AdministratorsQuerySchema = PageQuerySchema.extend({
  is_disabled: QueryFlagSchema.optional(),
});

export const OwnAccessSchema = z
  .object({
    name: z.string().describe('The name of the key.'),
    key: z.string().describe('The public id of the key, which is its name in the audit log.'),
    via: z.string().describe('The credential of this request, such as `api_key` or `token`.'),
    administrator: z
      .object({ id: IdSchema, name: z.string() })
      .nullable()
      .describe('`null` for a key of a machine, or of the settings.'),
    scopes: z.array(z.string()).describe('What this request may do; `*` for everything.'),
    conference_ids: z.array(IdSchema).nullable().describe('Where it may act; `null` for all.'),
    expires_at: InstantSchema.nullable().describe('When the key ends; `null` if it does not.'),
    warnings: z
      .array(
        z
          .object({
            kind: z.enum(WARNING_KINDS),
            ids: z.array(IdSchema).describe('The keys, endpoints or sources that it is about.'),
            message: z.string(),
            key: z.string().optional().describe('The public id of the last owner key.'),
            expires_at: InstantSchema.optional().describe('When the last owner key ends.'),
          })
          .meta({
            id: 'AccessWarning',
            examples: [
              {
                kind: 'webhook_off',
                ids: [3],
                message:
                  'Endpoints of webhooks were switched off; set their status to active once they answer again',
              },
            ],
          }),
      )
      .describe(
        '`last_owner_key_ends`: within 30 days, only for keys with `keys:manage`. `webhook_ends`: with your keys within 30 days; `webhook_off`: otherwise than by hand. Both of your own endpoints. `source_off`, `source_restless`: your own sources are switched off, or change so often that their runs wait.',
      ),
  })
  .meta({ id: 'OwnAccess' });

export const AdminSessionRequestSchema = z
  .object({
    key: z.string().min(1).max(200).optional().describe('An API key.'),
    code: z.string().min(1).max(200).optional().describe('A one-time code of a key.'),
  })
  .transform(({ key, code }, context) => {
    if (key !== undefined && code === undefined) return { key };
    if (code !== undefined && key === undefined) return { code };
    return refuseUnlessOne(context, ['key', 'code']);
  })
  .meta({
    id: 'AdminSessionRequest',
    description: 'Requires either `key` or `code`.',
    examples: [{ key: 'hwk_kg3q5w2a_…' }],
  });

export const AdminSessionHeadersSchema = z.object({ 'user-agent': z.string().optional() });

export const AdminSessionSchema = z
  .object({
    id: IdSchema,
    key: z
      .string()
      .describe(
        'The id of the key that started it: the `public_id` of a stored key, or 8 hex digits of one of `ADMIN_API_KEY`.',
      ),
    created_at: InstantSchema,
    last_seen_at: InstantSchema.describe('The last request, to the minute.'),
    ends_at: InstantSchema.describe(
      'Two hours after the last request, and at the latest 14 hours after the start.',
    ),
  })
  .meta({ id: 'AdminSession' });

export const EndedSessionsSchema = z
  .object({ ended: z.int().min(0).describe('The number of sessions that ended.') })
  .meta({ id: 'EndedSessions' });
