import type { CheckpointsService } from '../../../services/registration/checkpoints.service.ts';
import { OF_CONFERENCE } from '../../schemas/admin-paths.schemas.ts';
import { DeletedSchema } from '../../schemas/common.ts';
import { OrderedSchema } from '../../schemas/programme/agenda-groups.schemas.ts';
import {
  CheckpointChangeSchema,
  CheckpointOrderSchema,
  CheckpointParamsSchema,
  CheckpointSchema,
  CheckpointsSchema,
  NewCheckpointSchema,
} from '../../schemas/registration/checkpoints.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: attendance');

const PATH = '/admin/conferences/:conference_id/checkpoints';

export const checkpointEndpoints = ({ checkpoints }: { checkpoints: CheckpointsService }) => [
  endpoint({
    ...OF_CONFERENCE,
    name: 'listCheckpoints',
    route: `GET ${PATH}`,
    scope: 'door:read',
    summary: 'List the checkpoints of a conference',
    description:
      'Places where people are scanned, in the order of the organizers, at most 50. Without any, people are checked in once, at their arrival.',
    responses: { 200: CheckpointsSchema },
    handle: async ({ params }) => ok({ checkpoints: await checkpoints.list(params.conference_id) }),
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'createCheckpoint',
    route: `POST ${PATH}`,
    scope: 'content:write',
    summary: 'Create a checkpoint',
    description: 'It is the last in the order.',
    body: NewCheckpointSchema,
    responses: { 201: CheckpointSchema },
    errors: ['CHECKPOINT_LIMIT', 'CONFLICT'],
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      created(await checkpoints.create(caller, params.conference_id, body)),
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'updateCheckpoint',
    route: `PUT ${PATH}/:checkpoint_id`,
    scope: 'content:write',
    summary: 'Update a checkpoint',
    description: 'Where people were scanned, `counts` stays.',
    params: CheckpointParamsSchema,
    body: CheckpointChangeSchema,
    versioned: CheckpointSchema,
    responses: { 200: CheckpointSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params, ifMatch, body }) =>
      ok(await checkpoints.update(caller, targetOf(params, ifMatch), body)),
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'orderCheckpoints',
    route: `PUT ${PATH}/order`,
    scope: 'content:write',
    summary: 'Set the order of the checkpoints of a conference',
    description:
      '409 unless `ids` are all checkpoints of the conference, as when one was added in the meantime. Safe to repeat.',
    body: CheckpointOrderSchema,
    responses: { 200: OrderedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, body: { ids } }) {
      await checkpoints.order(caller, params.conference_id, ids);
      return ok({ ids });
    },
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'deleteCheckpoint',
    route: `DELETE ${PATH}/:checkpoint_id`,
    scope: 'content:write',
    summary: 'Delete a checkpoint',
    description:
      'One where people were scanned is retired: it takes no scans, and keeps those that it has.',
    params: CheckpointParamsSchema,
    versioned: CheckpointSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params, ifMatch }) {
      await checkpoints.delete(caller, targetOf(params, ifMatch));
      return ok({ id: params.checkpoint_id, deleted: true });
    },
  }),
];

const targetOf = (
  { conference_id, checkpoint_id: id }: { conference_id: number; checkpoint_id: number },
  ifMatch: readonly number[] | undefined,
) => ({ conference_id, id, ifMatch });
