import type { SomeCalls } from './calls.ts';
import { NOW, PAGE, type Rows } from './rows.ts';

export const questListsCalls = ({ user, conference, event }: Rows) =>
  ({
    read: {
      quests: {
        list: [
          { note: 'running', args: [{ state: 'running' }, NOW, PAGE] },
          { note: 'featured', args: [{ state: 'running', is_featured: true }, NOW, PAGE] },
          { note: 'coming', args: [{ state: 'coming' }, NOW, PAGE] },
          { note: 'ended', args: [{ state: 'ended' }, NOW, PAGE] },
          { note: 'by a word', args: [{ state: 'all', q: 'pier' }, NOW, PAGE] },
          { note: 'by two letters', args: [{ state: 'all', q: 'pi' }, NOW, PAGE] },
          { note: 'changes', args: [{ state: 'all', updated_since: NOW }, NOW, PAGE] },
          {
            note: 'every filter',
            args: [
              { state: 'all', conference_id: conference.id, event_id: event.id, q: 'pier' },
              NOW,
              PAGE,
            ],
          },
        ],
        listOf: [
          { note: 'of any status', args: [user.id, { status: undefined }, PAGE] },
          { note: 'of one status', args: [user.id, { status: 'requested' }, PAGE] },
        ],
      },
    },
  }) satisfies SomeCalls;
