import { seesContacts } from '../../../domain/administration/contacts.ts';
import type { AdminParticipationsService } from '../../../services/quests/admin-participations.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema, inForms, stream } from '../../schemas/common.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import {
  ExportedParticipantSchema,
  ParticipantSchema,
  ParticipantsQuerySchema,
  participantPosition,
  QuestExportQuerySchema,
} from '../../schemas/quests/admin-participations.schemas.ts';
import { streamedList } from '../../schemas/streamed-lists.schemas.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const tag = 'Admin: quests';

export const adminParticipationEndpoints = ({
  adminParticipations,
}: {
  adminParticipations: AdminParticipationsService;
}) => [
  endpoint({
    name: 'listQuestParticipants',
    method: 'get',
    path: '/admin/quests/:id/participants',
    auth: 'admin',
    scope: 'quests:read',
    conferences: ({ params }) => ({ quest: params.id }),
    tag,
    summary: 'List the participants of a quest',
    description:
      'Sorted by their start; participants who have not started come last. Includes hidden, blocked and erased users.',
    params: IdParamsSchema,
    query: ParticipantsQuerySchema,
    responses: { 200: largeListOf(ParticipantSchema) },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    async handle({ caller, params, query }) {
      const filter = { ...query, byContacts: seesContacts(caller) };
      const request = pageRequest(query, participantPosition(query));
      const page = await adminParticipations.list(params.id, filter, request);
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'exportQuest',
    method: 'get',
    path: '/admin/quests/:id/export',
    auth: 'admin',
    scope: 'quests:export',
    conferences: ({ params }) => ({ quest: params.id }),
    tag,
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
    errors: ['NOT_FOUND'],
    async handle({ caller, params: { id }, query: { format } }) {
      const table = await adminParticipations.export(caller, id, format);
      const name = `quest-${id}-participants`;
      return { status: 200, ...tableDownload(caller, { ...table, format, name }) };
    },
  }),
];
