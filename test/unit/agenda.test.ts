import { AGENDA_KINDS, agendaKindOf } from '../../src/domain/programme/agenda.ts';

describe('agendaKindOf', () => {
  it.each(AGENDA_KINDS)('knows the kind %s by its name', (kind) => {
    expect(agendaKindOf({ kind: 'main', title: 'Looms', tags: ['2026', kind.toUpperCase()] })).toBe(
      kind,
    );
  });

  it.each([
    ['talk', 'no tag', 'main', []],
    ['talk', 'tags that name no kind', 'main', ['python', 'constructor']],
    ['workshop', 'a tutorial', 'main', ['Tutorial']],
    ['workshop', 'many of them', 'main', ['tutorials']],
    ['break', 'lunch', 'main', ['lunch']],
    ['break', 'coffee', 'main', ['Coffee']],
    ['social', 'a party', 'main', ['party']],
    ['keynote', 'the first of several', 'main', ['Keynote', 'Talk']],
    ['social', 'a side event', 'side', ['python']],
    ['workshop', 'a side event that says what it is', 'side', ['Workshop']],
  ] as const)('takes for a %s: %s', (expected, _what, kind, tags) => {
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
  ])('takes for a %s what is called %s', (expected, title) => {
    expect(agendaKindOf({ kind: 'main', title, tags: [] })).toBe(expected);
  });

  it('believes a tag before a title', () => {
    expect(agendaKindOf({ kind: 'main', title: 'Keynote: Looms', tags: ['panel'] })).toBe('panel');
  });
});
