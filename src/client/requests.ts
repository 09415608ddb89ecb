import { ROUTES } from './routes.ts';
import type { Name } from './types.ts';

/** The path of an operation below the address of the API, with its query. */
export function urlOf(name: Name, params: Readonly<Record<string, unknown>> = {}): string {
  const query = new URLSearchParams();
  const [, template = ''] = ROUTES[name].split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(params[key])),
  );
  for (const [key, value] of Object.entries(params)) {
    if (value !== undefined && !template.includes(`{${key}}`)) query.set(key, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** JSON, or a form where a field is a file. `fetch` itself names the type of a form. */
export function bodyOf(given: unknown): { body?: string | FormData; type?: string } {
  if (given === undefined) return {};
  const fields = Object.entries(given as Readonly<Record<string, unknown>>);
  if (!fields.some(([, value]) => value instanceof Blob)) {
    return { body: JSON.stringify(given), type: 'application/json' };
  }
  const form = new FormData();
  // The file last, so that the service knows the other fields when it begins.
  for (const [key, value] of fields) {
    if (value !== undefined && !(value instanceof Blob)) form.set(key, textOf(value));
  }
  for (const [key, value] of fields) if (value instanceof Blob) form.set(key, value);
  return { body: form };
}

const textOf = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The `If-Match` of a version of the resource that the path names last. */
export function tagOf(
  name: Name,
  { ifMatch, params }: { ifMatch?: string | number; params?: Readonly<Record<string, unknown>> },
): string {
  if (typeof ifMatch !== 'number') return ifMatch ?? '*';
  const [, id = ''] = [...ROUTES[name].matchAll(/\{(\w+)\}/g)].at(-1) ?? [];
  return `"${params?.[id]}.${ifMatch}"`;
}
