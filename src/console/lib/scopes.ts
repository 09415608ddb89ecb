import { type TextKey, t, textIf } from './text.ts';

/** What scopes allow, in words: one line an area, such as `Attendees: read, change`. */
export function scopeLines(scopes: readonly string[]): readonly string[] {
  if (scopes.includes('*')) return [t('scope.all')];
  const areas = new Map<string, string[]>();
  for (const scope of scopes) {
    const [area = '', action = ''] = scope.split(':');
    areas.set(area, [...(areas.get(area) ?? []), actionText(action)]);
  }
  return [...areas].map(([area, actions]) => `${areaText(area)}: ${actions.join(', ')}`);
}

// A scope of a newer service is shown as it is named.
const areaText = (name: string): string => textIf(`scope.area.${name}` as TextKey) ?? name;
const actionText = (name: string): string => textIf(`scope.action.${name}` as TextKey) ?? name;
