import type { ConnectionNotesService } from '../../../services/networking/connection-notes.service.ts';
import type { ConnectionsService } from '../../../services/networking/connections.service.ts';
import type { ContactsService } from '../../../services/networking/contacts.service.ts';
import type { MeetCodesService, MeetsService } from '../../../services/networking/meets.service.ts';
import { endpoint, type SignedIn } from '../../endpoint.ts';
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
import { contactsFile, VCARD_TYPE } from '../../uploads/contacts-file.ts';
import { TABLE_TYPES } from '../../uploads/downloads.ts';

const tag = 'Connections';
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
    method: 'post',
    path: '/connections',
    auth: 'user',
    tag,
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
    method: 'get',
    path: '/connections',
    auth: 'user',
    tag,
    summary: 'List my connections and requests',
    description:
      'Latest first, by `responded_at`, or by `created_at` while a request is pending. Blocked users are left out.',
    query: ConnectionsQuerySchema,
    responses,
    allowReplica: true,
    async handle({ caller, query }) {
      const page = await connections.list(caller.user.id, query, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'listReceivedConnectionRequests',
    method: 'get',
    path: '/connections/pending',
    auth: 'user',
    tag,
    summary: 'List pending connection requests I received',
    query: PageQuerySchema,
    responses,
    allowReplica: true,
    async handle({ caller, query }) {
      const filter = { direction: 'received', status: 'pending' } as const;
      const page = await connections.list(caller.user.id, filter, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'listSentConnectionRequests',
    method: 'get',
    path: '/connections/sent',
    auth: 'user',
    tag,
    summary: 'List pending connection requests I sent',
    query: PageQuerySchema,
    responses,
    allowReplica: true,
    async handle({ caller, query }) {
      const filter = { direction: 'sent', status: 'pending' } as const;
      const page = await connections.list(caller.user.id, filter, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'listConnectedUsers',
    method: 'get',
    path: '/connections/connected',
    auth: 'user',
    tag,
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
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'getConnectionStatus',
    method: 'get',
    path: '/connections/check/:userId',
    auth: 'user',
    tag,
    summary: 'Get my connection status with a user',
    params: OtherUserParamsSchema,
    responses: { 200: ConnectionCheckSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await connections.check(caller.user.id, params.userId) };
    },
  }),

  endpoint({
    name: 'answerConnectionRequest',
    method: 'put',
    path: '/connections/:id',
    auth: 'user',
    tag,
    summary: 'Accept or reject a connection request',
    params: IdParamsSchema,
    body: ConnectionAnswerSchema,
    responses: { 200: ConnectionSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params, body }) {
      return { status: 200, body: await connections.answer(caller.user, params.id, body.status) };
    },
  }),

  endpoint({
    name: 'deleteConnection',
    method: 'delete',
    path: '/connections/:id',
    auth: 'user',
    tag,
    summary: 'Cancel a connection request or delete a connection',
    params: IdParamsSchema,
    responses: { 200: DeletedSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params: { id } }) {
      await connections.delete(caller.user.id, id);
      return { status: 200, body: { id, deleted: true } };
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
    method: 'put',
    path: '/connections/:id/note',
    auth: 'user',
    tag: 'Connections',
    summary: 'Update my note about a connection',
    description:
      'Replaces your note; null deletes it. Only you see it, never the other user. A request that is not accepted has no note and answers 404. The note is deleted with the connection.',
    params: IdParamsSchema,
    body: ConnectionNoteSchema,
    responses: { 200: ConnectionSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, params, body }) {
      const connection = await connectionNotes.set(caller.user.id, params.id, body.note);
      return { status: 200, body: connection };
    },
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
    method: 'post',
    path: '/users/me/meet-code',
    auth: 'user',
    tag,
    summary: 'Create a code for people whom I meet',
    description:
      'A user who scans the code is connected with you at once. It holds for 5 to 10 minutes, and connects at most 20 users. Nothing is stored: a repeated request gives the same code for some minutes.',
    responses: { 200: MeetCodeSchema },
    holdsSecret: true,
    async handle({ caller }) {
      return { status: 200, body: await meetCodes.show(caller.user.id) };
    },
  }),

  endpoint({
    name: 'meetUser',
    method: 'post',
    path: '/connections/meet',
    auth: 'user',
    tag,
    summary: 'Accept the meet code of a user',
    description:
      'Connects you with the user who shows the code, and notifies both. A request between the two is accepted, in either direction, also a rejected one. A repeated request answers 200 again and keeps the first meeting. A code that is wrong, old, used up or your own answers the same `CODE_INVALID`, and so does one of a user whom you cannot meet. Limits, counted whatever the settings: 60 meetings an hour, and 20 wrong codes in 10 minutes.',
    body: MeetSchema,
    responses: { 200: ConnectionSchema },
    errors: ['CODE_INVALID'],
    async handle({ caller, body }) {
      return { status: 200, body: await meets.meet(caller.user, body) };
    },
  }),
];
