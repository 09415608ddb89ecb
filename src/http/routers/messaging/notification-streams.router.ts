import type {
  StreamEvent,
  StreamPosition,
} from '../../../domain/messaging/notification-streams.ts';
import type {
  NotificationStreamsService,
  StreamListener,
} from '../../../services/messaging/notification-streams.service.ts';
import type { StreamTicketsService } from '../../../services/stream-tickets.service.ts';
import type { SignedIn } from '../../endpoint.ts';
import { EVENT_STREAM_HEADERS, EventStream } from '../../event-stream.ts';
import { NotificationSchema } from '../../schemas/messaging/inbox.schemas.ts';
import {
  EventStreamTextSchema,
  idOf,
  StreamHeadersSchema,
  StreamQuerySchema,
  StreamTicketSchema,
} from '../../schemas/messaging/notification-streams.schemas.ts';
import { created, tagged } from '../../tagged.ts';

const endpoint = tagged('Notifications');

class NotificationEventStream extends EventStream implements StreamListener {
  send(events: readonly StreamEvent[]): void {
    if (this.isTooSlow()) return;
    for (const { notification, position } of events) {
      const data = NotificationSchema.safeParse(notification);
      // Destroys only this stream, so that other streams in the same refresh go on.
      if (data.error) return void this.destroy(data.error);
      const id = `id: ${idOf(position)}`;
      this.pushFields(id, 'event: notification', `data: ${JSON.stringify(data.data)}`);
    }
  }

  heartbeat(position: StreamPosition): void {
    if (!this.isTooSlow()) this.pushFields(':', `id: ${idOf(position)}`);
  }
}

const accessOf = ({ user, access_until }: SignedIn) => ({
  user_id: user.id,
  access_until,
  signed_out_at: user.signed_out_at,
});

export const notificationStreamEndpoints = ({
  notificationStreams,
  streamTickets,
}: {
  notificationStreams: NotificationStreamsService;
  streamTickets: StreamTicketsService;
}) => [
  endpoint({
    name: 'streamNotifications',
    route: 'GET /notifications/stream',
    auth: 'optional',
    summary: 'Get a live stream of my notifications',
    description: [
      'Server-Sent Events. Each new notification is an event named `notification`; its `data` is the notification as in the list, its `id` a position to resume after. Every 25 s a comment and the current `id` keep the connection alive.',
      'Starts with new notifications. With `Last-Event-ID` or `last_event_id` it starts with those after that event, at most the newest 1,000. No notification is lost, but one may be sent twice: deduplicate by the `id` in `data`.',
      'The stream ends when your credentials expire, or those that created the ticket. It also ends when you sign out, are blocked or erased, read too slowly or open ten newer streams, and when the service restarts. Reconnect after `retry` milliseconds; after a stream with a ticket, use a new ticket and `last_event_id`.',
    ].join('\n\n'),
    headers: StreamHeadersSchema,
    query: StreamQuerySchema,
    responses: { 200: EventStreamTextSchema },
    holdsProfiles: true,
    async handle({ caller, headers, query, isHead }) {
      const events = new NotificationEventStream();
      const credentials = { signedIn: caller && accessOf(caller), ticket: query.ticket };
      const after = headers['last-event-id'] ?? query.last_event_id;
      // HEAD must change nothing, and a ticket opens one stream only.
      if (isHead) await notificationStreams.check(credentials);
      else await notificationStreams.open(credentials, after, events);
      return { status: 200, body: events, headers: EVENT_STREAM_HEADERS };
    },
  }),

  endpoint({
    name: 'createStreamTicket',
    route: 'POST /notifications/stream-ticket',
    auth: 'user',
    summary: 'Create a ticket for a live stream',
    description:
      'For clients that cannot send headers. Pass it as `?ticket=` to GET /notifications/stream, once and within a minute. That stream ends when the credentials of this request expire.',
    responses: { 201: StreamTicketSchema },
    holdsSecret: true,
    handle: async ({ caller }) => created(await streamTickets.create(accessOf(caller))),
  }),
];
