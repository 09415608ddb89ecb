import type { Knex } from 'knex';
import { WebhookChangesRepository } from './webhook-changes.repository.ts';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.ts';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository.ts';
import { WebhooksReadModel } from './webhooks.read-model.ts';

/** The repositories of the capability webhooks, part of `REPOSITORIES`. */
export const WEBHOOK_REPOSITORIES = {
  webhookChanges: (db: Knex) => new WebhookChangesRepository(db),
  webhookDeliveries: (db: Knex) => new WebhookDeliveriesRepository(db),
  webhookEndpoints: (db: Knex) => new WebhookEndpointsRepository(db),
};

/** The read models of the capability webhooks, part of `READ_MODELS`. */
export const WEBHOOK_READ_MODELS = {
  webhooks: (db: Knex) => new WebhooksReadModel(db),
};
