/**
 * The value at a path of the document, with each reference replaced by what it refers to. A reference
 * to something that contains it stays.
 */
export function resolved(document: unknown, path: readonly string[]): unknown {
  return withoutReferences(valueAt(document, path), document, []);
}

function withoutReferences(value: unknown, document: unknown, within: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutReferences(one, document, within));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...rest } = value as Readonly<Record<string, unknown>>;
  if (typeof $ref !== 'string') {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        withoutReferences(inner, document, within),
      ]),
    );
  }
  if (within.includes($ref)) return value;
  const target = valueAt(document, $ref.split('/').slice(1));
  const whole = withoutReferences(target, document, [...within, $ref]);
  // Swagger UI names a schema by `$$ref`.
  return { ...(whole as object), ...rest, $$ref: $ref };
}

const valueAt = (document: unknown, path: readonly string[]): unknown =>
  path.reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
