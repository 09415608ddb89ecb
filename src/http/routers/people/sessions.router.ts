import { invalid } from '../../../errors.ts';
import type { AuthenticationService } from '../../../services/people/authentication.service.ts';
import type { UsersService } from '../../../services/people/users.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  AdminToken,
  LoginHeaders,
  LoginRequest,
  Session,
} from '../../schemas/people/sessions.schemas.ts';
import { OwnProfile } from '../../schemas/people/users.schemas.ts';

const tag = 'Authentication';

export const sessionEndpoints = ({
  authentication,
  users,
}: {
  authentication: AuthenticationService;
  users: UsersService;
}) => [
  endpoint({
    method: 'post',
    path: '/auth/login',
    auth: 'public',
    tag,
    summary: 'Trade messenger data for a bearer token',
    body: LoginRequest,
    headers: LoginHeaders,
    responses: { 200: Session },
    errors: ['UNAUTHORIZED', 'FORBIDDEN'],
    limits: [
      { policy: 'login-failures', on: 'unauthorized', by: 'address' },
      { policy: 'logins-per-address', on: 'answer', by: 'address' },
      {
        policy: 'logins-per-person',
        on: 'answer',
        by: ({ user }: { user: { id: number } }) => String(user.id),
      },
    ],
    async handle({ body, headers }) {
      const initData = body.init_data ?? body.auth_data ?? headers['x-messenger-auth'];
      if (!initData) throw invalid('init_data', 'expected the launch data of the mini app');
      const session = await authentication.login(initData);
      return { status: 200, body: { ...session, user: await users.own(session.user) } };
    },
  }),

  endpoint({
    method: 'post',
    path: '/auth/refresh',
    auth: 'user',
    tag,
    summary: 'Get a fresh bearer token for a valid one',
    responses: { 200: Session },
    errors: ['VALIDATION_ERROR'],
    async handle({ caller }) {
      if (caller.via !== 'token') throw invalid('Authorization', 'expected a bearer token');
      const session = authentication.refresh(caller.user);
      return { status: 200, body: { ...session, user: await users.own(caller.user) } };
    },
  }),

  endpoint({
    method: 'post',
    path: '/messenger/upsert',
    auth: 'user',
    tag,
    summary: 'Create or refresh yourself from messenger data',
    headers: LoginHeaders,
    responses: { 200: OwnProfile, 201: OwnProfile },
    async handle({ caller, headers }) {
      const initData = headers['x-messenger-auth'];
      if (!initData) throw invalid('X-Messenger-Auth', 'expected messenger data');
      // Beside a token the header has only been compared, not taken over.
      const user =
        caller.via === 'messenger' ? caller.user : await authentication.takeOver(initData);
      return { status: caller.created ? 201 : 200, body: await users.own(user) };
    },
  }),

  endpoint({
    method: 'post',
    path: '/admin/auth/token',
    auth: 'admin',
    tag,
    summary: 'Trade the API key for an administrator token',
    responses: { 200: AdminToken },
    async handle() {
      return { status: 200, body: authentication.issueAdminToken() };
    },
  }),
];
