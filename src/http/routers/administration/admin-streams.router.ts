import type { StreamTopic } from '../../../domain/administration/stream-topics.ts';
import type {
  AdminStreamListener,
  AdminStreamsService,
} from '../../../services/administration/admin-streams.service.ts';
import type { StreamTicketsService } from '../../../services/stream-tickets.service.ts';
import { EVENT_STREAM_HEADERS, EventStream } from '../../event-stream.ts';
import {
  AdminStreamQuerySchema,
  AdminStreamTicketSchema,
  ChangeStreamTextSchema,
} from '../../schemas/administration/admin-streams.schemas.ts';
import { created, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: operations');

class AdminEventStream extends EventStream implements AdminStreamListener {
  send(event: StreamTopic | 'refresh', data: string): void {
    if (!this.isTooSlow()) this.pushFields(`event: ${event}`, `data: ${data}`);
  }

  heartbeat(): void {
    if (!this.isTooSlow()) this.pushFields(':');
  }
}

export const adminStreamEndpoints = ({
  adminStreams,
  streamTickets,
}: {
  adminStreams: AdminStreamsService;
  streamTickets: StreamTicketsService;
}) => [
  endpoint({
    name: 'streamChanges',
    route: 'GET /admin/stream',
    auth: 'admin',
    scope: 'any',
    conferences: 'filtered',
    takesTicket: true,
    summary: 'Get a live stream of changes',
    description: [
      'Server-Sent Events. An event is named after its topic, and says which rows changed, never their content: its `data` is `{ "conference_id", "ids", "count" }`, with at most 50 ids, and `"truncated": true` if `count` is more. `conference_id` is null for what belongs to no conference. The ids of `check_in` and `attendance` are those of users; changes of invitations have none.',
      'A topic needs its scope: `check_in` `door:read` or `attendees:read`; `attendance` `attendees:read`; `submission` and `registration_request` `quests:read`; `side_event` and `agenda` `content:read`; `broadcast` `broadcasts:read`; `feedback` `feedback:read`; `source` `content:read` or `attendees:read`.',
      'A change is sent after its commit: the first at once, later ones once a second, as one event for each topic and conference. Nothing is stored. The event `refresh` says that something may have been missed, so read again: at the start of each stream, and after or while the connection to the database is down. A process that is killed loses at most its last second of changes, without a `refresh`.',
      'Every 25 s a comment keeps the connection alive. The stream ends when its key, token or session ends or may do less, within 5 s; it does not keep a session alive. It also ends when you read too slowly or open fifty newer streams with the key, and when the service restarts. Reconnect after `retry` milliseconds, with a new ticket where you used one.',
    ].join('\n\n'),
    query: AdminStreamQuerySchema,
    responses: { 200: ChangeStreamTextSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, credentialOf, query: { conference_id, topics }, isHead, trace }) {
      const events = new AdminEventStream();
      const address = trace.ip ?? '';
      const request = { caller, credential: credentialOf(), address, conference_id, topics };
      // HEAD opens no stream.
      if (isHead) await adminStreams.check(request);
      else await adminStreams.open(request, events);
      return { status: 200, body: events, headers: EVENT_STREAM_HEADERS };
    },
  }),

  endpoint({
    name: 'createAdminStreamTicket',
    route: 'POST /admin/stream-ticket',
    auth: 'admin',
    scope: 'any',
    conferences: 'none',
    summary: 'Create a ticket for a live stream of changes',
    description:
      'For clients that cannot send headers. Pass it as `?ticket=` to GET /admin/stream, once and within a minute. That stream may follow what this request may, and ends with its key, token or session.',
    responses: { 201: AdminStreamTicketSchema },
    holdsSecret: true,
    handle: async ({ credentialOf }) =>
      created(await streamTickets.create({ credential: credentialOf() })),
  }),
];
