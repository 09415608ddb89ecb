import { ratingAfter, type StoredRating } from '../../../src/domain/feedback/ratings.ts';

const read: StoredRating = { stars: 4, comment: null, status: 'read' };
const done: StoredRating = { stars: 4, comment: 'Clear', status: 'done' };

describe('a rating after a change', () => {
  it.each([
    ['the first stars', undefined, { stars: 4 }, read],
    ['the first comment', undefined, { comment: 'Clear' }, { ...done, stars: null, status: 'new' }],
    ['other stars beside a comment', done, { stars: 1 }, { ...done, stars: 1 }],
    ['a comment beside stars', read, { comment: 'Clear' }, { ...done, status: 'new' }],
    ['another comment', done, { comment: 'Dull' }, { stars: 4, comment: 'Dull', status: 'new' }],
    ['the same comment', done, { comment: 'Clear' }, done],
    ['an emptied comment', done, { comment: null }, read],
    ['emptied stars', done, { stars: null }, { ...done, stars: null }],
    ['both emptied', done, { stars: null, comment: null }, { ...read, stars: null }],
  ])('is as given: %s', (_title, current, given, after) => {
    expect(ratingAfter(current, given)).toEqual(after);
  });
});
