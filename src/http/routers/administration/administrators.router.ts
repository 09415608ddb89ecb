import type { AdministratorsService } from '../../../services/administration/administrators.service.ts';
import type { OwnAccessService } from '../../../services/administration/owner-keys.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  AdministratorChangeSchema,
  AdministratorSchema,
  AdministratorsQuerySchema,
  NewAdministratorSchema,
  OwnAccessSchema,
} from '../../schemas/administration/administrators.schemas.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';

const tag = 'Admin: keys';

export const administratorEndpoints = ({
  administrators,
  ownAccess,
}: {
  administrators: AdministratorsService;
  ownAccess: OwnAccessService;
}) => [
  endpoint({
    name: 'getOwnAccess',
    method: 'get',
    path: '/admin/me',
    auth: 'admin',
    scope: 'any',
    conferences: 'none',
    tag,
    summary: 'Get what my key may do',
    responses: { 200: OwnAccessSchema },
    async handle({ caller }) {
      return { status: 200, body: await ownAccess.get(caller) };
    },
  }),

  endpoint({
    name: 'listAdministrators',
    method: 'get',
    path: '/admin/administrators',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    tag,
    summary: 'List administrators',
    description: 'The newest come first.',
    query: AdministratorsQuerySchema,
    responses: { 200: listOf(AdministratorSchema) },
    async handle({ query }) {
      return { status: 200, body: listReply(await administrators.list(query, numbered(query))) };
    },
  }),

  endpoint({
    name: 'createAdministrator',
    method: 'post',
    path: '/admin/administrators',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    tag,
    summary: 'Create an administrator',
    description: 'They can do nothing until they have a key. Answers 409 for an address in use.',
    body: NewAdministratorSchema,
    responses: { 201: AdministratorSchema },
    errors: ['CONFLICT'],
    idempotent: true,
    async handle({ caller, body }) {
      return { status: 201, body: await administrators.create(caller, body) };
    },
  }),

  endpoint({
    name: 'updateAdministrator',
    method: 'patch',
    path: '/admin/administrators/:id',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    tag,
    summary: 'Update or disable an administrator',
    description:
      'Disabling ends all their keys at once. Answers 403 if one of their keys may do more than yours, and 409 for an address in use or the holder of the last owner key.',
    params: IdParamsSchema,
    body: AdministratorChangeSchema,
    responses: { 200: AdministratorSchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    async handle({ caller, params, body }) {
      return { status: 200, body: await administrators.update(caller, params.id, body) };
    },
  }),
];
