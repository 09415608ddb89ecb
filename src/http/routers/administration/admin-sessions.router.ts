import { unauthorized } from '../../../errors.ts';
import type { AdminCookie } from '../../../lib/admin-cookie.ts';
import type {
  AdminSessionsService,
  AdminSignInsService,
} from '../../../services/administration/admin-sessions.service.ts';
import {
  AdminSessionHeadersSchema,
  AdminSessionRequestSchema,
  AdminSessionSchema,
  EndedSessionsSchema,
} from '../../schemas/administration/administrators.schemas.ts';
import { DeletedSchema } from '../../schemas/common.ts';
import {
  AdminMessengerSignInSchema,
  AdminTokenSchema,
} from '../../schemas/people/authentication.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Authentication');

/** More than any key. */
const maxBodyBytes = 1_024;

export const adminSessionEndpoints = ({
  adminSessions,
  cookie,
}: {
  adminSessions: AdminSessionsService;
  cookie: AdminCookie;
}) => [
  endpoint({
    name: 'startAdminSession',
    route: 'POST /admin/session',
    auth: 'public',
    summary: 'Sign in an administrator with a cookie',
    description:
      'Exchanges an API key, or a one-time code of one, for a session in a cookie, which scripts cannot read. The session ends with its key, 2 hours after the last request, and after 14 hours. Failures count as those of `X-API-Key`. A page of another site gets 401, so that it signs nobody in with its own key.',
    body: AdminSessionRequestSchema,
    maxBodyBytes,
    headers: AdminSessionHeadersSchema,
    responses: { 200: AdminSessionSchema },
    errors: ['UNAUTHORIZED', 'FORBIDDEN'],
    limits: [{ policy: 'admin-key-failures', on: 'unauthorized', by: 'address' }],
    holdsSecret: true,
    setsCookie: true,
    admit: (sent) => {
      if (cookie.isFromOtherPage(sent)) throw unauthorized();
    },
    async handle({ body, headers, trace }) {
      const browser = { ...trace, user_agent: headers['user-agent'] };
      const { session, secret } = await adminSessions.start(body, browser);
      return { status: 200, body: session, headers: { 'Set-Cookie': cookie.setting(secret) } };
    },
  }),

  endpoint({
    name: 'getAdminSession',
    route: 'GET /admin/session',
    auth: 'admin',
    scope: 'any',
    conferences: 'none',
    summary: 'Get my session',
    responses: { 200: AdminSessionSchema },
    errors: ['NOT_FOUND'],
    handle: async ({ caller }) => ok(await adminSessions.get(caller)),
  }),

  endpoint({
    name: 'endAdminSession',
    route: 'DELETE /admin/session',
    auth: 'admin',
    scope: 'any',
    conferences: 'none',
    summary: 'Sign out an administrator',
    description: 'Ends the session of the request, in all processes within a second.',
    responses: { 200: DeletedSchema },
    errors: ['NOT_FOUND'],
    setsCookie: true,
    async handle({ caller }) {
      const body = await adminSessions.end(caller);
      return { status: 200, body, headers: { 'Set-Cookie': cookie.deleting() } };
    },
  }),

  endpoint({
    name: 'endAdminSessions',
    route: 'DELETE /admin/sessions',
    auth: 'admin',
    scope: 'any',
    conferences: 'none',
    summary: 'Sign out an administrator on all devices',
    description: 'Ends every session of the key that the request uses, its own included.',
    responses: { 200: EndedSessionsSchema },
    setsCookie: true,
    async handle({ caller }) {
      const body = await adminSessions.endAll(caller);
      return { status: 200, body, headers: { 'Set-Cookie': cookie.deleting() } };
    },
  }),
];

export const adminSignInEndpoints = ({ adminSignIns }: { adminSignIns: AdminSignInsService }) => [
  endpoint({
    name: 'signInAdminByMessenger',
    route: 'POST /admin/auth/messenger',
    auth: 'public',
    summary: 'Sign in an administrator with launch data',
    description:
      'Exchanges launch data of the mini app, at most 5 minutes old and accepted once, for a token of a key of the administrator with its messenger id: the named one, or the newest. Never for a key with the scope `*`. Every refusal answers 401.',
    body: AdminMessengerSignInSchema,
    maxBodyBytes: 16 * 1_024,
    responses: { 200: AdminTokenSchema },
    errors: ['UNAUTHORIZED'],
    limits: [{ policy: 'admin-sign-ins', on: 'request', by: 'address' }],
    holdsSecret: true,
    handle: async ({ body, trace }) => ok(await adminSignIns.byLaunchData(body, trace)),
  }),
];
