import { type ImportedSpeaker, sameName } from './agenda-imports.ts';

/** The different names of a key that should have one, by key. */
export type SharedNames = ReadonlyMap<string, readonly string[]>;

/** Collects the names that a file gives to each key: one with several names is no key. */
export class NamesOfKeys {
  readonly #names = new Map<string, Map<string, string>>();

  add(key: string, name: string): void {
    const names = this.#names.get(key) ?? new Map<string, string>();
    if (!names.has(sameName(name))) names.set(sameName(name), name);
    this.#names.set(key, names);
  }

  /** The keys with several names. */
  shared(): SharedNames {
    const several = [...this.#names].filter(([, names]) => names.size > 1);
    return new Map(several.map(([key, names]) => [key, [...names.values()]]));
  }
}

const MAX_NAMES = 5;

/** Names in quotes, the first five of them. */
export function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `“${name}”`);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The key by which imports recognize a speaker. */
export interface SpeakerKey {
  readonly source: string;
  /** Its kind, a colon, and the value: `id:6`, `guid:…`, `code:…`, `name:ada lovelace`. */
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

export interface KeyedSpeaker
  extends Omit<ImportedSpeaker, 'source' | 'person_key' | 'person_keys'> {
  readonly source: string;
  /** The keys of the file. */
  readonly given: readonly string[];
  /** The keys by which later imports recognize the speaker. */
  readonly keys: readonly string[];
}

/** The source of the names in the sheets of a conference. */
export const sheetsOf = (conferenceId: number): string => `conference:${conferenceId}`;

export const nameKey = (name: string): string => `name:${sameName(name)}`;

/** The key of a person whose key alone may mean several: `name:ada lovelace id:6`. */
export const namedKey = (name: string, key: string): string =>
  `${nameKey(name)} ${key}`.slice(0, 300);

const MAX_KEYS = 10;

/**
 * The speaker with their keys. A sheet has no keys: there, the name identifies a speaker of the
 * conference. A key that the file gives to several names counts only with the name.
 */
export function keyedSpeaker(
  { source, person_key, person_keys = [], ...speaker }: ImportedSpeaker,
  conferenceId: number,
  shared: SharedNames = new Map(),
): KeyedSpeaker {
  const given = [
    ...new Set([...(person_key === undefined ? [] : [person_key]), ...person_keys]),
  ].slice(0, MAX_KEYS);
  if (source === undefined || given.length === 0) {
    const keys = [nameKey(speaker.name)];
    return { ...speaker, source: sheetsOf(conferenceId), given: keys, keys };
  }
  const own = given.filter((key) => !shared.has(speakerKeyText({ source, person_key: key })));
  const keys = own.length > 0 ? own : given.map((key) => namedKey(speaker.name, key));
  return { ...speaker, source, given, keys };
}

/** Every key by which a stored speaker may be known. */
export const lookedUp = ({ source, name, given, keys }: KeyedSpeaker): SpeakerKey[] =>
  [...new Set([...keys, ...given, ...given.map((key) => namedKey(name, key))])].map(
    (person_key) => ({ source, person_key }),
  );

export const speakerKeyText = ({ source, person_key }: SpeakerKey): string =>
  `${source}\n${person_key}`;

/** Whether two speakers of an import without a lasting key are the same person: by their names. */
export const isSameByName = (one: KeyedSpeaker, other: KeyedSpeaker): boolean =>
  !hasLastingKey(other) && sameName(one.name) === sameName(other.name);

/** Whether one of the keys means the same person in later imports, whatever their name is. */
export const hasLastingKey = ({ keys }: Pick<KeyedSpeaker, 'keys'>): boolean =>
  keys.some((key) => kindOf(key) !== 'name');

export const kindOf = (key: string): string => key.slice(0, key.indexOf(':'));
