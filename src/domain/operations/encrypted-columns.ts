import type { KeyPurpose } from '../../lib/derived-keys.ts';
import type { StoredAt } from '../../lib/encryption.ts';

/** A column whose values `Encryption` encrypted. */
export interface EncryptedColumn {
  readonly table: string;
  /** The name of the table with which the values are authenticated, if it has another one since. */
  readonly sealed_in?: string;
  readonly column: string;
  /** The primary key, a bigint: the `row_id` with which the values are authenticated. */
  readonly key: string;
  readonly purpose: KeyPurpose;
}

/** The kept e-mail addresses of guests. */
export const GUEST_EMAILS = {
  table: 'registrations',
  sealed_in: 'conference_invitations',
  column: 'email_encrypted',
  key: 'id',
  purpose: 'guests',
} as const satisfies EncryptedColumn;

/** The tokens and keys with which guest lists of ticket shops are read. */
export const SOURCE_CREDENTIALS = {
  table: 'sources',
  column: 'credential_encrypted',
  key: 'id',
  purpose: 'source credentials',
} as const satisfies EncryptedColumn;

/** Every encrypted column. `npm run rotate-keys` re-encrypts each of them. */
export const ENCRYPTED_COLUMNS = [
  partnerColumn('destination_encrypted'),
  partnerColumn('access_encrypted'),
  partnerColumn('refresh_encrypted'),
  questColumn('quests', 'secret_encrypted'),
  questColumn('quests', 'old_secret_encrypted'),
  questColumn('quest_tasks', 'answer_encrypted'),
  questColumn('quest_tasks', 'old_answer_encrypted'),
  GUEST_EMAILS,
  webhookColumn('secret_encrypted'),
  webhookColumn('old_secret_encrypted'),
  SOURCE_CREDENTIALS,
] as const satisfies readonly EncryptedColumn[];

/** Where a value of a column is authenticated. */
export const placeOf = (
  { table, sealed_in = table, column }: Pick<EncryptedColumn, 'table' | 'sealed_in' | 'column'>,
  row_id: number,
): StoredAt => ({ table: sealed_in, column, row_id });

function partnerColumn(column: string): EncryptedColumn {
  return { table: 'partner_accounts', column, key: 'user_id', purpose: 'partner tokens' };
}

function questColumn(table: string, column: string): EncryptedColumn {
  return { table, column, key: 'id', purpose: 'quest secrets' };
}

function webhookColumn(column: string): EncryptedColumn {
  return { table: 'webhook_endpoints', column, key: 'id', purpose: 'webhook secrets' };
}
