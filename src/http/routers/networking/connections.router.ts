import type { ConnectionsService } from '../../../services/networking/connections.service.ts';
import type { ContactsService } from '../../../services/networking/contacts.service.ts';
import { endpoint, type SignedIn } from '../../endpoint.ts';
import { DeletedSchema, IdParamsSchema, inForms, stream } from '../../schemas/common.ts';
import {
  ConnectedUsersQuerySchema,
  ConnectionAnswerSchema,
  ConnectionCheckSchema,
  ConnectionRequestSchema,
  ConnectionSchema,
  ConnectionsQuerySchema,
  ListedConnectionSchema,
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
    mayLag: true,
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
    mayLag: true,
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
    mayLag: true,
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
