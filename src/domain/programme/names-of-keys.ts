import { sameName } from './agenda-imports.ts';

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
