import type { Administrator } from '../../domain/administration/administrators.ts';
import type { ImportedSpeaker } from '../../domain/programme/agenda-imports.ts';
import type { Conference } from '../../domain/programme/conferences.ts';
import {
  hasLastingKey,
  isSameByName,
  type KeyedSpeaker,
  keyedSpeaker,
  lookedUp,
  type SharedNames,
  speakerKeyText,
} from '../../domain/programme/imported-speakers.ts';
import { SpeakerDirectory } from '../../domain/programme/speaker-directory.ts';
import { type ImportedName, speakerWarnings } from '../../domain/programme/speaker-warnings.ts';
import type { Remark } from '../../domain/reasons.ts';
import { batchesOf } from '../../lib/batches.ts';
import type { Tx } from '../../repositories/store.ts';

/** The conference of an import, and the conferences of its key; null for all. */
type ImportingConference = Pick<Administrator, 'conference_ids'> & {
  readonly conference: Conference;
};

type FoundSpeaker = KeyedSpeaker & { readonly id: number; readonly replaces: boolean };

/** The speakers in the rows of an import. */
interface GivenSpeakers {
  readonly speakers: readonly KeyedSpeaker[];
  readonly sharedKeys: SharedNames;
}

/** The speakers of one import of an agenda. */
export class ImportedSpeakers {
  readonly #conference: Conference;
  /** Those of the key; null for all. */
  readonly #conferenceIds: readonly number[] | null;
  readonly #directory: SpeakerDirectory;
  readonly #sharedKeys: SharedNames;
  /** The first row of a speaker counts; later ones fill what is empty. */
  readonly #written = new Set<number>();
  readonly #names: ImportedName[] = [];
  created = 0;
  updated = 0;

  private constructor(
    { conference, conference_ids }: ImportingConference,
    sharedKeys: SharedNames,
    directory: SpeakerDirectory,
  ) {
    this.#conference = conference;
    this.#conferenceIds = conference_ids;
    this.#sharedKeys = sharedKeys;
    this.#directory = directory;
  }

  /**
   * Locks all known speakers of an import at once, in id order. Lock conference and items first. A key
   * of some conferences knows nobody else's speakers, and changes none that others have, too.
   */
  static async lock(
    tx: Tx,
    importing: ImportingConference,
    { speakers, sharedKeys }: GivenSpeakers,
  ): Promise<ImportedSpeakers> {
    const { conference, conference_ids } = importing;
    const given = speakers.map((speaker) => {
      const [person_key, ...person_keys] = speaker.given;
      return keyedSpeaker({ ...speaker, person_key, person_keys }, conference.id, sharedKeys);
    });
    const keys = given.flatMap(lookedUp);
    const known = await tx.speakerKeys.lockKnown(conference.id, keys, conference_ids);
    return new ImportedSpeakers(importing, sharedKeys, new SpeakerDirectory(known, given));
  }

  /** What an organizer should check. */
  get warnings(): readonly Remark[] {
    return speakerWarnings({
      sharedKeys: this.#sharedKeys,
      conflicts: this.#directory.conflicts,
      names: this.#names,
    });
  }

  /**
   * Finds these speakers, or else creates them. Those who are known by a lasting key take the fields
   * of the import, except what an administrator edited; others only fill their empty fields. Returns a
   * lookup of their ids.
   */
  async put(tx: Tx, speakers: readonly ImportedSpeaker[]) {
    const keyed = (speaker: ImportedSpeaker) =>
      keyedSpeaker(speaker, this.#conference.id, this.#sharedKeys);
    const given = merged(speakers.map(keyed));
    const known: FoundSpeaker[] = [];
    const missing = new MissingSpeakers();
    for (const speaker of given) {
      const id = this.#directory.find(speaker);
      if (id === undefined) missing.add(speaker);
      else known.push({ ...speaker, id, replaces: this.#isFirst(id) && hasLastingKey(speaker) });
    }
    for (const batch of batchesOf(known)) await this.#update(tx, batch);
    const ids = known.map(({ id }) => id);
    for (const batch of batchesOf(missing.list)) ids.push(...(await this.#create(tx, batch)));
    if (ids.length > 0) await tx.importedSpeakers.insertLineup(this.#conference.id, ids);
    const idOf = (speaker: ImportedSpeaker): number => this.#directory.find(keyed(speaker)) ?? 0;
    for (const speaker of given) this.#directory.find(speaker);
    const keys = this.#directory.takeNewKeys();
    if (keys.length > 0) await tx.speakerKeys.insertMany(keys);
    return idOf;
  }

  #isFirst(id: number): boolean {
    const isFirst = !this.#written.has(id);
    this.#written.add(id);
    return isFirst;
  }

  async #update(tx: Tx, speakers: readonly FoundSpeaker[]): Promise<void> {
    const changed = await tx.importedSpeakers.updateMany(speakers, this.#conferenceIds);
    this.updated += changed.length;
    const byId = new Map(changed.map((speaker) => [speaker.id, speaker]));
    for (const { id, name: given, replaces } of speakers) {
      const before = this.#directory.nameOf(id);
      if (!replaces || before === given) continue;
      const { name: after = before, slug = '' } = byId.get(id) ?? {};
      this.#names.push({ id, before, after, given, slug });
    }
  }

  async #create(tx: Tx, speakers: readonly KeyedSpeaker[]): Promise<number[]> {
    const status = this.#conference.status === 'draft' ? 'draft' : 'published';
    const slugs = await tx.speakers.findFreeSlugs(speakers.map(({ name }) => name));
    const ids = await tx.importedSpeakers.insertMany(
      speakers.map((speaker, index) => ({ ...speaker, slug: slugs[index] ?? '', status })),
    );
    for (const [index, speaker] of speakers.entries()) {
      const id = ids[index] ?? 0;
      this.#directory.add(id, speaker);
      this.#written.add(id);
    }
    this.created += ids.length;
    return ids;
  }
}

/** The speakers to create, each once: those who share a key, or have no lasting key but a name. */
class MissingSpeakers {
  readonly list: KeyedSpeaker[] = [];
  readonly #keys = new Set<string>();

  add(speaker: KeyedSpeaker): void {
    const { source } = speaker;
    const keys = speaker.keys.map((person_key) => speakerKeyText({ source, person_key }));
    const isKnown = keys.some((key) => this.#keys.has(key));
    for (const key of keys) this.#keys.add(key);
    if (isKnown || this.list.some((other) => isSameByName(other, speaker))) return;
    this.list.push(speaker);
  }
}

/** Returns each set of keys once, with the first value of each field. */
function merged(speakers: readonly KeyedSpeaker[]): readonly KeyedSpeaker[] {
  const byKeys = new Map<string, KeyedSpeaker>();
  for (const speaker of speakers) {
    const keys = JSON.stringify([speaker.source, speaker.keys]);
    byKeys.set(keys, { ...speaker, ...definedOf(byKeys.get(keys)) });
  }
  return [...byKeys.values()];
}

const definedOf = (speaker: KeyedSpeaker | undefined) =>
  Object.fromEntries(Object.entries(speaker ?? {}).filter(([, value]) => value !== undefined));
