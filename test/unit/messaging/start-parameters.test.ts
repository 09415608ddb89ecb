import { randomBytes } from 'node:crypto';
import {
  codeIdOf,
  parameterOf,
  type Start,
  shareUrl,
  startOf,
} from '../../../src/domain/messaging/start-parameters.ts';
import { casesOf } from '../../support/fuzz-runs.ts';

const APP = 'https://t.me/hallway_bot/app';
const CASES = casesOf({ least: 200, per: 10 });
/** 22 base64url characters: a signature of 128 bits. */
const SIGNATURE = 'AbCdEfGhIjKlMnOpQrSt_-';

it.each([
  ['e_12', { kind: 'event', id: 12 }],
  ['c_3', { kind: 'conference', id: 3 }],
  ['a_7', { kind: 'agenda_item', id: 7 }],
  ['u_8', { kind: 'user', id: 8 }],
  ['q_1', { kind: 'quest', id: 1 }],
  ['t_7_AB-12', { kind: 'task', id: 7, code: 'AB-12' }],
  ['t_7_harbor-7', { kind: 'task', id: 7, code: 'HARBOR-7' }],
  ['n_42', { kind: 'notification', id: 42 }],
  ['m_5', { kind: 'meeting', id: 5 }],
  ['p_3_4', { kind: 'page', id: 4, conference_id: 3 }],
  [`i_AAAAAAAH${SIGNATURE}`, { kind: 'claim', id: 7, code: `AAAAAAAH${SIGNATURE}` }],
  [`k_AAAAAAAI${SIGNATURE}`, { kind: 'meet', id: 8, code: `AAAAAAAI${SIGNATURE}` }],
  ['q_9007199254740991', { kind: 'quest', id: Number.MAX_SAFE_INTEGER }],
] as const)('reads the start parameter "%s"', (parameter, start) => {
  expect(startOf(parameter)).toEqual(start);
});

it.each([
  '',
  'q',
  'q_',
  'q_0',
  'q_01',
  'q_-1',
  'p_3',
  'p_0_4',
  'p_3_04',
  'p_3_4_5',
  'p_9007199254740993_4',
  'q_+1',
  'q_1.0',
  'q_1e3',
  'q_0x1',
  'q_١',
  'q_9007199254740992',
  'q_99999999999999999999',
  'q_1_',
  ' q_1',
  'q_1\n',
  'Q_1',
  'x_1',
  'ee_1',
  '__proto___1',
  'constructor_1',
  't_7',
  't_7_',
  't_7_ABC',
  't_7_AB_12',
  't_0_ABCD',
  `t_7_${'A'.repeat(33)}`,
  `i_${'A'.repeat(30)}`,
  'i_7',
  'k_7',
  `i_AAAAAAAH${SIGNATURE.slice(1)}`,
  `k_AAAAAAAI${SIGNATURE}=`,
  `k_AAAAAAAI${SIGNATURE}${'A'.repeat(33)}`,
  `i_AAAAAAAH${SIGNATURE} `,
  "e_1'; drop table users",
  'e_1&startapp=q_1',
])('does not read the parameter %j', (parameter) => {
  expect(startOf(parameter)).toBeUndefined();
});

const anId = () => 1 + Math.floor(Math.random() ** 4 * (2 ** 48 - 2));
const aTaskCode = () => {
  const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-';
  const length = 4 + Math.floor(Math.random() * 29);
  return Array.from(randomBytes(length), (byte) => characters[byte % characters.length]).join('');
};
const aCodeOf = (id: number) =>
  codeIdOf(id) + randomBytes(16 + Math.floor(Math.random() * 24)).toString('base64url');

const MAKERS: readonly (() => Start)[] = [
  ...(
    ['event', 'conference', 'agenda_item', 'user', 'quest', 'notification', 'meeting'] as const
  ).map((kind) => () => ({ kind, id: anId() })),
  () => ({ kind: 'page', id: anId(), conference_id: anId() }),
  () => ({ kind: 'task', id: anId(), code: aTaskCode() }),
  ...(['claim', 'meet'] as const).map((kind) => () => {
    const id = anId();
    return { kind, id, code: aCodeOf(id) };
  }),
];

it('writes what it reads: each kind, in at most 64 characters, and in a link', () => {
  for (const make of MAKERS) {
    for (let run = 0; run < CASES; run++) {
      const start = make();
      const parameter = parameterOf(start);
      expect(parameter).toMatch(/^[\w-]{1,64}$/);
      expect(startOf(parameter)).toEqual(start);
      const url = new URL(shareUrl(APP, start) ?? '');
      expect(url.origin + url.pathname).toBe(APP);
      expect([...url.searchParams]).toEqual([['startapp', parameter]]);
    }
  }
});

it('reads what it wrote: a parameter that it accepts is written alike, but for the case of a code', () => {
  const letters = 'ecauqtnikmxEQ';
  for (let run = 0; run < CASES * 10; run++) {
    const letter = letters[Math.floor(Math.random() * letters.length)];
    const rest = randomBytes(Math.floor(Math.random() * 48)).toString(
      Math.random() < 0.5 ? 'base64url' : 'hex',
    );
    const parameter = `${letter}_${Math.random() < 0.3 ? `${anId()}_` : ''}${rest}`;
    const start = startOf(parameter);
    if (!start) continue;
    expect(start.id).toBeGreaterThan(0);
    expect(Number.isSafeInteger(start.id)).toBe(true);
    const again = parameterOf(start);
    expect(start.kind === 'task' ? again.toUpperCase() : again).toBe(
      start.kind === 'task' ? parameter.toUpperCase() : parameter,
    );
  }
});

it('has no link without an address of the mini app', () => {
  expect(shareUrl(undefined, { kind: 'quest', id: 1 })).toBeNull();
});
