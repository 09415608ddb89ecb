import { invalid } from '../../../errors.ts';
import type {
  ClaimLink,
  ClaimLinksService,
} from '../../../services/attendance/claim-links.service.ts';
import { endpoint } from '../../endpoint.ts';
import { AttendeeImportRowSchema } from '../../schemas/attendance/attendee-imports.schemas.ts';
import {
  ClaimLinksPageSchema,
  ClaimLinksQuerySchema,
  ClaimLinksSchema,
} from '../../schemas/attendance/claim-links.schemas.ts';
import { ConferenceParamsSchema, inForms, stream } from '../../schemas/common.ts';
import { MAX_IMPORT_BYTES } from '../../schemas/imports.schemas.ts';
import { withClaimLinks } from '../../uploads/claimable-list.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

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
    name: 'exportClaimLinks',
    method: 'post',
    path: '/admin/conferences/:conference_id/invitations/claim-links',
    auth: 'admin',
    scope: 'attendees:write',
    exportScope: 'attendees:export',
    conferences: ({ params }) => ({ conference: params.conference_id }),
    tag: 'Admin: attendance',
    summary: 'Export the claim links of guests',
    description:
      'A link opens the mini app and gives the seat of an open invitation to the user who opens it first. Links are made, not stored: every export has the same ones until `revoke`. Send your own guest list as `file` to get it back with a column `claim_link`, and mail the links with the tool that you use; nothing of the file is stored. The audit log records each export.',
    params: ConferenceParamsSchema,
    query: ClaimLinksQuerySchema,
    body: ClaimLinksSchema,
    upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES },
    responses: {
      200: inForms(ClaimLinksPageSchema, stream(TABLE_TYPES.csv), stream(TABLE_TYPES.xlsx)),
    },
    download: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
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
          return { status: 200, body: await claimLinks.page(caller, id, wanted) };
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
