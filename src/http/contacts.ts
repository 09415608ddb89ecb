import { isContactField, seesContacts } from '../domain/administration/contacts.ts';
import type { Auth, Callers } from './endpoint.ts';

/** The JSON that a caller receives: administrators without `people:contacts` get no contacts. */
export const jsonFor = (caller: Callers[Auth], answer: unknown): string =>
  JSON.stringify(answer, hidesContacts(caller) ? withoutContact : undefined);

/** Users receive what the schemas of their endpoints declare. */
export const hidesContacts = (caller: Callers[Auth]): boolean =>
  caller !== undefined && 'scopes' in caller && !seesContacts(caller);

const withoutContact = (name: string, value: unknown): unknown =>
  isContactField(name) ? undefined : value;
