import type { SomeCalls } from './calls.ts';
import { FORM_QUESTION, NOW, type Rows } from './rows.ts';

export const registrationFormCalls = ({
  conference,
  draft,
  event,
  user,
  other,
  formQuestion: id,
}: Rows) => {
  const ofConference = { noun: 'conference', id: conference.id } as const;
  const ofEvent = { noun: 'event', id: event.id } as const;
  const answers = [{ question_id: id, value: 1 }];
  return {
    formQuestions: {
      list: [
        { note: 'of a conference', args: [ofConference] },
        { note: 'of an event', args: [ofEvent] },
      ],
      upsertAll: [
        {
          note: 'of a conference',
          args: [ofConference, [{ ...FORM_QUESTION, id }, FORM_QUESTION]],
        },
        { note: 'of an event', args: [ofEvent, [FORM_QUESTION]] },
      ],
      updateRetired: [[[id]]],
      deleteLive: [[[id]]],
      updateOwner: [
        { note: 'of a conference', args: [ofConference] },
        { note: 'of an event', args: [ofEvent] },
      ],
      insertCopies: [[{ from: conference.id, to: draft.id }]],
    },
    formAnswers: {
      findAnswerer: [
        { note: 'of a conference', args: [ofConference, user.id, NOW] },
        { note: 'of an event', args: [ofEvent, user.id, NOW] },
      ],
      upsertAll: [[other.id, { questionIds: [id], answers, answered_at: NOW }]],
      deleteSensitive: [[NOW, 1_000]],
      deleteOfGiver: [[1]],
      deleteAllOf: [[user.id]],
    },
    read: {
      formAnswers: {
        findOwn: [
          { note: 'of a conference', args: [ofConference, user.id] },
          { note: 'of an event', args: [ofEvent, user.id] },
        ],
        listColumns: [
          { note: 'all', args: [ofConference, 'all'] },
          { note: 'those that are not sensitive', args: [ofEvent, 'not_sensitive'] },
        ],
        listPersonal: [[user.id]],
      },
    },
  } satisfies SomeCalls;
};
