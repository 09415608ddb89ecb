import { insufficientScope } from '../../errors.ts';
import { type Administrator, missingScope } from './administrators.ts';
import type { Scope } from './scopes.ts';

const CONTACTS: Scope = 'people:contacts';

/**
 * The names of fields that hold how to reach a person outside of the service, wherever they are in
 * an answer: in a row, in the values of the audit log, in the audience of a broadcast.
 */
const CONTACT_FIELDS: ReadonlySet<string> = new Set([
  'contact',
  'email',
  'messenger_id',
  'messenger_ids',
  'phone',
  'username',
]);

export const isContactField = (name: string): boolean => CONTACT_FIELDS.has(name);

/** Whether an administrator receives contacts, and finds people by them. */
export const seesContacts = ({ scopes }: Pick<Administrator, 'scopes'>): boolean =>
  missingScope(scopes, [CONTACTS]) === undefined;

/**
 * Refuses a filter by contacts to who does not see them: a count of one would confirm a guess.
 * @throws AppError FORBIDDEN
 */
export function checkContactFilters(by: Pick<Administrator, 'scopes'>, filters: object): void {
  const isByContacts = Object.entries(filters).some(
    ([name, filter]) => filter !== undefined && isContactField(name),
  );
  if (isByContacts && !seesContacts(by)) throw insufficientScope(CONTACTS);
}
