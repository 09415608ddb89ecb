import {
  type DecidedOn,
  planOfDecision,
} from '../../../src/domain/quests/admin-registration-requests.ts';
import {
  alreadyDecided,
  type ListedReview,
  reviewView,
} from '../../../src/domain/quests/admin-submissions.ts';
import {
  type ExportedParticipant,
  exportColumns,
  exportRow,
  PARTICIPANT_COLUMNS,
} from '../../../src/domain/quests/participations.ts';
import type { RegistrationRequest } from '../../../src/domain/quests/registration-requests.ts';

describe('planOfDecision', () => {
  const request = (id: number, status: RegistrationRequest['status'] = 'pending') =>
    ({ id, user_id: 100 + id, status }) as RegistrationRequest;
  const on = (requests: RegistrationRequest[], fields: Partial<DecidedOn> = {}): DecidedOn => ({
    requests,
    seen: new Map(requests.map(({ id, status }) => [id, status])),
    participants: new Set(),
    erased: new Set(),
    quest: { max_participants: null, participant_count: 1 },
    ...fields,
  });
  const planned = (...given: Parameters<typeof planOfDecision>) => {
    const { changed, admitted, refusals } = planOfDecision(...given);
    const why = [...refusals].map(([id, { code, errors }]) => [
      id,
      errors[0]?.code ?? code,
      errors[0]?.params,
    ]);
    return { changed: changed.map(({ id }) => id), admitted, refusals: why };
  };
  const [one, two] = [request(1), request(2)];
  const none = { changed: [], admitted: [], refusals: [] };
  const places = (max_participants: number) => ({
    quest: { max_participants, participant_count: 1 },
  });
  const changed = { status: 'rejected' };

  it.each<[string, Parameters<typeof planOfDecision>, object]>([
    [
      'approves all',
      ['approve', on([one, two])],
      { ...none, changed: [1, 2], admitted: [101, 102] },
    ],
    [
      'approves the first up to the last place',
      ['approve', on([one, two], places(2))],
      { changed: [1], admitted: [101], refusals: [[2, 'QUEST_FULL', undefined]] },
    ],
    [
      'approves nobody without a place',
      ['approve', on([one], places(1))],
      { ...none, refusals: [[1, 'QUEST_FULL', undefined]] },
    ],
    [
      'approves a participant without a place',
      ['approve', on([one], { ...places(1), participants: new Set([101]) })],
      { ...none, changed: [1] },
    ],
    [
      'rejects all, full or not',
      ['reject', on([one, two], places(1))],
      { ...none, changed: [1, 2] },
    ],
    ['leaves what is decided so', ['reject', on([request(1, 'rejected')])], none],
    [
      'approves what was rejected',
      ['approve', on([request(1, 'rejected')])],
      { ...none, changed: [1], admitted: [101] },
    ],
    [
      'rejects no approved one',
      ['reject', on([request(1, 'approved')])],
      { ...none, refusals: [[1, 'status', { status: 'approved' }]] },
    ],
    [
      'decides on none that changed since',
      ['approve', on([request(1, 'rejected')], { seen: new Map([[1, 'pending']]) })],
      { ...none, refusals: [[1, 'status', changed]] },
    ],
    [
      'approves no erased user',
      ['approve', on([one], { erased: new Set([101]) })],
      { ...none, refusals: [[1, 'erased', {}]] },
    ],
    [
      'rejects an erased user',
      ['reject', on([one], { erased: new Set([101]) })],
      { ...none, changed: [1] },
    ],
  ])('%s', (_what, given, expected) => {
    expect(planned(...given)).toEqual(expected);
  });
});

describe('a review', () => {
  const review = { user_quest_task_id: 3, reviewer: null };
  const file = { storage: 'local', purpose: 'proof', key: 'k.jpg', width: 4, height: 3 } as const;
  const urlOf = ({ storage, purpose, key }: { storage: string; purpose: string; key: string }) => ({
    url: `${storage} ${purpose} ${key}`,
    expires_at: 'soon',
  });

  it.each([
    ['no file', null, null],
    [
      'a file',
      { ...file, thumb_key: null },
      {
        url: 'local proof k.jpg',
        thumb_url: 'local proof k.jpg',
        expires_at: 'soon',
        width: 4,
        height: 3,
      },
    ],
    [
      'a file and a smaller copy',
      { ...file, thumb_key: 's.jpg' },
      {
        url: 'local proof k.jpg',
        thumb_url: 'local proof s.jpg',
        expires_at: 'soon',
        width: 4,
        height: 3,
      },
    ],
  ])('has %s', (_what, proof, media) => {
    expect(reviewView({ ...review, proof } as ListedReview, urlOf)).toEqual({ ...review, media });
  });

  it.each([
    [null, 'rejected at', { code: 'decided', params: { status: 'rejected' } }],
    [
      'Ada',
      'rejected by Ada at',
      { code: 'decided_by', params: { status: 'rejected', name: 'Ada' } },
    ],
  ])('that %p decided is refused', (reviewer, message, why) => {
    const refused = alreadyDecided({ status: 'rejected', decided_at: 'noon', reviewer });
    expect(refused.message).toContain(`${message} noon`);
    expect(refused).toMatchObject({ code: 'CONFLICT', errors: [{ field: null, ...why }] });
  });
});

it('an export has a column for each task, and one for each text', () => {
  const tasks = [
    { id: 1, title: 'Say', type: 'text' },
    { id: 2, title: 'Look', type: 'photo' },
    { id: 3, title: 'Sing', type: 'text' },
  ] as const;
  const columns = ['task 1: Say', 'text 1: Say', 'task 2: Look', 'task 3: Sing', 'text 3: Sing'];
  expect(exportColumns(tasks)).toEqual([...PARTICIPANT_COLUMNS, ...columns]);
  const sent = { 1: ['pending', 'Hi'], 2: ['approved', null] };
  const row = { user_id: 7, points: 3, tasks: sent } as unknown as ExportedParticipant;
  const cells = ['pending', 'Hi', 'approved', 'none', null];
  expect(exportRow(row, tasks)).toEqual({
    ...{ user_id: 7, points: 3 },
    ...Object.fromEntries(columns.map((name, n) => [name, cells[n]])),
  });
});
