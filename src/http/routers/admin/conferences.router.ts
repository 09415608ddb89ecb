import type { AdminConferencesService } from '../../../services/admin-conferences.service.ts';
import { endpoint } from '../../endpoint.ts';
import { Conference, NewConference } from '../../schemas/conferences.schemas.ts';

const tag = 'Admin: conferences';

export const adminConferenceEndpoints = ({
  adminConferences,
}: {
  adminConferences: AdminConferencesService;
}) => [
  endpoint({
    method: 'post',
    path: '/admin/conferences',
    auth: 'admin',
    tag,
    summary: 'Create a conference',
    body: NewConference,
    responses: { 201: Conference },
    errors: ['CONFLICT'],
    async handle({ caller, body }) {
      return { status: 201, body: await adminConferences.create(caller, body) };
    },
  }),
];
