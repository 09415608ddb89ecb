import { z } from 'zod';
import { PARTNER_ACCOUNT_STATUSES } from '../../../domain/partner/partner-accounts.ts';
import { FAILURE_CODES, MINT_VIEW_STATUSES } from '../../../domain/partner/partner-mints.ts';
import { IdSchema, InstantSchema, text } from '../common.ts';
import { CursorQuerySchema, largeListOf } from '../pages.schemas.ts';
import { ADMIN_SEARCH, searchPosition } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { MintSchema, mintFields } from './partner.schemas.ts';

const ACCOUNT_SORTS = { user_id: 'number' } as const;
const MINT_SORTS = { id: 'number' } as const;

const accountStatus = z.enum(PARTNER_ACCOUNT_STATUSES);
const mintStatus = z.enum(MINT_VIEW_STATUSES);

export const AdminPartnerAccountsQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(ACCOUNT_SORTS, '-user_id'),
  status: accountStatus.optional(),
  q: text(100).optional().describe(ADMIN_SEARCH),
});

export const adminPartnerAccountPosition = ({
  sort,
}: z.output<typeof AdminPartnerAccountsQuerySchema>) =>
  searchPosition(sortPosition(ACCOUNT_SORTS, sort));

export const AdminMintsQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(MINT_SORTS, '-id'),
  status: mintStatus.optional(),
  failure_reason: z.enum(FAILURE_CODES).optional(),
});

export const adminMintPosition = ({ sort }: z.output<typeof AdminMintsQuerySchema>) =>
  sortPosition(MINT_SORTS, sort);

const user = z.object({
  id: IdSchema,
  first_name: z.string(),
  last_name: z.string().nullable(),
  username: z.string().nullable(),
});

export const AdminPartnerAccountSchema = z
  .object({
    user,
    status: accountStatus.describe(
      '`none`: the partner ended the session, so the user needs a new code.',
    ),
    partner_user_id: z.string().nullable().describe('The id of the user with the partner.'),
    otp_expires_at: InstantSchema.nullable().describe('Of the last code, until it is verified.'),
    tries: z.int().describe('Tries of the last code, of 5.'),
    verified_at: InstantSchema.nullable(),
    mint_status: mintStatus.nullable().describe('null before the user requests a mint.'),
  })
  .meta({ id: 'AdminPartnerAccount' });

export const AdminMintSchema = z
  .object({
    ...mintFields,
    user,
    status: mintStatus,
    try: z.int().describe('A user has 3; each retry of an administrator is one more.'),
    partner_mint_id: z.string().nullable().describe('The id of the mint with the partner.'),
    created_at: InstantSchema,
    requested_at: InstantSchema.describe('The start of the latest try.'),
    finished_at: InstantSchema.nullable(),
  })
  .meta({ id: 'AdminMint' });

export const AdminMintPageSchema = largeListOf(AdminMintSchema)
  .extend({
    counts: z.object({ pending: z.int(), minted: z.int(), failed: z.int() }).meta({
      description: 'Of all mints, whatever the filter. 10,000 are 10,000 or more.',
    }),
  })
  .meta({ id: 'AdminMintPage' });

export const RetriedMintSchema = MintSchema.extend({
  user_id: IdSchema,
  try: z.int(),
}).meta({ id: 'RetriedMint' });
