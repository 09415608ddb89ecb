import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { afterIn, LATER, NOW, PAGE, type Rows } from './rows.ts';

/** The calls of what administrators change, and of the recalculations that follow. */
export const questEditsCalls = ({ user, conference, draft, quest }: Rows) => {
  const copies = [{ from: quest.id, to: quest.id }] as const;
  const conferences = { from: conference.id, to: draft.id, timezone: 'UTC', days: 364 };
  const recalculation = {
    quest_id: quest.id,
    status: 'running',
    people: 2,
    actor: 'key 1',
    requested_at: NOW,
    finished_at: null,
  } as const;
  return {
    questCopies: {
      listQuests: [[conference.id]],
      insertQuests: [[[quest], conferences]],
      insertTasks: [[copies, conferences]],
      updateAnswers: [[[]]],
      insertTemplates: [[[]]],
    },
    recalculations: {
      lock: [[quest.id]],
      listRunning: [[LATER]],
      upsert: [[recalculation]],
      lockPeople: [[{ quest_id: quest.id, after_user_id: 0, limit: 1_000 }]],
      updateProgress: [[quest.id, user.id]],
      updateDone: [[quest.id, LATER]],
    },
    read: {
      adminQuests: {
        find: [[quest.id]],
        list: [
          ...filteredBy(
            {
              state: 'running',
              is_featured: true,
              conference_id: 1,
              event_id: 1,
              q: 'harbor',
            },
            (filter) => [{ ...filter, sort: '-id' }, NOW, PAGE],
          ),
          { note: 'of a limited key', args: [{ sort: '-id', conference_ids: [1] }, NOW, PAGE] },
          { note: 'hidden', args: [{ sort: 'id', state: 'hidden' }, NOW, PAGE] },
          { note: 'coming', args: [{ sort: 'id', state: 'coming' }, NOW, PAGE] },
          { note: 'ended', args: [{ sort: 'id', state: 'ended' }, NOW, PAGE] },
          {
            note: 'by cursor, filtered',
            args: [
              { sort: 'title', state: 'running', conference_id: 1, q: 'harbor' },
              NOW,
              afterIn('title', 'hunt'),
            ],
          },
        ],
      },
    },
  } satisfies SomeCalls;
};
