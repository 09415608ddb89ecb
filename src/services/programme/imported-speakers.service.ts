import type { Administrator } from '../../domain/administration/administrators.ts';
import type { ImportedSpeaker } from '../../domain/programme/agenda-imports.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import {
  isSameByName,
  type KeyedSpeaker,
  SpeakerDirectory,
  type SpeakerKey,
  speakerKeyText,
  withKey,
} from '../../domain/programme/imported-speakers.ts';
import { batchesOf } from '../../lib/batches.ts';
import type { Tx } from '../../repositories/store.ts';

/** The conference of an import, and the conferences of its key; null for all. */
type ImportingConference = Pick<Administrator, 'conference_ids'> & {
  readonly conference: Conference;
};

/** The speakers of one import of an agenda. */
export class ImportedSpeakers {
  readonly #conference: Conference;
  /** Those of the key; null for all. */
  readonly #conferenceIds: readonly number[] | null;
  readonly #directory: SpeakerDirectory;
  created = 0;

  private constructor(
    conference: Conference,
    conferenceIds: readonly number[] | null,
    directory: SpeakerDirectory,
  ) {
    this.#conference = conference;
    this.#conferenceIds = conferenceIds;
    this.#directory = directory;
  }

  /**
   * Locks all known speakers of an import at once, in id order. Lock conference and items first. A key
   * of some conferences knows nobody else's speakers, and changes none that others have, too.
   */
  static async lock(
    tx: Tx,
    { conference, conference_ids }: ImportingConference,
    given: ReadonlyMap<string, SpeakerKey & { readonly name: string }>,
  ): Promise<ImportedSpeakers> {
    const keys = [...given.values()].map(({ source, person_key }) => ({ source, person_key }));
    const known = await tx.speakerKeys.lockKnown(conference.id, keys, conference_ids);
    const directory = new SpeakerDirectory(known, given.values());
    return new ImportedSpeakers(conference, conference_ids, directory);
  }

  /**
   * Finds these speakers, or else creates them, and fills the empty fields of those that are known.
   * Returns a lookup of their ids.
   */
  async put(tx: Tx, speakers: readonly ImportedSpeaker[]) {
    const given = merged(speakers.map((speaker) => withKey(speaker, this.#conference.id)));
    const known: (KeyedSpeaker & { readonly id: number })[] = [];
    const missing: KeyedSpeaker[] = [];
    for (const speaker of given.values()) {
      const id = this.#directory.find(speaker);
      if (id !== undefined) known.push({ ...speaker, id });
      else if (!missing.some((other) => isSameByName(other, speaker))) missing.push(speaker);
    }
    for (const batch of batchesOf(known)) {
      await tx.agendaImports.updateSpeakers(batch, this.#conferenceIds);
    }
    const ids = known.map(({ id }) => id);
    for (const batch of batchesOf(missing)) ids.push(...(await this.#create(tx, batch)));
    if (ids.length > 0) await tx.agendaImports.insertLineup(this.#conference.id, ids);
    const idOf = (speaker: ImportedSpeaker): number =>
      this.#directory.find(withKey(speaker, this.#conference.id)) ?? 0;
    for (const speaker of given.values()) idOf(speaker);
    const keys = this.#directory.takeNewKeys();
    if (keys.length > 0) await tx.speakerKeys.insertMany(keys);
    return idOf;
  }

  async #create(tx: Tx, speakers: readonly KeyedSpeaker[]): Promise<number[]> {
    const status = this.#conference.status === 'draft' ? 'draft' : 'published';
    const slugs = await tx.speakers.findFreeSlugs(speakers.map(({ name }) => name));
    const ids = await tx.agendaImports.insertSpeakers(
      speakers.map((speaker, index) => ({ ...speaker, slug: slugs[index] ?? '', status })),
    );
    for (const [index, speaker] of speakers.entries()) {
      this.#directory.add(ids[index] ?? 0, speaker);
    }
    this.created += ids.length;
    return ids;
  }
}

/** Returns each key once, with the first value of each field. */
function merged(speakers: readonly KeyedSpeaker[]): ReadonlyMap<string, KeyedSpeaker> {
  const byKey = new Map<string, KeyedSpeaker>();
  for (const speaker of speakers) {
    const key = speakerKeyText(speaker);
    byKey.set(key, { ...speaker, ...definedOf(byKey.get(key)) });
  }
  return byKey;
}

const definedOf = (speaker: ImportedSpeaker | undefined) =>
  Object.fromEntries(Object.entries(speaker ?? {}).filter(([, value]) => value !== undefined));
