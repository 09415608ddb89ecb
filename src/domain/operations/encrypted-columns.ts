import type { KeyPurpose } from '../../lib/derived-keys.ts';

/** A column whose values `Encryption` encrypted. */
export interface EncryptedColumn {
  readonly table: string;
  readonly column: string;
  /** The primary key, a bigint: the `row_id` with which the values are authenticated. */
  readonly key: string;
  readonly purpose: KeyPurpose;
}

/** Every encrypted column. `npm run rotate-keys` re-encrypts each of them. */
export const ENCRYPTED_COLUMNS = [
  partnerColumn('destination_encrypted'),
  partnerColumn('access_encrypted'),
  partnerColumn('refresh_encrypted'),
  questColumn('quests', 'secret_encrypted'),
  questColumn('quests', 'old_secret_encrypted'),
  questColumn('quest_tasks', 'answer_encrypted'),
  questColumn('quest_tasks', 'old_answer_encrypted'),
  { table: 'conference_invitations', column: 'email_encrypted', key: 'id', purpose: 'guests' },
] as const satisfies readonly EncryptedColumn[];

function partnerColumn(column: string): EncryptedColumn {
  return { table: 'partner_accounts', column, key: 'user_id', purpose: 'partner tokens' };
}

function questColumn(table: string, column: string): EncryptedColumn {
  return { table, column, key: 'id', purpose: 'quest secrets' };
}
