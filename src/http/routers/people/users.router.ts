import type { UsersService } from '../../../services/people/users.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParamsSchema } from '../../schemas/common.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import { SocialsChangeSchema } from '../../schemas/people/socials.schemas.ts';
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

const tag = 'Users';

export const userEndpoints = ({ users }: { users: UsersService }) => [
  listEndpoint(users, {
    name: 'listUsers',
    path: '/users',
    summary: 'List or search users',
    description:
      'Returns listed users other than you, newest first. Anonymous callers see no usernames, social links or bios, nor what users look for or offer.',
  }),

  listEndpoint(users, {
    name: 'listUsersPaginated',
    path: '/users/paginated',
    summary: 'List users page by page',
    description: 'Answers the same as `GET /users`.',
  }),

  endpoint({
    name: 'getUserProfile',
    method: 'get',
    path: '/users/profile/:id',
    auth: 'optional',
    tag,
    summary: 'Get the profile of a user',
    description:
      'Includes the conferences that the user attends and their events that have not ended.',
    params: IdParamsSchema,
    responses: { 200: ProfilePageSchema },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    readsPeople: true,
    mayLag: true,
    async handle({ caller, params }) {
      return { status: 200, body: await users.profile(params.id, caller?.user.id) };
    },
  }),

  endpoint({
    name: 'getMyProfile',
    method: 'get',
    path: '/users/me',
    auth: 'user',
    tag,
    summary: 'Get my profile',
    responses: { 200: OwnProfileSchema },
    mayLag: true,
    async handle({ caller }) {
      return { status: 200, body: await users.ownProfile(caller.user) };
    },
  }),

  endpoint({
    name: 'updateMyProfile',
    method: 'patch',
    path: '/users/me',
    auth: 'user',
    tag,
    summary: 'Update my profile',
    description: 'Changes only the given fields. No later import overwrites them.',
    body: ProfileChangeSchema,
    responses: { 200: OwnProfileSchema },
    errors: ['NOT_FOUND'],
    async handle({ caller, body }) {
      return { status: 200, body: await users.updateProfile(caller.user, body) };
    },
  }),

  endpoint({
    name: 'updateSocials',
    method: 'put',
    path: '/users/socials',
    auth: 'user',
    tag,
    summary: 'Update my social links',
    body: SocialsChangeSchema,
    responses: { 200: OwnProfileSchema },
    async handle({ caller, body }) {
      return { status: 200, body: await users.updateSocials(caller.user, body) };
    },
  }),

  endpoint({
    name: 'updateOnboarding',
    method: 'put',
    path: '/users/onboarding',
    auth: 'user',
    tag,
    summary: 'Update my onboarding progress',
    description: 'Without `step`, the stored step is kept.',
    body: OnboardingChangeSchema,
    responses: { 200: OwnProfileSchema },
    async handle({ caller, body }) {
      return { status: 200, body: await users.updateOnboarding(caller.user, body) };
    },
  }),
];

type Named = Readonly<Record<'name' | 'path' | 'summary' | 'description', string>>;

function listEndpoint(users: UsersService, named: Named) {
  return endpoint({
    ...named,
    method: 'get',
    auth: 'optional',
    tag,
    query: UsersQuerySchema,
    responses: { 200: largeListOf(ProfileSchema) },
    holdsProfiles: true,
    readsPeople: costOfSearch,
    mayLag: true,
    async handle({ caller, query }) {
      const page = await users.list(query, caller?.user.id, pageRequest(query, UserPositionSchema));
      return { status: 200, body: listReply(page) };
    },
  });
}
