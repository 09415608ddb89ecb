import { AGENDA_KINDS, agendaKindOf } from '../../../src/domain/programme/agenda.ts';

describe('agendaKindOf', () => {
  it.each(AGENDA_KINDS)('is the tag %s in any case', (kind) => {
    expect(agendaKindOf({ kind: 'main', title: 'Looms', tags: ['2026', kind.toUpperCase()] })).toBe(
      kind,
    );
  });

  it.each([
    ['talk', 'a main event without tags', 'main', []],
    ['talk', 'a main event with other tags', 'main', ['python', 'constructor']],
    ['workshop', 'the tag Tutorial', 'main', ['Tutorial']],
    ['workshop', 'a plural tag', 'main', ['tutorials']],
    ['break', 'the tag lunch', 'main', ['lunch']],
    ['break', 'the tag Coffee', 'main', ['Coffee']],
    ['social', 'the tag party', 'main', ['party']],
    ['keynote', 'the first of several tags', 'main', ['Keynote', 'Talk']],
    ['social', 'a side event with other tags', 'side', ['python']],
    ['workshop', 'a side event with the tag Workshop', 'side', ['Workshop']],
  ] as const)('is %s for %s', (expected, _what, kind, tags) => {
    expect(agendaKindOf({ kind, title: 'Looms', tags })).toBe(expected);
  });

  it.each([
    ['workshop', '[tutorial] Looms'],
    ['workshop', '[Sponsor Workshops] Looms'],
    ['keynote', '[plenary] Looms'],
    ['keynote', 'Keynote: Looms'],
    ['break', 'Lunch'],
    ['other', '[informational] Registration'],
    ['talk', '[lightning-talks] Looms'],
    ['talk', 'Break the loom'],
    ['talk', 'Why social looms break: a panel'],
  ])('is %s for the title %s', (expected, title) => {
    expect(agendaKindOf({ kind: 'main', title, tags: [] })).toBe(expected);
  });

  it('prefers a tag to the title', () => {
    expect(agendaKindOf({ kind: 'main', title: 'Keynote: Looms', tags: ['panel'] })).toBe('panel');
  });
});
