import type { AccountsService } from '../../../services/people/accounts.service.ts';
import type { PersonalDataService } from '../../../services/people/personal-data.service.ts';
import { endpoint } from '../../endpoint.ts';
import { DeletedSchema } from '../../schemas/common.ts';
import { PersonalDataSchema } from '../../schemas/people/personal-data.schemas.ts';

const tag = 'Users';

export const personalDataEndpoints = ({
  accounts,
  personalData,
}: {
  accounts: AccountsService;
  personalData: PersonalDataService;
}) => [
  endpoint({
    name: 'exportMyData',
    method: 'get',
    path: '/users/me/export',
    auth: 'user',
    tag,
    summary: 'Export my personal data',
    description:
      'Returns all data that is stored about you, as a JSON file; 10 times an hour. Works while blocked, too.',
    responses: { 200: PersonalDataSchema },
    download: true,
    limits: [{ policy: 'exports-per-person', on: 'request', by: 'user' }],
    allowBlocked: true,
    async handle({ caller }) {
      return {
        status: 200,
        body: await personalData.export(caller.user.id),
        headers: { 'Content-Disposition': 'attachment; filename="hallway-export.json"' },
      };
    },
  }),

  endpoint({
    name: 'deleteMyAccount',
    method: 'delete',
    path: '/users/me',
    auth: 'user',
    tag,
    summary: 'Delete my account and erase my personal data',
    description:
      'Empties all your personal data and cancels your attendances, which promotes attendees from the waitlists. The seat of an invitation that you claimed by username stays with the invitation, and you cannot claim it again. A later sign-in creates a new account.',
    responses: { 200: DeletedSchema },
    allowBlocked: true,
    async handle({ caller }) {
      const { id } = caller.user;
      await accounts.erase(id);
      return { status: 200, body: { id, deleted: true } };
    },
  }),
];
