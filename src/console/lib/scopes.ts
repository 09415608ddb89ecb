import { type TextKey, t, textIf } from './text.ts';

/** What scopes allow, in words: one line an area, such as `Attendees: read, change`. */
export function scopeLines(scopes: readonly string[]): readonly string[] {
  if (scopes.includes('*')) return [t('scope.all')];
  const areas = new Map<string, string[]>();
  for (const scope of scopes) {
    const [area = '', action = ''] = scope.split(':');
    areas.set(area, [...(areas.get(area) ?? []), word('scope.action.', action)]);
  }
  return [...areas].map(([area, actions]) => `${word('scope.area.', area)}: ${actions.join(', ')}`);
}

/** A scope of a newer service is shown as it is named. */
const word = (start: 'scope.action.' | 'scope.area.', name: string): string =>
  textIf(`${start}${name}` as TextKey) ?? name;
