import { SourceStatusError } from '../../../src/domain/sources/source-errors.ts';
import { failureOf } from '../../../src/domain/sources/source-failures.ts';
import { AppError, invalid } from '../../../src/errors.ts';

const cell = invalid('rows.3.email', 'expected an address, not ada@', 'invalid');
const upstream = (cause?: Error) => new AppError('UPSTREAM_ERROR', 'No answer', { cause });

it.each([
  [401, true],
  [403, true],
  [404, true],
  [410, true],
  [400, false],
  [429, false],
  [500, false],
])('the status %i is a refusal: %s', (status, isRefused) => {
  const expected = {
    message: `The address answers with the status ${status}`,
    ...{ isRefused, isOurs: false, isDefect: false },
  };
  expect(failureOf(new SourceStatusError(status), 'pretix')).toEqual(expected);
  expect(failureOf(upstream(new SourceStatusError(status)), 'ical')).toEqual(expected);
});

it('the cells of guests are quoted nowhere, those of a programme are', () => {
  expect(failureOf(cell, 'luma').message).toBe('The list cannot be imported');
  expect(failureOf(cell, 'ical').message).toContain('ada@');
  expect(failureOf(upstream(), 'luma').message).toBe('No answer');
});

it('a sentence has 300 characters, and no half of a sign', () => {
  const { message } = failureOf(new AppError('CONFLICT', `${'a'.repeat(299)}😀`), 'ical');
  expect(message).toBe(`${'a'.repeat(299)}\ufffd`);
});

it('what this service cannot do counts against no source', () => {
  const busy = new AppError('SERVICE_UNAVAILABLE', 'Busy');
  expect(failureOf(busy, 'luma')).toMatchObject({ isOurs: true, isDefect: false });
});

it.each([new TypeError('x of undefined'), 'a text', new AppError('INTERNAL_ERROR', 'Oh')])(
  'anything else is a defect: %s',
  (error) => {
    const unexpected = { message: 'An unexpected error', isDefect: true, isOurs: false };
    expect(failureOf(error, 'ical')).toMatchObject(unexpected);
  },
);
