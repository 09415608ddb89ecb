import type { ImportedSpeaker } from '../../domain/programme/agenda-imports.ts';
import { sameName } from '../../domain/programme/agenda-imports.ts';
import { namedKey } from '../../domain/programme/imported-speakers.ts';
import { type Json, textOf } from './json-values.ts';

/** The program that numbered the persons of a schedule. */
export interface PersonSource {
  readonly name: string;
  /** Whether an id means the same person in the next schedule of this source. */
  readonly isLasting: boolean;
}

/** The addresses and the title of a schedule, the more specific address first. */
interface Origin {
  readonly addresses: readonly unknown[];
  readonly title: string | null;
}

/**
 * The source of a schedule: the host of its first address. Without an address it is the title
 * without the year; then ids hold for one schedule only. FOSDEM's schedules of 2009 and 2010 have
 * no address, and share 275 ids, 270 of which are different people.
 */
export function personSourceOf({ addresses, title }: Origin): PersonSource {
  const host = addresses
    .map((address) => URL.parse(textOf(address) ?? '')?.hostname.replace(/^www\./, ''))
    .find(Boolean);
  if (host) return { name: host.slice(0, 200), isLasting: true };
  const words = sameName(title ?? '').match(/\p{L}+/gu) ?? [];
  return { name: words.join(' ').slice(0, 200) || 'schedule', isLasting: false };
}

const KINDS = ['id', 'guid', 'code'] as const;

/**
 * The keys by which imports recognize a person: `id:6`; if ids do not last, the name and the id.
 * They are kept all, since programs number persons again: pretalx 2026.2 changed each guid, no code.
 */
export function personKeysOf(
  person: Json,
  source: PersonSource,
): Pick<ImportedSpeaker, 'source' | 'person_key' | 'person_keys'> {
  const name = textOf(person.public_name ?? person.name) ?? '';
  const keys = KINDS.flatMap((kind) => {
    const value = textOf(person[kind]);
    if (value === null) return [];
    const key = `${kind}:${value}`.slice(0, 200);
    return [source.isLasting ? key : namedKey(name, key)];
  });
  const [person_key, ...person_keys] = keys;
  if (person_key === undefined) return {};
  return { source: source.name, person_key, ...(person_keys.length > 0 && { person_keys }) };
}
