import { type ImportedSpeaker, sameName } from './agenda-imports.ts';

/** The key by which imports recognize a speaker. */
export interface SpeakerKey {
  readonly source: string;
  /** Its kind, a colon, and the value: `id:6`, `guid:…`, `name:ada lovelace`. */
  readonly person_key: string;
}

/** A stored speaker whom an import may contain. */
export interface KnownSpeaker {
  readonly id: number;
  readonly name: string;
  readonly in_lineup: boolean;
  /** The keys from the sources of the import. */
  readonly keys: readonly SpeakerKey[];
}

export type KeyedSpeaker = ImportedSpeaker & SpeakerKey;

/** The source of the names in the sheets of a conference. */
export const sheetsOf = (conferenceId: number): string => `conference:${conferenceId}`;

/**
 * The speaker with their key. A sheet has no keys: there, the name identifies a speaker of the
 * conference.
 */
export const withKey = (
  { source, person_key, ...speaker }: ImportedSpeaker,
  conferenceId: number,
): KeyedSpeaker =>
  source !== undefined && person_key !== undefined
    ? { ...speaker, source, person_key }
    : { ...speaker, source: sheetsOf(conferenceId), person_key: nameKey(speaker.name) };

export const nameKey = (name: string): string => `name:${sameName(name)}`;

export const speakerKeyText = ({ source, person_key }: SpeakerKey): string =>
  `${source}\n${person_key}`;

/** Whether two speakers of an import without a lasting id are the same person: by their names. */
export const isSameByName = (one: KeyedSpeaker, other: KeyedSpeaker): boolean =>
  kindOf(other) === 'name' && sameName(one.name) === sameName(other.name);

const kindOf = ({ person_key }: SpeakerKey) => person_key.slice(0, person_key.indexOf(':'));

/**
 * Finds the speakers of an import by their keys; one without a known key by name in the lineup,
 * which gives that speaker the key. Different keys of one kind and source are different people,
 * unless the kind is the name.
 */
export class SpeakerDirectory {
  readonly #idByKey = new Map<string, number>();
  readonly #idsByName = new Map<string, number[]>();
  readonly #keys = new Map<number, SpeakerKey[]>();
  #newKeys: (SpeakerKey & { readonly speaker_id: number })[] = [];

  /** `given` are the speakers of the import, each key once. */
  constructor(known: readonly KnownSpeaker[], given: Iterable<SpeakerKey & { name: string }>) {
    for (const { id, keys } of known) {
      this.#keys.set(id, [...keys]);
      for (const key of keys) this.#idByKey.set(speakerKeyText(key), id);
    }
    // A speaker known by key has the name of the import, whatever the stored name is.
    const renamed = new Map<number, string>();
    for (const speaker of given) {
      const id = this.#idByKey.get(speakerKeyText(speaker));
      if (id !== undefined) renamed.set(id, speaker.name);
    }
    for (const { id, name, in_lineup } of known) {
      const shown = renamed.get(id) ?? (in_lineup ? name : undefined);
      if (shown !== undefined) this.#addName(id, shown);
    }
  }

  find(speaker: KeyedSpeaker): number | undefined {
    const id = this.#idByKey.get(speakerKeyText(speaker));
    if (id !== undefined) return id;
    const candidates = this.#idsByName.get(sameName(speaker.name)) ?? [];
    const adopted = candidates.find((each) => this.#canHave(each, speaker));
    if (adopted !== undefined) this.#addKey(adopted, speaker);
    return adopted;
  }

  add(id: number, speaker: KeyedSpeaker): void {
    this.#addName(id, speaker.name);
    this.#addKey(id, speaker);
  }

  /** The keys that were added since the last call. */
  takeNewKeys() {
    const keys = this.#newKeys;
    this.#newKeys = [];
    return keys;
  }

  #canHave(id: number, key: SpeakerKey): boolean {
    if (kindOf(key) === 'name') return true;
    const keys = this.#keys.get(id) ?? [];
    return !keys.some((own) => own.source === key.source && kindOf(own) === kindOf(key));
  }

  #addName(id: number, name: string): void {
    const key = sameName(name);
    this.#idsByName.set(key, [...(this.#idsByName.get(key) ?? []), id]);
  }

  #addKey(speaker_id: number, { source, person_key }: SpeakerKey): void {
    const key = { source, person_key };
    this.#idByKey.set(speakerKeyText(key), speaker_id);
    this.#keys.set(speaker_id, [...(this.#keys.get(speaker_id) ?? []), key]);
    this.#newKeys.push({ speaker_id, ...key });
  }
}
