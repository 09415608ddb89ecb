import {
  type ConferenceOfRow,
  type ConferenceRows,
  namedRows,
  refuseOutside,
} from '../../../src/domain/administration/conference-rows.ts';

const [A, B] = [1, 2];
const FOUND: readonly ConferenceOfRow[] = [
  { kind: 'event', id: 10, conference_id: A },
  { kind: 'event', id: 20, conference_id: B },
  { kind: 'event', id: 30, conference_id: null },
  { kind: 'agenda_item', id: 20, conference_id: A },
  { kind: 'speaker', id: 12, conference_id: A },
  { kind: 'speaker', id: 12, conference_id: B },
  { kind: 'changed_speaker', id: 12, conference_id: B },
  { kind: 'changed_speaker', id: 12, conference_id: A },
  { kind: 'changed_speaker', id: 20, conference_id: B },
  { kind: 'user', id: 5, conference_id: A },
  { kind: 'broadcast', id: 13, conference_id: A },
  { kind: 'changed_speaker', id: 13, conference_id: A },
  { kind: 'broadcast', id: 12, conference_id: A },
  { kind: 'broadcast', id: 12, conference_id: B },
];

const outcomeOf = (rows: ConferenceRows): string => {
  try {
    refuseOutside(rows, FOUND, { conference_ids: [A], scope: 'content:read' });
    return 'allowed';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a request of a key of conference A', () => {
  it.each<[string, ConferenceRows, string]>([
    ['about A', { conference: A }, 'allowed'],
    ['about B', { conference: B }, 'conference not found'],
    ['about both', { conference: [A, B] }, 'conference not found'],
    ['about no row', {}, 'Forbidden'],
    ['about rows that it does not name', { event: undefined, quest: null }, 'Forbidden'],
    ['about an empty list', { conference: [] }, 'Forbidden'],
    ['about a user of A alone', { user: 5 }, 'Forbidden'],
    ['about a user of A in A', { user: 5, conference: A }, 'allowed'],
    ['about another user in A', { user: 6, conference: A }, 'user not found'],
    ['that moves a speaker of A and B to A', { speaker: 12, conference: A }, 'allowed'],
    ['about what has no conference', { conference: null }, 'Forbidden'],
    ['about an event of A', { event: 10 }, 'allowed'],
    ['about an event of B', { event: 20 }, 'event not found'],
    ['about an event without a conference', { event: 30 }, 'event not found'],
    ['about an event that does not exist', { event: 40 }, 'event not found'],
    ['about a row of another kind with the same id', { agenda_item: 20 }, 'allowed'],
    ['that moves an event to A', { event: 10, conference: A }, 'allowed'],
    ['that moves an event to B', { event: 10, conference: B }, 'conference not found'],
    ['that moves an event to no conference', { event: 10, conference: null }, 'Forbidden'],
    ['that unlinks an event', { agenda_item: 20, event: null }, 'allowed'],
    ['about a speaker of A and B', { speaker: 12 }, 'allowed'],
    ['that changes a speaker of A and B', { changed_speaker: 12 }, 'Forbidden'],
    ['that changes a speaker of B', { changed_speaker: 20 }, 'speaker not found'],
    ['that changes a speaker of A', { changed_speaker: 13 }, 'allowed'],
    ['about a broadcast to A', { broadcast: 13 }, 'allowed'],
    ['about a broadcast to A and B', { broadcast: 12 }, 'job not found'],
  ])('%s', (_what, rows, outcome) => {
    expect(outcomeOf(rows)).toBe(outcome);
  });
});

it('names the rows of a request once, in the order of the kinds', () => {
  const rows = { event: 10, quest: undefined, conference: [A, B], speaker: null };
  expect(namedRows(rows)).toEqual([
    ['conference', [A, B]],
    ['event', [10]],
  ]);
});
