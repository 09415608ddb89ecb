import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { reason } from '../domain/reasons.ts';
import { AppError } from '../errors.ts';
import type { AnyEndpoint } from './endpoint.ts';

/** The names come from the client, so their number and length are limited. */
const MAX_NAMES = 10;
const MAX_NAME_LENGTH = 50;

/**
 * Names in the answer what the endpoint does not declare of the query and the body: the header is of
 * this request, also if its answer is a stored or a kept one. Runs before a key is claimed, so that
 * a refused request can be corrected and sent with the same `Idempotency-Key`.
 *
 * @throws AppError VALIDATION_ERROR with `Prefer: handling=strict`
 */
export function reportUndeclared(endpoint: AnyEndpoint, req: Request, res: Response): void {
  if (!ignoresUndeclared(endpoint)) return;
  const isStrict = prefersStrict(req.headers);
  if (isStrict) res.setHeader('Preference-Applied', STRICT);
  const names = named(unknownOf(endpoint, req));
  if (names.length === 0) return;
  res.setHeader('X-Unknown-Fields', names.join(', '));
  if (!isStrict) return;
  const [first, ...others] = names;
  const rest = others.length > 0 ? `, as are ${others.join(', ')}` : '';
  throw new AppError('VALIDATION_ERROR', `${first}: unknown field${rest}`, {
    errors: names.map((field) => ({ field, ...reason('unknown', { fields: [field] }) })),
  });
}

export const STRICT = 'handling=strict';

/** Whether `Prefer` asks for strict handling. Of several preferences of one name, the first counts. */
export function prefersStrict({ prefer }: IncomingHttpHeaders): boolean {
  if (prefer === undefined) return false;
  const [, handling] = /(?:^|,)\s*handling\s*=\s*"?(\w+)"?/i.exec(String(prefer)) ?? [];
  return handling === 'strict';
}

/** Whether the endpoint ignores fields or parameters that it does not declare. */
export const ignoresUndeclared = (endpoint: AnyEndpoint): boolean =>
  endpoint.body !== undefined || endpoint.upload !== undefined || ignoresParameters(endpoint);

/** `checkQuery` refuses them for administrators. */
const ignoresParameters = ({ path }: AnyEndpoint) => !path.startsWith('/admin/');

const NOTHING = z.object({});

function* unknownOf(endpoint: AnyEndpoint, req: Request): Generator<string> {
  // Express parses the query each time that it is read.
  if (req.url.includes('?') && ignoresParameters(endpoint)) {
    yield* undeclaredIn(endpoint.query ?? NOTHING, req.query);
  }
  const declared = endpoint.body ?? (endpoint.upload && NOTHING);
  if (declared) yield* undeclaredIn(declared, req.body);
}

/** The first different names, as they fit into a header. */
export function named(found: Iterable<string>): readonly string[] {
  const names = new Map<string, string>();
  for (const name of found) {
    // Of the rows of a list, the first one stands for all.
    const field = name.replaceAll(/\.\d+(?=\.)/g, '');
    if (!names.has(field)) names.set(field, encoded(name));
    if (names.size === MAX_NAMES) break;
  }
  return [...names.values()];
}

/** The start of a name, in letters of ASCII, digits, `_`, `.`, `-` and percent-encoded bytes. */
function encoded(name: string): string {
  let text = '';
  for (const character of name) {
    const next = /[\w.-]/.test(character)
      ? character
      : Buffer.from(character).toString('hex').toUpperCase().replaceAll(/../g, '%$&');
    if (text.length + next.length > MAX_NAME_LENGTH) break;
    text += next;
  }
  return text;
}

const defOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/**
 * The paths in `value` that the schema does not declare, such as `venue.naem`. The value is what the
 * client sent, before it is validated. An object that accepts further fields, a record and a value of
 * any type have no unknown fields at any depth: another system defines their content.
 */
export function* undeclaredIn(schema: z.core.$ZodType, value: unknown, at = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return yield* unknownInObject(def, value, at);
    case 'array':
      if (!Array.isArray(value)) return;
      for (const [index, item] of value.entries()) {
        yield* undeclaredIn(def.element, item, `${at}${index}.`);
      }
      return;
    case 'union':
      return yield* unknownInUnion(def, value, at);
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
      return yield* undeclaredIn(def.innerType, value, at);
    case 'pipe':
      return yield* undeclaredIn(def.in, value, at);
  }
}

function* unknownInObject(
  { shape, catchall }: z.core.$ZodObjectDef,
  value: object,
  at: string,
): Generator<string> {
  // A strict object refuses unknown fields by itself.
  if (Array.isArray(value) || (catchall && defOf(catchall).type !== 'never')) return;
  for (const [name, inner] of Object.entries(value)) {
    const declared = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (declared) yield* undeclaredIn(declared, inner, `${at}${name}.`);
    else yield at + name;
  }
}

/** A field is unknown if the option that its discriminator names, or else each one, ignores it. */
function* unknownInUnion(
  def: z.core.$ZodUnionDef | z.core.$ZodDiscriminatedUnionDef,
  value: object,
  at: string,
): Generator<string> {
  const objects = def.options.filter((option) => describesObjects(option));
  const options =
    'discriminator' in def
      ? objects.filter((one) => isNamed(one, def.discriminator, value))
      : objects;
  const [first = [], ...others] = options.map((one) => new Set(undeclaredIn(one, value, at)));
  for (const name of first) if (others.every((one) => one.has(name))) yield name;
}

function describesObjects(schema: z.core.$ZodType): boolean {
  const def = defOf(schema);
  if (def.type === 'pipe') return describesObjects(def.in);
  return def.type === 'object' || def.type === 'array' || def.type === 'record';
}

/** Whether the discriminator of `value` is the one of this option. */
function isNamed(option: z.core.$ZodType, discriminator: string, value: object): boolean {
  const def = defOf(option);
  if (def.type === 'pipe') return isNamed(def.in, discriminator, value);
  const expected = def.type === 'object' ? def.shape[discriminator] : undefined;
  return (
    expected !== undefined &&
    z.safeParse(expected, (value as Readonly<Record<string, unknown>>)[discriminator]).success
  );
}
