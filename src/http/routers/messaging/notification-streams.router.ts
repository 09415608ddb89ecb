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

/** More than this does not wait for a slow reader, in bytes, save for what is told at once. */
const MOST_WAITING = 256 * 1_024;

/** When a client comes again; not all at the same moment. */
const retry = () => `retry: ${2_000 + Math.floor(Math.random() * 3_000)}\n\n`;

/** What a listener is told, written as Server-Sent Events. */
class EventStream extends Readable implements StreamListener {
  constructor() {
    super();
    this.push(retry());
  }

  /** There is nothing to fetch: what is told is pushed. */
  override _read(): void {}

  tell(events: readonly StreamEvent[]): void {
    if (this.#isTooSlow()) return;
    for (const { notification, position } of events) {
      const data = NotificationSchema.safeParse(notification);
      // Cut off, so that they come back to it: this one stream, and not whoever is told beside it.
      if (data.error) return void this.destroy(data.error);
      const fields = [
        `id: ${idOf(position)}`,
        'event: notification',
        `data: ${JSON.stringify(data.data)}`,
      ];
      this.push(`${fields.join('\n')}\n\n`);
    }
  }

  beat(position: StreamPosition): void {
    if (!this.#isTooSlow()) this.push(`:\nid: ${idOf(position)}\n\n`);
  }

  end(): void {
    if (this.#isTooSlow()) return;
    this.push(retry());
    this.push(null);
  }

  onLeave(left: () => void): void {
    this.once('close', left);
  }

  /** Cuts off a reader that leaves too much waiting. */
  #isTooSlow(): boolean {
    if (this.readableLength > MOST_WAITING) this.destroy();
    return this.destroyed;
  }
}

const accessOf = ({ user, access_until }: SignedIn) => ({ user_id: user.id, access_until });

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
      'Server-Sent Events: of each new notification one called `notification`, whose `data` is the notification as in the list and whose `id` resumes after it; every 25 s a comment and the newest `id`.',
      'Begins with what is new from now on; with `Last-Event-ID` or `last_event_id`, with all that came after that event, of more than 1,000 the newest. None is skipped, but one may come twice: tell them apart by the `id` in `data`.',
      'Ends with the credentials that you came or got the ticket with; when you are blocked or erased, read too slowly, or open more than ten; and when the service restarts. Come again after `retry` milliseconds; with a new ticket and `last_event_id`, if you came with a ticket.',
    ].join('\n\n'),
    headers: StreamHeadersSchema,
    query: StreamQuerySchema,
    responses: { 200: EventStreamTextSchema },
    holdsProfiles: true,
    async handle({ caller, headers, query }) {
      const events = new EventStream();
      const who = { signedIn: caller && accessOf(caller), ticket: query.ticket };
      const after = headers['last-event-id'] ?? query.last_event_id;
      await notificationStreams.open(who, after, events);
      // Proxies must pass each event on, and not gather some first.
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
      'It opens GET /notifications/stream once, within a minute, as `?ticket=`; that stream ends when your credentials of this request do.',
    responses: { 201: StreamTicketSchema },
    holdsSecret: true,
    async handle({ caller }) {
      return { status: 201, body: await streamTickets.make(accessOf(caller)) };
    },
  }),
];
