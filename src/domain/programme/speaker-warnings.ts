import { type Remark, remark } from '../reasons.ts';
import { sameName } from './agenda-imports.ts';
import { listedNames, type SharedNames } from './imported-speakers.ts';
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
}): Remark[] {
  return [
    ...[...found.sharedKeys].map(([whole, names]) => {
      const key = whole.slice(whole.indexOf('\n') + 1);
      const listed = listedNames(names);
      return remark(
        `${key} has several names, ${listed}: each name is another speaker`,
        'key_names',
        { key, names: listed },
      );
    }),
    ...found.conflicts.map(({ name, ids: [taken, ...others] }) =>
      remark(
        `The keys of “${name}” belong to several speakers: ${taken} is taken, not ${others.join(', ')}; merge them if they are one person`,
        'keys_of_several',
        { name, ids: [taken, ...others].flatMap((id) => id ?? []) },
      ),
    ),
    ...found.names.flatMap(nameWarning),
  ];
}

function nameWarning({ id, before, after, given, slug }: ImportedName): Remark[] {
  if (before !== after) {
    return [
      remark(
        `Speaker ${id}, “${before}”, is now “${after}” as in the import; the slug stays ${slug}`,
        'speaker_renamed',
        { before, after },
      ),
    ];
  }
  return sameName(after) === sameName(given)
    ? []
    : [
        remark(`Speaker ${id} stays “${after}”; the import has “${given}”`, 'speaker_name_kept', {
          after,
          given,
        }),
      ];
}
