import type { ApiKeysService } from '../../../services/administration/api-keys.service.ts';
import {
  ApiKeyChangeSchema,
  ApiKeyRotationSchema,
  ApiKeySchema,
  ApiKeysQuerySchema,
  IssuedApiKeySchema,
  NewApiKeySchema,
  RotatedApiKeySchema,
  SignInCodeSchema,
} from '../../schemas/administration/api-keys.schemas.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { listOf, listReply, numbered } from '../../schemas/pages.schemas.ts';
import { created, ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: keys');

export const apiKeyEndpoints = ({ apiKeys }: { apiKeys: ApiKeysService }) => [
  endpoint({
    name: 'listApiKeys',
    route: 'GET /admin/api-keys',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    summary: 'List API keys',
    description: 'The newest come first. Secrets are never listed.',
    query: ApiKeysQuerySchema,
    responses: { 200: listOf(ApiKeySchema) },
    handle: async ({ query }) => ok(listReply(await apiKeys.list(query, numbered(query)))),
  }),

  endpoint({
    name: 'createApiKey',
    route: 'POST /admin/api-keys',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    summary: 'Create an API key',
    description:
      'Answers the secret, which no later answer shows. Nobody grants more than they have: other scopes answer 403. A key of another administrator needs `*`, and they are notified.',
    body: NewApiKeySchema,
    responses: { 201: IssuedApiKeySchema },
    errors: ['NOT_FOUND', 'CONFLICT'],
    holdsSecret: true,
    handle: async ({ caller, body }) => created(await apiKeys.create(caller, body)),
  }),

  endpoint({
    name: 'updateApiKey',
    route: 'PATCH /admin/api-keys/:id',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    summary: 'Update what an API key may do',
    description:
      'Takes effect at once, also for the tokens that the key issued. Answers 403 for a key that may do more than yours, or without `*` for a key of another administrator, who is notified, and 409 for a revoked key or if no owner key would be left.',
    params: IdParamsSchema,
    body: ApiKeyChangeSchema,
    responses: { 200: ApiKeySchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params, body }) => ok(await apiKeys.update(caller, params.id, body)),
  }),

  endpoint({
    name: 'revokeApiKey',
    route: 'DELETE /admin/api-keys/:id',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    summary: 'Delete an API key',
    description:
      'Revokes it, with its tokens, at once and for ever; a repetition changes nothing. The key stays in the list of revoked keys. Answers 409 for the last owner key.',
    params: IdParamsSchema,
    responses: { 200: ApiKeySchema },
    errors: ['CONFLICT'],
    handle: async ({ caller, params }) => ok(await apiKeys.revoke(caller, params.id)),
  }),

  endpoint({
    name: 'rotateApiKey',
    route: 'POST /admin/api-keys/:id/rotate',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    summary: 'Create a new secret of an API key',
    description:
      'Answers the secret, which no later answer shows. The previous secret stays valid for `grace_seconds`, and one before it ends at once. Tokens stay valid.',
    params: IdParamsSchema,
    body: ApiKeyRotationSchema,
    responses: { 200: RotatedApiKeySchema },
    errors: ['CONFLICT'],
    holdsSecret: true,
    handle: async ({ caller, params, body }) =>
      ok(await apiKeys.rotate(caller, params.id, body.grace_seconds)),
  }),

  endpoint({
    name: 'createSignInCode',
    route: 'POST /admin/api-keys/:id/sign-in-code',
    auth: 'admin',
    scope: 'keys:manage',
    conferences: 'all',
    summary: 'Create a code that signs a phone in',
    description:
      'For a QR code to `/admin#code=…`: the page that it opens exchanges the code for a session of this key, once and within 10 minutes. Answers 403 as an update of the key does, and 409 for a revoked key.',
    params: IdParamsSchema,
    responses: { 201: SignInCodeSchema },
    errors: ['CONFLICT'],
    holdsSecret: true,
    handle: async ({ caller, params }) => created(await apiKeys.signInCode(caller, params.id)),
  }),
];
