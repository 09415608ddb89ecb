import { z } from 'zod';
import { Instant } from '../common.ts';
import { OWN_PROFILE_EXAMPLE, OwnProfile } from './users.schemas.ts';

/** The raw string the messenger handed to the mini app. */
const InitDataText = z.string().min(1).max(8_192);

export const LoginRequest = z
  .object({
    init_data: InitDataText.optional().describe('The raw launch data of the mini app.'),
    auth_data: InitDataText.optional().describe('Means the same as `init_data`.'),
  })
  .meta({
    id: 'LoginRequest',
    description: 'Without a body, the header `X-Messenger-Auth` is read.',
    examples: [{ init_data: 'auth_date=1778745600&user=%7B%22id%22%3A4242%7D&hash=…' }],
  });

export const LoginHeaders = z.object({ 'x-messenger-auth': InitDataText.optional() });

const tokenFields = {
  token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds.'),
  expires_at: Instant,
};
const TOKEN_EXAMPLE = {
  token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…',
  token_type: 'Bearer' as const,
  expires_in: 3_600,
  expires_at: '2026-05-14T10:00:00.000Z',
};

export const Session = z
  .object({
    ...tokenFields,
    start_param: z.string().optional().describe('What the mini app was opened with.'),
    user: OwnProfile,
  })
  .meta({
    id: 'Session',
    examples: [{ ...TOKEN_EXAMPLE, user: OWN_PROFILE_EXAMPLE }],
  });

export const AdminToken = z
  .object(tokenFields)
  .meta({ id: 'AdminToken', examples: [TOKEN_EXAMPLE] });
