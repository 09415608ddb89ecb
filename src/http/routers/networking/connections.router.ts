import type { ConnectionNotesService } from '../../../services/networking/connection-notes.service.ts';
import type { ConnectionsService } from '../../../services/networking/connections.service.ts';
import type { ContactsService } from '../../../services/networking/contacts.service.ts';
import type { MeetCodesService, MeetsService } from '../../../services/networking/meets.service.ts';
import type { SignedIn } from '../../endpoint.ts';
import { DeletedSchema, IdParamsSchema, inForms, stream } from '../../schemas/common.ts';
import {
  ConnectedUsersQuerySchema,
  ConnectionAnswerSchema,
  ConnectionCheckSchema,
  ConnectionNoteSchema,
  ConnectionRequestSchema,
  ConnectionSchema,
  ConnectionsQuerySchema,
  ListedConnectionSchema,
  MeetCodeSchema,
  MeetSchema,
  OtherUserParamsSchema,
} from '../../schemas/networking/connections.schemas.ts';
import { listOf, listReply, numbered, PageQuerySchema } from '../../schemas/pages.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { contactsFile, VCARD_TYPE } from '../../uploads/contacts-file.ts';
import { TABLE_TYPES } from '../../uploads/downloads.ts';

const endpoint = tagged('Connections');

const responses = { 200: listOf(ListedConnectionSchema) };

/** A request of accepted connections, as its limit sees it. */
interface Listing {
  readonly caller: SignedIn;
  readonly query: { readonly format: string };
}

export const connectionEndpoints = ({
  connections,
  contacts,
}: {
  connections: ConnectionsService;
  contacts: ContactsService;
}) => [
  endpoint({
    name: 'requestConnection',
    route: 'POST /connections',
    auth: 'user',
    summary: 'Request a connection',
    description:
      'If they already sent you a request, it is accepted. A repeated request changes nothing. Limits: 50 new requests in any 24 hours, and 3 to the same user in any 30 days. A request that you send again within 7 days of its withdrawal sends no messenger message. After a rejection, you can send the next request to the same user 30 days later; after two rejections by the same user, you can send none.',
    body: ConnectionRequestSchema,
    responses: { 200: ConnectionSchema, 201: ConnectionSchema },
    errors: ['NOT_FOUND', 'ALREADY_CONNECTED', 'CONNECTION_REJECTED'],
    async handle({ caller, body }) {
      const { connection, created } = await connections.request(caller.user.id, body);
      return { status: created ? 201 : 200, body: connection };
    },
  }),

  endpoint({
    name: 'listConnections',
    route: 'GET /connections',
    auth: 'user',
    summary: 'List my connections and requests',
    description:
      'Latest first, by `responded_at`, or by `created_at` while a request is pending. Blocked users are left out.',
    query: ConnectionsQuerySchema,
    responses,
    allowReplica: true,
    handle: async ({ caller, query }) =>
      ok(listReply(await connections.list(caller.user.id, query, numbered(query)))),
  }),

  endpoint({
    name: 'listReceivedConnectionRequests',
    route: 'GET /connections/pending',
    auth: 'user',
    summary: 'List pending connection requests I received',
    query: PageQuerySchema,
    responses,
    allowReplica: true,
    async handle({ caller, query }) {
      const filter = { direction: 'received', status: 'pending' } as const;
      const page = await connections.list(caller.user.id, filter, numbered(query));
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'listSentConnectionRequests',
    route: 'GET /connections/sent',
    auth: 'user',
    summary: 'List pending connection requests I sent',
    query: PageQuerySchema,
    responses,
    allowReplica: true,
    async handle({ caller, query }) {
      const filter = { direction: 'sent', status: 'pending' } as const;
      const page = await connections.list(caller.user.id, filter, numbered(query));
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'listConnectedUsers',
    route: 'GET /connections/connected',
    auth: 'user',
    summary: 'List or export my accepted connections',
    description: 'Files are exports, of which there are 10 an hour.',
    query: ConnectedUsersQuerySchema,
    responses: {
      200: inForms(listOf(ListedConnectionSchema), stream(TABLE_TYPES.csv), stream(VCARD_TYPE)),
    },
    download: true,
    limits: [
      {
        policy: 'exports-per-person',
        on: 'request',
        by: ({ caller, query }: Listing) =>
          query.format === 'json' ? undefined : String(caller.user.messenger_id),
      },
    ],
    async handle({ caller, query }) {
      const { format } = query;
      if (format !== 'json') {
        return { status: 200, ...contactsFile(format, await contacts.export(caller.user)) };
      }
      const filter = { status: 'accepted' } as const;
      const page = await connections.list(caller.user.id, filter, numbered(query));
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'getConnectionStatus',
    route: 'GET /connections/check/:userId',
    auth: 'user',
    summary: 'Get my connection status with a user',
    params: OtherUserParamsSchema,
    responses: { 200: ConnectionCheckSchema },
    handle: async ({ caller, params }) =>
      ok(await connections.check(caller.user.id, params.userId)),
  }),

  endpoint({
    name: 'answerConnectionRequest',
    route: 'PUT /connections/:id',
    auth: 'user',
    summary: 'Accept or reject a connection request',
    params: IdParamsSchema,
    body: ConnectionAnswerSchema,
    responses: { 200: ConnectionSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params, body }) =>
      ok(await connections.answer(caller.user, params.id, body.status)),
  }),

  endpoint({
    name: 'deleteConnection',
    route: 'DELETE /connections/:id',
    auth: 'user',
    summary: 'Cancel a connection request or delete a connection',
    params: IdParamsSchema,
    responses: { 200: DeletedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params: { id } }) {
      await connections.delete(caller.user.id, id);
      return ok({ id, deleted: true });
    },
  }),
];

export const connectionNoteEndpoints = ({
  connectionNotes,
}: {
  connectionNotes: ConnectionNotesService;
}) => [
  endpoint({
    name: 'setConnectionNote',
    route: 'PUT /connections/:id/note',
    auth: 'user',
    summary: 'Update my note about a connection',
    description:
      'Replaces your note; null deletes it. Only you see it, never the other user. A request that is not accepted has no note and answers 404. The note is deleted with the connection.',
    params: IdParamsSchema,
    body: ConnectionNoteSchema,
    responses: { 200: ConnectionSchema },
    handle: async ({ caller, params, body }) =>
      ok(await connectionNotes.set(caller.user.id, params.id, body.note)),
  }),
];

export const meetEndpoints = ({
  meetCodes,
  meets,
}: {
  meetCodes: MeetCodesService;
  meets: MeetsService;
}) => [
  endpoint({
    name: 'createMeetCode',
    route: 'POST /users/me/meet-code',
    auth: 'user',
    summary: 'Create a code for people whom I meet',
    description:
      'A user who scans the code is connected with you at once. It holds for 5 to 10 minutes, and connects at most 20 users. Nothing is stored: a repeated request gives the same code for some minutes.',
    responses: { 200: MeetCodeSchema },
    holdsSecret: true,
    handle: async ({ caller }) => ok(await meetCodes.show(caller.user.id)),
  }),

  endpoint({
    name: 'meetUser',
    route: 'POST /connections/meet',
    auth: 'user',
    summary: 'Accept the meet code of a user',
    description:
      'Connects you with the user who shows the code, and notifies both. A request between the two is accepted, in either direction, also a rejected one. A repeated request answers 200 again and keeps the first meeting. A code that is wrong, old, used up or your own answers the same `CODE_INVALID`, and so does one of a user whom you cannot meet. Limits, counted whatever the settings: 60 meetings an hour, and 20 wrong codes in 10 minutes.',
    body: MeetSchema,
    responses: { 200: ConnectionSchema },
    errors: ['CODE_INVALID'],
    handle: async ({ caller, body }) => ok(await meets.meet(caller.user, body)),
  }),
];
