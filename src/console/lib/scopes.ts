import { PRESETS, type Preset } from '../../domain/administration/grants.ts';
import { type TextKey, t, textIf } from './text.ts';

const PRESET_NAMES = Object.keys(PRESETS) as readonly Preset[];

/** The preset that has exactly these scopes. */
export const presetOf = (scopes: readonly string[]): Preset | undefined =>
  PRESET_NAMES.find(
    (name) =>
      PRESETS[name].length === scopes.length && PRESETS[name].every((one) => scopes.includes(one)),
  );

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
export const areaText = (name: string): string => textIf(`scope.area.${name}` as TextKey) ?? name;
export const actionText = (name: string): string =>
  textIf(`scope.action.${name}` as TextKey) ?? name;
