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
 * Refuses to find people by contacts for who does not see them: an answer, or a count of one, would confirm
 * a guess.
 * @throws AppError FORBIDDEN
 */
export function checkSeesContacts(by: Pick<Administrator, 'scopes'>): void {
  if (!seesContacts(by)) throw insufficientScope(CONTACTS);
}
