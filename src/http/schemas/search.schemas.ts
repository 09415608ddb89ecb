import { z } from 'zod';

/** What the reference says of each search. */
export const FORGIVEN =
  'Ignores accents and case. Where nothing matches, small typing errors are forgiven.';

/** What it says of a search in a list with `updated_since`. */
export const FORGIVEN_IN_LISTS =
  'Ignores accents and case. Where nothing matches, small typing errors are forgiven, except with `updated_since`.';

/** What the reference says of the searches of users by administrators. */
export const ADMIN_SEARCH = `Words in name, company or username, an id of the service or the messenger, or the beginning of an \`@username\`. ${FORGIVEN}`;

/** What it says of the words of an administrators' search, which takes an id too. */
export const orAnId = (words: string): string => `${words}, or an id. ${FORGIVEN}`;

/** The cursor of a search: a position, and whether the list forgives typing errors. */
export const searchPosition = <T>(Position: z.ZodType<T>) =>
  z.union([Position, z.strictObject({ similar: Position })]);
