import type { AccountsService } from '../../../services/people/accounts.service.ts';
import type { PersonalDataService } from '../../../services/people/personal-data.service.ts';
import type { UserStateService, UsersService } from '../../../services/people/users.service.ts';
import { DeletedSchema, IdParamsSchema } from '../../schemas/common.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import { PersonalDataSchema } from '../../schemas/people/personal-data.schemas.ts';
import { SocialsChangeSchema } from '../../schemas/people/socials.schemas.ts';
import { UserStateQuerySchema, UserStateSchema } from '../../schemas/people/user-state.schemas.ts';
import {
  OnboardingChangeSchema,
  OwnProfileSchema,
  ProfileChangeSchema,
  ProfilePageSchema,
  ProfileSchema,
  UserPositionSchema,
  UsersQuerySchema,
} from '../../schemas/people/users.schemas.ts';
import { costOfSearch } from '../../schemas/search.schemas.ts';
import { ok, tagged } from '../../tagged.ts';

const endpoint = tagged('Users');

export const userEndpoints = ({ users }: { users: UsersService }) => [
  listEndpoint(users, {
    name: 'listUsers',
    route: 'GET /users',
    summary: 'List or search users',
    description:
      'Returns listed users other than you, newest first. Anonymous callers see no usernames, social links or bios, nor what users look for or offer.',
  }),

  listEndpoint(users, {
    name: 'listUsersPaginated',
    route: 'GET /users/paginated',
    summary: 'List users page by page',
    description: 'Answers the same as `GET /users`.',
  }),

  endpoint({
    name: 'getUserProfile',
    route: 'GET /users/profile/:id',
    auth: 'optional',
    summary: 'Get the profile of a user',
    description:
      'Includes the conferences that the user attends and their events that have not ended.',
    params: IdParamsSchema,
    responses: { 200: ProfilePageSchema },
    holdsProfiles: true,
    readsPeople: true,
    allowReplica: true,
    handle: async ({ caller, params }) => ok(await users.profile(params.id, caller?.user.id)),
  }),

  endpoint({
    name: 'getMyProfile',
    route: 'GET /users/me',
    auth: 'user',
    summary: 'Get my profile',
    responses: { 200: OwnProfileSchema },
    allowReplica: true,
    handle: async ({ caller }) => ok(await users.ownProfile(caller.user)),
  }),

  endpoint({
    name: 'updateMyProfile',
    route: 'PATCH /users/me',
    auth: 'user',
    summary: 'Update my profile',
    description: 'Changes only the given fields. No later import overwrites them.',
    body: ProfileChangeSchema,
    responses: { 200: OwnProfileSchema },
    errors: ['NOT_FOUND'],
    handle: async ({ caller, body }) => ok(await users.updateProfile(caller.user, body)),
  }),

  endpoint({
    name: 'updateSocials',
    route: 'PUT /users/socials',
    auth: 'user',
    summary: 'Update my social links',
    body: SocialsChangeSchema,
    responses: { 200: OwnProfileSchema },
    handle: async ({ caller, body }) => ok(await users.updateSocials(caller.user, body)),
  }),

  endpoint({
    name: 'updateOnboarding',
    route: 'PUT /users/onboarding',
    auth: 'user',
    summary: 'Update my onboarding progress',
    description: 'Without `step`, the stored step is kept.',
    body: OnboardingChangeSchema,
    responses: { 200: OwnProfileSchema },
    handle: async ({ caller, body }) => ok(await users.updateOnboarding(caller.user, body)),
  }),
];

type Named = Readonly<
  Record<'name' | 'summary' | 'description', string> & { route: `GET ${string}` }
>;

function listEndpoint(users: UsersService, named: Named) {
  return endpoint({
    ...named,
    auth: 'optional',
    query: UsersQuerySchema,
    responses: { 200: largeListOf(ProfileSchema) },
    holdsProfiles: true,
    readsPeople: costOfSearch,
    allowReplica: true,
    handle: async ({ caller, query }) =>
      ok(
        listReply(await users.list(query, caller?.user.id, pageRequest(query, UserPositionSchema))),
      ),
  });
}

export const personalDataEndpoints = ({
  accounts,
  personalData,
}: {
  accounts: AccountsService;
  personalData: PersonalDataService;
}) => [
  endpoint({
    name: 'exportMyData',
    route: 'GET /users/me/export',
    auth: 'user',
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
    route: 'DELETE /users/me',
    auth: 'user',
    summary: 'Delete my account and erase my personal data',
    description:
      'Empties all your personal data and cancels your attendances, which promotes attendees from the waitlists. The seat of an invitation that you claimed by username stays with the invitation, and you cannot claim it again. A later sign-in creates a new account.',
    responses: { 200: DeletedSchema },
    allowBlocked: true,
    async handle({ caller }) {
      const { id } = caller.user;
      await accounts.erase(id);
      return ok({ id, deleted: true });
    },
  }),
];

export const userStateEndpoints = ({ userState }: { userState: UserStateService }) => [
  endpoint({
    name: 'getMyState',
    route: 'GET /users/me/state',
    auth: 'user',
    summary: 'Get my attendance of all events and conferences, and my quests',
    description:
      'Returns your current attendances, your quests and your unread count; with `agenda_item_id` also your questions, votes and stars in that session. Send the ETag in `If-None-Match`: 304 means that nothing has changed.',
    query: UserStateQuerySchema,
    responses: { 200: UserStateSchema },
    conditional: true,
    allowReplica: true,
    handle: async ({ caller, query }) => ok(await userState.find(caller.user.id, query)),
  }),
];
