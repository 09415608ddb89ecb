import { z } from 'zod';

export const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

export const WebhookHeadersSchema = z.object({
  [SECRET_HEADER]: z
    .string()
    .max(256)
    .optional()
    .describe('One of the secrets of `MESSENGER_WEBHOOK_SECRET`.'),
});

export const MessengerUpdateSchema = z
  .looseObject({ update_id: z.int().min(0).describe('The number of the update, of each bot.') })
  .meta({
    id: 'MessengerUpdate',
    description:
      'An update of the Bot API. The bot reads `message`, `callback_query` and `my_chat_member` of private chats, and takes no notice of others.',
  });

export const UpdateReceivedSchema = z
  .object({ ok: z.literal(true) })
  .meta({ id: 'MessengerUpdateReceived' });
