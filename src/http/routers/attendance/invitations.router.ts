import { conferenceAttendeeView } from '../../../domain/attendance/attendees.ts';
import { invalid } from '../../../errors.ts';
import type { AdminInvitationsService } from '../../../services/attendance/admin-invitations.service.ts';
import type {
  ClaimLink,
  ClaimLinksService,
} from '../../../services/attendance/claim-links.service.ts';
import type { ClaimsService } from '../../../services/attendance/claims.service.ts';
import type { WithdrawalsService } from '../../../services/attendance/withdrawals.service.ts';
import { OF_CONFERENCE } from '../../schemas/admin-paths.schemas.ts';
import { AdminConferenceAttendeeSchema } from '../../schemas/attendance/admin-attendees.schemas.ts';
import { RegistrationAnswerSchema } from '../../schemas/attendance/attendances.schemas.ts';
import { AttendeeImportRowSchema } from '../../schemas/attendance/attendee-imports.schemas.ts';
import {
  ClaimLinksPageSchema,
  ClaimLinksQuerySchema,
  ClaimLinksSchema,
  ClaimSchema,
  InvitationChangeSchema,
  InvitationParamsSchema,
  InvitationWithdrawalQuerySchema,
} from '../../schemas/attendance/invitations.schemas.ts';
import { ConferenceParamsSchema, DeletedSchema, inForms, stream } from '../../schemas/common.ts';
import { MAX_IMPORT_BYTES } from '../../schemas/imports.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { withClaimLinks } from '../../uploads/claimable-list.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const endpoint = tagged('Admin: attendance');
const attendanceEndpoint = tagged('Attendance');

export const invitationEndpoints = ({
  adminInvitations,
  claims,
  withdrawals,
}: {
  adminInvitations: AdminInvitationsService;
  claims: ClaimsService;
  withdrawals: WithdrawalsService;
}) => [
  endpoint({
    ...OF_CONFERENCE,
    name: 'updateInvitation',
    route: 'PATCH /admin/conferences/:conference_id/invitations/:invitation_id',
    scope: 'attendees:write',
    summary: 'Update an open invitation, or reopen a withdrawn one',
    description:
      'Corrects the fields of an attendee import. `status: invited` reopens a withdrawn invitation, also one of a removed attendee: with a seat if one is free, else with the last place of the queue. `over_capacity: true` gives a waiting one a seat even if none is free; the next freed seats make up for it. If the invitation names a user now, it becomes their registration, and the answer is the registration. `merge_into_user_id` makes it that of a user who holds another seat, as of one who bought two tickets: the second seat is free. Safe to repeat.',
    params: InvitationParamsSchema,
    body: InvitationChangeSchema,
    responses: { 200: AdminConferenceAttendeeSchema },
    errors: ['CONFLICT', 'CONFERENCE_CANCELLED', 'TICKET_TYPE_FULL'],
    async handle({ caller, params, body }) {
      const { merge_into_user_id: userId, ...given } = body;
      const id = params.invitation_id;
      if (userId !== undefined) {
        await claims.merge(caller, params.conference_id, { id, userId });
      }
      const change = { id, given };
      const row = await adminInvitations.update(caller, params.conference_id, change);
      return ok(conferenceAttendeeView(row));
    },
  }),

  endpoint({
    ...OF_CONFERENCE,
    name: 'withdrawInvitation',
    route: 'DELETE /admin/conferences/:conference_id/invitations/:invitation_id',
    scope: 'attendees:write',
    summary: 'Withdraw an open invitation',
    description:
      'Withdraws the invitation: its seat goes to the next in the queue. The row stays, so the same list sent again leaves it out; `PATCH` reopens it. With `erase=true` only keyed hashes of the guest stay, also of one who is withdrawn already: imports leave out their rows for good. Safe to repeat.',
    params: InvitationParamsSchema,
    query: InvitationWithdrawalQuerySchema,
    responses: { 200: DeletedSchema },
    errors: ['CONFLICT'],
    async handle({ caller, params: { conference_id, invitation_id: id }, query: { erase } }) {
      await withdrawals.withdraw(caller, conference_id, { id, erase });
      return ok({ id, deleted: true });
    },
  }),
];

export const claimEndpoints = ({ claims }: { claims: ClaimsService }) => [
  attendanceEndpoint({
    name: 'claimInvitation',
    route: 'POST /conferences/:conference_id/claim',
    auth: 'user',
    summary: 'Register with the code of a ticket or of a claim link',
    description:
      'Makes the invitation of a guest your registration, with its seat, its ticket type and its check-in. A repeated request answers 200 again. `ALREADY_CLAIMED`: another person has used this link. `ALREADY_HAS_SEAT`: you hold a seat by another invitation, and the code stays free. Every other code that does not fit answers the same 404. Limits, counted whatever the settings: 10 wrong codes an hour for you; after 100 from your address in 10 minutes you are refused once you have sent a wrong one; after 300 for a conference in an hour only links work.',
    params: ConferenceParamsSchema,
    body: ClaimSchema,
    concurrency: ({ params }) => `conference:${params.conference_id}`,
    responses: { 200: RegistrationAnswerSchema },
    errors: ['ALREADY_CLAIMED', 'ALREADY_HAS_SEAT', 'CONFLICT'],
    async handle({ caller, params: { conference_id }, body, address }) {
      const claimant = { user: caller.user, address };
      const answer = await claims.claim(claimant, conference_id, body);
      return ok({ conference_id, ...answer });
    },
  }),
];

const COLUMNS = [
  'invitation_id',
  'messenger_id',
  'username',
  'first_name',
  'last_name',
  'company',
  'ticket_type',
  'ticket_code_end',
  'claim_link',
] as const satisfies readonly (keyof ClaimLink)[];

export const claimLinkEndpoints = ({ claimLinks }: { claimLinks: ClaimLinksService }) => [
  endpoint({
    ...OF_CONFERENCE,
    name: 'exportClaimLinks',
    route: 'POST /admin/conferences/:conference_id/invitations/claim-links',
    scope: 'attendees:write',
    exportScope: 'attendees:export',
    summary: 'Export the claim links of guests',
    description:
      'A link opens the mini app and gives the seat of an open invitation to the user who opens it first. Links are made, not stored: every export has the same ones until `revoke`. Send your own guest list as `file` to get it back with a column `claim_link`, and mail the links with the tool that you use; nothing of the file is stored. The audit log records each export.',
    query: ClaimLinksQuerySchema,
    body: ClaimLinksSchema,
    upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES },
    responses: {
      200: inForms(ClaimLinksPageSchema, stream(TABLE_TYPES.csv), stream(TABLE_TYPES.xlsx)),
    },
    download: true,
    errors: ['CONFLICT'],
    async handle({ caller, params: { conference_id: id }, query: { format }, body, file }) {
      const { preset, columns, revoke, after, ids = null } = body;
      const name = `conference-${id}-claim-links`;
      if (!file) {
        if (preset || columns)
          throw invalid(preset ? 'preset' : 'columns', 'expected a file', 'needs', {
            field: 'file',
          });
        const wanted = { ids, after, isRevoked: revoke, format };
        if (format === 'json') {
          return ok(await claimLinks.page(caller, id, wanted));
        }
        const batches = rowsOf(await claimLinks.export(caller, id, wanted));
        const table = { format, name, columns: COLUMNS, batches };
        return { status: 200, ...tableDownload(caller, table) };
      }
      if (format === 'json')
        throw invalid('format', 'expected csv or xlsx for a file', 'one_of', {
          values: ['csv', 'xlsx'],
        });
      if (ids || revoke)
        throw invalid(ids ? 'ids' : 'revoke', 'expected no file beside it', 'not_beside', {
          field: 'file',
        });
      const begin = () => claimLinks.beginList(caller, id, format);
      const content = await withClaimLinks(
        AttendeeImportRowSchema.shape,
        { file, preset, columns },
        begin,
      );
      return { status: 200, ...tableDownload(caller, { format, name, ...content }) };
    },
  }),
];

/** As rows of a table. */
async function* rowsOf(batches: AsyncIterable<readonly ClaimLink[]>) {
  for await (const links of batches) yield links.map((link) => ({ ...link }));
}
