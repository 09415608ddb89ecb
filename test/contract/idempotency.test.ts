import { z } from 'zod';
import { type AnyEndpoint, endpoint } from '../../src/http/endpoint.ts';
import { errorsOf } from '../../src/http/errors-of.ts';
import { openApiOf } from '../../src/http/openapi.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';

/** Every POST that creates something outside the database or in bulk, and each that administrators create with. */
const IDEMPOTENT = [
  'POST /admin/agenda',
  'POST /admin/conferences',
  'POST /admin/conferences/:conference_id/bulk-upload',
  'POST /admin/events',
  'POST /admin/events/import-all-extcal',
  'POST /admin/events/import-extcal',
  'POST /admin/notifications',
  'POST /admin/notifications/bulk',
  'POST /admin/notifications/bulk-send',
  'POST /admin/notifications/bulk-send-excel',
  'POST /admin/notifications/test',
  'POST /admin/speakers',
  'POST /admin/users/bulk-import',
  'POST /events/side-event-request',
];

/** The answers that no one may keep. */
const SECRET = [
  'POST /admin/auth/token',
  'POST /auth/login',
  'POST /auth/refresh',
  'POST /notifications/stream-ticket',
  'POST /users/me/calendar-link',
];

const endpoints = declaredEndpoints();
const namesOf = (chosen: readonly AnyEndpoint[]) => chosen.map(nameOf).toSorted();
const idempotent = endpoints.filter((one) => one.idempotent);

interface Operation {
  readonly parameters: readonly object[];
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>;
}

const reference = openApiOf(endpoints, '') as {
  readonly paths: Record<string, Record<string, Operation>>;
};

it('the endpoints that take an Idempotency-Key are these', () => {
  expect(namesOf(idempotent)).toEqual(IDEMPOTENT);
});

it('the endpoints whose answers hold a secret are these, and none of them takes a key', () => {
  expect(namesOf(endpoints.filter((one) => one.holdsSecret))).toEqual(SECRET);
  expect(idempotent.filter((one) => one.holdsSecret)).toEqual([]);
});

it('a declaration that keeps a secret, or has no caller to keep for, does not compile', () => {
  const declaration = {
    name: 'createThing',
    method: 'post',
    path: '/things',
    tag: 'Events',
    summary: 'Create a thing',
    responses: { 201: z.object({}) },
    handle: () => Promise.reject(new Error('never called')),
  } as const;

  // @ts-expect-error its answer would be kept
  endpoint({ ...declaration, auth: 'user', idempotent: true, holdsSecret: true });
  // @ts-expect-error keys belong to a caller
  endpoint({ ...declaration, auth: 'public', idempotent: true });
  endpoint({ ...declaration, auth: 'user', idempotent: true });
});

it.each(idempotent.map((one) => ({ name: nameOf(one), one })))(
  'the reference of $name has the header, the mark of a replay, and both codes',
  ({ one }) => {
    const operation = reference.paths[one.path.replace(/:(\w+)/g, '{$1}')]?.[one.method];
    const replayed = Object.entries(operation?.responses ?? {})
      .filter(([, { headers }]) => headers && 'Idempotency-Replayed' in headers)
      .map(([status]) => Number(status));

    expect(operation?.parameters).toContainEqual({
      $ref: '#/components/parameters/IdempotencyKey',
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
