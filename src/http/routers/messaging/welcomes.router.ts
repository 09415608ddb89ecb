import type { WelcomesService } from '../../../services/messaging/welcomes.service.ts';
import { DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import { WelcomeInputSchema, WelcomeSchema } from '../../schemas/messaging/welcomes.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Admin: notifications');

export const welcomeEndpoints = ({ welcomes }: { welcomes: WelcomesService }) => [
  endpoint({
    name: 'getWelcome',
    route: 'GET /admin/conferences/:id/welcome',
    auth: 'admin',
    scope: 'broadcasts:read',
    conferences: ({ params }) => ({ conference: params.id }),
    summary: 'Get the welcome of a conference',
    params: IdParamsSchema,
    versioned: WelcomeSchema,
    responses: { 200: WelcomeSchema },
    handle: async ({ params }) => ok(await welcomes.get(params.id)),
  }),

  endpoint({
    name: 'updateWelcome',
    route: 'PUT /admin/conferences/:id/welcome',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: ({ params }) => ({ conference: params.id }),
    summary: 'Create or update the welcome of a conference',
    description:
      'Everyone who gets a seat after it was switched on gets it once, within a minute: in the inbox, and by messenger unless they mute the topic `conferences`. A message about the seat that is not sent yet carries its text. It ends with the conference.',
    params: IdParamsSchema,
    body: WelcomeInputSchema,
    versioned: WelcomeSchema,
    responses: { 200: WelcomeSchema },
    async handle({ caller, params, ifMatch, body }) {
      return ok(await welcomes.put(caller, { ...params, ifMatch }, body));
    },
  }),

  endpoint({
    name: 'deleteWelcome',
    route: 'DELETE /admin/conferences/:id/welcome',
    auth: 'admin',
    scope: 'broadcasts:send',
    conferences: ({ params }) => ({ conference: params.id }),
    summary: 'Delete the welcome of a conference',
    params: IdParamsSchema,
    versioned: WelcomeSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params, ifMatch }) {
      await welcomes.delete(caller, { ...params, ifMatch });
      return ok({ id: params.id, deleted: true });
    },
  }),
];
