import { openApiOf } from '../../src/http/openapi.ts';
import { declaredEndpoints } from '../support/endpoints.ts';

/** Fields that only data of a person has. */
const OF_PEOPLE = new Set(['first_name', 'messenger_id', 'username', 'user_id']);
/** Answers with such a field whose reads are not counted. */
const NOT_COUNTED: Readonly<Record<string, string>> = {
  exportQuest: 'each export has an audit row of its own',
  listAdministrators: 'administrators are no users',
  listAdminSpeakers: 'speakers are public; of their user they have the id only',
  getAdminSpeaker: 'as listAdminSpeakers',
};

const ENDPOINTS = declaredEndpoints().filter(({ auth }) => auth === 'admin');
const document = openApiOf(ENDPOINTS, '') as { readonly [key: string]: unknown };

/** Whether a schema of the reference has a field of people, in whatever depth. */
function holdsPeople(schema: unknown, seen = new Set<string>()): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if ('$ref' in schema && typeof schema.$ref === 'string') {
    if (seen.has(schema.$ref)) return false;
    seen.add(schema.$ref);
    return holdsPeople(at(schema.$ref.split('/').slice(1)), seen);
  }
  const fields = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
  if (fields.some((field) => OF_PEOPLE.has(field))) return true;
  return Object.entries(schema).some(
    ([key, value]) => !key.startsWith('example') && holdsPeople(value, seen),
  );
}

const at = (path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<string, unknown>>)?.[key],
    document,
  );

const holding = ENDPOINTS.filter(({ path, method }) => {
  const operation = at(['paths', path.replace(/:(\w+)/g, '{$1}'), method]);
  const { responses } = operation as { responses: Readonly<Record<string, unknown>> };
  return Object.entries(responses).some(
    ([status, response]) => status.startsWith('2') && holdsPeople(response),
  );
}).map(({ name }) => name);

describe('the answers to administrators that hold people', () => {
  const reading = ENDPOINTS.filter(({ method }) => method === 'get').map(({ name }) => name);

  test('are found', () => {
    expect(holding).toContain('listAdminUsers');
    expect(holding).not.toContain('listAdminConferences');
  });

  test('are declared in every GET, so that its reads are in the audit log', () => {
    const declared = new Set(
      ENDPOINTS.filter(({ holdsProfiles }) => holdsProfiles).map(({ name }) => name),
    );
    const missing = holding.filter((name) => reading.includes(name) && !declared.has(name));
    expect(missing.toSorted()).toEqual(Object.keys(NOT_COUNTED).toSorted());
  });
});
