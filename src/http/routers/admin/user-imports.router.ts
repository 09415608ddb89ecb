import type { UserImportsService } from '../../../services/user-imports.service.ts';
import { endpoint } from '../../endpoint.ts';
import {
  ImportQuery,
  ImportResult,
  UserImportRequest,
  UserImportRow,
} from '../../schemas/imports.schemas.ts';
import { checkedTable } from '../../tables/checked-rows.ts';

const MAX_BYTES = 32 * 1024 * 1024;

export const userImportEndpoints = ({ userImports }: { userImports: UserImportsService }) => [
  endpoint({
    method: 'post',
    path: '/admin/users/bulk-import',
    auth: 'admin',
    tag: 'Admin: people',
    summary: 'Import people',
    query: ImportQuery,
    body: UserImportRequest,
    upload: { field: 'file', maxBytes: MAX_BYTES },
    responses: { 200: ImportResult },
    async handle({ caller, query, body, file }) {
      const source = { file, list: body.users, listName: 'users', key: 'messenger_id' };
      await using table = await checkedTable(UserImportRow, source);
      const options = { dryRun: query.dry_run };
      const result = await userImports.import(caller, table.rows, options);
      const { ignored_columns, warnings } = table;
      return { status: 200, body: { ...result, ignored_columns, warnings } };
    },
  }),
];
