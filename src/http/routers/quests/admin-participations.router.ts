import { seesContacts } from '../../../domain/administration/contacts.ts';
import type { AdminParticipationsService } from '../../../services/quests/admin-participations.service.ts';
import type { AdminRegistrationRequestsService } from '../../../services/quests/admin-registration-requests.service.ts';
import { IdParamsSchema, inForms, stream } from '../../schemas/common.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import {
  ExportedParticipantSchema,
  ParticipantSchema,
  ParticipantsQuerySchema,
  participantPosition,
  QuestExportQuerySchema,
} from '../../schemas/quests/admin-participations.schemas.ts';
import {
  BulkDecidedSchema,
  TaskRejectionSchema,
} from '../../schemas/quests/admin-submissions.schemas.ts';
import {
  AdminRegistrationRequestSchema,
  BulkRegistrationDecisionSchema,
  RegistrationRequestsQuerySchema,
  registrationRequestPosition,
} from '../../schemas/quests/registration-requests.schemas.ts';
import { streamedList } from '../../schemas/streamed-lists.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const endpoint = tagged('Admin: quests');

export const adminParticipationEndpoints = ({
  adminParticipations,
}: {
  adminParticipations: AdminParticipationsService;
}) => [
  endpoint({
    name: 'listQuestParticipants',
    route: 'GET /admin/quests/:id/participants',
    auth: 'admin',
    scope: 'quests:read',
    conferences: ({ params }) => ({ quest: params.id }),
    summary: 'List the participants of a quest',
    description:
      'Sorted by their start; participants who have not started come last. Includes hidden, blocked and erased users.',
    params: IdParamsSchema,
    query: ParticipantsQuerySchema,
    responses: { 200: largeListOf(ParticipantSchema) },
    holdsProfiles: true,
    async handle({ caller, params, query }) {
      const filter = { ...query, byContacts: seesContacts(caller) };
      const request = pageRequest(query, participantPosition(query));
      const page = await adminParticipations.list(params.id, filter, request);
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'exportQuest',
    route: 'GET /admin/quests/:id/export',
    auth: 'admin',
    scope: 'quests:export',
    conferences: ({ params }) => ({ quest: params.id }),
    summary: 'Export the participants of a quest',
    description:
      'One row for each participant, with the status of each task and the answer of each text. JSON is one array of the same rows. Recorded in the audit log.',
    params: IdParamsSchema,
    query: QuestExportQuerySchema,
    responses: {
      200: inForms(
        streamedList(ExportedParticipantSchema, 'ExportedParticipants'),
        stream(TABLE_TYPES.csv),
        stream(TABLE_TYPES.xlsx),
      ),
    },
    download: true,
    async handle({ caller, params: { id }, query: { format } }) {
      const table = await adminParticipations.export(caller, id, format);
      const name = `quest-${id}-participants`;
      return { status: 200, ...tableDownload(caller, { ...table, format, name }) };
    },
  }),
];

export const adminRegistrationRequestEndpoints = ({
  adminRegistrationRequests,
}: {
  adminRegistrationRequests: AdminRegistrationRequestsService;
}) => [
  endpoint({
    name: 'listQuestRegistrationRequests',
    route: 'GET /admin/quests/registration-requests',
    auth: 'admin',
    scope: 'quests:read',
    conferences: 'filtered',
    summary: 'List requests to take part in quests',
    description: 'Pending requests by default.',
    query: RegistrationRequestsQuerySchema,
    responses: { 200: largeListOf(AdminRegistrationRequestSchema) },
    holdsProfiles: true,
    handle: async ({ caller: { conference_ids }, query }) =>
      ok(
        listReply(
          await adminRegistrationRequests.list(
            { ...query, conference_ids },
            pageRequest(query, registrationRequestPosition(query)),
          ),
        ),
      ),
  }),

  endpoint({
    name: 'approveQuestRegistrationRequest',
    route: 'POST /admin/quests/registration-requests/:id/approve',
    auth: 'admin',
    scope: 'quests:review',
    conferences: ({ params }) => ({ registration_request: params.id }),
    summary: 'Approve a request to take part in a quest',
    description:
      'Takes a place at once and notifies the user, also after a rejection. Safe to repeat.',
    params: IdParamsSchema,
    responses: { 200: AdminRegistrationRequestSchema },
    errors: ['CONFLICT', 'QUEST_FULL'],
    async handle({ caller, params }) {
      const review = { decision: 'approve', reason: null } as const;
      return ok(await adminRegistrationRequests.decide(caller, params.id, review));
    },
  }),

  endpoint({
    name: 'rejectQuestRegistrationRequest',
    route: 'POST /admin/quests/registration-requests/:id/reject',
    auth: 'admin',
    scope: 'quests:review',
    conferences: ({ params }) => ({ registration_request: params.id }),
    summary: 'Reject a request to take part in a quest',
    description:
      'The user is notified of the reason, but not of a request that an unsigned call made. An approved request cannot be rejected. Safe to repeat.',
    params: IdParamsSchema,
    body: TaskRejectionSchema,
    responses: { 200: AdminRegistrationRequestSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params, body: { reason = null } }) {
      const review = { decision: 'reject', reason } as const;
      return ok(await adminRegistrationRequests.decide(caller, params.id, review));
    },
  }),

  endpoint({
    name: 'decideQuestRegistrationRequests',
    route: 'POST /admin/quests/registration-requests/bulk',
    auth: 'admin',
    scope: 'quests:review',
    conferences: 'filtered',
    summary: 'Approve or reject many requests to take part in quests',
    description:
      'At most 1,000 requests, each decided by itself; the oldest get the last places. Safe to repeat.',
    body: BulkRegistrationDecisionSchema,
    responses: { 200: BulkDecidedSchema },
    async handle({ caller, body: { ids, decision, reason = null } }) {
      const review = { decision, reason: decision === 'reject' ? reason : null };
      const results = await adminRegistrationRequests.decideAll(caller, ids, review);
      return ok({ results });
    },
  }),
];
