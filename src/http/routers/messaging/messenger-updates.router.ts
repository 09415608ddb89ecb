import type { MessengerUpdatesService } from '../../../services/messaging/messenger-updates.service.ts';
import type { StartsService } from '../../../services/messaging/starts.service.ts';
import {
  MessengerUpdateSchema,
  SECRET_HEADER,
  UpdateReceivedSchema,
  WebhookHeadersSchema,
} from '../../schemas/messaging/messenger-updates.schemas.ts';
import {
  StartParamsSchema,
  StartSchema,
} from '../../schemas/messaging/start-parameters.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Notifications');

/** Many times an update with the longest text. */
const MAX_BODY_BYTES = 256 * 1_024;

export const messengerUpdateEndpoints = ({
  messengerUpdates,
}: {
  messengerUpdates: MessengerUpdatesService;
}) => [
  endpoint({
    name: 'receiveMessengerUpdate',
    route: 'POST /messenger/webhook',
    auth: 'public',
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
      return ok({ ok: true });
    },
  }),
];

export const startEndpoints = ({ starts }: { starts: StartsService }) => [
  endpoint({
    name: 'getStart',
    route: 'GET /start/:parameter',
    toleratesMissing: true,
    auth: 'optional',
    summary: 'Get what a start parameter opens',
    description:
      'The parameter of a link into the mini app: the same answer as at sign-in. Changes nothing: it marks no notification as clicked, and connects, claims and completes nothing.',
    params: StartParamsSchema,
    responses: { 200: StartSchema },
    async handle({ caller, params }) {
      const start = await starts.find(params.parameter, caller?.user.id);
      return ok({ start });
    },
  }),
];
