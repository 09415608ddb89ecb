import { nextPage } from '../../../src/client/pages.ts';

describe('the page after a page', () => {
  it.each([
    ['of a cursor', { next_cursor: 'abc' }, { cursor: 'abc' }],
    ['of a cursor that ends', { next_cursor: null, page: 1, pages: 3 }, undefined],
    ['of a number', { page: 1, pages: 2 }, { page: 2 }],
    ['of the last number', { page: 2, pages: 2 }, undefined],
    ['of an empty list', { page: 1, pages: 0 }, undefined],
    ['of a list without pages', undefined, undefined],
  ])('is known %s', (_, pagination, next) => {
    expect(nextPage({ data: [], ...(pagination && { pagination }) })).toEqual(next);
  });
});
