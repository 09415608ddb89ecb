import { z } from 'zod';
import { FAILURE_CODES } from '../../../domain/partner/partner-mints.ts';
import { because } from '../../../domain/reasons.ts';
import { invalid } from '../../../errors.ts';
import { IdSchema, InstantSchema } from '../common.ts';
import { EmailSchema } from '../email.schemas.ts';

const PhoneSchema = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'expected a phone number in E.164 notation, as +4930901820')
  .meta({ examples: ['+4930901820'] });

export const PartnerRegistrationSchema = z
  .object({ email: EmailSchema.optional(), phone: PhoneSchema.optional() })
  .refine(
    ({ email, phone }) => (email === undefined) !== (phone === undefined),
    because('expected `email` or `phone`', 'one_required', { fields: ['email', 'phone'] }),
  )
  .transform(({ email, phone }) => {
    if (email !== undefined) return { email };
    if (phone !== undefined) return { phone };
    throw invalid('email', 'expected `email` or `phone`', 'one_required', {
      fields: ['email', 'phone'],
    });
  })
  .meta({
    id: 'PartnerRegistration',
    description: 'Exactly one of `email` and `phone`.',
    examples: [{ email: 'mina@example.org' }],
  });

export const PartnerCodeSentSchema = z
  .object({
    status: z.literal('otp_sent'),
    expires_at: InstantSchema.describe('When the code expires, at most 10 minutes from now.'),
  })
  .meta({ id: 'PartnerCodeSent' });

export const PartnerVerificationSchema = z
  .object({ code: z.string().regex(/^\d{4,8}$/, 'expected 4 to 8 digits') })
  .meta({ id: 'PartnerVerification', examples: [{ code: '424242' }] });

export const PartnerVerifiedSchema = z
  .object({
    status: z.literal('verified'),
    partner_user_id: z.string().describe('Your id with the partner.'),
  })
  .meta({ id: 'PartnerVerified' });

export const PartnerSessionSchema = z
  .object({
    status: z.literal('verified'),
    expires_at: InstantSchema.describe('The time by which the session must be refreshed.'),
  })
  .meta({ id: 'PartnerSession' });

export const mintFields = {
  id: IdSchema,
  token_id: z.string().nullable(),
  transaction_hash: z.string().nullable(),
  explorer_url: z.string().nullable().describe('An https URL on a host of the partner.'),
  failure_reason: z
    .enum(FAILURE_CODES)
    .nullable()
    .describe('`sold_out`, `not_eligible`, or `rejected` for any other reason of the partner.'),
};

export const MintSchema = z
  .object({
    ...mintFields,
    status: z
      .enum(['pending', 'minted', 'failed'])
      .describe('`pending` until the partner has decided, however long that takes.'),
  })
  .meta({ id: 'Mint' });

export const MintStateSchema = z
  .object({
    ...z.object(mintFields).partial().shape,
    status: z
      .enum(['none', 'pending', 'minted', 'failed'])
      .describe('`none` before you request a mint; the answer has no other field then.'),
  })
  .meta({ id: 'MintState' });

export const PartnerDataSchema = z
  .object({
    status: z.enum(['none', 'otp_sent', 'verified']),
    partner_user_id: z.string().nullable(),
    destination: z
      .object({ email: z.string().optional(), phone: z.string().optional() })
      .nullable()
      .describe('The destination of the last code, until it is verified.'),
    otp_expires_at: InstantSchema.nullable(),
    tries: z.int(),
    expires_at: InstantSchema.nullable().describe('When your access token expires.'),
    verified_at: InstantSchema.nullable(),
  })
  .meta({ id: 'PartnerData' });

export const PersonalMintSchema = z.object({
  id: IdSchema,
  status: z.enum(['pending', 'unknown', 'minted', 'failed']),
  try: z.int(),
  partner_mint_id: z.string().nullable(),
  token_id: z.string().nullable(),
  transaction_hash: z.string().nullable(),
  explorer_url: z.string().nullable(),
  failure_code: z.string().nullable(),
  created_at: InstantSchema,
  requested_at: InstantSchema,
  finished_at: InstantSchema.nullable(),
});
