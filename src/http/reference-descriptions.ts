import type { Json } from './json-schemas.ts';

/** Of path and query parameters and headers whose schemas do not describe them, by name. */
const TEXTS: Readonly<Record<string, string>> = {
  page: 'The number of the page, from 1.',
  limit: 'The most rows of a page.',
  cursor: 'The `next_cursor` of the page before, for the page after it.',
  actor: 'Only the changes of this `actor`, as the log has it.',
  bucket: 'Adds the series of counts by minute.',
  category: 'Only this category.',
  failure_reason: 'Only those that failed for this reason.',
  format: 'The format of the file.',
  is_blocked: 'Only those that are blocked, or are not.',
  is_disabled: 'Only those that are disabled, or are not.',
  is_featured: 'Only those that are featured, or are not.',
  key: 'The name of the file, as in its URL.',
  kind: 'Only this kind.',
  onboarding_status: 'Only those at this step of the onboarding.',
  parameter: 'The start parameter with which the messenger opened the app.',
  purpose: 'Only files that were uploaded for this purpose.',
  rating: 'Only this number of stars.',
  repair: '`true` also corrects what is wrong.',
  request_id: 'Only what the request with this `X-Request-Id` did.',
  room: 'Only what is in the room of this name.',
  signature: 'With `expires`, from a signed URL.',
  slug: 'The slug that the address of its page ends with.',
  source: 'Only those from this source.',
  state: 'Only those in this state; `all` for every state.',
  status: 'Only those with this status.',
  tag: 'Only those with this tag.',
  ticket_type: 'Only those with this ticket type.',
  track: 'Only what is in the track of this name.',
  'user-agent': 'Kept with the session, so that its owner knows the browser.',
  user_quest_task_id: 'The id of the submission.',
  'x-messenger-auth': 'The raw launch data of the mini app, signed by the messenger.',
};

/** Nouns of paths that are not the plural of what an id below them names. */
const NOUNS: Readonly<Record<string, string>> = {
  agenda: 'agenda item',
  'api-keys': 'API key',
  media: 'file',
  profile: 'user',
  recommended: 'user',
  'side-event-request': 'side event',
};
const wordsOf = (name: string) => name.replaceAll(/[-_]/g, ' ').toLowerCase();
const nounOf = (segment: string) =>
  NOUNS[segment] ?? wordsOf(segment).replace(/ies$/, 'y').replace(/s$/, '');

/** What a parameter without a description of its own means, by its name and place. */
export function parameterText(
  name: string,
  { place, path }: { place: 'path' | 'query' | 'header'; path: string },
): string | undefined {
  if (TEXTS[name]) return TEXTS[name];
  if (name === 'id') {
    const segments = path.split('/');
    const segment = segments[segments.findIndex((one) => /^:id\b/.test(one)) - 1] ?? '';
    return `The id of the ${segment === 'jobs' ? jobOf(path) : nounOf(segment)}.`;
  }
  const [, noun] = /^(.+?)(?:_id|Id)$/.exec(name) ?? [];
  if (noun === undefined) return undefined;
  const words = wordsOf(noun.replace(/([A-Z])/g, ' $1'));
  return place === 'path' ? `The id of the ${words}.` : `Only those of the ${words} with this id.`;
}

const jobOf = (path: string) => (path.includes('/notifications/') ? 'broadcast' : 'job');

const PREFIX = '#/components/schemas/';
/** The places that are named; more are counted. */
const MAX_PLACES = 3;

/**
 * Says of each schema without a description where it occurs: in which body, answer or other schema.
 */
export function withPlaces(schemas: Json, paths: Readonly<Record<string, Json>>): Json {
  const places = new Map<string, Set<string>>();
  const add = (value: unknown, place: string) => {
    for (const name of namesIn(value)) places.set(name, (places.get(name) ?? new Set()).add(place));
  };
  for (const [name, schema] of Object.entries(schemas)) add(schema, `\`${name}\``);
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, requestBody, responses, parameters } = operation as Json;
    add(requestBody, `the body of \`${operationId}\``);
    add(responses, `the answer of \`${operationId}\``);
    add(parameters, `the parameters of \`${operationId}\``);
  }
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { description = textOf([...(places.get(name) ?? [])]), ...rest } = schema as Json;
      return [name, { description, ...rest }];
    }),
  );
}

function textOf(places: readonly string[]): string {
  const more = places.length - MAX_PLACES;
  const named = places.slice(0, MAX_PLACES);
  return `In ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** The schemas that a value refers to by itself. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' && inner.startsWith(PREFIX)
      ? [inner.slice(PREFIX.length)]
      : namesIn(inner),
  );
}
