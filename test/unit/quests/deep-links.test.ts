import { shareUrl, startOf } from '../../../src/domain/quests/deep-links.ts';

const APP = 'https://t.me/hallway_bot/app';

it.each([
  ['q_1', { kind: 'quest', id: 1 }],
  ['t_7_AB-12', { kind: 'task', id: 7, code: 'AB-12' }],
  ['q_0', undefined],
  ['q_9999999999999999', undefined],
  ['q_1_', undefined],
  ['t_7', undefined],
  ['t_7_ABC', undefined],
  ['t_7_AB_12', undefined],
  ['u_1', undefined],
  ['', undefined],
] as const)('reads the start parameter "%s"', (parameter, start) => {
  expect(startOf(parameter)).toEqual(start);
});

it.each([
  { kind: 'quest', id: 1 },
  { kind: 'task', id: 7, code: 'AB-12' },
] as const)('links to the mini app and back', (start) => {
  const url = new URL(shareUrl(APP, start) ?? '');
  expect(url.origin + url.pathname).toBe(APP);
  expect(startOf(url.searchParams.get('startapp') ?? '')).toEqual(start);
});

it('keeps the query of the address of the mini app', () => {
  expect(shareUrl(`${APP}?mode=compact`, { kind: 'quest', id: 1 })).toBe(
    `${APP}?mode=compact&startapp=q_1`,
  );
});

it('has no link without an address of the mini app', () => {
  expect(shareUrl(undefined, { kind: 'quest', id: 1 })).toBeNull();
});
