import { sameName } from './agenda-imports.ts';
import { listedNames, type SharedNames } from './names-of-keys.ts';
import type { SpeakerConflict } from './speaker-directory.ts';

/** The name of a known speaker: as stored before and after an import, and as the import has it. */
export interface ImportedName {
  readonly id: number;
  readonly before: string;
  readonly after: string;
  readonly given: string;
  readonly slug: string;
}

/** What an organizer should check about the speakers of an import. */
export function speakerWarnings(found: {
  readonly sharedKeys: SharedNames;
  readonly conflicts: readonly SpeakerConflict[];
  readonly names: readonly ImportedName[];
}): string[] {
  return [
    ...[...found.sharedKeys].map(
      ([key, names]) =>
        `${key.slice(key.indexOf('\n') + 1)} has several names, ${listedNames(names)}: each name is another speaker`,
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
