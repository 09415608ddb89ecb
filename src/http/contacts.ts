import { isContactField, seesContacts } from '../domain/administration/contacts.ts';
import type { Answer, Auth, Callers } from './endpoint.ts';
import type { Components } from './error-responses.ts';
import type { Json } from './json-schemas.ts';

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

const ABSENT = 'Absent without the scope `people:contacts`.';

/**
 * Declares the contacts in the answers to administrators as `jsonFor` sends them: a client without
 * `people:contacts` receives none. Changes the schemas in place.
 *
 * @param answers the responses of all operations of administrators
 * @param components those that the answers refer to
 */
export function declareAbsentContacts(answers: readonly unknown[], components: Components): void {
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { $ref, ...inner } = value as Json;
    if (typeof $ref === 'string') visit(componentAt($ref, components));
    if (hasContacts(value)) declareAbsent(value);
    for (const [name, one] of Object.entries(inner)) if (!/^examples?$/.test(name)) visit(one);
  };
  for (const answer of answers) visit(answer);
}

interface ObjectSchema {
  properties: Json;
  required?: readonly string[];
}

const hasContacts = (schema: object): schema is ObjectSchema =>
  'properties' in schema && Object.keys(schema.properties as Json).some(isContactField);

function declareAbsent(schema: ObjectSchema): void {
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!isContactField(name)) continue;
    const { description, ...type } = property as Json;
    schema.properties[name] = {
      ...type,
      description: description ? `${description} ${ABSENT}` : ABSENT,
    };
  }
  schema.required = schema.required?.filter((name) => !isContactField(name)) ?? [];
}

/** The component of `#/components/schemas/Event`. */
function componentAt(ref: string, components: Components): unknown {
  const [kind = '', name = ''] = ref.split('/').slice(2);
  return kind === 'schemas' || kind === 'responses' ? components[kind][name] : undefined;
}
