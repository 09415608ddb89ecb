/** The types of identifiers that find a person by a contact. */
const FINDING = new WeakSet<object>();

/** Declares that a value of this schema finds a person by a contact. */
export function findsByContact<T extends object>(schema: T): T {
  FINDING.add(schema);
  return schema;
}

export const isFinding = (schema: object): boolean => FINDING.has(schema);
