/** The columns of `u` that a provider reads, in the order of `enrichment_input_hash`. */
export const INPUT =
  'u.headline, u.company, u.job_title, u.bio, u.interests, u.looking_for, u.offering';

export const INPUT_HASH = `enrichment_input_hash(${INPUT})`;

/** SQL: the profile of `u` may be read; `:is_outside` by an outside provider. */
export const IS_ALLOWED =
  '(u.is_listed and coalesce(u.enrichment_enabled, not :is_outside::boolean))';

/** SQL: `e`, which may be null, was made from exactly the profile of `u`. */
export const IS_CURRENT = `(e.input_hash is not null and e.input_hash = ${INPUT_HASH})`;

/** SQL: as `IS_CURRENT`, and the latest generation has not failed. */
export const IS_UNCHANGED = `(${IS_CURRENT} and e.status <> 'failed')`;
