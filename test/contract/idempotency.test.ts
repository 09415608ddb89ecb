import { z } from 'zod';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { errorsOf } from '../../src/http/errors-of.ts';
import { openApiOf } from '../../src/http/openapi.ts';
import { tagged } from '../../src/http/tagged.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';

const endpoint = tagged('Events');

/** The POSTs that send messages, import, or create events, conferences, agenda items or speakers. */
const IDEMPOTENT = [
  'POST /admin/administrators',
  'POST /admin/agenda',
  'POST /admin/agenda/bulk',
  'POST /admin/conferences',
  'POST /admin/conferences/:conference_id/agenda/import',
  'POST /admin/conferences/:conference_id/attendees',
  'POST /admin/conferences/:conference_id/attendees/bulk',
  'POST /admin/conferences/:conference_id/bulk-upload',
  'POST /admin/conferences/:conference_id/checkpoints',
  'POST /admin/conferences/:conference_id/pages',
  'POST /admin/conferences/:conference_id/rooms',
  'POST /admin/conferences/:conference_id/sources',
  'POST /admin/conferences/:conference_id/sources/:source_id/run',
  'POST /admin/conferences/:conference_id/sources/:source_id/runs/:id/apply',
  'POST /admin/conferences/:conference_id/sources/:source_id/withdraw',
  'POST /admin/conferences/:conference_id/ticket-types',
  'POST /admin/conferences/:conference_id/tracks',
  'POST /admin/conferences/:id/duplicate',
  'POST /admin/enrichment/user/:user_id',
  'POST /admin/enrichment/users',
  'POST /admin/events',
  'POST /admin/events/:id/attendees',
  'POST /admin/events/:id/attendees/bulk',
  'POST /admin/events/import-all-extcal',
  'POST /admin/events/import-extcal',
  'POST /admin/images',
  'POST /admin/notifications',
  'POST /admin/notifications/bulk',
  'POST /admin/notifications/bulk-send',
  'POST /admin/notifications/bulk-send-excel',
  'POST /admin/notifications/jobs',
  'POST /admin/notifications/test',
  'POST /admin/notifications/test-to-me',
  'POST /admin/partner/mints/:id/retry',
  'POST /admin/points/adjust',
  'POST /admin/quests',
  'POST /admin/quests/:id/duplicate',
  'POST /admin/quests/:id/tasks',
  'POST /admin/quests/:questId/reminder-templates',
  'POST /admin/quests/:questId/send-reminder',
  'POST /admin/speakers',
  'POST /admin/users/bulk-import',
  'POST /events/side-event-request',
  'POST /partner/partnera/pog/mint',
];

/** Their answers must never be stored. */
const SECRET = [
  'GET /admin/conferences/:conference_id/badges',
  'GET /admin/conferences/:conference_id/check-in/roster',
  'GET /admin/events/:id/check-in/roster',
  'GET /admin/quests/:id/codes',
  'POST /admin/api-keys',
  'POST /admin/api-keys/:id/rotate',
  'POST /admin/api-keys/:id/sign-in-code',
  'POST /admin/auth/messenger',
  'POST /admin/auth/token',
  'POST /admin/quests/:id/rotate-secret',
  'POST /admin/quests/tasks/:id/rotate-code',
  'POST /admin/session',
  'POST /admin/stream-ticket',
  'POST /admin/webhooks',
  'POST /admin/webhooks/:id/rotate',
  'POST /auth/login',
  'POST /auth/refresh',
  'POST /conferences/:conference_id/guests',
  'POST /conferences/:conference_id/transfer',
  'POST /notifications/stream-ticket',
  'POST /users/me/calendar-link',
  'POST /users/me/meet-code',
];

const endpoints = declaredEndpoints();
const namesOf = (chosen: readonly AnyEndpoint[]) => chosen.map(nameOf).toSorted();
const idempotent = endpoints.filter((one) => one.idempotent);

interface Operation {
  readonly parameters: readonly object[];
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

interface Response {
  readonly headers: object;
}

const reference = openApiOf(endpoints, '') as {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly responses: Record<string, Response> };
};

/** The statuses of an operation whose answer can be a replay. */
const replayedBy = (operation: Operation | undefined): number[] =>
  Object.entries(operation?.responses ?? {})
    .filter(([, response]) => 'Idempotency-Replayed' in headersOf(response))
    .map(([status]) => Number(status));

const headersOf = (response: Response | { readonly $ref: string }): object =>
  '$ref' in response
    ? (reference.components.responses[response.$ref.split('/').at(-1) ?? '']?.headers ?? {})
    : response.headers;

it('these endpoints accept an Idempotency-Key', () => {
  expect(namesOf(idempotent)).toEqual(IDEMPOTENT);
});

it('these endpoints answer with a secret, and none of them accepts an Idempotency-Key', () => {
  expect(namesOf(endpoints.filter((one) => one.holdsSecret))).toEqual(SECRET);
  expect(idempotent.filter((one) => one.holdsSecret)).toEqual([]);
});

it('an idempotent endpoint with a secret or without authentication does not compile', () => {
  const declaration = {
    name: 'createThing',
    route: 'POST /things',
    summary: 'Create a thing',
    responses: { 201: z.object({}) },
    handle: () => Promise.reject(new Error('never called')),
  } as const;

  // @ts-expect-error the answer would be stored
  endpoint({ ...declaration, auth: 'user', idempotent: true, holdsSecret: true });
  // @ts-expect-error a key belongs to a caller
  endpoint({ ...declaration, auth: 'public', idempotent: true });
  endpoint({ ...declaration, auth: 'user', idempotent: true });
});

it.each(idempotent.map((one) => ({ name: nameOf(one), one })))(
  'the reference of $name declares both headers and both codes',
  ({ one }) => {
    const operation = reference.paths[one.path.replace(/:(\w+)/g, '{$1}')]?.[one.method];
    const replayed = replayedBy(operation);

    expect(operation?.parameters).toContainEqual({
      $ref: '#/components/parameters/Idempotency-Key',
    });
    expect(replayed).toEqual(
      expect.arrayContaining([400, ...Object.keys(one.responses).map(Number)]),
    );
    expect(replayed.filter((status) => status === 429 || status >= 500)).toEqual([]);
    expect([...errorsOf(one)]).toEqual(
      expect.arrayContaining(['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE']),
    );
  },
);

it('other endpoints declare no replay', () => {
  const others = endpoints.filter((one) => !one.idempotent);
  const replaying = others.filter((one) => {
    const path = reference.paths[one.path.replace(/:(\w+)/g, '{$1}')];
    return replayedBy(path?.[one.method]).length > 0;
  });

  expect(namesOf(replaying)).toEqual([]);
});
