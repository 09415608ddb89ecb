import type { Knex } from 'knex';

/** What has statements of its own. The only base class: a constructor is the same in each of them. */
export abstract class OnDatabase {
  protected readonly db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }
}
