import type { ClaimsService } from '../../../services/attendance/claims.service.ts';
import { endpoint } from '../../endpoint.ts';
import { RegistrationAnswerSchema } from '../../schemas/attendance/attendances.schemas.ts';
import { ClaimSchema } from '../../schemas/attendance/claims.schemas.ts';
import { ConferenceParamsSchema } from '../../schemas/common.ts';

export const claimEndpoints = ({ claims }: { claims: ClaimsService }) => [
  endpoint({
    name: 'claimInvitation',
    method: 'post',
    path: '/conferences/:conference_id/claim',
    auth: 'user',
    tag: 'Attendance',
    summary: 'Register with the code of a ticket or of a claim link',
    description:
      'Makes the invitation of a guest your registration, with its seat, its ticket type and its check-in. A repeated request answers 200 again. `ALREADY_CLAIMED`: another person has used this link. `ALREADY_HAS_SEAT`: you hold a seat by another invitation, and the code stays free. Every other code that does not fit answers the same 404. Limits, counted whatever the settings: 10 wrong codes an hour for you; after 100 from your address in 10 minutes you are refused once you have sent a wrong one; after 300 for a conference in an hour only links work.',
    params: ConferenceParamsSchema,
    body: ClaimSchema,
    concurrency: ({ params }) => `conference:${params.conference_id}`,
    responses: { 200: RegistrationAnswerSchema },
    errors: ['NOT_FOUND', 'ALREADY_CLAIMED', 'ALREADY_HAS_SEAT'],
    async handle({ caller, params: { conference_id }, body, address }) {
      const claimant = { user: caller.user, address };
      const answer = await claims.claim(claimant, conference_id, body);
      return { status: 200, body: { conference_id, ...answer } };
    },
  }),
];
