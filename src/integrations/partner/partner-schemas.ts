import { z } from 'zod';
import { FAILURE_CODES } from '../../domain/partner/partner-mints.ts';

const IdSchema = z.string().regex(/^[\w.:-]{1,100}$/);
const TokenSchema = z.string().regex(/^[\x21-\x7e]{1,4096}$/);
/** The longest lifetime of a token, a year, in seconds. */
const MAX_TTL = 31_536_000;

export const OtpSchema = z.object({ expires_in: z.int().min(1).max(3_600) });

export const TokensSchema = z.object({
  access_token: TokenSchema,
  refresh_token: TokenSchema,
  expires_in: z.int().min(1).max(MAX_TTL),
});
export type PartnerTokens = z.output<typeof TokensSchema>;

export const VerifiedSchema = TokensSchema.extend({ user_id: IdSchema });

export const MintSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending'), id: IdSchema }),
  z.object({
    status: z.literal('minted'),
    id: IdSchema,
    token_id: IdSchema,
    transaction_hash: IdSchema.nullable().catch(null).default(null),
    explorer_url: z.string().max(2_000).nullable().catch(null).default(null),
  }),
  z.object({
    status: z.literal('failed'),
    id: IdSchema,
    failure_code: z.enum(FAILURE_CODES).catch('rejected'),
  }),
]);
export type PartnerMint = z.output<typeof MintSchema>;

export const RefusalSchema = z.object({
  error: z.enum(['otp_invalid', 'otp_expired', 'invalid_grant', 'not_found']),
});
