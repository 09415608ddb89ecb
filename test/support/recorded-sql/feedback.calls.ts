import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { afterIn, LATER, NOW, PAGE, type Rows } from './rows.ts';

const HASH = 'f'.repeat(64);

export const feedbackCalls = ({ user, conference, event, item, feedback }: Rows) =>
  ({
    feedback: {
      insertOnce: [
        [
          {
            user_id: user.id,
            message: 'More chairs',
            rating: 4,
            category: 'venue',
            contact: 'mina@example.org',
            context: { page: '/events' },
            conference_id: conference.id,
            event_id: null,
            agenda_item_id: item.id,
            repeat_hash: HASH,
            created_at: NOW,
          },
        ],
      ],
      lockLinked: [
        { note: 'a conference', args: ['conference_id', conference.id] },
        { note: 'an event', args: ['event_id', event.id] },
        { note: 'an agenda item', args: ['agenda_item_id', item.id] },
      ],
      lock: [[feedback.id]],
      lockMany: [[[feedback.id]]],
      updateAll: [[[feedback.id], { status: 'read' }]],
      update: [[feedback.id, { status: 'done', note: 'Ordered' }]],
      deleteRepeatHash: [[HASH, NOW]],
      deleteOldRepeatHashes: [[]],
      updateErasedOf: [[user.id]],
    },
    ratings: {
      lockItem: [[{ user_id: user.id, agenda_item_id: item.id }]],
      find: [[{ user_id: user.id, agenda_item_id: item.id }]],
      upsert: [
        [
          { user_id: user.id, agenda_item_id: item.id, conference_id: conference.id },
          { stars: 4, comment: 'Clear', status: 'new' },
        ],
      ],
      insertGroup: [[item.id]],
      delete: [[{ user_id: user.id, agenda_item_id: item.id }]],
    },
    ratingRequests: {
      updateDue: [[]],
      listAsked: [[conference.id, '2026-05-14']],
    },
    read: {
      adminFeedback: {
        find: [[feedback.id]],
        list: [
          ...filteredBy(
            {
              status: 'new',
              rating: 4,
              category: 'venue',
              user_id: user.id,
              conference_id: conference.id,
              event_id: event.id,
              agenda_item_id: item.id,
              from: NOW,
              to: LATER,
              q: 'chairs',
              kind: 'rating',
            },
            (filter) => [{ ...filter, sort: '-created_at' }, PAGE],
          ),
          {
            note: 'of a limited key',
            args: [{ sort: '-created_at', conference_ids: [conference.id] }, PAGE],
          },
          { note: 'by two letters', args: [{ sort: '-created_at', q: 'ch' }, PAGE] },
          { note: 'after a cursor', args: [{ sort: 'rating' }, afterIn('rating', 4)] },
        ],
      },
      ratings: {
        list: filteredBy({ track: 'Keynotes', room: 'Great Hall' }, (filter) => [
          conference.id,
          { ...filter, sort: '-mean' },
          PAGE,
        ]),
        listOfSpeaker: [[user.id, PAGE]],
      },
      feedbackStatistics: {
        find: [
          { note: 'all', args: [{}] },
          { note: 'of a conference', args: [{ conference_id: conference.id }] },
          {
            note: 'of a limited key, by event',
            args: [{ event_id: event.id, conference_ids: [conference.id] }],
          },
        ],
      },
    },
  }) satisfies SomeCalls;
