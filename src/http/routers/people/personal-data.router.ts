import type { AccountsService } from '../../../services/people/accounts.service.ts';
import type { PersonalDataService } from '../../../services/people/personal-data.service.ts';
import { endpoint } from '../../endpoint.ts';
import { Deleted } from '../../schemas/common.ts';
import { PersonalData } from '../../schemas/people/personal-data.schemas.ts';

const tag = 'People';

export const personalDataEndpoints = ({
  accounts,
  personalData,
}: {
  accounts: AccountsService;
  personalData: PersonalDataService;
}) => [
  endpoint({
    method: 'get',
    path: '/users/me/export',
    auth: 'user',
    tag,
    summary: 'Download everything that is kept about you',
    responses: { 200: PersonalData },
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
    method: 'delete',
    path: '/users/me',
    auth: 'user',
    tag,
    summary: 'Erase yourself',
    description:
      'Empties everything personal and gives your seats to whoever waits. Signing in anew later starts a new account.',
    responses: { 200: Deleted },
    allowBlocked: true,
    async handle({ caller }) {
      const { id } = caller.user;
      await accounts.erase(id);
      return { status: 200, body: { id, deleted: true } };
    },
  }),
];
