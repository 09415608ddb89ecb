import {
  adminQuestView,
  checkQuest,
  copiedQuest,
  copiedTask,
  eventAfter,
  placeAfter,
  shiftOf,
} from '../../../src/domain/quests/admin-quests.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import { type Quest, questView } from '../../../src/domain/quests/quests.ts';

const at = (day: number) => `2030-05-0${day}T09:00:00.000Z`;
const quest: Quest = {
  ...{ id: 3, slug: 'hunt', title: 'Hunt', description: 'Find', image_url: 'i', conference_id: 4 },
  ...{ event_id: 7, is_active: true, is_featured: true, starts_at: at(2), ends_at: at(4) },
  ...{ timezone: 'UTC', registration_mode: 'approval', access: 'registered', max_participants: 9 },
  ...{ public_api_enabled: true, completion_points: 5, task_count: 2, total_points: 25 },
  ...{ participant_count: 8, is_hidden: false, version: 1, created_at: at(1), updated_at: at(1) },
};

it('a quest is shown with its state and link', () => {
  const { is_hidden: _, ...shown } = quest;
  const options = { now: new Date(at(3)), urlOf: ({ id }: { id: number }) => `/q_${id}` };
  const view = { ...shown, state: 'running', share_url: '/q_3' };
  expect(questView(quest, options)).toEqual(view);
  expect(adminQuestView({ ...quest, recalculation: null }, options)).toEqual({
    ...view,
    recalculation: null,
  });
});

describe('the place of a quest', () => {
  const before = { conference_id: 4, event_id: 7 };
  const event = { id: 8, conference_id: 5 };

  it.each([
    ['a new event alone', { event_id: 8 }, event, { event_id: 8, conference_id: 5 }],
    [
      'a new event with its conference',
      { event_id: 8, conference_id: 5 },
      event,
      { event_id: 8, conference_id: 5 },
    ],
    [
      'a new event, and no conference',
      { event_id: 8, conference_id: null },
      event,
      { event_id: 8, conference_id: 5 },
    ],
    [
      'its event and conference',
      {},
      { id: 7, conference_id: 4 },
      { event_id: 7, conference_id: 4 },
    ],
    ['no event', { event_id: null }, undefined, { event_id: null, conference_id: 4 }],
    [
      'another conference without an event',
      { event_id: null, conference_id: 6 },
      undefined,
      { event_id: null, conference_id: 6 },
    ],
    [
      'no conference',
      { event_id: null, conference_id: null },
      undefined,
      { event_id: null, conference_id: null },
    ],
  ])('becomes %s', (_what, given, of, expected) => {
    expect(placeAfter(before, given, of)).toEqual(expected);
  });

  it.each([
    [{ event_id: 8, conference_id: 4 }, event],
    [{ conference_id: 5 }, { id: 7, conference_id: 4 }],
    [{ conference_id: null }, { id: 7, conference_id: 4 }],
  ])('is refused with the conference of another event: %j', (given, of) => {
    const errors = [{ field: 'conference_id', code: 'mismatch', params: { field: 'event_id' } }];
    expect(() => placeAfter(before, given, of)).toThrow(expect.objectContaining({ errors }));
  });

  it.each([
    [{}, 7],
    [{ event_id: 8 }, 8],
    [{ event_id: null }, null],
  ])('has after %j the event %p', (given, expected) => {
    expect(eventAfter(before, given)).toBe(expected);
  });
});

describe('a quest', () => {
  const anyone = { access: 'anyone', conference_id: null, event_id: null } as const;

  it.each<[Partial<Quest>, unknown]>([
    [{}, undefined],
    [{ starts_at: null }, undefined],
    [{ ends_at: null }, undefined],
    [{ ends_at: at(2) }, ['ends_at', 'after', { field: 'starts_at' }]],
    [{ ends_at: at(1) }, ['ends_at', 'after', { field: 'starts_at' }]],
    [anyone, undefined],
    [{ conference_id: null }, undefined],
    [{ event_id: null }, undefined],
    [{ ...anyone, access: 'registered' }, ['access', 'needs', { field: 'conference_id' }]],
    [{ ...anyone, access: 'checked_in' }, ['access', 'needs', { field: 'conference_id' }]],
    [{ max_participants: 8 }, undefined],
    [{ max_participants: null }, undefined],
    [{ max_participants: 7 }, ['max_participants', 'has_participants', { count: 8 }]],
  ])('with %j is refused for %j', (fields, refusal) => {
    const check = () => checkQuest({ ...quest, ...fields }, quest);
    if (!refusal) return expect(check).not.toThrow();
    const [field, code, params] = refusal as [string, string, object];
    expect(check).toThrow(expect.objectContaining({ errors: [{ field, code, params }] }));
  });
});

describe('the copy of a quest', () => {
  const copied = {
    ...{ description: 'Find', image_url: 'i', is_featured: true, registration_mode: 'approval' },
    ...{
      access: 'registered',
      max_participants: 9,
      public_api_enabled: true,
      completion_points: 5,
    },
    ...{ title: 'Copy', slug: undefined, starts_at: at(2), ends_at: at(4), is_active: false },
    ...{ conference_id: 4, event_id: 7 },
  };

  it.each([
    ['has the fields of its source, and is not active', {}, {}],
    ['begins and ends later', { starts_at: at(3) }, { starts_at: at(3), ends_at: at(5) }],
    ['has its own end', { starts_at: at(3), ends_at: at(9) }, { starts_at: at(3), ends_at: at(9) }],
    ['has no start', { starts_at: null }, { starts_at: null }],
    ['has no end', { ends_at: null }, { ends_at: null }],
    ['has another event', { event_id: 8 }, { conference_id: undefined, event_id: 8 }],
    [
      'has another event of a conference',
      { event_id: 8, conference_id: 5 },
      { conference_id: 5, event_id: 8 },
    ],
    ['has another conference', { conference_id: 5 }, { conference_id: 5, event_id: null }],
    ['has no conference', { conference_id: null }, { conference_id: null, event_id: null }],
    ['has the same conference', { conference_id: 4 }, {}],
    ['has no event', { event_id: null }, { event_id: null }],
  ])('%s', (_what, given, expected) => {
    expect(copiedQuest(quest, { title: 'Copy', ...given })).toEqual({ ...copied, ...expected });
  });

  it('of a quest without times has none', () => {
    const source = { ...quest, starts_at: null, ends_at: null };
    expect(copiedQuest(source, { title: 'Copy', starts_at: at(3) })).toMatchObject({
      starts_at: at(3),
      ends_at: null,
    });
    expect(shiftOf(source, { starts_at: at(3) })).toBe(0);
    expect([shiftOf(quest, { starts_at: at(1) }), shiftOf(quest, {})]).toEqual([-86_400_000, 0]);
  });

  const task = (type: string, config: object) =>
    ({
      ...{ id: 11, quest_id: 3, title: 'T', description: 'D', points: 10, position: 1, version: 4 },
      ...{
        is_required: true,
        opens_at: at(2),
        closes_at: null,
        created_at: at(1),
        updated_at: at(1),
      },
      ...{ type, config },
    }) as unknown as QuestTask;
  const copy = { ...quest, id: 30, conference_id: 40, event_id: 70 };

  it.each([
    ['a link', task('link', { url: 'u' }), copy, { url: 'u' }],
    [
      'its conference',
      task('conference_registration', { conference_id: 4, when: 'registered' }),
      copy,
      { conference_id: 40, when: 'registered' },
    ],
    [
      'another conference',
      task('conference_registration', { conference_id: 5 }),
      copy,
      { conference_id: 5 },
    ],
    [
      'its conference, where the copy has none',
      task('conference_registration', { conference_id: 4 }),
      { ...copy, conference_id: null },
      { conference_id: 4 },
    ],
    [
      'its event',
      task('event_attendance', { event_id: 7, when: 'registered' }),
      copy,
      { event_id: 70, when: 'registered' },
    ],
    ['another event', task('event_attendance', { event_id: 8 }), copy, { event_id: 8 }],
    [
      'its event, where the copy has none',
      task('event_attendance', { event_id: 7 }),
      { ...copy, event_id: null },
      { event_id: 7 },
    ],
  ])('has a task of %s with its settings', (_what, one, to, config) => {
    expect(copiedTask(one, { source: quest, copy: to, shiftMs: 86_400_000 })).toEqual({
      ...{ title: 'T', description: 'D', points: 10, position: 1, is_required: true },
      ...{ type: one.type, quest_id: 30, config, opens_at: at(3), closes_at: null },
    });
  });
});
