import { remarked } from '../../../domain/reasons.ts';
import type { UserImportsService } from '../../../services/people/user-imports.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  ImportQuerySchema,
  ImportResultSchema,
  MAX_IMPORT_BYTES,
  UserImportRequestSchema,
  UserImportRowSchema,
} from '../../schemas/imports.schemas.ts';
import { checkedTable } from '../../uploads/checked-rows.ts';

export const userImportEndpoints = ({ userImports }: { userImports: UserImportsService }) => [
  endpoint({
    name: 'importUsers',
    method: 'post',
    path: '/admin/users/bulk-import',
    auth: 'admin',
    scope: 'people:import',
    conferences: 'all',
    tag: 'Admin: users',
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
      return { status: 200, body: { ...result, ignored_columns, ...remarked(warnings) } };
    },
  }),
];
