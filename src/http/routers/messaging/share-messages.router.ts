import type { ShareMessagesService } from '../../../services/messaging/share-messages.service.ts';
import {
  PreparedMessageSchema,
  SharingSchema,
} from '../../schemas/messaging/share-messages.schemas.ts';
import { tagged } from '../../tagged.ts';

const endpoint = tagged('Users');

export const shareMessageEndpoints = ({
  shareMessages,
}: {
  shareMessages: ShareMessagesService;
}) => [
  endpoint({
    name: 'createShareMessage',
    route: 'POST /share-messages',
    auth: 'user',
    summary: 'Create a message to share',
    description:
      'Prepares a message with title, time, place and link, which you send to chats of your choice in the dialog of the messenger. It says nothing of you. Only what visitors see can be shared. At most 20 messages within an hour, counted whatever the settings.',
    body: SharingSchema,
    responses: { 201: PreparedMessageSchema },
    errors: ['NOT_FOUND', 'RATE_LIMITED', 'UPSTREAM_ERROR'],
    async handle({ caller, body }) {
      return { status: 201, body: await shareMessages.create(caller.user, body) };
    },
  }),
];
