import { z } from 'zod';
import { SHARE_KINDS } from '../../../domain/messaging/shared-messages.ts';
import { IdSchema, InstantSchema } from '../common.ts';

export const SharingSchema = z
  .object({ kind: z.enum(SHARE_KINDS), id: IdSchema })
  .meta({ id: 'Sharing' });

export const PreparedMessageSchema = z
  .object({
    prepared_message_id: z
      .string()
      .describe('For `Telegram.WebApp.shareMessage`, by the user who asked for it.'),
    expires_at: InstantSchema.describe('By the clock of the messenger.'),
  })
  .meta({ id: 'PreparedMessage' });
