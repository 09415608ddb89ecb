import {
  AgendaImportWarnings,
  planAgendaImport,
  type RowOutline,
  sharedKeyWarnings,
  shortened,
} from '../../../src/domain/programme/agenda-import-plan.ts';
import {
  absentItems,
  type ImportableItem,
  importedChanges,
  type KnownItem,
  withInstants,
} from '../../../src/domain/programme/agenda-imports.ts';
import { remark } from '../../../src/domain/reasons.ts';

const at = (time: string) => `2030-05-${time}:00.000Z`;

const known = (id: number, fields: Partial<KnownItem> = {}): KnownItem => ({
  id,
  title: 'Looms',
  kind: 'talk',
  room: 'Dock 1',
  starts_at: at('01T10:00'),
  status: 'scheduled',
  edited_fields: [],
  import_key: null,
  import_source: null,
  ...fields,
});
const outline = (row: number, fields: Partial<RowOutline['value']> = {}): RowOutline => ({
  row,
  value: { title: 'Looms', room: 'Dock 1', starts_at: at('01T10:00'), ...fields },
});

describe('planAgendaImport', () => {
  it.each<[string, Partial<RowOutline['value']>, Partial<KnownItem>, boolean]>([
    ['finds its item by title, start and room', {}, {}, true],
    ['finds it in another spelling', { title: ' LÖOMS ', room: 'dock  1' }, {}, true],
    ['finds an item that changed rooms', { room: 'Pier' }, {}, true],
    ['finds an item without a room', {}, { room: null }, true],
    ['finds a talk that moved to another day', { starts_at: at('02T09:00') }, {}, true],
    ['finds no other title', { title: 'Engines' }, {}, false],
    [
      'finds a lunch at another time of its day',
      { title: 'Lunch', starts_at: at('01T12:00') },
      { title: 'Lunch', kind: 'break' },
      true,
    ],
    [
      'finds no lunch of another day',
      { title: 'Lunch', starts_at: at('02T10:00') },
      { title: 'Lunch', kind: 'break' },
      false,
    ],
    [
      'finds a keynote of another day',
      { kind: 'keynote', starts_at: at('02T10:00') },
      { kind: 'keynote' },
      true,
    ],
    [
      'finds a panel of another day',
      { kind: 'panel', starts_at: at('02T10:00') },
      { kind: 'panel' },
      true,
    ],
    [
      'finds a workshop of another day',
      { kind: 'workshop', starts_at: at('02T10:00') },
      { kind: 'workshop' },
      true,
    ],
    [
      'finds no social of another day',
      { kind: 'social', starts_at: at('02T10:00') },
      { kind: 'social' },
      false,
    ],
    [
      'finds its item by key, whatever else changed',
      { import_key: 'k', title: 'Engines', room: 'Pier', starts_at: at('02T10:00') },
      { import_key: 'k' },
      true,
    ],
    ['finds no item with another key', { import_key: 'k' }, { import_key: 'other' }, false],
    ['finds an item without a key that it gives one', { import_key: 'k' }, {}, true],
    ['finds an item with a key that it lacks', {}, { import_key: 'k' }, true],
    [
      'finds a moved item with a key that it lacks',
      { starts_at: at('02T10:00') },
      { import_key: 'k' },
      true,
    ],
  ])('a row %s', (_what, value, item, isFound) => {
    const plan = planAgendaImport([outline(1, value)], [known(7, item)]);
    expect([...plan.matched]).toEqual(isFound ? [[1, 7]] : []);
    expect(plan).toMatchObject({ created: isFound ? 0 : 1, refused: [] });
    expect(plan.sharedKeys.size).toBe(0);
  });

  it.each<[string, RowOutline[], KnownItem[], [number, number][], number]>([
    [
      'the exact place before the same start',
      [outline(1, { room: 'Pier' }), outline(2)],
      [known(7), known(8, { room: 'Pier' })],
      [
        [1, 8],
        [2, 7],
      ],
      0,
    ],
    [
      'the same start before the same title',
      [outline(1, { starts_at: at('01T09:00'), room: 'Pier' }), outline(2, { room: 'Pier' })],
      [known(7), known(8, { starts_at: at('01T08:00') })],
      [
        [2, 7],
        [1, 8],
      ],
      0,
    ],
    [
      'the earliest first, one item for each row',
      [
        outline(1, { starts_at: at('04T10:00') }),
        outline(2, { starts_at: at('03T10:00') }),
        outline(3, { starts_at: at('05T10:00') }),
      ],
      [known(7), known(8, { starts_at: at('02T10:00') })],
      [
        [2, 7],
        [1, 8],
      ],
      1,
    ],
    [
      'slots of one key by place, then by start, then in order',
      [
        outline(1, { import_key: 'k', starts_at: at('02T10:00') }),
        outline(2, { import_key: 'k', room: 'Pier' }),
        outline(3, { import_key: 'k', starts_at: at('03T10:00') }),
      ],
      [
        known(7, { import_key: 'k' }),
        known(8, { import_key: 'k', starts_at: at('03T10:00') }),
        known(9, { import_key: 'k', starts_at: at('05T10:00') }),
      ],
      [
        [3, 8],
        [2, 7],
        [1, 9],
      ],
      0,
    ],
  ])('rows find %s', (_what, rows, items, matched, created) => {
    const plan = planAgendaImport(rows, items);
    expect(new Map(plan.matched)).toEqual(new Map(matched));
    expect(plan.created).toBe(created);
  });

  it('a key of several titles counts only with the title', () => {
    const rows = [
      outline(1, { import_key: 'k', title: 'Looms' }),
      outline(2, { import_key: 'k', title: 'Engines' }),
      outline(3, { import_key: 'k', title: 'engines', starts_at: at('03T10:00') }),
    ];
    const items = [
      known(7, { import_key: 'k', title: 'Weaving' }),
      known(8, { import_key: 'k', title: 'Looms' }),
    ];
    const plan = planAgendaImport(rows, items);
    expect([...plan.matched]).toEqual([[1, 8]]);
    expect([...plan.sharedKeys]).toEqual([['k', ['Looms', 'Engines']]]);
    expect(sharedKeyWarnings(plan)).toMatchObject([
      { code: 'key_titles', params: { key: 'k', titles: '“Looms”, “Engines”' } },
    ]);
  });

  it('rows of one place with different keys are different items', () => {
    const rows = ['a', 'b', 'a'].map((import_key, n) => outline(n + 1, { import_key }));
    expect(planAgendaImport(rows, [])).toMatchObject({ created: 2, refused: [{ row: 3 }] });
  });

  it('rows of one place with different keys are different items', () => {
    const rows = ['a', 'b', 'a'].map((import_key, n) => outline(n + 1, { import_key }));
    expect(planAgendaImport(rows, [])).toMatchObject({ created: 2, refused: [{ row: 3 }] });
  });

  it.each<[string, Partial<RowOutline['value']>, boolean]>([
    ['the same place', {}, true],
    ['the same place in another spelling', { title: 'LOOMS', room: ' dock  1' }, true],
    ['another room', { room: 'Pier' }, false],
    ['a room without the space', { room: 'Dock1' }, false],
    ['another start', { starts_at: at('01T11:00') }, false],
    ['another title', { title: 'Engines' }, false],
    ['a key', { import_key: 'k' }, false],
  ])('a later row with %s is refused: %#', (_what, value, isRefused) => {
    const plan = planAgendaImport([outline(2, value), outline(1)], []);
    const { refused, created, sharedKeys } = plan;
    expect(sharedKeys.size).toBe(0);
    expect(refused).toMatchObject(
      isRefused ? [{ row: 2, field: null, code: 'same_item', params: { row: 1 } }] : [],
    );
    expect(created).toBe(isRefused ? 1 : 2);
  });
});

const row = (fields: object = {}) => ({
  row: 3,
  value: {
    title: 'Looms',
    starts_at: at('01T10:00'),
    ends_at: at('01T11:00'),
    import_source: 'sheet',
    ...fields,
  },
});

describe('AgendaImportWarnings', () => {
  const conference = { starts_on: '2030-05-01', ends_on: '2030-05-02', timezone: 'Asia/Tokyo' };
  const warningsOf = (fields: object) => {
    const warnings = new AgendaImportWarnings(conference);
    warnings.check(row(fields));
    return warnings.list;
  };

  it.each([
    [
      'on the first day in the zone of the conference',
      { starts_at: '2030-04-30T15:00:00Z', ends_at: '2030-04-30T16:00:00Z' },
      [],
    ],
    [
      'before the first day',
      { starts_at: '2030-04-30T14:59:00Z', ends_at: '2030-04-30T16:00:00Z' },
      [
        {
          code: 'row_outside_days',
          params: {
            row: 3,
            title: 'Looms',
            day: '2030-04-30',
            starts_on: '2030-05-01',
            ends_on: '2030-05-02',
          },
        },
      ],
    ],
    ['on the last day', { starts_at: '2030-05-02T14:59:00Z', ends_at: '2030-05-02T16:00:00Z' }, []],
    [
      'after the last day',
      { starts_at: '2030-05-02T15:00:00Z', ends_at: '2030-05-02T16:00:00Z' },
      [{ code: 'row_outside_days', params: { day: '2030-05-03' } }],
    ],
    ['of 24 hours', { ends_at: at('02T10:00') }, []],
    [
      'of 24 hours and a half',
      { ends_at: at('02T10:29') },
      [{ code: 'row_many_hours', params: { row: 3, title: 'Looms', hours: 24 } }],
    ],
    ['with one speaker', { speakers: [{ name: 'Ada Lovelace' }] }, []],
    [
      'with a speaker after a comma',
      { speakers: [{ name: 'Ada Lovelace,Mary Jones' }] },
      [{ code: 'one_speaker', params: { row: 3, name: 'Ada Lovelace,Mary Jones' } }],
    ],
    [
      'with a speaker after a semicolon',
      { speakers: [{ name: 'Ada' }, { name: 'Mary;  Åse' }] },
      [{ code: 'one_speaker' }],
    ],
    ['with a comma before no name', { speakers: [{ name: 'Ada Lovelace, 2' }] }, []],
  ])('an item %s has these warnings', (_what, fields, expected) => {
    const warnings = warningsOf(fields);
    expect(warnings).toMatchObject(expected);
    expect(warnings).toHaveLength(expected.length);
  });

  it.each([
    [100, 100, undefined],
    [101, 101, 1],
    [103, 101, 3],
  ])('of %d remarks, an organizer reads %d', (count, shown, more) => {
    const warnings = new AgendaImportWarnings(conference);
    for (let n = 0; n < count; n++) warnings.check(row({ ends_at: at('09T10:00') }));
    const remarks = Array.from({ length: count }, () =>
      remark('', 'row_many_hours', { row: 3, title: 'Looms', hours: 192 }),
    );
    for (const list of [warnings.list, shortened(remarks)]) {
      expect(list).toHaveLength(shown);
      const last = more ? { code: 'more', params: { count: more } } : { code: 'row_many_hours' };
      expect(list.at(-1)).toMatchObject(last);
      expect(list.at(99)).toMatchObject({ code: 'row_many_hours' });
    }
  });
});

describe('withInstants', () => {
  const utc = (time: string) => `${time}Z`;

  it('turns both times into instants', () => {
    const { value } = row({ starts_at: '2030-05-01T10:00', ends_at: '2030-05-01T11:00' });
    expect(withInstants({ row: 3, value }, utc)).toEqual({
      row: 3,
      value: { ...value, starts_at: '2030-05-01T10:00Z', ends_at: '2030-05-01T11:00Z' },
    });
  });

  it.each(['2030-05-01T10:00', '2030-05-01T09:00'])('refuses an end at %s', (ends_at) => {
    const { value } = row({ starts_at: '2030-05-01T10:00', ends_at });
    expect(withInstants({ row: 3, value }, utc)).toMatchObject({
      row: 3,
      field: 'ends_at',
      code: 'after',
      params: { field: 'starts_at' },
    });
  });
});

describe('importedChanges', () => {
  const stored: ImportableItem = {
    ...known(7),
    conference_id: 1,
    questions: 'off',
    questions_until: null,
    event_id: null,
    description: null,
    track: null,
    ends_at: at('01T11:00'),
    language: null,
    url: null,
    links: [],
    interest: null,
    position: 0,
    version: 1,
    created_at: at('01T00:00'),
    updated_at: at('01T00:00'),
    speaker_ids: [],
    cancelled_by_import: false,
  };
  const given = {
    title: 'Engines',
    room: 'Pier',
    starts_at: at('01T12:00'),
    ends_at: at('01T13:00'),
  };
  const { title, room, ...times } = given;

  it.each([
    ['of an unedited item are all', [], given],
    ['keep an edited field', ['title'], { room, ...times }],
    ['keep both times after an edit of the start', ['starts_at'], { title, room }],
    ['keep both times after an edit of the end', ['ends_at'], { title, room }],
  ])('the changes %s', (_what, edited_fields, expected) => {
    const item = { ...stored, edited_fields };
    expect(importedChanges(item, given)).toEqual({ ...expected, edited_fields });
  });

  it('the changed fields of an item with an event no longer follow it', () => {
    const item = { ...stored, event_id: 5, edited_fields: ['title'] };
    expect(importedChanges(item, given)).toEqual({
      ...given,
      edited_fields: ['title', 'room', 'starts_at', 'ends_at'],
    });
  });
});

it.each<[string, Partial<KnownItem>, boolean]>([
  ['from the source that the import lacks', {}, true],
  ['that is cancelled already', { status: 'cancelled' }, false],
  ['from another source', { import_source: 'sessionize.com' }, false],
  ['that no import brought', { import_source: null }, false],
  ['that the import has', { id: 8 }, false],
])('an item %s is absent: %#', (_what, fields, isAbsent) => {
  const item = known(7, { import_source: 'sheet', ...fields });
  const absent = absentItems([item], { sources: new Set(['sheet']), matched: [8] });
  expect(absent).toEqual(isAbsent ? [item] : []);
});
