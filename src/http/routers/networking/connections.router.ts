import type { ConnectionsService } from '../../../services/networking/connections.service.ts';
import { endpoint } from '../../endpoint.ts';
import { Deleted, IdParams, listOf, listReply, numbered, PageQuery } from '../../schemas/common.ts';
import {
  Connection,
  ConnectionAnswer,
  ConnectionCheck,
  ConnectionRequest,
  ConnectionsQuery,
  ListedConnection,
  OtherPersonParams,
} from '../../schemas/networking/connections.schemas.ts';

const tag = 'Connections';
const responses = { 200: listOf(ListedConnection) };

/** The lists that have a path of their own. */
const LISTS = [
  {
    path: '/connections/pending',
    summary: 'List the requests that wait for your answer',
    filter: { direction: 'received', status: 'pending' },
  },
  {
    path: '/connections/sent',
    summary: 'List your requests that wait for an answer',
    filter: { direction: 'sent', status: 'pending' },
  },
  {
    path: '/connections/connected',
    summary: 'List the people you are connected with',
    filter: { status: 'accepted' },
  },
] as const;

export const connectionEndpoints = ({ connections }: { connections: ConnectionsService }) => [
  endpoint({
    method: 'post',
    path: '/connections',
    auth: 'user',
    tag,
    summary: 'Ask somebody to connect',
    description:
      'Who has already asked you gets a yes. Somebody may ask 50 others in any 24 hours; whoever was rejected may ask the same person again 30 days later.',
    body: ConnectionRequest,
    responses: { 200: Connection, 201: Connection },
    errors: ['NOT_FOUND', 'ALREADY_CONNECTED', 'CONNECTION_REJECTED'],
    async handle({ caller, body }) {
      const { connection, created } = await connections.request(caller.user.id, body);
      return { status: created ? 201 : 200, body: connection };
    },
  }),

  endpoint({
    method: 'get',
    path: '/connections',
    auth: 'user',
    tag,
    summary: 'List your connections and requests',
    description: 'Latest first, by when it was answered or, while it waits, asked.',
    query: ConnectionsQuery,
    responses,
    async handle({ caller, query }) {
      const page = await connections.list(caller.user.id, query, numbered(query));
      return { status: 200, body: listReply(page) };
    },
  }),

  ...LISTS.map(({ path, summary, filter }) =>
    endpoint({
      method: 'get',
      path,
      auth: 'user',
      tag,
      summary,
      query: PageQuery,
      responses,
      async handle({ caller, query }) {
        const page = await connections.list(caller.user.id, filter, numbered(query));
        return { status: 200, body: listReply(page) };
      },
    }),
  ),

  endpoint({
    method: 'get',
    path: '/connections/check/:userId',
    auth: 'user',
    tag,
    summary: 'Get how you stand to somebody',
    params: OtherPersonParams,
    responses: { 200: ConnectionCheck },
    errors: ['NOT_FOUND'],
    async handle({ caller, params }) {
      return { status: 200, body: await connections.check(caller.user.id, params.userId) };
    },
  }),

  endpoint({
    method: 'put',
    path: '/connections/:id',
    auth: 'user',
    tag,
    summary: 'Answer a request',
    params: IdParams,
    body: ConnectionAnswer,
    responses: { 200: Connection },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params, body }) {
      return { status: 200, body: await connections.answer(caller.user, params.id, body.status) };
    },
  }),

  endpoint({
    method: 'delete',
    path: '/connections/:id',
    auth: 'user',
    tag,
    summary: 'Withdraw a request, or end a connection',
    params: IdParams,
    responses: { 200: Deleted },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params: { id } }) {
      await connections.end(caller.user.id, id);
      return { status: 200, body: { id, deleted: true } };
    },
  }),
];
