import { z } from 'zod';
import { AnyIdSchema, ConferenceParamsSchema, PathIdSchema, text } from '../common.ts';
import { NewUsernameSchema } from '../imports.schemas.ts';

export const InvitationParamsSchema = ConferenceParamsSchema.extend({
  invitation_id: PathIdSchema,
});

export const InvitationChangeSchema = z
  .object({
    status: z.literal('invited').describe('Reopens a withdrawn invitation.'),
    over_capacity: z
      .boolean()
      .describe('`true`: a waiting invitation gets a seat even if none is free.'),
    messenger_id: AnyIdSchema.nullable(),
    username: NewUsernameSchema.nullable(),
    first_name: text(256).nullable(),
    last_name: text(256).nullable(),
    company: text(200).nullable(),
    job_title: text(200).nullable(),
    ticket_type: text(100).nullable(),
  })
  .partial()
  .meta({
    id: 'InvitationChange',
    description:
      'Updates the given fields; `null` clears one. A `messenger_id` or a `username` must remain.',
    examples: [{ messenger_id: 4_242, ticket_type: 'speaker' }],
  });
