import { sameName } from './agenda-imports.ts';
import type { SharedKeys } from './imported-speakers.ts';
import type { SpeakerConflict } from './speaker-directory.ts';

/** The name of a known speaker: as stored before and after an import, and as the import has it. */
export interface ImportedName {
  readonly id: number;
  readonly before: string;
  readonly after: string;
  readonly given: string;
  readonly slug: string;
}

const MAX_NAMES = 5;

/** What an organizer should check about the speakers of an import. */
export function speakerWarnings(found: {
  readonly sharedKeys: SharedKeys;
  readonly conflicts: readonly SpeakerConflict[];
  readonly names: readonly ImportedName[];
}): string[] {
  return [
    ...[...found.sharedKeys].map(
      ([key, names]) =>
        `${key.slice(key.indexOf('\n') + 1)} has several names, ${listed(names)}: each name is another speaker`,
    ),
    ...found.conflicts.map(
      ({ name, ids: [taken, ...others] }) =>
        `The keys of “${name}” belong to several speakers: ${taken} is taken, not ${others.join(', ')}; merge them if they are one person`,
    ),
    ...found.names.flatMap(nameWarning),
  ];
}

function nameWarning({ id, before, after, given, slug }: ImportedName): string[] {
  if (before !== after) {
    return [
      `Speaker ${id}, “${before}”, is now “${after}” as in the import; the slug stays ${slug}`,
    ];
  }
  return sameName(after) === sameName(given)
    ? []
    : [`Speaker ${id} stays “${after}”; the import has “${given}”`];
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `“${name}”`);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
