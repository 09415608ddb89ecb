import { declaredEndpoints, nameOf } from '../support/endpoints.ts';
import { exampleOf } from '../support/examples.ts';

/** The changes by PUT, PATCH and DELETE of what has no version: what it is. */
const WITHOUT_VERSION: Readonly<Record<string, string>> = {
  'DELETE /admin/api-keys/:id': 'a key',
  'PATCH /admin/api-keys/:id': 'a key',
  'PATCH /admin/administrators/:id': 'an administrator',
  'DELETE /admin/session': 'a session, which nobody edits',
  'PUT /admin/operations/sending': 'a switch, not a resource',
  'DELETE /admin/sessions': 'sessions, which nobody edits',
  'DELETE /admin/conferences/:conference_id/check-in':
    'a check-in is recorded or undone; nobody edits it',
  'DELETE /admin/events/:id/check-in': 'a check-in is recorded or undone; nobody edits it',
  'DELETE /admin/conferences/:conference_id/invitations/:invitation_id': 'an invitation',
  'PATCH /admin/conferences/:conference_id/invitations/:invitation_id': 'an invitation',
  ...Object.fromEntries(
    ['rooms', 'tracks'].flatMap((groups) =>
      ['PUT %s/:id', 'PUT %s/order', 'DELETE %s/:id'].map((name) => [
        name.replace('%s', `/admin/conferences/:conference_id/${groups}`),
        'a name, a color and a place in the order',
      ]),
    ),
  ),
  'DELETE /admin/media/:id': 'a file, which never changes',
  'PATCH /admin/feedback/:id': 'one status',
  'PATCH /admin/questions/:id': 'one status, and the request names the one that the moderator saw',
  'PUT /admin/quests/:id/tasks/order':
    'the order of all tasks, each named exactly once; it raises the versions of those that move',
  'PUT /admin/conferences/:conference_id/checkpoints/order':
    'the order of all checkpoints; it raises the versions of those that move',
  'PUT /admin/conferences/:conference_id/pages/order':
    'the order of all pages; it raises the versions of those that move',
  'PUT /admin/conferences/:conference_id/ticket-types/order':
    'the order of all types; it raises the versions of those that move',
  'PUT /admin/conferences/:conference_id/speakers/order':
    'a whole order, which has no fields of others; it raises the versions of the speakers',
};

const endpoints = declaredEndpoints().filter(({ auth }) => auth === 'admin');
const changes = endpoints.filter(({ method }) => ['put', 'patch', 'delete'].includes(method));

it('PUT, PATCH and DELETE of administrators take If-Match, except of what has no version', () => {
  const without = changes.filter(({ versioned }) => versioned === undefined).map(nameOf);
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_VERSION).toSorted());
});

it('the GET of a resource with versions has the ETag that its changes take', () => {
  const changed = changes.filter(({ versioned }) => versioned !== undefined);
  const paths = new Set(changed.map(({ path }) => path));
  const reads = endpoints.filter(({ method, path }) => method === 'get' && paths.has(path));
  expect(reads.filter(({ versioned }) => versioned === undefined).map(nameOf)).toEqual([]);
});

it('an answer that creates a resource has no ETag', () => {
  const creations = endpoints.filter(({ method }) => method === 'post');
  expect(creations.filter(({ versioned }) => versioned !== undefined).map(nameOf)).toEqual([]);
});

it('each resource with versions has a version in its schema', () => {
  const shown = endpoints.flatMap(({ versioned }) => versioned ?? []);
  for (const schema of shown) expect(exampleOf(schema, 'output')).toHaveProperty('version', 3);
});
