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

const tag = 'Users';

export const userEndpoints = ({ users }: { users: UsersService }) => [
  endpoint({
    name: 'listUsers',
    method: 'get',
    path: '/users',
    auth: 'optional',
    tag,
    summary: 'List or search users',
    query: PeopleQuery,
    responses: { 200: listOf(Profile) },
    holdsProfiles: true,
    async handle({ caller, query }) {
      const page = await users.list(query, caller?.user.id, pageRequest(query, PersonPosition));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'listUsersPaginated',
    method: 'get',
    path: '/users/paginated',
    auth: 'optional',
    tag,
    summary: 'List users page by page',
    query: PeopleQuery,
    responses: { 200: listOf(Profile) },
    holdsProfiles: true,
    async handle({ caller, query }) {
      const page = await users.list(query, caller?.user.id, pageRequest(query, PersonPosition));
      return { status: 200, body: listReply(page) };
    },
  }),

  endpoint({
    name: 'getUserProfile',
    method: 'get',
    path: '/users/profile/:id',
    auth: 'optional',
    tag,
    summary: 'Get the profile of a user',
    params: IdParams,
    responses: { 200: ProfilePage },
    errors: ['NOT_FOUND'],
    holdsProfiles: true,
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
    responses: { 200: OwnProfile },
    async handle({ caller }) {
      return { status: 200, body: await users.own(caller.user) };
    },
  }),

  endpoint({
    name: 'updateMyProfile',
    method: 'patch',
    path: '/users/me',
    auth: 'user',
    tag,
    summary: 'Update my profile',
    body: ProfileChange,
    responses: { 200: OwnProfile },
    async handle({ caller, body }) {
      return { status: 200, body: await users.change(caller.user, body) };
    },
  }),

  endpoint({
    name: 'updateSocials',
    method: 'put',
    path: '/users/socials',
    auth: 'user',
    tag,
    summary: 'Update my social links',
    body: SocialsChange,
    responses: { 200: OwnProfile },
    async handle({ caller, body }) {
      return { status: 200, body: await users.changeSocials(caller.user, body) };
    },
  }),

  endpoint({
    name: 'updateOnboarding',
    method: 'put',
    path: '/users/onboarding',
    auth: 'user',
    tag,
    summary: 'Update my onboarding progress',
    body: OnboardingChange,
    responses: { 200: OwnProfile },
    async handle({ caller, body }) {
      return { status: 200, body: await users.changeOnboarding(caller.user, body) };
    },
  }),
];
