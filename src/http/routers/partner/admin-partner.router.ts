import { seesContacts } from '../../../domain/administration/contacts.ts';
import type { AdminPartnerService } from '../../../services/partner/admin-partner.service.ts';
import type { PartnerMintsService } from '../../../services/partner/partner-mints.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import {
  AdminMintPageSchema,
  AdminMintsQuerySchema,
  AdminPartnerAccountSchema,
  AdminPartnerAccountsQuerySchema,
  adminMintPosition,
  adminPartnerAccountPosition,
  RetriedMintSchema,
} from '../../schemas/partner/admin-partner.schemas.ts';

const tag = 'Admin: partner';

export const adminPartnerEndpoints = ({
  adminPartner,
  partnerMints,
}: {
  adminPartner: AdminPartnerService;
  partnerMints: PartnerMintsService;
}) => [
  endpoint({
    name: 'listAdminPartnerAccounts',
    method: 'get',
    path: '/admin/partner/accounts',
    auth: 'admin',
    scope: 'partner:read',
    conferences: 'all',
    tag,
    summary: 'List the accounts of users with the partner',
    description:
      'Users who requested a code, whether they verified it or not. The address of a code and the tokens are never shown.',
    query: AdminPartnerAccountsQuerySchema,
    responses: { 200: largeListOf(AdminPartnerAccountSchema) },
    holdsProfiles: true,
    async handle({ caller, query }) {
      const request = pageRequest(query, adminPartnerAccountPosition(query));
      const filter = { ...query, byContacts: seesContacts(caller) };
      return { status: 200, body: listReply(await adminPartner.listAccounts(filter, request)) };
    },
  }),

  endpoint({
    name: 'listAdminMints',
    method: 'get',
    path: '/admin/partner/mints',
    auth: 'admin',
    scope: 'partner:read',
    conferences: 'all',
    tag,
    summary: 'List mints',
    description: 'The newest first, with the number of mints by status.',
    query: AdminMintsQuerySchema,
    responses: { 200: AdminMintPageSchema },
    holdsProfiles: true,
    async handle({ query }) {
      const request = pageRequest(query, adminMintPosition(query));
      const { counts, ...page } = await adminPartner.listMints(query, request);
      return { status: 200, body: { ...listReply(page), counts } };
    },
  }),

  endpoint({
    name: 'retryMint',
    method: 'post',
    path: '/admin/partner/mints/:id/retry',
    auth: 'admin',
    scope: 'partner:write',
    conferences: 'all',
    tag,
    summary: 'Start another try of a failed mint',
    description:
      'For a mint that failed three times, after the partner has removed the reason: begins one more try, with an idempotency key of its own, which a worker sends. 409 while a try is pending, after a token, and while the user has tries left. The audit log records each retry.',
    params: IdParamsSchema,
    responses: { 200: RetriedMintSchema },
    errors: ['NOT_FOUND', 'CONFLICT', 'ALREADY_MINTED', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async handle({ caller, params }) {
      return { status: 200, body: await partnerMints.retry(caller, params.id) };
    },
  }),
];
