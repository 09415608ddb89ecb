import type { z } from 'zod';
import type {
  AgendaGroupInput,
  AgendaGroupKind,
  NewAgendaGroup,
} from '../../../domain/programme/agenda-groups.ts';
import type { AgendaGroupsService } from '../../../services/programme/agenda-groups.service.ts';
import { endpoint } from '../../endpoint.ts';
import { ConferenceParamsSchema, DeletedSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import {
  AgendaGroupOrderSchema,
  AgendaGroupParamsSchema,
  AgendaPageQuerySchema,
  NewRoomSchema,
  NewTrackSchema,
  OrderedSchema,
  RoomChangeSchema,
  RoomSchema,
  TrackChangeSchema,
  TrackSchema,
} from '../../schemas/programme/agenda-groups.schemas.ts';

const tag = 'Admin: agenda';

interface Deps {
  readonly agendaGroups: AgendaGroupsService;
}

interface Schemas {
  readonly one: typeof RoomSchema | typeof TrackSchema;
  readonly created: z.ZodType<NewAgendaGroup>;
  readonly change: z.ZodType<AgendaGroupInput & { readonly notify?: boolean | undefined }>;
}

/** Rooms and tracks of conferences: the same endpoints for both. */
export const agendaGroupEndpoints = (deps: Deps) => [
  ...endpointsOf(deps, 'room', {
    one: RoomSchema,
    created: NewRoomSchema,
    change: RoomChangeSchema,
  }),
  ...endpointsOf(deps, 'track', {
    one: TrackSchema,
    created: NewTrackSchema,
    change: TrackChangeSchema,
  }),
];

function endpointsOf(
  { agendaGroups }: Deps,
  kind: AgendaGroupKind,
  { one, created, change }: Schemas,
) {
  const path = `/admin/conferences/:conference_id/${kind}s`;
  const noun = kind === 'room' ? 'Room' : 'Track';
  return [
    endpoint({
      name: `list${noun}s`,
      method: 'get',
      path,
      auth: 'admin',
      scope: 'content:read',
      conferences: ({ params }) => ({ conference: params.conference_id }),
      tag,
      summary: `List the ${kind}s of a conference`,
      description: 'In the order of the organizers.',
      params: ConferenceParamsSchema,
      query: AgendaPageQuerySchema,
      responses: { 200: listOf(one) },
      errors: ['NOT_FOUND'],
      async handle({ params, query }) {
        const page = await agendaGroups.list({ ...params, kind }, numbered(query));
        return { status: 200, body: listReply(page) };
      },
    }),

    endpoint({
      name: `create${noun}`,
      method: 'post',
      path,
      auth: 'admin',
      scope: 'content:write',
      conferences: ({ params }) => ({ conference: params.conference_id }),
      tag,
      summary: `Create a ${kind}`,
      description: `It is the last in the order. Agenda items and imports that name an unknown ${kind} also create it.`,
      params: ConferenceParamsSchema,
      body: created,
      responses: { 201: one },
      errors: ['NOT_FOUND', 'CONFLICT'],
      idempotent: true,
      async handle({ caller, params, body }) {
        return { status: 201, body: await agendaGroups.create(caller, { ...params, kind }, body) };
      },
    }),

    endpoint({
      name: `update${noun}`,
      method: 'put',
      path: `${path}/:id`,
      auth: 'admin',
      scope: 'content:write',
      conferences: ({ params }) => ({ conference: params.conference_id }),
      tag,
      summary: `Update a ${kind}`,
      description: DESCRIPTION_OF_UPDATE[kind],
      params: AgendaGroupParamsSchema,
      body: change,
      responses: { 200: one },
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ caller, params, body }) {
        return { status: 200, body: await agendaGroups.update(caller, { ...params, kind }, body) };
      },
    }),

    endpoint({
      name: `order${noun}s`,
      method: 'put',
      path: `${path}/order`,
      auth: 'admin',
      scope: 'content:write',
      conferences: ({ params }) => ({ conference: params.conference_id }),
      tag,
      summary: `Set the order of the ${kind}s of a conference`,
      description: `409 unless \`ids\` are all ${kind}s of the conference, as when one was added in the meantime. Safe to repeat.`,
      params: ConferenceParamsSchema,
      body: AgendaGroupOrderSchema,
      responses: { 200: OrderedSchema },
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ caller, params, body: { ids } }) {
        await agendaGroups.order(caller, { ...params, kind }, ids);
        return { status: 200, body: { ids } };
      },
    }),

    endpoint({
      name: `delete${noun}`,
      method: 'delete',
      path: `${path}/:id`,
      auth: 'admin',
      scope: 'content:delete',
      conferences: ({ params }) => ({ conference: params.conference_id }),
      tag,
      summary: `Delete a ${kind}`,
      description: 'Only while no agenda item and no event refers to it; the 409 says how many do.',
      params: AgendaGroupParamsSchema,
      responses: { 200: DeletedSchema },
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ caller, params }) {
        await agendaGroups.delete(caller, { ...params, kind });
        return { status: 200, body: { id: params.id, deleted: true } };
      },
    }),
  ];
}

const RENAME =
  'A new name is written to the agenda items that have the old one, and later imports leave it there.';
const DESCRIPTION_OF_UPDATE: Readonly<Record<AgendaGroupKind, string>> = {
  room: `${RENAME} Events in the room likewise. Unless \`notify\` is false, each of their people gets one notification, if more than case and spaces change.`,
  track: RENAME,
};
