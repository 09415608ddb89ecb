import type { z } from 'zod';
import type {
  AgendaGroupInput,
  AgendaGroupKind,
  NewAgendaGroup,
} from '../../../domain/programme/agenda-groups.ts';
import type { AgendaGroupsService } from '../../../services/programme/agenda-groups.service.ts';
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
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: agenda');

interface Deps {
  readonly agendaGroups: AgendaGroupsService;
}

interface Schemas {
  readonly one: typeof RoomSchema | typeof TrackSchema;
  readonly added: z.ZodType<NewAgendaGroup>;
  readonly change: z.ZodType<AgendaGroupInput & { readonly notify?: boolean | undefined }>;
}

/** Rooms and tracks of conferences: the same endpoints for both. */
export const agendaGroupEndpoints = (deps: Deps) => [
  ...endpointsOf(deps, 'room', {
    one: RoomSchema,
    added: NewRoomSchema,
    change: RoomChangeSchema,
  }),
  ...endpointsOf(deps, 'track', {
    one: TrackSchema,
    added: NewTrackSchema,
    change: TrackChangeSchema,
  }),
];

function endpointsOf(
  { agendaGroups }: Deps,
  kind: AgendaGroupKind,
  { one, added, change }: Schemas,
) {
  const path = `/admin/conferences/:conference_id/${kind}s`;
  const noun = kind === 'room' ? 'Room' : 'Track';
  return [
    endpoint({
      name: `list${noun}s`,
      route: `GET ${path}`,
      auth: 'admin',
      scope: 'content:read',
      conferences: ({ params }) => ({ conference: params.conference_id }),
      summary: `List the ${kind}s of a conference`,
      description: 'In the order of the organizers.',
      params: ConferenceParamsSchema,
      query: AgendaPageQuerySchema,
      responses: { 200: listOf(one) },
      handle: async ({ params, query }) =>
        ok(listReply(await agendaGroups.list({ ...params, kind }, numbered(query)))),
    }),

    endpoint({
      name: `create${noun}`,
      route: `POST ${path}`,
      auth: 'admin',
      scope: 'content:write',
      conferences: ({ params }) => ({ conference: params.conference_id }),
      summary: `Create a ${kind}`,
      description: `It is the last in the order. Agenda items and imports that name an unknown ${kind} also create it.`,
      params: ConferenceParamsSchema,
      body: added,
      responses: { 201: one },
      errors: ['CONFLICT'],
      idempotent: true,
      handle: async ({ caller, params, body }) =>
        created(await agendaGroups.create(caller, { ...params, kind }, body)),
    }),

    endpoint({
      name: `update${noun}`,
      route: `PUT ${path}/:id`,
      auth: 'admin',
      scope: 'content:write',
      conferences: ({ params }) => ({ conference: params.conference_id }),
      summary: `Update a ${kind}`,
      description: DESCRIPTION_OF_UPDATE[kind],
      params: AgendaGroupParamsSchema,
      body: change,
      responses: { 200: one },
      errors: ['CONFLICT'],
      handle: async ({ caller, params, body }) =>
        ok(await agendaGroups.update(caller, { ...params, kind }, body)),
    }),

    endpoint({
      name: `order${noun}s`,
      route: `PUT ${path}/order`,
      auth: 'admin',
      scope: 'content:write',
      conferences: ({ params }) => ({ conference: params.conference_id }),
      summary: `Set the order of the ${kind}s of a conference`,
      description: `409 unless \`ids\` are all ${kind}s of the conference, as when one was added in the meantime. Safe to repeat.`,
      params: ConferenceParamsSchema,
      body: AgendaGroupOrderSchema,
      responses: { 200: OrderedSchema },
      errors: ['CONFLICT'],
      async handle({ caller, params, body: { ids } }) {
        await agendaGroups.order(caller, { ...params, kind }, ids);
        return ok({ ids });
      },
    }),

    endpoint({
      name: `delete${noun}`,
      route: `DELETE ${path}/:id`,
      auth: 'admin',
      scope: 'content:delete',
      conferences: ({ params }) => ({ conference: params.conference_id }),
      summary: `Delete a ${kind}`,
      description: 'Only while no agenda item and no event refers to it; the 409 says how many do.',
      params: AgendaGroupParamsSchema,
      responses: { 200: DeletedSchema },
      errors: ['CONFLICT'],
      async handle({ caller, params }) {
        await agendaGroups.delete(caller, { ...params, kind });
        return ok({ id: params.id, deleted: true });
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
