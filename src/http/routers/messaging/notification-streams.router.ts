import { Readable } from 'node:stream';
import type {
  StreamEvent,
  StreamPosition,
} from '../../../domain/messaging/notification-streams.ts';
import type {
  NotificationStreamsService,
  StreamListener,
} from '../../../services/messaging/notification-streams.service.ts';
import type { StreamTicketsService } from '../../../services/messaging/stream-tickets.service.ts';
import { endpoint, type SignedIn } from '../../endpoint.ts';
import { NotificationSchema } from '../../schemas/messaging/inbox.schemas.ts';
import {
  EventStreamTextSchema,
  idOf,
  StreamHeadersSchema,
  StreamQuerySchema,
  StreamTicketSchema,
} from '../../schemas/messaging/notification-streams.schemas.ts';

const tag = 'Notifications';

/** The buffer limit for a slow client in bytes. One batch of events may exceed it. */
const MAX_BUFFERED_BYTES = 256 * 1_024;

/** The reconnection time with jitter, so that clients do not all reconnect at the same moment. */
const retry = () => `retry: ${2_000 + Math.floor(Math.random() * 3_000)}\n\n`;

/** A live stream as Server-Sent Events. */
class EventStream extends Readable implements StreamListener {
  constructor() {
    super();
    this.push(retry());
  }

  /** Does nothing: events are pushed. */
  override _read(): void {}

  send(events: readonly StreamEvent[]): void {
    if (this.#isTooSlow()) return;
    for (const { notification, position } of events) {
      const data = NotificationSchema.safeParse(notification);
      // Destroys only this stream, so that other streams in the same refresh go on.
      if (data.error) return void this.destroy(data.error);
      const fields = [
        `id: ${idOf(position)}`,
        'event: notification',
        `data: ${JSON.stringify(data.data)}`,
      ];
      this.push(`${fields.join('\n')}\n\n`);
    }
  }

  heartbeat(position: StreamPosition): void {
    if (!this.#isTooSlow()) this.push(`:\nid: ${idOf(position)}\n\n`);
  }

  end(): void {
    if (this.#isTooSlow()) return;
    this.push(retry());
    this.push(null);
  }

  onClose(callback: () => void): void {
    this.once('close', callback);
  }

  /** Destroys the stream when too much is buffered. Returns whether it is destroyed. */
  #isTooSlow(): boolean {
    if (this.readableLength > MAX_BUFFERED_BYTES) this.destroy();
    return this.destroyed;
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
    method: 'get',
    path: '/notifications/stream',
    auth: 'optional',
    tag,
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
      const events = new EventStream();
      const credentials = { signedIn: caller && accessOf(caller), ticket: query.ticket };
      const after = headers['last-event-id'] ?? query.last_event_id;
      // HEAD must change nothing, and a ticket opens one stream only.
      if (isHead) await notificationStreams.check(credentials);
      else await notificationStreams.open(credentials, after, events);
      // Turns off response buffering in nginx, so that each event arrives at once.
      return { status: 200, body: events, headers: { 'X-Accel-Buffering': 'no' } };
    },
  }),

  endpoint({
    name: 'createStreamTicket',
    method: 'post',
    path: '/notifications/stream-ticket',
    auth: 'user',
    tag,
    summary: 'Create a ticket for a live stream',
    description:
      'For clients that cannot send headers. Pass it as `?ticket=` to GET /notifications/stream, once and within a minute. That stream ends when the credentials of this request expire.',
    responses: { 201: StreamTicketSchema },
    holdsSecret: true,
    async handle({ caller }) {
      return { status: 201, body: await streamTickets.create(accessOf(caller)) };
    },
  }),
];
