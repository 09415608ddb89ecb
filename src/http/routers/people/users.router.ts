import type { UsersService } from '../../../services/people/users.service.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParams, listOf, listReply, pageRequest } from '../../schemas/common.ts';
import {
  OnboardingChange,
  OwnProfile,
  PeopleQuery,
  PersonPosition,
  Profile,
  ProfileChange,
  ProfilePage,
  SocialsChange,
} from '../../schemas/people/users.schemas.ts';

const tag = 'People';

export const userEndpoints = ({ users }: { users: UsersService }) => [
  ...(['/users', '/users/paginated'] as const).map((path) =>
    endpoint({
      method: 'get',
      path,
      auth: 'optional',
      tag,
      summary: path === '/users' ? 'List people' : 'List people, page by page',
      query: PeopleQuery,
      responses: { 200: listOf(Profile) },
      holdsProfiles: true,
      async handle({ caller, query }) {
        const page = await users.list(query, caller?.user.id, pageRequest(query, PersonPosition));
        return { status: 200, body: listReply(page) };
      },
    }),
  ),

  endpoint({
    method: 'get',
    path: '/users/profile/:id',
    auth: 'optional',
    tag,
    summary: 'Get the profile of a person',
    params: IdParams,
    responses: { 200: ProfilePage },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
    async handle({ caller, params }) {
      return { status: 200, body: await users.profile(params.id, caller?.user.id) };
    },
  }),

  endpoint({
    method: 'get',
    path: '/users/me',
    auth: 'user',
    tag,
    summary: 'Get your own profile',
    responses: { 200: OwnProfile },
    async handle({ caller }) {
      return { status: 200, body: await users.own(caller.user) };
    },
  }),

  endpoint({
    method: 'patch',
    path: '/users/me',
    auth: 'user',
    tag,
    summary: 'Change your profile',
    body: ProfileChange,
    responses: { 200: OwnProfile },
    async handle({ caller, body }) {
      return { status: 200, body: await users.change(caller.user, body) };
    },
  }),

  endpoint({
    method: 'put',
    path: '/users/socials',
    auth: 'user',
    tag,
    summary: 'Set your social media handles',
    body: SocialsChange,
    responses: { 200: OwnProfile },
    async handle({ caller, body }) {
      return { status: 200, body: await users.changeSocials(caller.user, body) };
    },
  }),

  endpoint({
    method: 'put',
    path: '/users/onboarding',
    auth: 'user',
    tag,
    summary: 'Note how far your onboarding is',
    body: OnboardingChange,
    responses: { 200: OwnProfile },
    async handle({ caller, body }) {
      return { status: 200, body: await users.changeOnboarding(caller.user, body) };
    },
  }),
];
