import { conferenceAttendeeView } from '../../../domain/attendance/attendees.ts';
import type { AdminInvitationsService } from '../../../services/attendance/admin-invitations.service.ts';
import type { InvitationMergesService } from '../../../services/attendance/invitation-merges.service.ts';
import { endpoint } from '../../endpoint.ts';
import { AdminConferenceAttendeeSchema } from '../../schemas/attendance/admin-attendees.schemas.ts';
import {
  InvitationChangeSchema,
  InvitationParamsSchema,
  InvitationWithdrawalQuerySchema,
} from '../../schemas/attendance/invitations.schemas.ts';
import { DeletedSchema } from '../../schemas/common.ts';

const tag = 'Admin: attendance';

export const invitationEndpoints = ({
  adminInvitations,
  invitationMerges,
}: {
  adminInvitations: AdminInvitationsService;
  invitationMerges: InvitationMergesService;
}) => [
  endpoint({
    name: 'updateInvitation',
    method: 'patch',
    path: '/admin/conferences/:conference_id/invitations/:invitation_id',
    auth: 'admin',
    scope: 'attendees:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    tag,
    summary: 'Update an open invitation, or reopen a withdrawn one',
    description:
      'Corrects the fields of an attendee import. `status: invited` reopens a withdrawn invitation, also one of a removed attendee: with a seat if one is free, else with the last place of the queue. `over_capacity: true` gives a waiting one a seat even if none is free; the next freed seats make up for it. If the invitation names a user now, it becomes their registration, and the answer is the registration. `merge_into_user_id` makes it that of a user who holds another seat, as of one who bought two tickets: the second seat is free. Safe to repeat.',
    params: InvitationParamsSchema,
    body: InvitationChangeSchema,
    responses: { 200: AdminConferenceAttendeeSchema },
    errors: ['NOT_FOUND', 'CONFLICT', 'CONFERENCE_CANCELLED'],
    async handle({ caller, params, body }) {
      const { merge_into_user_id: userId, ...given } = body;
      const id = params.invitation_id;
      if (userId !== undefined) {
        await invitationMerges.merge(caller, params.conference_id, { id, userId });
      }
      const change = { id, given };
      const row = await adminInvitations.update(caller, params.conference_id, change);
      return { status: 200, body: conferenceAttendeeView(row) };
    },
  }),

  endpoint({
    name: 'withdrawInvitation',
    method: 'delete',
    path: '/admin/conferences/:conference_id/invitations/:invitation_id',
    auth: 'admin',
    scope: 'attendees:write',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    tag,
    summary: 'Cancel an open invitation',
    description:
      'Withdraws the invitation: its seat goes to the next in the queue. The row stays, so the same list sent again leaves it out; `PATCH` reopens it. With `erase=true` only keyed hashes of the guest stay, also of one who is withdrawn already: imports leave out their rows for good. Safe to repeat.',
    params: InvitationParamsSchema,
    query: InvitationWithdrawalQuerySchema,
    responses: { 200: DeletedSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params: { conference_id, invitation_id: id }, query: { erase } }) {
      await adminInvitations.withdraw(caller, conference_id, { id, erase });
      return { status: 200, body: { id, deleted: true } };
    },
  }),
];
