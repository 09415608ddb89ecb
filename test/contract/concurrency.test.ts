import { declaredEndpoints, nameOf } from '../support/endpoints.ts';

const REQUEST = {
  params: { id: 1, conference_id: 2 },
  body: { event_id: 3, task_id: 4 },
  verified: { quest_id: 5 },
};

it('endpoints that many call at once name what they share', () => {
  const keys = declaredEndpoints().flatMap((one) =>
    one.concurrency ? [[nameOf(one), one.concurrency(REQUEST)]] : [],
  );
  expect(Object.fromEntries(keys)).toEqual({
    'PUT /agenda/:id/rating': 'agenda_item:1',
    'PUT /conferences/:conference_id/answers': 'conference:2',
    'PUT /events/:id/answers': 'event:1',
    'DELETE /agenda/:id/rating': 'agenda_item:1',
    'POST /events/attend': 'event:3',
    'DELETE /events/:id/attend': 'event:1',
    'POST /events/my/:id/requests/bulk': 'event:1',
    'POST /conferences/:conference_id/guests': 'conference:2',
    'POST /conferences/:conference_id/register': 'conference:2',
    'DELETE /conferences/:conference_id/register': 'conference:2',
    'POST /conferences/:conference_id/claim': 'conference:2',
    'POST /quests/:id/start': 'quest:1',
    'POST /quests/tasks/complete': 'task:4',
    'POST /quests/join': 'quest:5',
    'POST /quests/complete-task': 'quest:5',
    'POST /admin/events/:id/attendees': 'event:1',
    'POST /admin/conferences/:conference_id/attendees': 'conference:2',
    'PUT /admin/events/:id': 'event:1',
    'PUT /admin/conferences/:id': 'conference:1',
  });
});

it('an unsigned call, which waits for no lock, shares nothing', () => {
  const calls = declaredEndpoints().filter(({ path }) => path === '/quests/join');
  expect(
    calls.map(({ concurrency }) => concurrency?.({ ...REQUEST, verified: undefined })),
  ).toEqual([undefined]);
});
