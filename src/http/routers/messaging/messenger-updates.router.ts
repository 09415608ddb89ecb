import type { MessengerUpdatesService } from '../../../services/messaging/messenger-updates.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  MessengerUpdateSchema,
  SECRET_HEADER,
  UpdateReceivedSchema,
  WebhookHeadersSchema,
} from '../../schemas/messaging/messenger-updates.schemas.ts';

/** Many times an update with the longest text. */
const MAX_BODY_BYTES = 256 * 1_024;

export const messengerUpdateEndpoints = ({
  messengerUpdates,
}: {
  messengerUpdates: MessengerUpdatesService;
}) => [
  endpoint({
    name: 'receiveMessengerUpdate',
    method: 'post',
    path: '/messenger/webhook',
    auth: 'public',
    tag: 'Notifications',
    summary: 'Send an update of the bot',
    description:
      'For the messenger alone, which proves itself by the secret of the webhook. An update takes effect once, however often it arrives. One that the bot does not understand is answered with 200, too.',
    headers: WebhookHeadersSchema,
    body: MessengerUpdateSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    admit: (headers) => messengerUpdates.verify(headers[SECRET_HEADER]),
    responses: { 200: UpdateReceivedSchema },
    errors: ['UNAUTHORIZED'],
    async handle({ body }) {
      await messengerUpdates.receive(body);
      return { status: 200, body: { ok: true } };
    },
  }),
];
