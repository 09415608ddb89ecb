import { sameName } from './agenda-imports.ts';
import {
  type KeyedSpeaker,
  type KnownSpeaker,
  kindOf,
  lookedUp,
  type SpeakerKey,
  speakerKeyText,
} from './imported-speakers.ts';

/** A code stays for good; a guid can be made from an e-mail address, and changes with it. */
const BY_TRUST = ['name', 'code', 'id', 'guid'];
const trustOf = (key: string) => BY_TRUST.indexOf(kindOf(key));

/** The stored speakers to whom the keys of one speaker lead; the import takes the first. */
export interface SpeakerConflict {
  readonly name: string;
  readonly ids: readonly number[];
}

/**
 * Finds the speakers of an import by any of their keys; one without a known key by name in the
 * lineup. The speaker found gets the keys that nobody has. By name alone, different keys of one kind
 * and source are different people, unless the kind is the name.
 */
export class SpeakerDirectory {
  readonly #idByKey = new Map<string, number>();
  readonly #idsByName = new Map<string, number[]>();
  readonly #names = new Map<number, string>();
  readonly #keys = new Map<number, SpeakerKey[]>();
  /** Kinds of keys that the source has numbered again: it has none of those that are known. */
  readonly #renumbered: ReadonlySet<string>;
  readonly #conflicts = new Map<string, SpeakerConflict>();
  #newKeys: (SpeakerKey & { readonly speaker_id: number })[] = [];

  constructor(known: readonly KnownSpeaker[], given: readonly KeyedSpeaker[]) {
    for (const { id, name, keys } of known) {
      this.#keys.set(id, [...keys]);
      this.#names.set(id, name);
      for (const key of keys) this.#idByKey.set(speakerKeyText(key), id);
    }
    const stored = new Set(known.flatMap(({ keys }) => keys.map(kindText)));
    for (const { source, given: keys } of given) {
      for (const person_key of keys) {
        const key = { source, person_key };
        if (this.#idByKey.has(speakerKeyText(key))) stored.delete(kindText(key));
      }
    }
    this.#renumbered = stored;
    // A speaker known by key has the name of the import, whatever the stored name is.
    const renamed = new Map<number, string>();
    for (const speaker of given) {
      const [id] = this.#idsByKeys(speaker);
      if (id !== undefined) renamed.set(id, speaker.name);
    }
    for (const { id, name, in_lineup } of known) {
      const shown = renamed.get(id) ?? (in_lineup ? name : undefined);
      if (shown !== undefined) this.#addName(id, shown);
    }
  }

  get conflicts(): readonly SpeakerConflict[] {
    return [...this.#conflicts.values()];
  }

  /** The name of a known speaker before the import. */
  nameOf(id: number): string {
    return this.#names.get(id) ?? '';
  }

  find(speaker: KeyedSpeaker): number | undefined {
    const ids = this.#idsByKeys(speaker);
    if (ids.length > 1) this.#conflicts.set(ids.join(), { name: speaker.name, ids });
    const candidates = this.#idsByName.get(sameName(speaker.name)) ?? [];
    const id = ids[0] ?? candidates.find((each) => this.#canHave(each, speaker));
    if (id !== undefined) this.#addKeys(id, speaker);
    return id;
  }

  add(id: number, speaker: KeyedSpeaker): void {
    this.#names.set(id, speaker.name);
    this.#addName(id, speaker.name);
    this.#addKeys(id, speaker);
  }

  /** The keys that were added since the last call. */
  takeNewKeys() {
    const keys = this.#newKeys;
    this.#newKeys = [];
    return keys;
  }

  /** The speakers with one of the keys: those of the same name first, then the most trusted key. */
  #idsByKeys(speaker: KeyedSpeaker): number[] {
    const ids = lookedUp(speaker)
      .toSorted((a, b) => trustOf(a.person_key) - trustOf(b.person_key))
      .flatMap((key) => {
        const id = this.#idByKey.get(speakerKeyText(key));
        return id !== undefined && this.#means(id, key, speaker) ? [id] : [];
      });
    const isSame = (id: number) => sameName(this.#names.get(id) ?? '') === sameName(speaker.name);
    const distinct = [...new Set(ids)];
    return [...distinct.filter(isSame), ...distinct.filter((id) => !isSame(id))];
  }

  /** Whether the key means this person; one that several names had, only with the name. */
  #means(id: number, { source, person_key }: SpeakerKey, { name, keys }: KeyedSpeaker): boolean {
    const stored = this.#names.get(id) ?? '';
    if (kindOf(person_key) === 'name' || sameName(stored) === sameName(name)) return true;
    const isShared = this.#keys
      .get(id)
      ?.some((key) => key.source === source && key.person_key.endsWith(` ${person_key}`));
    return keys.includes(person_key) && !isShared;
  }

  #canHave(id: number, { source, keys }: KeyedSpeaker): boolean {
    const own = new Set(this.#keys.get(id)?.map(kindText));
    const kinds = keys
      .filter((key) => kindOf(key) !== 'name')
      .map((person_key) => ({ source, person_key }));
    const differing = kinds.map(kindText).filter((kind) => own.has(kind));
    // A source that numbers all of its people again also has another kind of key then.
    const isRenumbered = differing.every((kind) => this.#renumbered.has(kind));
    return differing.length === 0 || (isRenumbered && differing.length < kinds.length);
  }

  #addName(id: number, name: string): void {
    const key = sameName(name);
    this.#idsByName.set(key, [...(this.#idsByName.get(key) ?? []), id]);
  }

  #addKeys(speaker_id: number, { source, keys }: KeyedSpeaker): void {
    for (const person_key of keys) {
      const key = { source, person_key };
      if (this.#idByKey.has(speakerKeyText(key))) continue;
      this.#idByKey.set(speakerKeyText(key), speaker_id);
      this.#keys.set(speaker_id, [...(this.#keys.get(speaker_id) ?? []), key]);
      this.#newKeys.push({ speaker_id, ...key });
    }
  }
}

const kindText = ({ source, person_key }: SpeakerKey): string => `${source}\n${kindOf(person_key)}`;
