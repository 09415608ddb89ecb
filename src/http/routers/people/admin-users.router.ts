import { seesContacts } from '../../../domain/administration/contacts.ts';
import type { User } from '../../../domain/people/users.ts';
import { remarked } from '../../../domain/reasons.ts';
import type { AdminUsersService } from '../../../services/people/admin-users.service.ts';
import type { UserImportsService } from '../../../services/people/user-imports.service.ts';
import { DeletedSchema, IdParamsSchema, inForms, stream } from '../../schemas/common.ts';
import {
  ImportQuerySchema,
  ImportResultSchema,
  MAX_IMPORT_BYTES,
  UserImportRequestSchema,
  UserImportRowSchema,
} from '../../schemas/imports.schemas.ts';
import { largeListOf, listReply, pageRequest } from '../../schemas/pages.schemas.ts';
import {
  AdminUserChangeSchema,
  AdminUserDetailsSchema,
  AdminUsersQuerySchema,
  adminUserPosition,
  UserBlockSchema,
} from '../../schemas/people/admin-users.schemas.ts';
import { AdminUserSchema } from '../../schemas/people/users.schemas.ts';
import { ok, tagged } from '../../tagged.ts';
import { checkedTable } from '../../uploads/checked-rows.ts';
import { TABLE_TYPES, tableDownload } from '../../uploads/downloads.ts';

const endpoint = tagged('Admin: users');

const COLUMNS = [
  'id',
  'messenger_id',
  'username',
  'first_name',
  'last_name',
  'company',
  'job_title',
  'headline',
  'interests',
  'language_code',
  'onboarding_status',
  'points',
  'messenger_reachable',
  'notifications_enabled',
  'is_discoverable',
  'is_blocked',
  'is_ranked',
  'created_at',
  'last_seen_at',
] as const satisfies readonly (keyof User)[];

export const adminUserEndpoints = ({ adminUsers }: { adminUsers: AdminUsersService }) => [
  endpoint({
    name: 'listAdminUsers',
    route: 'GET /admin/users',
    auth: 'admin',
    scope: 'people:read',
    exportScope: 'people:export',
    conferences: 'all',
    summary: 'List, search or export all users',
    description:
      'Includes hidden and blocked users, but not erased ones. The audit log records each export as a file.',
    query: AdminUsersQuerySchema,
    responses: {
      200: inForms(largeListOf(AdminUserSchema), stream(TABLE_TYPES.csv), stream(TABLE_TYPES.xlsx)),
    },
    download: true,
    holdsProfiles: true,
    async handle({ caller, query }) {
      const { page: _, limit: __, cursor: ___, format, ...given } = query;
      const filter = { ...given, byContacts: seesContacts(caller) };
      if (format !== 'json') {
        const batches = await adminUsers.export(caller, { ...filter, format });
        const table = { format, name: 'users', columns: COLUMNS, batches };
        return { status: 200, ...tableDownload(caller, table) };
      }
      const page = await adminUsers.list(filter, pageRequest(query, adminUserPosition(query)));
      return ok(listReply(page));
    },
  }),

  endpoint({
    name: 'getAdminUser',
    route: 'GET /admin/users/:id',
    auth: 'admin',
    scope: 'people:read',
    conferences: 'all',
    summary: 'Get a user with their attendances, activities and latest changes',
    description:
      'Finds hidden, blocked and erased users, too. What the key has no scope for is absent: `quests` needs `quests:read`, `feedback` needs `feedback:read`, `messages` needs `broadcasts:read`, and `media` needs `media:read`.',
    params: IdParamsSchema,
    versioned: AdminUserDetailsSchema,
    responses: { 200: AdminUserDetailsSchema },
    holdsProfiles: true,
    handle: async ({ caller, params }) => ok(await adminUsers.get(caller, params.id)),
  }),

  endpoint({
    name: 'eraseUser',
    route: 'DELETE /admin/users/:id',
    auth: 'admin',
    scope: 'people:erase',
    conferences: 'all',
    summary: 'Delete the personal data of a user',
    description:
      'For a written request of the user: the same as `DELETE /users/me`. Their seats are freed, or stay with the invitations that they claimed by username, and their tokens stop working. Cannot be undone. Safe to repeat.',
    params: IdParamsSchema,
    versioned: AdminUserSchema,
    responses: { 200: DeletedSchema },
    async handle({ caller, params: { id }, ifMatch }) {
      await adminUsers.erase(caller, { id, ifMatch });
      return ok({ id, deleted: true });
    },
  }),

  endpoint({
    name: 'updateAdminUser',
    route: 'PATCH /admin/users/:id',
    auth: 'admin',
    scope: 'people:write',
    conferences: 'all',
    summary: 'Update a user',
    description: 'Changes the given fields. Takes effect at once. Safe to repeat.',
    params: IdParamsSchema,
    body: AdminUserChangeSchema,
    versioned: AdminUserSchema,
    responses: { 200: AdminUserSchema },
    handle: async ({ caller, params, ifMatch, body }) =>
      ok(await adminUsers.update(caller, { ...params, ifMatch }, body)),
  }),

  endpoint({
    name: 'blockUser',
    route: 'POST /admin/users/:id/block',
    auth: 'admin',
    scope: 'people:moderate',
    conferences: 'all',
    summary: 'Block a user',
    description:
      'Takes effect at once. A blocked user can only export their data and delete their account, and is hidden from others. Safe to repeat.',
    params: IdParamsSchema,
    body: UserBlockSchema,
    responses: { 200: AdminUserSchema },
    async handle({ caller, params, body: { reason } }) {
      const change = { is_blocked: true, reason };
      return ok(await adminUsers.setBlocked(caller, params.id, change));
    },
  }),

  endpoint({
    name: 'unblockUser',
    route: 'POST /admin/users/:id/unblock',
    auth: 'admin',
    scope: 'people:moderate',
    conferences: 'all',
    summary: 'Unblock a user',
    description:
      'Takes effect at once. The user gets a free seat where they are next on a waitlist. Safe to ' +
      'repeat.',
    params: IdParamsSchema,
    body: UserBlockSchema,
    responses: { 200: AdminUserSchema },
    async handle({ caller, params, body: { reason } }) {
      const change = { is_blocked: false, reason };
      return ok(await adminUsers.setBlocked(caller, params.id, change));
    },
  }),
];

export const userImportEndpoints = ({ userImports }: { userImports: UserImportsService }) => [
  endpoint({
    name: 'importUsers',
    route: 'POST /admin/users/bulk-import',
    auth: 'admin',
    scope: 'people:import',
    conferences: 'all',
    summary: 'Import users',
    description:
      'Creates or updates users by `messenger_id`. Never overwrites profile fields that a user has edited, or names once the user has signed in. Safe to repeat: the same rows change nothing.',
    query: ImportQuerySchema,
    body: UserImportRequestSchema,
    upload: { field: 'file', maxBytes: MAX_IMPORT_BYTES },
    responses: { 200: ImportResultSchema },
    idempotent: true,
    async handle({ caller, query, body, file }) {
      const source = {
        file,
        list: body.users,
        listName: 'users',
        keys: ['messenger_id'],
        texts: ['bio'],
      };
      await using table = await checkedTable(UserImportRowSchema, source);
      const { rows, ignored_columns, warnings } = table;
      const result = await userImports.import(caller, { rows, dryRun: query.dry_run });
      return ok({ ...result, ignored_columns, ...remarked(warnings) });
    },
  }),
];
