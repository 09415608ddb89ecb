import type { Knex } from 'knex';

/** Compares `listed_interests` with the users. */
export async function expectInterestsListed(db: Knex): Promise<void> {
  const inOrder = 'order by interest collate "C", user_id';
  const kept = await db.raw(`select interest, user_id from listed_interests ${inOrder}`);
  const expected = await db.raw(
    `select * from (select distinct lower(interest) as interest, id as user_id
        from users, unnest(interests) as interest where is_listed) as listed ${inOrder}`,
  );
  expect(kept.rows).toEqual(expected.rows);
}
