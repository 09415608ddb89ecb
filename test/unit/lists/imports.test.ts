import {
  importResult,
  LeftOutRows,
  MAX_ROW_ERRORS,
  mergeRefused,
  RowErrors,
} from '../../../src/domain/imports.ts';
import { checkWholeOrder } from '../../../src/domain/orders.ts';
import { because, reason, remark, remarked } from '../../../src/domain/reasons.ts';
import { sortOf } from '../../../src/domain/sorts.ts';
import { isExpected } from '../../../src/domain/versions.ts';

const failed = (row: number) => ({ row, field: null, error: '', ...reason('guest_erased') });
const NOBODY = { count: 0, first: [] };

it('refused rows are counted, and the first thousand are kept', () => {
  const errors = new RowErrors();
  for (let row = 1; row <= MAX_ROW_ERRORS + 2; row++) errors.add(failed(row));
  expect(errors.count).toBe(MAX_ROW_ERRORS + 2);
  expect(errors.first).toHaveLength(MAX_ROW_ERRORS);
  expect(mergeRefused([errors, { count: 3, first: [failed(0), failed(5)] }])).toMatchObject({
    failed: MAX_ROW_ERRORS + 5,
    errors: { length: MAX_ROW_ERRORS, 0: { row: 0 }, 5: { row: 5 }, 6: { row: 5 } },
  });
});

it.each([
  [undefined, 8],
  [3, 11],
])('the result of an import with %p rows left out has the total %i', (left_out_count, total) => {
  const counts = { staged: 6, created: 1, updated: 2, ...(left_out_count && { left_out_count }) };
  const refused = [{ count: 2, first: [failed(4)] }, NOBODY] as const;
  expect(importResult(counts, refused, true)).toEqual({
    ...{ total, created: 1, updated: 2, unchanged: 3, failed: 2 },
    ...(left_out_count && { left_out_count }),
    ...{ dry_run: true, errors: [failed(4)] },
  });
});

it('rows that are left out are counted, and the first thousand are listed with erased guests', () => {
  const rows = new LeftOutRows();
  const why = remark('is a shirt', 'no_guest', { column: 'product', value: 'shirt' });
  for (let row = MAX_ROW_ERRORS + 2; row > 0; row--) rows.add(row, why);
  const listed = rows.with({ count: 1, rows: [2] });
  expect(rows.count).toBe(MAX_ROW_ERRORS + 2);
  expect(listed).toHaveLength(MAX_ROW_ERRORS);
  const { message: _, ...meaning } = why;
  expect(listed.slice(0, 2)).toEqual([
    { row: 2, reason: 'erased', code: 'guest_erased', params: {} },
    { row: 3, reason: 'is a shirt', ...meaning },
  ]);
  expect(listed.at(-1)).toMatchObject({ row: MAX_ROW_ERRORS + 1 });
});

describe('checkWholeOrder', () => {
  it.each([
    [
      [1, 2, 3],
      [3, 1, 2],
    ],
    [[], []],
  ])('accepts of %j the order %j', (present, ids) => {
    expect(() => checkWholeOrder('tasks', present, ids)).not.toThrow();
  });

  it.each([
    [[1, 2], '1 are missing, 0 are not'],
    [[1, 2, 3, 4], '0 are missing, 1 are not'],
    [[1, 2, 4], '1 are missing, 1 are not'],
    [[1, 2, 3, 3], '0 are missing, 0 are not'],
  ])('refuses of three the order %j', (ids, problem) => {
    const check = () => checkWholeOrder('tasks', [1, 2, 3], ids);
    expect(check).toThrow(`ids: expected each of the 3 tasks once; ${problem}`);
    expect(check).toThrow(
      expect.objectContaining({ errors: [{ field: 'ids', code: 'list_changed', params: {} }] }),
    );
  });
});

it.each([
  ['name', { key: 'name', isDescending: false }],
  ['-name', { key: 'name', isDescending: true }],
] as const)('the sort %s is %j', (sort, expected) => {
  expect(sortOf(sort)).toEqual(expected);
});

it.each([
  [undefined, true],
  [[2, 3], true],
  [[3], false],
])('a client that names the versions %j expects version 2: %p', (ifMatch, expects) => {
  expect(isExpected({ version: 2 }, ifMatch)).toBe(expects);
});

it('a reason has its parameters, and a remark its sentence', () => {
  const why = { code: 'more', params: { count: 3 } } as const;
  expect(because('too many', 'more', { count: 3 })).toEqual({ error: 'too many', params: why });
  const said = remark('3 more', 'more', { count: 3 });
  expect(remarked([said])).toEqual({
    warnings: ['3 more'],
    remarks: [{ message: '3 more', ...why }],
  });
  expect(reason('guest_erased')).toEqual({ code: 'guest_erased', params: {} });
});
