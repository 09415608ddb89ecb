import type { SourceRowsService } from '../../../services/sources/source-rows.service.ts';
import type { SourceRunsService } from '../../../services/sources/source-runs.service.ts';
import type { SourcesService } from '../../../services/sources/sources.service.ts';
import { ConferenceParamsSchema, DeletedSchema } from '../../schemas/common.ts';
import {
  CursorQuerySchema,
  largeListOf,
  listOf,
  listReply,
  numbered,
  PageQuerySchema,
  pageRequest,
} from '../../schemas/pages.schemas.ts';
import {
  ApplyRequestSchema,
  FollowedSchema,
  FollowRequestSchema,
  ReportedRunSchema,
  RunParamsSchema,
  RunPositionSchema,
  RunRequestSchema,
  RunsParamsSchema,
  SourceRunSchema,
  WithdrawnSchema,
  WithdrawRequestSchema,
} from '../../schemas/sources/source-runs.schemas.ts';
import {
  NewSourceSchema,
  SourceChangeSchema,
  SourceParamsSchema,
  SourceSchema,
} from '../../schemas/sources/sources.schemas.ts';
import { accepted, created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: sources');

const PATH = '/admin/conferences/:conference_id/sources';
const RUNS = `${PATH}/:source_id/runs` as const;
/** The scope depends on the kind of the source: each service asks for it. */
const READS = 'A programme needs `content:read`, a guest list `attendees:read`.';
const IMPORTS = 'A programme needs `content:import`, a guest list `attendees:import`.';

interface Services {
  readonly sources: SourcesService;
  readonly sourceRuns: SourceRunsService;
  readonly sourceRows: SourceRowsService;
}

/** What every endpoint of sources has. */
const of = {
  auth: 'admin',
  scope: 'any',
  conferences: ({ params }: { params: { conference_id: number } }) => ({
    conference: params.conference_id,
  }),
} as const;

export const sourceEndpoints = ({ sources }: Services) => [
  endpoint({
    ...of,
    name: 'listSources',
    route: `GET ${PATH}`,
    summary: 'List the sources of a conference',
    description: `At most 10, in the order of their creation: those of the kinds that the key may read. ${READS}`,
    params: ConferenceParamsSchema,
    query: PageQuerySchema,
    responses: { 200: listOf(SourceSchema) },
    handle: async ({ caller, params, query }) =>
      ok(listReply(await sources.list(caller, params.conference_id, numbered(query)))),
  }),

  endpoint({
    ...of,
    name: 'createSource',
    route: `POST ${PATH}`,
    summary: 'Create a source',
    description: `An upload that repeats itself: a worker reads the address at once, and at each interval. The first run always waits for a person. ${IMPORTS}`,
    params: ConferenceParamsSchema,
    body: NewSourceSchema,
    responses: { 201: SourceSchema },
    errors: ['SOURCE_LIMIT'],
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      created(await sources.create(caller, params.conference_id, body)),
  }),

  endpoint({
    ...of,
    name: 'getSource',
    route: `GET ${PATH}/:id`,
    summary: 'Get a source',
    description: READS,
    params: SourceParamsSchema,
    versioned: SourceSchema,
    responses: { 200: SourceSchema },
    handle: async ({ caller, params }) => ok(await sources.get(caller, params)),
  }),

  endpoint({
    ...of,
    name: 'updateSource',
    route: `PUT ${PATH}/:id`,
    summary: 'Update a source',
    description: `Another kind, or an address of another origin, is another source. Another address or other settings are read at once, and wait for a person. Who changes what is read, or switches the source on, becomes its owner, with whose rights it imports. ${IMPORTS}`,
    params: SourceParamsSchema,
    body: SourceChangeSchema,
    versioned: SourceSchema,
    responses: { 200: SourceSchema },
    handle: async ({ caller, params, ifMatch, body }) =>
      ok(await sources.update(caller, { ...params, ifMatch }, body)),
  }),

  endpoint({
    ...of,
    name: 'deleteSource',
    route: `DELETE ${PATH}/:id`,
    summary: 'Delete a source',
    description: `Its runs are deleted, what it brought stays. ${IMPORTS}`,
    params: SourceParamsSchema,
    versioned: SourceSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params, ifMatch }) {
      await sources.delete(caller, { ...params, ifMatch });
      return ok({ id: params.id, deleted: true });
    },
  }),
];

export const sourceRunEndpoints = ({ sourceRuns: runs, sourceRows: rows }: Services) => [
  endpoint({
    ...of,
    name: 'runSource',
    route: `POST ${PATH}/:source_id/run`,
    summary: 'Start a run of a source',
    description: `A worker reads the source at once; the run says how it ends. One at a time, and one a minute. 409 for a source that is off. ${IMPORTS}`,
    params: RunsParamsSchema,
    body: RunRequestSchema,
    responses: { 202: SourceRunSchema },
    errors: ['CONFLICT', 'SOURCE_RUNNING', 'TOO_SOON'],
    idempotent: true,
    handle: async ({ caller, params, body }) => accepted(await runs.start(caller, params, body)),
  }),

  endpoint({
    ...of,
    name: 'listSourceRuns',
    route: `GET ${RUNS}`,
    summary: 'List the runs of a source',
    description: `The newest first, without their reports. Runs are kept for 90 days, 200 of a source, and of unchanged ones the last of each day. ${READS}`,
    params: RunsParamsSchema,
    query: CursorQuerySchema,
    responses: { 200: largeListOf(SourceRunSchema) },
    handle: async ({ caller, params, query }) =>
      ok(listReply(await runs.list(caller, params, pageRequest(query, RunPositionSchema)))),
  }),

  endpoint({
    ...of,
    name: 'getSourceRun',
    route: `GET ${RUNS}/:id`,
    summary: 'Get a run of a source with its report',
    description: `What it changed, or would change. ${READS}`,
    params: RunParamsSchema,
    responses: { 200: ReportedRunSchema },
    handle: async ({ caller, params }) => ok(await runs.get(caller, params)),
  }),

  endpoint({
    ...of,
    name: 'applySourceRun',
    route: `POST ${RUNS}/:id/apply`,
    summary: 'Import what a waiting run showed',
    description: `The source is read again: other content is not applied, but waits as a new run (\`SOURCE_CHANGED\`). With \`only\`, the other rows stay as they are until the source has other content. ${IMPORTS}`,
    params: RunParamsSchema,
    body: ApplyRequestSchema,
    responses: { 200: ReportedRunSchema },
    errors: ['CONFLICT', 'SOURCE_RUNNING', 'SOURCE_CHANGED', 'UPSTREAM_ERROR'],
    idempotent: true,
    handle: async ({ caller, params, body }) => ok(await runs.apply(caller, params, body)),
  }),

  endpoint({
    ...of,
    name: 'discardSourceRun',
    route: `POST ${RUNS}/:id/discard`,
    summary: 'Dismiss a waiting run',
    description: `The same content is not offered again, unless a person starts a run. 409 for a run that does not wait. ${IMPORTS}`,
    params: RunParamsSchema,
    responses: { 200: SourceRunSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params }) => ok(await runs.discard(caller, params)),
  }),

  endpoint({
    ...of,
    name: 'followSource',
    route: `POST ${PATH}/:source_id/follow`,
    summary: 'Update agenda items from their source again',
    description: `Gives the fields that organizers edited back to the source, which is read at once. 404 for an item of another source, 409 for a guest list. ${IMPORTS}`,
    params: RunsParamsSchema,
    body: FollowRequestSchema,
    responses: { 200: FollowedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, body: { agenda_item_ids } }) {
      await rows.follow(caller, params, agenda_item_ids);
      return ok({ agenda_item_ids });
    },
  }),

  endpoint({
    ...of,
    name: 'withdrawFromSource',
    route: `POST ${PATH}/:source_id/withdraw`,
    summary: 'Withdraw registrations that a shop cancelled',
    description: `Those that a report lists as \`to_withdraw\`, after a person has decided. Each is withdrawn by itself. 409 for a programme. ${IMPORTS}`,
    params: RunsParamsSchema,
    body: WithdrawRequestSchema,
    responses: { 200: WithdrawnSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, params, body }) =>
      ok({ results: [...(await rows.withdraw(caller, params, body.registration_ids))] }),
  }),
];
