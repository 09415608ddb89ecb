import { reportOf } from '../../../src/domain/sources/source-reports.ts';
import type { SourceOutcome, SourceRow } from '../../../src/domain/sources/sources.ts';

const OUTCOME: SourceOutcome = {
  counts: {},
  rows: [],
  refused: [],
  warnings: [],
  would_notify: 3,
  brakes: [],
};
const row = (key: string, change?: SourceRow['changes'][number]): SourceRow => ({
  ...{ key, id: 1, result: 'updated', title: 'Looms', starts_at: null },
  changes: change ? [change] : [],
});
/** Of jsonb as PostgreSQL writes it, at most. */
const storedBytes = (value: unknown) => {
  const json = JSON.stringify(value);
  return Buffer.byteLength(json) + (json.match(/[:,]/g)?.length ?? 0);
};
const LIMIT = 256 * 1024;

it('a small report is whole', () => {
  const outcome = { ...OUTCOME, rows: [row('a')], refused: [{ row: 1, error: 'title: wrong' }] };
  const none = { rows: 0, refused: 0, warnings: 0, edited: 0 };
  expect(reportOf(outcome, [])).toEqual({
    ...{ rows: outcome.rows, refused: outcome.refused, warnings: [], edited: [], brakes: [] },
    ...{ would_notify: 3, more: none },
  });
});

it.each([
  ['short texts', '"'],
  ['colons', ':,:,'],
  ['signs of four bytes', '😀'],
])('a large report of %s is shortened, with a count of the rest', (_what, text) => {
  const value = text.repeat(200);
  const rows = Array.from({ length: 5_000 }, (_, n) =>
    row(`${n}`, { field: 'description', from: value, to: value }),
  );
  const refused = rows.map((_, n) => ({ row: n, error: value }));
  const report = reportOf({ ...OUTCOME, rows, refused }, []);
  expect(storedBytes(report)).toBeLessThan(LIMIT);
  expect(report.rows.length).toBeGreaterThan(10);
  expect(report.rows.length + report.more.rows).toBe(5_000);
  expect(report.refused.length + report.more.refused).toBe(5_000);
});

it('a long value ends with an ellipsis, and in no half of a sign', () => {
  const changes = { field: 'description', from: null, to: `${'a'.repeat(299)}😀 and more` };
  const links = { field: 'links', from: [{ url: 'b'.repeat(500) }], to: [] };
  const report = reportOf({ ...OUTCOME, rows: [row('a', changes), row('b', links)] }, []);
  const [first, second] = report.rows.map(({ changes: [change] }) => change);
  expect(first).toEqual({ field: 'description', from: null, to: `${'a'.repeat(299)}\ufffd…` });
  expect(second?.to).toEqual([]);
  expect(second?.from).toHaveLength(301);
});
