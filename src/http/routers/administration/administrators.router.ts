import type { AdministratorsService } from '../../../services/administration/administrators.service.ts';
import type { OwnAccessService } from '../../../services/administration/owner-keys.service.ts';
import {
  AdministratorChangeSchema,
  AdministratorSchema,
  AdministratorsQuerySchema,
  NewAdministratorSchema,
  OwnAccessSchema,
} from '../../schemas/administration/administrators.schemas.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: keys');

export const administratorEndpoints = ({
  administrators,
  ownAccess,
}: {
  administrators: AdministratorsService;
  ownAccess: OwnAccessService;
}) => [
  endpoint({
    name: 'getOwnAccess',
    route: 'GET /admin/me',
    auth: 'admin',
    scope: 'any',
    conferences: 'none',
    summary: 'Get what my key may do',
    responses: { 200: OwnAccessSchema },
    handle: async ({ caller }) => ok(await ownAccess.get(caller)),
  }),

  endpoint({
    name: 'listAdministrators',
    route: 'GET /admin/administrators',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    summary: 'List administrators',
    description: 'The newest come first.',
    query: AdministratorsQuerySchema,
    responses: { 200: listOf(AdministratorSchema) },
    handle: async ({ query }) => ok(listReply(await administrators.list(query, numbered(query)))),
  }),

  endpoint({
    name: 'createAdministrator',
    route: 'POST /admin/administrators',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    summary: 'Create an administrator',
    description: 'They can do nothing until they have a key. Answers 409 for an address in use.',
    body: NewAdministratorSchema,
    responses: { 201: AdministratorSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    handle: async ({ caller, body }) => created(await administrators.create(caller, body)),
  }),

  endpoint({
    name: 'updateAdministrator',
    route: 'PATCH /admin/administrators/:id',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    summary: 'Update or disable an administrator',
    description:
      'Disabling ends all their keys at once. Answers 403 if one of their keys may do more than yours, and 409 for an address in use or the holder of the last owner key.',
    params: IdParamsSchema,
    body: AdministratorChangeSchema,
    responses: { 200: AdministratorSchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params, body }) =>
      ok(await administrators.update(caller, params.id, body)),
  }),
];
