import { Recorder } from '../../../bench/busy/recorder.ts';
import { callsOf } from '../../../bench/dearest/calls.ts';
import { EXCEPTIONS, exceptionFor } from '../../../bench/dearest/exceptions.ts';
import { DEAREST } from '../../../bench/dearest/parameters.ts';
import { clusterMicros, parseStat } from '../../../bench/harness/cpu.ts';
import { median, medians } from '../../../bench/harness/median.ts';
import { coresIn } from '../../../bench/harness/placement.ts';
import { declaredEndpoints } from '../../support/endpoints.ts';

/** Only the fields that count: user and system time, its own and of ended children. */
const stat = (pid: number, name: string, parent: number, times: string) =>
  `${pid} (${name}) S ${parent} 1 1 0 -1 4194560 99 0 0 0 ${times} 20 0 1 0 1176403 3133440 359`;

describe('CPU accounting', () => {
  it('reads the times of a process whose name has spaces and parentheses', () => {
    expect(parseStat(stat(17, 'postgres: a) R 1 (b', 4, '250 30 7 5'))).toEqual({
      pid: 17,
      parent: 4,
      own: 280,
      ended: 12,
    });
  });

  it('counts the postmaster, its live children and its ended ones, and no other process', () => {
    const processes = [
      stat(4, 'postgres', 1, '10 1 100 11'),
      stat(17, 'postgres: bench', 4, '20 2 0 0'),
      stat(18, 'postgres: bench', 4, '30 3 0 0'),
      stat(40, 'postgres', 1, '1000 1000 1000 1000'),
    ].map(parseStat);
    expect(clusterMicros(processes, 4)).toBe((11 + 111 + 22 + 33) * 10_000);
  });
});

describe('medians', () => {
  it.each([
    [[3], 3],
    [[10, 9, 100], 10],
    [[4, 1, 3, 100], 3.5],
  ])('of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('are taken of each figure by itself', () => {
    const samples = [
      { server: 1, database: 9 },
      { server: 2, database: 8 },
      { server: 9, database: 1 },
    ];
    expect(medians(samples)).toEqual({ server: 2, database: 8 });
  });

  it('of nothing are an error', () => {
    expect(() => median([])).toThrow('no values');
  });
});

it('lists the cores that a process may use', () => {
  expect(coresIn('Name:\tnode\nCpus_allowed_list:\t0-2,5\nMems_allowed_list:\t0\n')).toEqual([
    0, 1, 2, 5,
  ]);
});

describe('the most expensive parameters', () => {
  const endpoints = declaredEndpoints();

  it('are declared for every GET', () => {
    const gets = endpoints.filter(({ method }) => method === 'get').map(({ name }) => name);
    const called = new Set(callsOf(endpoints).map(({ name }) => name));
    expect([...called].toSorted()).toEqual(gets.toSorted());
  });

  it('that are missing are an error with the name of the GET', () => {
    const { listUsers: _, ...others } = DEAREST;
    expect(() => callsOf(endpoints, others)).toThrow(
      'bench/dearest/parameters.ts has no parameters of listUsers (GET /users)',
    );
  });

  it('of other methods than GET, and of unknown parameters, are an error', () => {
    expect(() => callsOf(endpoints, { ...DEAREST, signOut: {} })).toThrow(
      'names signOut, which is no GET',
    );
    const unknown = { ...DEAREST, listUsers: { queries: ['size=red'] } };
    expect(() => callsOf(endpoints, unknown)).toThrow('listUsers: has no query parameter size');
    const without = { ...DEAREST, getEvent: {} };
    expect(() => callsOf(endpoints, without)).toThrow(
      'getEvent: no value of the path parameter id',
    );
  });

  it('are combined with every sort and the largest page', () => {
    const targets = callsOf(endpoints)
      .filter(({ name }) => name === 'listAuditLog')
      .map(({ target }) => target);
    expect(targets).toEqual(
      expect.arrayContaining([
        '/admin/audit-log?limit=100',
        '/admin/audit-log?limit=100&sort=-id',
        '/admin/audit-log?limit=100&actor=key 1',
      ]),
    );
  });

  it('of exceptions are of a GET, and excuse no other query of it', () => {
    const calls = callsOf(endpoints);
    const excepted = calls.filter((call) => exceptionFor(call) !== undefined);
    expect(new Set(excepted.map(({ name }) => name))).toEqual(
      new Set(EXCEPTIONS.map(({ name }) => name)),
    );
    expect(excepted.map(({ target }) => target)).not.toContain('/admin/feedback?limit=100');
  });
});

describe('the record of the busy minute', () => {
  it('has times by request, failures by status, and the limits that refused', () => {
    const recorder = new Recorder();
    for (let n = 1; n <= 100; n++) recorder.answered('me', n, 200);
    recorder.answered('login', 5, 429);
    recorder.refused('"logins-per-person"; r=0; t=60, "login-failures"; r=7; t=60');
    recorder.answered('login', 7, undefined);
    recorder.begun(3);

    const { times, failures, refused, late, attendees } = recorder.outcome(102);
    expect(times.me).toEqual({ count: 100, p50: 50, p99: 99, max: 100 });
    expect(failures).toEqual({ 'login 429': 1, 'login error': 1 });
    expect(refused).toEqual({ 'logins-per-person': 1 });
    expect([late.max, attendees]).toEqual([3, 102]);
  });
});
