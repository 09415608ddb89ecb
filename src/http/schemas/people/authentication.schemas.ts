import { z } from 'zod';
import { ScopeSchema } from '../administration/api-keys.schemas.ts';
import { InstantSchema } from '../common.ts';
import { OpenedStartSchema } from '../messaging/start-parameters.schemas.ts';
import { OwnProfileSchema } from './users.schemas.ts';

/** The raw launch data that the messenger gave to the mini app. */
const InitDataTextSchema = z.string().min(1).max(8_192);

export const LoginRequestSchema = z
  .object({
    init_data: InitDataTextSchema.optional().describe('The raw launch data of the mini app.'),
    auth_data: InitDataTextSchema.optional().describe('An alias of `init_data`.'),
  })
  .meta({
    id: 'LoginRequest',
    description: 'Without a body, the server reads the header `X-Messenger-Auth`.',
    examples: [{ init_data: 'auth_date=1778745600&user=%7B%22id%22%3A4242%7D&hash=…' }],
  });

export const LoginHeadersSchema = z.object({ 'x-messenger-auth': InitDataTextSchema.optional() });

const tokenFields = {
  token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('The lifetime in seconds.'),
  expires_at: InstantSchema,
};

const SignedStartSchema = OpenedStartSchema.nullable().describe(
  'What the start parameter of the launch data opens; null without a known one, and after a refresh. Your own notification is marked as clicked.',
);

export const MessengerProfileSchema = OwnProfileSchema.extend({ start: SignedStartSchema }).meta({
  id: 'MessengerProfile',
});

export const SessionSchema = z
  .object({
    ...tokenFields,
    start_param: z
      .string()
      .optional()
      .describe('The start parameter of the mini app, from its launch data.'),
    start: SignedStartSchema,
    user: OwnProfileSchema,
  })
  .meta({ id: 'Session' });

export const SignedOutSchema = z
  .object({
    signed_out_at: InstantSchema.describe('Tokens issued up to this second are invalid.'),
  })
  .meta({ id: 'SignedOut' });

export const AdminMessengerSignInSchema = z
  .object({
    init_data: InitDataTextSchema.describe('The raw launch data of the mini app.'),
    key: z
      .string()
      .max(20)
      .optional()
      .describe('The public id of one of their keys; without it, their newest key.'),
  })
  .meta({ id: 'AdminMessengerSignIn' });

const SHORTEST_SECONDS = 60;

export const AdminTokenRequestSchema = z
  .object({
    scopes: z
      .array(ScopeSchema)
      .min(1)
      .optional()
      .describe('What the token may do; without it, what its key may.'),
    ttl_seconds: z
      .int(`expected a whole number of at least ${SHORTEST_SECONDS}`)
      .min(SHORTEST_SECONDS, `expected at least ${SHORTEST_SECONDS}`)
      .optional()
      .describe('The lifetime; without it, and at most, that of the settings.'),
  })
  .prefault({})
  .meta({
    id: 'AdminTokenRequest',
    examples: [{ scopes: ['door:check-in'], ttl_seconds: 3_600 }],
  });

export const AdminTokenSchema = z.object(tokenFields).meta({ id: 'AdminToken' });
