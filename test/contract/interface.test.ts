import request from 'supertest';
import { startApi } from '../support/api.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';
import { INTERFACE } from './interface.ts';
import { NOT_BUILT_YET } from './not-built-yet.ts';

/** What we declare beyond the contract, and why. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'POST /auth/refresh': 'a token is renewed without asking the messenger again',
  'POST /admin/auth/token': 'the dashboard does not keep the API key, it trades it',
  'PATCH /users/me': 'people edit the rest of their profile',
  'GET /users/me/export': 'people may have all that is stored about them',
  'DELETE /users/me': 'people may have it erased',
  'GET /users/me/state': 'clients keep the public lists and lay over them how their person stands',
  'POST /notifications/seen': 'clients show what is new apart from what is unread',
  'GET /notifications/preferences': 'people see what the messenger brings them',
  'PUT /notifications/preferences': 'and choose it, and when they want quiet',
  'GET /notifications/stream': 'clients hear of what is new without asking again and again',
  'POST /notifications/stream-ticket': 'also from browsers, whose EventSource sends no headers',
  'POST /admin/users/:id/block': 'organisers keep somebody out',
  'POST /admin/users/:id/unblock': 'and let them in again',
  'POST /admin/notifications/preview': 'organisers see what people would read before they send it',
  'GET /admin/notifications/jobs/:id/deliveries': 'and afterwards whom it did not reach, and why',
  'POST /admin/notifications/test': 'organisers try a message on themselves first',
  'GET /admin/audit-log': 'organisers see who changed what',
  'GET /events/:id.ics': 'people put an event into their own calendar',
  'GET /conferences/:conference_id/agenda.ics': 'their calendar app follows a whole agenda',
  'GET /conferences/slug/:slug/agenda.ics': 'also where only its slug is known',
  'GET /events/my.ics': 'and it follows the events they go to',
  'GET /users/me/calendar-link': 'people see whether some app reads their events',
  'DELETE /connections/:id': 'people take a request back, or part again',
  'POST /users/me/calendar-link': 'calendar apps cannot sign in, but know addresses',
  'DELETE /users/me/calendar-link': 'an address that got around stops working',
  'GET /events/:id/ticket': 'people show at the door that they have a seat',
  'GET /conferences/:conference_id/ticket': 'as for events',
  'POST /admin/events/:id/check-in': 'organisers let people in at the door',
  'DELETE /admin/events/:id/check-in': 'and correct what went wrong there',
  'POST /admin/conferences/:conference_id/check-in': 'as for events',
  'DELETE /admin/conferences/:conference_id/check-in': 'as for events',
  'GET /admin/events/:id/attendees': 'organisers see and download who comes',
  'GET /admin/conferences/:conference_id/attendees': 'as for events',
};

const declared = new Map(declaredEndpoints().map((endpoint) => [nameOf(endpoint), endpoint]));
const promised = new Map(INTERFACE.map((row) => [nameOf(row), row]));
/** Served beside the table of endpoints, and checked over HTTP below. */
promised.delete('GET /healthz');

describe('the contract', () => {
  it('has 138 rows', () => {
    expect(new Set(INTERFACE.map(nameOf)).size).toBe(138);
    expect(INTERFACE).toHaveLength(138);
  });

  it('is declared whole, save for what stands in the list of what is not built yet', () => {
    const missing = [...promised.keys()].filter((name) => !declared.has(name));

    expect(missing.toSorted()).toEqual(NOT_BUILT_YET.toSorted());
  });

  it.each([...promised.values()].filter((row) => declared.has(nameOf(row))))(
    '$method $path is for: $auth',
    (row) => {
      expect(declared.get(nameOf(row))?.auth).toBe(row.auth);
    },
  );

  it('is left only by extensions that were decided', () => {
    const beyond = [...declared.keys()].filter((name) => !promised.has(name));

    expect(beyond.toSorted()).toEqual(Object.keys(EXTENSIONS).toSorted());
  });

  it('has GET /healthz outside the prefix, for everybody', async () => {
    const api = await startApi();
    await request(api.url).get('/healthz').set('X-API-Key', 'wrong').expect(200, { status: 'ok' });
    await request(api.url).get('/api/v1/healthz').expect(404);
    await api.close();
  });
});
