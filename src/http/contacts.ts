import { isContactField, seesContacts } from '../domain/administration/contacts.ts';
import type { Answer, Auth, Callers } from './endpoint.ts';

/** The JSON that a caller receives: administrators without `people:contacts` get no contacts. */
export const jsonFor = (caller: Callers[Auth], answer: unknown): string =>
  JSON.stringify(answer, hidesContacts(caller) ? withoutContact : undefined);

/** The text of an answer that is not sent as a stream. */
export const textFor = (caller: Callers[Auth], content: Answer['content']): string =>
  typeof content === 'object' && 'json' in content
    ? jsonFor(caller, content.json)
    : String(content);

/** Users receive what the schemas of their endpoints declare. */
export const hidesContacts = (caller: Callers[Auth]): boolean =>
  caller !== undefined && 'scopes' in caller && !seesContacts(caller);

const withoutContact = (name: string, value: unknown): unknown =>
  isContactField(name) ? undefined : value;
