import type { SomeCalls } from './calls.ts';
import { filteredBy } from './filters.ts';
import { afterIn, NOW, PAGE, type Rows } from './rows.ts';

const DECIDED = { decided_by_administrator_id: null, decided_at: NOW } as const;

export const questionCalls = ({ user, other, item, question, waitingQuestion }: Rows) =>
  ({
    questions: {
      lockItem: [[item.id]],
      insert: [
        [
          {
            agenda_item_id: item.id,
            user_id: user.id,
            text: 'Where is the loom?',
            status: 'waiting',
            created_at: NOW,
          },
        ],
      ],
      deleteOwn: [[question.id, other.id]],
      insertVote: [[question.id, other.id]],
      deleteVote: [[question.id, user.id]],
      insertReport: [[question.id, other.id, NOW]],
      updateReported: [[question.id]],
      lockMany: [[[question.id, waitingQuestion.id]]],
      updateStatus: [[[question.id], { status: 'answered', ...DECIDED }]],
      updateMerged: [[question.id, waitingQuestion.id, DECIDED]],
      updateErasedOf: [[other.id]],
      deleteAllOf: [[user.id]],
      deleteOld: [[NOW, 1_000]],
    },
  }) satisfies Partial<SomeCalls>;

export const questionReads = ({ user, item, question }: Rows) =>
  ({
    adminQuestions: {
      find: [[question.id]],
      list: [
        ...filteredBy({ status: 'waiting' }, (filter) => [
          item.id,
          { ...filter, sort: 'answered' },
          PAGE,
        ]),
        { note: 'after a cursor', args: [item.id, { sort: '-votes' }, afterIn('-votes', 4)] },
      ],
    },
    questions: {
      findItem: [[item.id]],
      list: [
        { note: 'by votes', args: [item.id, 'votes'] },
        { note: 'the newest first', args: [item.id, 'new'] },
      ],
      findForUser: [[question.id, user.id]],
      findAsker: [[item.id, user.id, 'Where is the loom?']],
      findOwn: [[item.id, user.id]],
      findPersonal: [[user.id]],
    },
  }) satisfies SomeCalls['read'];
