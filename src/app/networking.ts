import type { MessengerHash } from '../domain/people/messenger-hashes.ts';
import { connectionEndpoints } from '../http/routers/networking/connections.router.ts';
import type { NotificationsService } from '../services/messaging/notifications.service.ts';
import { ConnectionsService } from '../services/networking/connections.service.ts';
import { RequestLimitsService } from '../services/networking/request-limits.service.ts';
import type { Base } from './outside.ts';

/** Connections between users. */
export function createNetworking(
  { store, now }: Base,
  { notifications, hashOf }: { notifications: NotificationsService; hashOf: MessengerHash },
) {
  const limits = new RequestLimitsService({ hashOf, now });
  const services = { connections: new ConnectionsService({ store, notifications, limits, now }) };
  return { services, endpoints: connectionEndpoints(services) };
}
