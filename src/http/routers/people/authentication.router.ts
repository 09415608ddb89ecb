import type { z } from 'zod';
import { invalid } from '../../../errors.ts';
import type { AuthenticationService } from '../../../services/people/authentication.service.ts';
import type { SessionsService } from '../../../services/people/sessions.service.ts';
import type { UsersService } from '../../../services/people/users.service.ts';
import {
  AdminTokenRequestSchema,
  AdminTokenSchema,
  LoginHeadersSchema,
  LoginRequestSchema,
  MessengerProfileSchema,
  SessionSchema,
  SignedOutSchema,
} from '../../schemas/people/authentication.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Authentication');

/** More than any launch data: a client that is not known yet must not make the service read much. */
const maxBodyBytes = 16 * 1_024;

interface SignInRequest {
  readonly body: z.output<typeof LoginRequestSchema>;
  readonly headers: z.output<typeof LoginHeadersSchema>;
}

const initDataOf = ({ body, headers }: SignInRequest): string | undefined =>
  body.init_data ?? body.auth_data ?? headers['x-messenger-auth'];

export const authenticationEndpoints = ({
  authentication,
  sessions,
  users,
}: {
  authentication: AuthenticationService;
  sessions: SessionsService;
  users: UsersService;
}) => [
  endpoint({
    name: 'signIn',
    route: 'POST /auth/login',
    auth: 'public',
    summary: 'Sign in',
    description:
      'Exchanges the launch data of the mini app for a bearer token. Creates the account at the first sign-in.',
    body: LoginRequestSchema,
    maxBodyBytes,
    headers: LoginHeadersSchema,
    responses: { 200: SessionSchema },
    errors: ['UNAUTHORIZED', 'FORBIDDEN'],
    limits: [
      { policy: 'login-failures', on: 'unauthorized', by: 'address' },
      {
        policy: 'logins-per-person',
        on: 'answer',
        by: (request: SignInRequest) => authentication.messengerIdOf(initDataOf(request)),
      },
    ],
    holdsSecret: true,
    async handle(request) {
      const initData = initDataOf(request);
      if (!initData)
        throw invalid('init_data', 'expected the launch data of the mini app', 'required');
      const session = await sessions.login(initData);
      return ok({ ...session, user: await users.ownProfile(session.user) });
    },
  }),

  endpoint({
    name: 'refreshToken',
    route: 'POST /auth/refresh',
    auth: 'user',
    summary: 'Refresh a bearer token',
    description:
      'Requires a valid bearer token and answers with a new one. The old token stays valid until it expires. Refused once the last sign-in with launch data is 30 days old by default: sign in again.',
    maxBodyBytes,
    responses: { 200: SessionSchema },
    errors: ['VALIDATION_ERROR'],
    holdsSecret: true,
    async handle({ caller }) {
      if (caller.via !== 'token')
        throw invalid('Authorization', 'expected a bearer token', 'required');
      const session = await sessions.refresh(caller.user);
      return ok({ ...session, user: await users.ownProfile(session.user) });
    },
  }),

  endpoint({
    name: 'signOut',
    route: 'POST /auth/logout',
    auth: 'user',
    summary: 'Sign out on all devices',
    description:
      'Ends every bearer token issued to you so far, and the live streams opened with them. Launch data stays valid for its own lifetime.',
    maxBodyBytes,
    responses: { 200: SignedOutSchema },
    handle: async ({ caller }) => ok(await sessions.logout(caller.user.id)),
  }),

  endpoint({
    name: 'upsertMessengerUser',
    route: 'POST /messenger/upsert',
    auth: 'user',
    summary: 'Create or update my account from messenger data',
    description:
      'Requires the header `X-Messenger-Auth`. Answers 201 if this request created the account.',
    headers: LoginHeadersSchema,
    maxBodyBytes,
    responses: { 200: MessengerProfileSchema, 201: MessengerProfileSchema },
    async handle({ caller, headers }) {
      const initData = headers['x-messenger-auth'];
      if (!initData) throw invalid('X-Messenger-Auth', 'expected launch data', 'required');
      const { user, start } = await sessions.upsert(caller, initData);
      const profile = await users.ownProfile(user);
      return { status: caller.created ? 201 : 200, body: { ...profile, start } };
    },
  }),

  endpoint({
    name: 'signInAdmin',
    route: 'POST /admin/auth/token',
    auth: 'admin',
    scope: 'any',
    conferences: 'none',
    summary: 'Sign in as an administrator',
    description:
      'Answers with a bearer token that a client can use instead of the API key. Requires the API key itself: a token gets 403. The token ends with the key, and shares its rate limit. `scopes` limits it further; it never may do more than the key.',
    body: AdminTokenRequestSchema,
    responses: { 200: AdminTokenSchema },
    holdsSecret: true,
    async handle({ caller, body: { scopes, ttl_seconds: ttlSeconds } }) {
      const limits = { scopes, ttlSeconds };
      return ok(await sessions.issueAdminToken(caller, limits));
    },
  }),
];
