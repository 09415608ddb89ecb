import type { QuestProgress } from '../../../src/domain/quests/participations.ts';
import {
  adminTaskView,
  type QuestTask,
  taskStateOf,
  taskView,
} from '../../../src/domain/quests/quest-tasks.ts';
import {
  checkEntry,
  checkRunning,
  hasBegun,
  hasEnded,
  isPublic,
  isVisible,
  progressView,
  stateOf,
} from '../../../src/domain/quests/quests.ts';
import { AppError } from '../../../src/errors.ts';

const NOW = new Date('2026-05-14T09:00:00Z');
const BEFORE = '2026-05-14T08:59:59Z';
const AFTER = '2026-05-14T09:00:01Z';
const RUNNING = { is_hidden: false, starts_at: null, ends_at: null };
const OPEN = { opens_at: null, closes_at: null };
const FREE = {
  access: 'anyone',
  event_id: null,
  registration_mode: 'open',
  max_participants: null,
  participant_count: 0,
} as const;
const STRANGER = { presence: undefined, isAdmitted: false, isVouchedFor: false };

function refusalOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('a quest takes what is sent', () => {
  it.each([
    ['without times', {}, {}, undefined],
    ['from its start', { starts_at: NOW.toISOString() }, {}, undefined],
    ['before its end', { ends_at: AFTER }, {}, undefined],
    ['not before its start', { starts_at: AFTER }, {}, 'QUEST_NOT_STARTED'],
    ['not at its end', { ends_at: NOW.toISOString() }, {}, 'QUEST_ENDED'],
    ['for a task from its opening', {}, { opens_at: NOW.toISOString() }, undefined],
    ['not for a task before its opening', {}, { opens_at: AFTER }, 'TASK_CLOSED'],
    ['not for a task at its closing', {}, { closes_at: NOW.toISOString() }, 'TASK_CLOSED'],
    ['hidden, also before its start', { is_hidden: true, starts_at: AFTER }, {}, 'NOT_FOUND'],
    ['hidden, also after its end', { is_hidden: true, ends_at: BEFORE }, {}, 'NOT_FOUND'],
    [
      'coming, with a closed task',
      { starts_at: AFTER },
      { closes_at: BEFORE },
      'QUEST_NOT_STARTED',
    ],
    ['over, with a closed task', { ends_at: BEFORE }, { closes_at: BEFORE }, 'QUEST_ENDED'],
  ])('%s', (_, quest, task, refusal) => {
    const of = { at: NOW, isParticipant: false, task: { ...OPEN, ...task } };
    expect(refusalOf(() => checkRunning({ ...RUNNING, ...quest }, of))).toBe(refusal);
  });

  it('and tells a participant that it is switched off', () => {
    const of = { at: NOW, isParticipant: true };
    const hidden = { ...RUNNING, is_hidden: true, ends_at: BEFORE };
    expect(refusalOf(() => checkRunning(hidden, of))).toBe('QUEST_INACTIVE');
  });
});

describe('a running quest lets in', () => {
  const seat = { has_seat: true, is_checked_in: false };
  const checkedIn = { has_seat: true, is_checked_in: true };
  const approval = { registration_mode: 'approval' } as const;
  const full = { max_participants: 3, participant_count: 3 };
  const seated = { access: 'registered' } as const;
  const present = { access: 'checked_in' } as const;

  it.each([
    ['anyone', {}, {}, undefined],
    ['who has a seat', seated, { presence: seat }, undefined],
    ['not who has none', seated, {}, 'REGISTRATION_REQUIRED'],
    ['who has checked in', present, { presence: checkedIn }, undefined],
    ['not who only has a seat', present, { presence: seat }, 'REGISTRATION_REQUIRED'],
    ['not who is not admitted', approval, {}, 'REGISTRATION_REQUIRED'],
    ['who is admitted', { ...approval, ...full }, { isAdmitted: true }, undefined],
    ['whom a signed call names', approval, { isVouchedFor: true }, undefined],
    ['nobody more than its places', full, {}, 'QUEST_FULL'],
    ['nobody more by a signed call', full, { isVouchedFor: true }, 'QUEST_FULL'],
    ['not who is admitted without the seat', seated, { isAdmitted: true }, 'REGISTRATION_REQUIRED'],
    ['nobody without a seat, also when full', { ...seated, ...full }, {}, 'REGISTRATION_REQUIRED'],
    ['nobody unadmitted, also when full', { ...approval, ...full }, {}, 'REGISTRATION_REQUIRED'],
    ['to its last place', { max_participants: 3, participant_count: 2 }, {}, undefined],
  ])('%s', (_, quest, user, refusal) => {
    const check = () => checkEntry({ ...FREE, ...quest }, { ...STRANGER, ...user });
    expect(refusalOf(check)).toBe(refusal);
  });
});

const at = NOW.toISOString();

it.each([
  [{}, 'running', true],
  [{ starts_at: AFTER }, 'coming', false],
  [{ starts_at: at }, 'running', true],
  [{ ends_at: AFTER }, 'running', true],
  [{ ends_at: at }, 'ended', true],
  [{ is_hidden: true, ends_at: at }, 'hidden', false],
])('a quest with %j is %s, and public: %p', (fields, state, shown) => {
  const quest = { ...RUNNING, ...fields };
  expect([stateOf(quest, NOW), isPublic(quest, NOW)]).toEqual([state, shown]);
  expect(isVisible(quest, 'requested', NOW)).toBe(shown);
  expect(isVisible(quest, undefined, NOW)).toBe(shown);
  expect(isVisible(quest, 'admitted', NOW)).toBe(true);
});

it.each([
  [null, true, false],
  [at, true, true],
  [AFTER, false, false],
])('at its start or end %p a quest has begun: %p, and ended: %p', (time, begun, ended) => {
  expect(hasBegun({ starts_at: time }, NOW)).toBe(begun);
  expect(hasEnded({ ends_at: time }, NOW)).toBe(ended);
  const progress = { status: 'admitted', tasks: [{ task_id: 1 }] } as unknown as QuestProgress;
  const shown = begun ? progress : { status: 'admitted', tasks: [] };
  expect(progressView({ starts_at: time }, progress, NOW)).toEqual(shown);
});

it.each([
  [{}, 'open'],
  [{ opens_at: AFTER }, 'coming'],
  [{ opens_at: at }, 'open'],
  [{ closes_at: AFTER }, 'open'],
  [{ closes_at: at }, 'closed'],
])('a task with %j is %s', (times, state) => {
  const task = {
    id: 1,
    type: 'photo',
    config: {},
    description: 'D',
    ...OPEN,
    ...times,
  } as unknown as QuestTask;
  const shown = { ...task, state, verification: 'review' };
  expect(taskStateOf(task, NOW)).toBe(state);
  expect(adminTaskView(task, NOW)).toEqual(shown);
  const secret = state === 'coming' ? { description: null, config: null } : {};
  expect(taskView(task, NOW)).toEqual({ ...shown, ...secret });
});

it.each([
  [null, 'conference'],
  [7, 'event'],
])('a stranger to a quest of the event %p is refused with its %s', (event_id, place) => {
  for (const access of ['registered', 'checked_in'] as const) {
    const presence = { has_seat: access === 'checked_in', is_checked_in: false };
    const check = () => checkEntry({ ...FREE, event_id, access }, { ...STRANGER, presence });
    expect(check).toThrow(` the ${place} of this quest`);
  }
});
