import {
  webhookDeliveryEndpoints,
  webhookEndpoints,
} from '../http/routers/webhooks/webhooks.router.ts';
import { SENT_MESSAGES } from '../http/schemas/webhooks/webhook-kinds.schemas.ts';
import { describedMessage } from '../http/webhook-reference.ts';
import { WebhookHttp } from '../integrations/webhooks/webhook-http.ts';
import { Encryption } from '../lib/encryption.ts';
import { SigningSecrets } from '../lib/signing-secrets.ts';
import type { AdminAuthenticationService } from '../services/administration/admin-authentication.service.ts';
import { WebhookCallsService } from '../services/webhooks/webhook-calls.service.ts';
import { WebhookDeliveriesService } from '../services/webhooks/webhook-deliveries.service.ts';
import { WebhookMessagesService } from '../services/webhooks/webhook-messages.service.ts';
import { WebhookSendingService } from '../services/webhooks/webhook-sending.service.ts';
import { WebhooksService } from '../services/webhooks/webhooks.service.ts';
import { type Base, originOf } from './outside.ts';

/** Endpoints of webhooks, and the sending of what changed to them. */
export function createWebhooks(
  { store, config, log, now, ...base }: Base,
  { adminAuthentication }: { adminAuthentication: AdminAuthenticationService },
) {
  const { allowedHosts } = config.webhooks;
  const http = new WebhookHttp({ allowedHosts });
  const secrets = new SigningSecrets(new Encryption(config.encryptionSecrets), {
    table: 'webhook_endpoints',
    purpose: 'webhook secrets',
  });
  const calls = new WebhookCallsService({ http, secrets, now });
  const ownOrigin = originOf({ config, ...base });
  const rules = () => ({
    isStrict: config.production,
    allowedHosts,
    ownOrigin: URL.parse(ownOrigin())?.origin ?? '',
  });
  const services = {
    webhookHttp: http,
    webhooks: new WebhooksService({ store, http, calls, secrets, rules, now }),
    webhookDeliveries: new WebhookDeliveriesService({ store }),
    webhookSending: new WebhookSendingService({
      store,
      messages: new WebhookMessagesService({ isConfigured: config.adminApiKeys.length > 0 }),
      calls,
      adminAuthentication,
      log,
      now,
    }),
  };
  const catalog = () =>
    SENT_MESSAGES.map((message) => ({ ...message, ...describedMessage(message) }));
  const endpoints = [
    ...webhookEndpoints({ ...services, catalog }),
    ...webhookDeliveryEndpoints(services),
  ];
  return { services, endpoints };
}
