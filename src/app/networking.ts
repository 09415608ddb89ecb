import { connectionEndpoints } from '../http/routers/networking/connections.router.ts';
import type { NotificationsService } from '../services/messaging/notifications.service.ts';
import { ConnectionsService } from '../services/networking/connections.service.ts';
import type { Base } from './outside.ts';

/** Connections between users. */
export function createNetworking(
  { store, now }: Base,
  { notifications }: { notifications: NotificationsService },
) {
  const services = { connections: new ConnectionsService({ store, notifications, now }) };
  return { services, endpoints: connectionEndpoints(services) };
}
