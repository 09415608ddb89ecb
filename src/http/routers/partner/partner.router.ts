import { seesContacts } from '../../../domain/administration/contacts.ts';
import type { PartnerAccountsService } from '../../../services/partner/partner-accounts.service.ts';
import type {
  AdminPartnerService,
  PartnerMintsService,
} from '../../../services/partner/partner-mints.service.ts';
import type { PartnerTokensService } from '../../../services/partner/partner-tokens.service.ts';
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
import {
  MintSchema,
  MintStateSchema,
  PartnerCodeSentSchema,
  PartnerRegistrationSchema,
  PartnerSessionSchema,
  PartnerVerificationSchema,
  PartnerVerifiedSchema,
} from '../../schemas/partner/partner.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Partner');
const adminEndpoint = tagged('Admin: partner');

const NO_MINT = { status: 'none' } as const;
/** An address and a code are short. */
const MAX_BODY_BYTES = 4_096;

export const partnerEndpoints = ({
  partnerAccounts,
  partnerTokens,
  partnerMints,
}: {
  partnerAccounts: PartnerAccountsService;
  partnerTokens: PartnerTokensService;
  partnerMints: PartnerMintsService;
}) => [
  endpoint({
    name: 'registerWithPartner',
    route: 'POST /partner/partnera/register',
    auth: 'user',
    summary: 'Request a one-time code of the partner',
    description:
      'The partner sends a code to the address, whether it knows the address or not. The code ends the former one. Limits: a code a minute, 3 in 10 minutes and 10 a day for each user; 3 an hour and 5 a day for each address, over all users; and a limit for all users together. A code that arrives after a 502 is valid.',
    body: PartnerRegistrationSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    responses: { 200: PartnerCodeSentSchema },
    errors: ['CONFLICT', 'UPSTREAM_ERROR'],
    handle: async ({ caller, body }) => ok(await partnerAccounts.register(caller.user, body)),
  }),

  endpoint({
    name: 'verifyPartnerCode',
    route: 'POST /partner/partnera/verify',
    auth: 'user',
    summary: 'Approve a one-time code of the partner',
    description:
      'The partner checks the code. A code has 5 tries, and a user 15 in 24 hours, counted before the partner is asked; one try of each code is given back if the partner fails. After 429, request a new code. An account of the partner belongs to one user, who cannot change it.',
    body: PartnerVerificationSchema,
    maxBodyBytes: MAX_BODY_BYTES,
    responses: { 200: PartnerVerifiedSchema },
    errors: ['OTP_INVALID', 'OTP_EXPIRED', 'CONFLICT', 'PARTNER_ACCOUNT_TAKEN', 'UPSTREAM_ERROR'],
    handle: async ({ caller, body }) => ok(await partnerAccounts.verify(caller.user, body.code)),
  }),

  endpoint({
    name: 'refreshPartnerSession',
    route: 'POST /partner/partnera/refresh-token',
    auth: 'user',
    summary: 'Refresh my session with the partner',
    description:
      'The tokens stay on the server, which also refreshes them by itself before it needs them. Concurrent requests share one refresh. Once the partner has ended the session, the answer is 403, and a new code is needed.',
    responses: { 200: PartnerSessionSchema },
    errors: ['PARTNER_NOT_VERIFIED', 'UPSTREAM_ERROR'],
    handle: async ({ caller }) => ok(await partnerTokens.refresh(caller.user.id)),
  }),

  endpoint({
    name: 'requestMint',
    route: 'POST /partner/partnera/pog/mint',
    auth: 'user',
    summary: 'Request my token of the partner',
    description:
      'A worker requests the mint from the partner, once for each user, so the answer does not wait for the partner. Safe to repeat: 200 and the same mint. After `failed`, it begins a new try and answers 201, three tries in all; then the organizers can begin another one.',
    responses: { 200: MintSchema, 201: MintSchema },
    errors: ['PARTNER_NOT_VERIFIED', 'ALREADY_MINTED', 'MINT_FAILED'],
    idempotent: true,
    async handle({ caller }) {
      const { mint, created } = await partnerMints.request(caller.user.id);
      return { status: created ? 201 : 200, body: mint };
    },
  }),

  endpoint({
    name: 'getMint',
    route: 'GET /partner/partnera/pog/poll',
    auth: 'user',
    summary: 'Get my mint',
    description:
      'Does not call the partner: a worker asks it until it has decided, also while no client polls. A notification of the type `partner_minted` reports the token.',
    responses: { 200: MintStateSchema },
    async handle({ caller }) {
      const mint = await partnerMints.find(caller.user.id);
      return ok(mint ?? NO_MINT);
    },
  }),
];

export const adminPartnerEndpoints = ({
  adminPartner,
  partnerMints,
}: {
  adminPartner: AdminPartnerService;
  partnerMints: PartnerMintsService;
}) => [
  adminEndpoint({
    name: 'listAdminPartnerAccounts',
    route: 'GET /admin/partner/accounts',
    auth: 'admin',
    scope: 'partner:read',
    conferences: 'all',
    summary: 'List the accounts of users with the partner',
    description:
      'Users who requested a code, whether they verified it or not. The address of a code and the tokens are never shown.',
    query: AdminPartnerAccountsQuerySchema,
    responses: { 200: largeListOf(AdminPartnerAccountSchema) },
    holdsProfiles: true,
    async handle({ caller, query }) {
      const request = pageRequest(query, adminPartnerAccountPosition(query));
      const filter = { ...query, byContacts: seesContacts(caller) };
      return ok(listReply(await adminPartner.listAccounts(filter, request)));
    },
  }),

  adminEndpoint({
    name: 'listAdminMints',
    route: 'GET /admin/partner/mints',
    auth: 'admin',
    scope: 'partner:read',
    conferences: 'all',
    summary: 'List mints',
    description: 'The newest first, with the number of mints by status.',
    query: AdminMintsQuerySchema,
    responses: { 200: AdminMintPageSchema },
    holdsProfiles: true,
    async handle({ query }) {
      const request = pageRequest(query, adminMintPosition(query));
      const { counts, ...page } = await adminPartner.listMints(query, request);
      return ok({ ...listReply(page), counts });
    },
  }),

  adminEndpoint({
    name: 'retryMint',
    route: 'POST /admin/partner/mints/:id/retry',
    auth: 'admin',
    scope: 'partner:write',
    conferences: 'all',
    summary: 'Start another try of a failed mint',
    description:
      'For a mint that failed three times, after the partner has removed the reason: begins one more try, with an idempotency key of its own, which a worker sends. 409 while a try is pending, after a token, and while the user has tries left. The audit log records each retry.',
    params: IdParamsSchema,
    responses: { 200: RetriedMintSchema },
    errors: ['CONFLICT', 'ALREADY_MINTED', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    handle: async ({ caller, params }) => ok(await partnerMints.retry(caller, params.id)),
  }),
];
