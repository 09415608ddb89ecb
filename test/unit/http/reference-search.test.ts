import { hasWords, isNamed, type Searched } from '../../../src/reference/search-words.ts';
import { declaredEndpoints } from '../../support/endpoints.ts';

const OPERATIONS = declaredEndpoints().map(
  ({ tag, method, path, summary, name }): Searched => ({
    tag,
    method,
    path: path.replace(/:(\w+)/g, '{$1}'),
    summary,
    id: name,
  }),
);
const found = (phrase: string): string[] => {
  const named = OPERATIONS.filter((one) => isNamed(one, phrase));
  const all = named.length > 0 ? named : OPERATIONS.filter((one) => hasWords(one, phrase));
  return all.map(({ id }) => id);
};

describe('the search of the docs page', () => {
  it.each([
    'find attendees',
    'attendees conference list',
    'conference  ATTENDEES',
    'listConferenceAttendees',
    'GET /conferences/:conference_id/attendees',
    '/conferences/7/attendees/',
    'conferenceAttendees',
  ])('finds the attendees of a conference by %s', (phrase) => {
    expect(found(phrase)).toContain('listConferenceAttendees');
  });

  it.each([
    ['POST /events/attend', ['attendEvent']],
    ['post /api/v1/events/attend', ['attendEvent']],
    ['https://summit.example/api/v1/events/attend', ['attendEvent']],
    ['DELETE /events/7/attend', ['cancelAttendance']],
    ['attendEvent', ['attendEvent']],
    ['attendevent', ['attendEvent']],
    ['no such operation', []],
  ] as const)('finds by %s exactly %j', (phrase, names) => {
    expect(found(phrase)).toEqual(names);
  });

  it('finds all operations by nothing', () => {
    expect(found(' ')).toHaveLength(OPERATIONS.length);
  });
});
