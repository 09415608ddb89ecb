import type { AdminSignInsService } from '../../../services/administration/admin-sign-ins.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  AdminMessengerSignInSchema,
  AdminTokenSchema,
} from '../../schemas/people/authentication.schemas.ts';

export const adminSignInEndpoints = ({ adminSignIns }: { adminSignIns: AdminSignInsService }) => [
  endpoint({
    name: 'signInAdminByMessenger',
    method: 'post',
    path: '/admin/auth/messenger',
    auth: 'public',
    tag: 'Authentication',
    summary: 'Sign in an administrator with launch data',
    description:
      'Exchanges launch data of the mini app, at most 5 minutes old and accepted once, for a token of a key of the administrator with its messenger id: the named one, or the newest. Never for a key with the scope `*`. Every refusal answers 401.',
    body: AdminMessengerSignInSchema,
    maxBodyBytes: 16 * 1_024,
    responses: { 200: AdminTokenSchema },
    errors: ['UNAUTHORIZED'],
    limits: [{ policy: 'admin-sign-ins', on: 'request', by: 'address' }],
    holdsSecret: true,
    async handle({ body, trace }) {
      return { status: 200, body: await adminSignIns.byLaunchData(body, trace) };
    },
  }),
];
