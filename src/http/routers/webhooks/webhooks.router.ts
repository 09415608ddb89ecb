import type { Administrator } from '../../../domain/administration/administrators.ts';
import type { WebhookDeliveriesService } from '../../../services/webhooks/webhook-deliveries.service.ts';
import type { WebhooksService } from '../../../services/webhooks/webhooks.service.ts';
import { DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import {
  largeListOf,
  listOf,
  listReply,
  numbered,
  PageQuerySchema,
  pageRequest,
} from '../../schemas/pages.schemas.ts';
import {
  SENT_MESSAGES,
  type WebhookKindDescription,
  WebhookKindsSchema,
} from '../../schemas/webhooks/webhook-kinds.schemas.ts';
import {
  IssuedWebhookSchema,
  MessagePositionSchema,
  NewWebhookSchema,
  WebhookChangeSchema,
  WebhookDeliveriesQuerySchema,
  WebhookDeliveryParamsSchema,
  WebhookDeliverySchema,
  WebhookDeliveryWithBodySchema,
  WebhookReplayedSchema,
  WebhookReplaySchema,
  WebhookRotationSchema,
  WebhookSchema,
  WebhookTestSchema,
} from '../../schemas/webhooks/webhooks.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: webhooks');

const ofParams = ({ params }: { params: { id: number } }) => ({ webhook: params.id });

export const webhookEndpoints = ({
  webhooks,
  catalog,
}: {
  webhooks: WebhooksService;
  /** Computed at the first request. */
  catalog: () => readonly WebhookKindDescription[];
}) => [
  endpoint({
    name: 'listWebhookKinds',
    route: 'GET /admin/webhooks/kinds',
    auth: 'admin',
    scope: 'webhooks:read',
    conferences: 'none',
    summary: 'List what webhooks can tell',
    description:
      'Each kind has the JSON schema of its messages and an example. Messages have ids, states, versions and times: ask the API for more.',
    sends: SENT_MESSAGES,
    responses: { 200: WebhookKindsSchema },
    handle: async () => ok({ data: catalog() }),
  }),

  endpoint({
    name: 'listWebhooks',
    route: 'GET /admin/webhooks',
    auth: 'admin',
    scope: 'webhooks:read',
    conferences: 'filtered',
    summary: 'List the endpoints of webhooks',
    description: 'The newest come first. A key of some conferences sees the endpoints of those.',
    query: PageQuerySchema,
    responses: { 200: listOf(WebhookSchema) },
    handle: async ({ caller, query }) =>
      ok(listReply(await webhooks.list(caller, numbered(query)))),
  }),

  endpoint({
    name: 'createWebhook',
    route: 'POST /admin/webhooks',
    auth: 'admin',
    scope: 'webhooks:write',
    conferences: ({ body }) => ({ conference: body.conference_id ?? null }),
    summary: 'Create an endpoint of webhooks',
    description:
      'Answers the secret, which no later answer shows. It receives what begins after this answer: create it, then read the lists once. It ends with the rights of its owner, who needs the scopes of its kinds. At most 10 for a conference and 50 in all.',
    body: NewWebhookSchema,
    responses: { 201: IssuedWebhookSchema },
    errors: ['NOT_FOUND', 'WEBHOOK_LIMIT'],
    holdsSecret: true,
    handle: async ({ caller, body }) => created(await webhooks.create(caller, body)),
  }),

  endpoint({
    name: 'getWebhook',
    route: 'GET /admin/webhooks/:id',
    auth: 'admin',
    scope: 'webhooks:read',
    conferences: ofParams,
    summary: 'Get an endpoint of webhooks',
    params: IdParamsSchema,
    versioned: WebhookSchema,
    responses: { 200: WebhookSchema },
    handle: async ({ params }) => ok(await webhooks.get(params.id)),
  }),

  endpoint({
    name: 'updateWebhook',
    route: 'PATCH /admin/webhooks/:id',
    auth: 'admin',
    scope: 'webhooks:write',
    conferences: ofParams,
    summary: 'Update an endpoint of webhooks',
    description:
      'Another `url` or other `kinds` need the scopes of the kinds, and so does `status: active`, which makes you the owner: also of an endpoint that was switched off.',
    params: IdParamsSchema,
    body: WebhookChangeSchema,
    versioned: WebhookSchema,
    responses: { 200: WebhookSchema },
    handle: async ({ caller, params, ifMatch, body }) =>
      ok(await webhooks.update(caller, { ...params, ifMatch }, body)),
  }),

  endpoint({
    name: 'deleteWebhook',
    route: 'DELETE /admin/webhooks/:id',
    auth: 'admin',
    scope: 'webhooks:write',
    conferences: ofParams,
    summary: 'Delete an endpoint of webhooks',
    description: 'With its deliveries. Those that wait are not sent.',
    params: IdParamsSchema,
    versioned: WebhookSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params, ifMatch }) {
      await webhooks.delete(caller, { ...params, ifMatch });
      return ok({ id: params.id, deleted: true });
    },
  }),

  endpoint({
    name: 'rotateWebhookSecret',
    route: 'POST /admin/webhooks/:id/rotate',
    auth: 'admin',
    scope: 'webhooks:write',
    conferences: ofParams,
    summary: 'Create a new secret of an endpoint of webhooks',
    description:
      'Answers the secret, which no later answer shows. Until the previous one ends, both sign each message.',
    params: IdParamsSchema,
    body: WebhookRotationSchema,
    responses: { 200: IssuedWebhookSchema },
    holdsSecret: true,
    handle: async ({ caller, params, body }) =>
      ok(await webhooks.rotate(caller, params.id, body.grace_seconds)),
  }),

  endpoint({
    name: 'testWebhook',
    route: 'POST /admin/webhooks/:id/test',
    auth: 'admin',
    scope: 'webhooks:write',
    conferences: ofParams,
    summary: 'Send a test to an endpoint of webhooks',
    description:
      'Sends `webhook.test` once, and answers what came back. It is no delivery, and changes nothing of the endpoint. Each key may do so 10 times a minute.',
    params: IdParamsSchema,
    responses: { 200: WebhookTestSchema },
    errors: ['WEBHOOK_OFF'],
    limits: [
      {
        policy: 'webhook-tests',
        on: 'request',
        by: ({ caller }: { caller: Administrator }) => caller.key,
      },
    ],
    handle: async ({ caller, params }) => ok(await webhooks.test(caller, params.id)),
  }),
];

export const webhookDeliveryEndpoints = ({
  webhookDeliveries: deliveries,
}: {
  webhookDeliveries: WebhookDeliveriesService;
}) => [
  endpoint({
    name: 'listWebhookDeliveries',
    route: 'GET /admin/webhooks/:id/deliveries',
    auth: 'admin',
    scope: 'webhooks:read',
    conferences: ofParams,
    summary: 'List the deliveries of an endpoint of webhooks',
    description: 'Of the last 7 days; the newest messages come first.',
    params: IdParamsSchema,
    query: WebhookDeliveriesQuerySchema,
    responses: { 200: largeListOf(WebhookDeliverySchema) },
    handle: async ({ params, query }) => {
      const page = pageRequest(query, MessagePositionSchema);
      return ok(listReply(await deliveries.list(params.id, query, page)));
    },
  }),

  endpoint({
    name: 'getWebhookDelivery',
    route: 'GET /admin/webhooks/:id/deliveries/:message_id',
    auth: 'admin',
    scope: 'webhooks:read',
    conferences: ofParams,
    summary: 'Get a delivery with its body',
    description: 'A body needs a scope of its kind.',
    params: WebhookDeliveryParamsSchema,
    responses: { 200: WebhookDeliveryWithBodySchema },
    handle: async ({ caller, params }) =>
      ok(await deliveries.get(caller, params.id, params.message_id)),
  }),

  endpoint({
    name: 'replayWebhookDeliveries',
    route: 'POST /admin/webhooks/:id/replay',
    auth: 'admin',
    scope: 'webhooks:write',
    conferences: ofParams,
    summary: 'Send deliveries again',
    description:
      'With the same ids and bodies, and all tries. Of a status and a time at most 10,000 at once, the oldest first. Safe to repeat: what waits is not queued twice.',
    params: IdParamsSchema,
    body: WebhookReplaySchema,
    responses: { 200: WebhookReplayedSchema },
    errors: ['WEBHOOK_OFF'],
    handle: async ({ caller, params, body }) =>
      ok(await deliveries.replay(caller, params.id, body)),
  }),
];
