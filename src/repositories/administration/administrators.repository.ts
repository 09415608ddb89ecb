import { OnDatabase } from '../../db/on-database.ts';
import { type NumberedRequest, numberedPage, type Page, queryList } from '../../db/pages.ts';
import { orConflict } from '../../db/pg-errors.ts';
import { onlyRow } from '../../db/rows.ts';
import type { AdministratorAccount } from '../../domain/administration/administrators.ts';

const COLUMNS = [
  'id',
  'name',
  'email',
  'messenger_id',
  'disabled_at',
  'created_by',
  'created_at',
] as const satisfies readonly (keyof AdministratorAccount)[];

export type AdministratorColumns = Pick<AdministratorAccount, 'name' | 'email' | 'messenger_id'>;

/** The accounts of administrators. Changes are made under `apiKeys.lockAll`. */
export class AdministratorsRepository extends OnDatabase {
  async find(id: number): Promise<AdministratorAccount | undefined> {
    return this.db('administrators')
      .where({ id })
      .first(...COLUMNS);
  }

  /** The newest first. */
  async list(
    { is_disabled }: { readonly is_disabled?: boolean | undefined },
    page: NumberedRequest,
  ): Promise<Page<AdministratorAccount>> {
    const query = this.db('administrators').select(COLUMNS).orderBy('id', 'desc');
    if (is_disabled !== undefined) {
      query.whereRaw(`disabled_at is ${is_disabled ? 'not null' : 'null'}`);
    }
    return numberedPage<AdministratorAccount>(queryList(query), page);
  }

  /** @throws AppError CONFLICT for an e-mail or a messenger id in use */
  async insert(
    columns: AdministratorColumns & Pick<AdministratorAccount, 'created_by'>,
  ): Promise<AdministratorAccount> {
    const insert = this.db('administrators')
      .insert(columns)
      .returning<AdministratorAccount[]>(COLUMNS);
    return onlyRow(await orTaken(insert));
  }

  /** @throws AppError CONFLICT as `insert` */
  async update(
    id: number,
    columns: Partial<AdministratorColumns & Pick<AdministratorAccount, 'disabled_at'>>,
  ): Promise<AdministratorAccount> {
    const update = this.db('administrators')
      .where({ id })
      .update(columns)
      .returning<AdministratorAccount[]>(COLUMNS);
    return onlyRow(await orTaken(update));
  }
}

const OF_NO_OTHER = 'expected one that no other administrator has';

const orTaken = <T>(statement: PromiseLike<T>): Promise<T> =>
  orConflict(
    orConflict(statement, 'administrators_email_key', 'email', OF_NO_OTHER),
    'administrators_messenger_id_key',
    'messenger_id',
    OF_NO_OTHER,
  );
