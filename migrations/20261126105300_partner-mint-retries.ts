import type { Knex } from 'knex';

/** An administrator may allow a try beyond the three of the user. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table partner_mints
      -- contract: unused since 0.1.0, because the check below allows all that it allows
      drop constraint partner_mints_try_check,
      add constraint partner_mints_try_check check (try >= 1);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update partner_mints set try = 3 where try > 3;
    alter table partner_mints
      drop constraint partner_mints_try_check,
      add constraint partner_mints_try_check check (try between 1 and 3);
  `);
}
