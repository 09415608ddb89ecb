import request from 'supertest';
import { startApi } from '../support/api.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';
import { INTERFACE } from './interface.ts';

/** Endpoints beyond the contract, and why they exist. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'GET /admin/conferences/:conference_id/form-questions':
    'an edit of the form begins with the version of what it changes',
  'PUT /admin/conferences/:conference_id/form-questions':
    'organizers ask what they need to know of who registers',
  'GET /admin/events/:id/form-questions':
    'an edit of the form begins with the version of what it changes',
  'PUT /admin/events/:id/form-questions': 'organizers ask what they need to know of who attends',
  'PUT /conferences/:conference_id/answers':
    'people of an import answer, and others correct what they answered',
  'PUT /events/:id/answers': 'people whom an organizer added answer',
  'GET /admin/registration-requests':
    'organizers see who asks for a seat, beside what they know of them',
  'POST /admin/registration-requests/bulk': 'organizers decide who comes, many at once',
  'GET /events/my/:id/attendees': 'the host of a side event sees who comes',
  'GET /events/my/:id/requests': 'the host of a side event sees who asks to come',
  'POST /events/my/:id/requests/bulk': 'the host of a side event decides who comes',
  'PATCH /events/my/:id': 'the host of a side event changes seats and words without asking',
  'POST /events/my/:id/check-in': 'the host of a side event is its door',
  'DELETE /events/my/:id': 'the host of a side event cancels it',
  'GET /conferences/:conference_id/guests': 'people see the guests whom they bring along',
  'POST /conferences/:conference_id/guests': 'people bring guests along',
  'PATCH /conferences/:conference_id/guests/:registration_id': 'people correct the name of a guest',
  'DELETE /conferences/:conference_id/guests/:registration_id': 'people take a guest back',
  'POST /conferences/:conference_id/transfer': 'people who cannot come give their seat to another',
  'DELETE /conferences/:conference_id/transfer': 'people take a seat back that nobody has claimed',
  'GET /admin/webhooks': 'organizers see what is sent where, and how it goes',
  'POST /admin/webhooks': 'a badge printer or a CRM learns of changes without polling',
  'GET /admin/webhooks/kinds': 'those who write a receiver find kinds, schemas and examples',
  'GET /admin/webhooks/:id': 'an edit begins with the version of what it changes',
  'PATCH /admin/webhooks/:id': 'an endpoint moves, is switched off, or gets another owner',
  'DELETE /admin/webhooks/:id': 'an endpoint that nobody needs is sent nothing more',
  'POST /admin/webhooks/:id/rotate': 'a secret is replaced without a lost message',
  'POST /admin/webhooks/:id/test': 'a receiver is tried before something changes',
  'GET /admin/webhooks/:id/deliveries': 'organizers see why a receiver did not get something',
  'GET /admin/webhooks/:id/deliveries/:message_id': 'those who write a receiver see the bytes',
  'POST /admin/webhooks/:id/replay': 'a receiver that was away gets what it missed',
  'GET /admin/conferences/:conference_id/sources':
    'organizers see what keeps their programme up to date',
  'POST /admin/conferences/:conference_id/sources':
    'a programme is uploaded once, and not every night',
  'GET /admin/conferences/:conference_id/sources/:id': 'an organizer edits a source by its version',
  'PUT /admin/conferences/:conference_id/sources/:id':
    'an organizer changes how a source is read and published',
  'DELETE /admin/conferences/:conference_id/sources/:id':
    'a source that is over is removed, and what it brought stays',
  'POST /admin/conferences/:conference_id/sources/:source_id/run':
    'an organizer who released a schedule waits for no interval',
  'GET /admin/conferences/:conference_id/sources/:source_id/runs':
    'organizers see when a source was read, and what came of it',
  'GET /admin/conferences/:conference_id/sources/:source_id/runs/:id':
    'a person looks at what a run would change',
  'POST /admin/conferences/:conference_id/sources/:source_id/runs/:id/apply':
    'a person applies what they looked at, or nothing',
  'POST /admin/conferences/:conference_id/sources/:source_id/runs/:id/discard':
    'a person refuses what a run would change',
  'POST /admin/conferences/:conference_id/sources/:source_id/follow':
    'an edited field goes back to the programme that has it',
  'POST /admin/conferences/:conference_id/sources/:source_id/withdraw':
    'a person decides on tickets that a shop cancelled',
  'GET /agenda/:id/rating': 'a person reads what they rated before they change it',
  'PUT /agenda/:id/rating': 'people who take part rate the sessions they were at',
  'DELETE /agenda/:id/rating': 'a person withdraws a rating',
  'GET /speakers/me/ratings': 'speakers hear how their sessions were, without names',
  'GET /admin/conferences/:conference_id/ratings': 'organizers compare sessions in numbers',
  'POST /users/me/meet-code': 'two people who meet connect without typing an id',
  'GET /agenda/:id/questions': 'everyone sees what is asked in a session',
  'POST /agenda/:id/questions': 'attendees ask in a session without a microphone',
  'DELETE /questions/:id': 'a person takes a question back',
  'PUT /questions/:id/vote': 'attendees say which question they want answered',
  'DELETE /questions/:id/vote': 'a person takes a vote back',
  'POST /questions/:id/report': 'attendees take abuse off the wall of an open session',
  'GET /admin/agenda/:id/questions': 'moderators see who asked',
  'PATCH /admin/questions/:id': 'moderators decide what the wall shows',
  'POST /admin/questions/bulk': 'moderators decide on many questions at once',
  'POST /users/:id/report': 'users tell the organizers of spam and harassment',
  'GET /admin/reports': 'moderators read what users report',
  'POST /admin/reports/:id/resolve': 'moderators decide on what users report',
  'GET /admin/conferences/:conference_id/check-in/search': 'the door finds people without a code',
  'GET /admin/conferences/:conference_id/badges':
    'organizers print badges for all, with or without the app',
  'PUT /connections/:id/note': 'users write down what they agreed on with a connection',
  'POST /connections/meet': 'two people who meet connect without typing an id',
  'POST /conferences/:conference_id/claim': 'a guest gets the seat of their ticket',
  'POST /admin/conferences/:conference_id/invitations/claim-links':
    'organizers send the links by which guests get their seats',
  'GET /start/:parameter': 'the app shows what a link opens before it signs in',
  'POST /admin/notifications/jobs': 'organizers write a broadcast together before they send it',
  'PUT /admin/notifications/jobs/:id': 'a mistake is mended before a broadcast starts',
  'DELETE /admin/notifications/jobs/:id': 'a draft that nobody needs goes',
  'PATCH /admin/notifications/jobs/:id/pin':
    'a broadcast stays on the page of its conference, or comes down from it',
  'GET /conferences/:id/announcements': 'who arrives today reads what was sent yesterday',
  'GET /admin/conferences/:id/welcome': 'organizers see what newcomers read',
  'PUT /admin/conferences/:id/welcome': 'organizers write to everyone who gets a seat later',
  'DELETE /admin/conferences/:id/welcome': 'a welcome that nobody needs goes',
  'POST /admin/notifications/jobs/:id/retry': 'failed messages are sent again after an outage',
  'POST /admin/notifications/jobs/:id/recall':
    'a wrong broadcast is taken back from inboxes and chats',
  'POST /messenger/webhook': 'the messenger sends what users write to the bot',
  'POST /auth/refresh': 'a client renews its token without new launch data',
  'POST /auth/logout': 'a user ends all their sessions, for example on a lost phone',
  'POST /admin/auth/token': 'the dashboard exchanges the API key for a token and does not store it',
  'POST /admin/session':
    'a page in a browser signs in without keeping a secret that scripts can read',
  'GET /admin/session': 'the page shows whose session it has, and when it ends',
  'DELETE /admin/session': 'an administrator signs out',
  'DELETE /admin/sessions':
    'an administrator signs out on all devices, for example of a lost phone',
  'POST /admin/auth/messenger': 'door staff sign in on their phones without typing a secret',
  'GET /admin/me': 'a client shows only what its key may do',
  'GET /admin/api-keys': 'owners see who can do what',
  'POST /admin/api-keys/:id/sign-in-code':
    'a phone at the door signs in by a QR code, so that nobody types or sends a key',
  'POST /admin/api-keys': 'an owner gives each helper what they need, and no more',
  'PATCH /admin/api-keys/:id': 'owners change what a key may do',
  'DELETE /admin/api-keys/:id': 'owners revoke a key that leaked',
  'POST /admin/api-keys/:id/rotate': 'a machine gets a new secret without an outage',
  'GET /admin/administrators': 'owners see who has keys',
  'POST /admin/administrators': 'the audit log names the person behind a key',
  'PATCH /admin/administrators/:id': 'an owner ends all keys of a person who leaves',
  'GET /admin/partner/accounts': 'organizers answer users whose code or account fails',
  'GET /admin/partner/mints': 'organizers see which mints failed, and why',
  'POST /admin/partner/mints/:id/retry': 'organizers settle a failure with the partner',
  'PATCH /users/me': 'users edit the rest of their profile',
  'GET /users/me/export': 'users may get all data stored about them',
  'DELETE /users/me': 'users may have it erased',
  'GET /users/me/state': 'clients cache the public lists and add the attendance of their user',
  'GET /users/me/points': 'users see what gave them points, and what took some',
  'PATCH /admin/users/:id': 'organizers take staff and sponsors off the leaderboards',
  'POST /admin/points/adjust': 'organizers correct points, with a reason that the user sees',
  'POST /admin/points/check': 'operators prove that the kept totals of points are right',
  'POST /notifications/seen': 'clients show unseen apart from unread notifications',
  'GET /notifications/preferences': 'users see which notifications the messenger delivers',
  'PUT /notifications/preferences': 'users choose them, and their quiet hours',
  'GET /admin/conferences/:conference_id/ticket-types':
    'organizers see how much of each quota is taken',
  'POST /admin/conferences/:conference_id/ticket-types': 'people choose what they come for',
  'PUT /admin/conferences/:conference_id/ticket-types/:type_id':
    'a quota is raised, or a type closes',
  'PUT /admin/conferences/:conference_id/ticket-types/order':
    'people see the types in the order of the organizers',
  'DELETE /admin/conferences/:conference_id/ticket-types/:type_id':
    'a type that nobody has is removed',
  'GET /admin/conferences/:conference_id/checkpoints': 'doors know where they scan',
  'POST /admin/conferences/:conference_id/checkpoints':
    'organizers count people at each day and room',
  'PUT /admin/conferences/:conference_id/checkpoints/:checkpoint_id': 'organizers rename a door',
  'PUT /admin/conferences/:conference_id/checkpoints/order': 'organizers put the entrance first',
  'DELETE /admin/conferences/:conference_id/checkpoints/:checkpoint_id': 'organizers close a door',
  'GET /conferences/:conference_id/pages': 'attendees find the Wi-Fi and the way to a room',
  'GET /admin/conferences/:conference_id/pages': 'organizers see the pages with their versions',
  'POST /admin/conferences/:conference_id/pages': 'organizers write what stands in no agenda',
  'PUT /admin/conferences/:conference_id/pages/:id': 'organizers correct a page, or move a mark',
  'PUT /admin/conferences/:conference_id/pages/order': 'organizers put the Wi-Fi first',
  'DELETE /admin/conferences/:conference_id/pages/:id': 'organizers remove a page',
  'POST /share-messages': "users send what they found in the messenger's own dialog",
  'GET /admin/stream': 'pages of organizers follow changes without polling',
  'GET /admin/operations/sending': 'organizers see whether messages are sent',
  'PUT /admin/operations/sending': 'organizers stop a wrong broadcast without a console',
  'GET /admin/operations/jobs': 'organizers see which work of the queue failed',
  'POST /admin/operations/jobs/:id/retry': 'failed work is done again without a console',
  'POST /admin/operations/jobs/:id/cancel': 'work that cannot succeed is given up',
  'POST /admin/stream-ticket': 'the EventSource of browsers sends no headers',
  'GET /notifications/stream': 'clients get new notifications without polling',
  'POST /notifications/stream-ticket': 'the EventSource of browsers sends no headers',
  'POST /admin/conferences/:id/duplicate': "organizers begin with last year's conference",
  'GET /admin/conferences/:id/readiness': 'organizers see what is missing before they publish',
  'GET /admin/conferences/:id/stats':
    'a dashboard shows all numbers of a conference by one request',
  'GET /admin/users/:id': 'organizers see what is known of one person',
  'DELETE /admin/users/:id': 'organizers erase a person on their written request',
  'POST /admin/users/:id/block': 'organizers block users',
  'POST /admin/users/:id/unblock': 'organizers unblock users',
  'POST /admin/notifications/preview': 'organizers see a broadcast before they send it',
  'GET /admin/notifications/jobs/:id/deliveries':
    'organizers see which recipients it did not reach, and why',
  'POST /admin/notifications/test': 'organizers send a broadcast to one user first',
  'POST /admin/notifications/test-to-me':
    'organizers send a broadcast to themselves first, also with a key of some conferences',
  'GET /media/:key': 'everyone sees the pictures and videos of the product',
  'GET /media/:id/url': 'users open their private proofs',
  'POST /admin/images': 'organizers with an API key upload pictures of the programme',
  'GET /admin/media': 'organizers see what users uploaded',
  'GET /admin/media/:id': 'organizers see what shows a file before they delete it',
  'GET /admin/media/:id/url': 'organizers open the proofs of users',
  'POST /admin/media/bulk-delete': 'organizers clear files that nothing shows',
  'DELETE /admin/media/:id': 'organizers remove media of users',
  'GET /admin/quests/submissions':
    'organizers review all quests at once, and find a decision that was a mistake',
  'POST /admin/quests/:id/duplicate': 'organizers take a quest to the next conference',
  'GET /admin/quests/:id/funnel': 'organizers see at which task participants stop',
  'PUT /admin/quests/:id/tasks/order': 'organizers drag tasks into another order',
  'POST /admin/quests/tasks/:id/rotate-code': 'organizers replace a code that leaked',
  'GET /admin/quests/:id/codes': 'organizers print the codes of tasks',
  'POST /admin/quests/:id/rotate-secret': 'organizers give a partner the secret that signs calls',
  'GET /admin/audit-log': 'organizers see who changed what',
  'GET /admin/feedback/statistics': 'organizers see how many are content, and which day was not',
  'POST /admin/feedback/bulk': 'organizers mark what they have read at once',
  'PATCH /admin/feedback/:id': 'organizers record which feedback they have read and dealt with',
  'GET /admin/enrichment/user/:user_id': 'organizers see what was made from a profile',
  'GET /admin/enrichment/jobs': 'organizers find the enrichment jobs that run or failed',
  'GET /admin/enrichment/jobs/:id': 'organizers see how far the enrichment of many users is',
  'DELETE /users/me/enrichment': 'users delete what was made from their profile',
  'GET /events/:id.ics': 'users add an event to their calendar',
  'POST /admin/conferences/:conference_id/attendee-imports/:import_id/undo':
    'organizers take back the import of a wrong list',
  'POST /admin/conferences/:conference_id/agenda/import':
    'organizers upload an agenda from a sheet, pretalx, frab, FOSDEM or Sessionize',
  'GET /admin/conferences/:conference_id/rooms': 'organizers see the rooms in their own order',
  'POST /admin/conferences/:conference_id/rooms': 'organizers add a room before its first session',
  'PUT /admin/conferences/:conference_id/rooms/:id':
    'organizers rename a room on all its sessions, and record how many people it holds',
  'PUT /admin/conferences/:conference_id/rooms/order': 'organizers put Room 2 before Room 10',
  'DELETE /admin/conferences/:conference_id/rooms/:id': 'organizers remove an unused room',
  'GET /admin/conferences/:conference_id/tracks': 'organizers see the tracks in their own order',
  'POST /admin/conferences/:conference_id/tracks': 'organizers add a track before its first talk',
  'PUT /admin/conferences/:conference_id/tracks/:id':
    'organizers rename a track, or give it a color',
  'PUT /admin/conferences/:conference_id/tracks/order': 'organizers order the tracks',
  'DELETE /admin/conferences/:conference_id/tracks/:id': 'organizers remove an unused track',
  'POST /admin/agenda/bulk':
    'organizers move a delayed day at once, and each person is notified once',
  'GET /agenda/my': 'users plan their days from the items they keep',
  'PUT /agenda/:id/favorite': 'users keep an agenda item',
  'DELETE /agenda/:id/favorite': 'users undo it',
  'GET /agenda/:id': 'a client opens one agenda item, also a cancelled one',
  'GET /conferences/:conference_id/agenda.ics': 'calendar apps subscribe to an agenda',
  'GET /conferences/slug/:slug/agenda.ics': 'the same by slug',
  'GET /events/my.ics': 'calendar apps subscribe to the events of a user',
  'GET /users/me/calendar-link': 'users see whether a calendar link exists',
  'POST /users/recommended/:id/dismiss': 'users do not want to see the same people each time',
  'DELETE /users/recommended/:id/dismiss': 'users undo it',
  'PUT /users/:id/block': 'users keep a person away from them',
  'DELETE /users/:id/block': 'users undo it',
  'GET /users/me/blocks': 'users see whom they block',
  'DELETE /connections/:id': 'users cancel a request or end a connection',
  'POST /users/me/calendar-link': 'calendar apps cannot sign in, so they use a secret link',
  'DELETE /users/me/calendar-link': 'users revoke a link that leaked',
  'GET /events/:id/ticket': 'attendees prove their seat at the door',
  'GET /conferences/:conference_id/ticket': 'as for events',
  'POST /admin/events/:id/check-in': 'organizers check in attendees at the door',
  'DELETE /admin/events/:id/check-in': 'organizers undo a wrong check-in',
  'POST /admin/conferences/:conference_id/check-in': 'as for events',
  'DELETE /admin/conferences/:conference_id/check-in': 'as for events',
  'POST /admin/events/:id/check-in/batch': 'devices report the scans of an offline hour',
  'POST /admin/conferences/:conference_id/check-in/batch': 'as for events',
  'GET /admin/events/:id/check-in/stats': 'door staff see how many are still expected',
  'GET /admin/conferences/:conference_id/check-in/stats': 'as for events',
  'PUT /admin/conferences/:conference_id/speakers/order':
    'organizers drag speakers into the order of the lineup',
  'GET /admin/conferences/:conference_id/check-in/roster':
    'a device that is offline knows whom to let in',
  'GET /admin/events/:id/check-in/roster': 'as for conferences',
  'GET /admin/events/:id/check-ins': 'the desk sees who arrived, and finds the last wrong scan',
  'GET /admin/conferences/:conference_id/check-ins': 'as for events',
  'POST /admin/speakers/:id/merge': 'imports of several sources make one person two speakers',
  'DELETE /admin/speakers/:id': 'organizers remove a speaker who cancelled or was entered twice',
  'GET /admin/events/:id/attendees': 'organizers list and download attendees',
  'GET /admin/conferences/:conference_id/attendees': 'as for events',
  'PATCH /events/side-event-request/:id': 'users correct their pending request',
  'DELETE /events/side-event-request/:id': 'users withdraw their pending request',
  'POST /admin/events/:id/attendees': 'organizers add one person, over the capacity on purpose',
  'PATCH /admin/events/:id/attendees/:user_id': 'organizers give or take a seat',
  'DELETE /admin/events/:id/attendees/:user_id': 'organizers remove one person',
  'POST /admin/events/:id/attendees/bulk': 'organizers change many attendees at once',
  'POST /admin/conferences/:conference_id/attendees/bulk': 'as for events',
  'POST /admin/conferences/:conference_id/attendees': 'as for events',
  'PATCH /admin/conferences/:conference_id/attendees/:user_id': 'as for events',
  'DELETE /admin/conferences/:conference_id/attendees/:user_id':
    'as for events; and give back an invitation that the wrong person claimed',
  'PATCH /admin/conferences/:conference_id/invitations/:invitation_id':
    'organizers correct an invitation of an uploaded list',
  'DELETE /admin/conferences/:conference_id/invitations/:invitation_id':
    'organizers give the seat of an invitation to others',
  'POST /admin/quests/registration-requests/:id/approve': 'organizers admit a participant',
  'POST /admin/quests/registration-requests/:id/reject': 'organizers refuse one',
  'POST /admin/quests/registration-requests/bulk': 'organizers decide on hundreds at once',
  'POST /admin/quests/tasks/:user_quest_task_id/reopen': 'organizers undo a wrong decision',
  'POST /admin/events/bulk-review': 'organizers decide on many side events at once',
  'POST /admin/quests/tasks/bulk-review': 'organizers decide on hundreds of proofs at once',
};

const declared = new Map(declaredEndpoints().map((endpoint) => [nameOf(endpoint), endpoint]));
const promised = new Map(INTERFACE.map((row) => [nameOf(row), row]));
/** Not a declared endpoint; tested over HTTP below. */
promised.delete('GET /healthz');

describe('the contract', () => {
  it('has 138 rows', () => {
    expect(new Set(INTERFACE.map(nameOf)).size).toBe(138);
    expect(INTERFACE).toHaveLength(138);
  });

  it('is declared', () => {
    const missing = [...promised.keys()].filter((name) => !declared.has(name));

    expect(missing).toEqual([]);
  });

  it.each([...promised.values()].filter((row) => declared.has(nameOf(row))))(
    '$method $path is for: $auth',
    (row) => {
      expect(declared.get(nameOf(row))?.auth).toBe(row.auth);
    },
  );

  it('is extended only by the endpoints of EXTENSIONS, each with a reason', () => {
    const beyond = [...declared.keys()].filter((name) => !promised.has(name));
    const list = 'EXTENSIONS of test/contract/interface.test.ts';

    expect([
      ...beyond
        .filter((name) => !EXTENSIONS[name])
        .map((name) => `${name}: add it, with a reason, to ${list}`),
      ...Object.keys(EXTENSIONS)
        .filter((name) => !beyond.includes(name))
        .map((name) => `${name}: remove it from ${list}, or declare the endpoint`),
    ]).toEqual([]);
  });

  it('has GET /healthz outside the prefix, without authentication', async () => {
    await using api = await startApi();
    await request(api.url).get('/healthz').set('X-API-Key', 'wrong').expect(200, { status: 'ok' });
    await request(api.url).get('/api/v1/healthz').expect(404);
  });
});
