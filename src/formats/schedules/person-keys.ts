import type { ImportedSpeaker } from '../../domain/programme/agenda-imports.ts';
import { sameName } from '../../domain/programme/agenda-imports.ts';
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

/** The key by which imports recognize a person: `id:6`; if ids do not last, the name and the id. */
export function personKeyOf(
  person: Json,
  source: PersonSource,
): Pick<ImportedSpeaker, 'source' | 'person_key'> {
  const kind = KINDS.find((each) => textOf(person[each]) !== null);
  if (kind === undefined) return {};
  const name = sameName(textOf(person.public_name ?? person.name) ?? '');
  const key = `${kind}:${textOf(person[kind])}`;
  const person_key = source.isLasting ? key : `name:${name} ${key}`;
  return { source: source.name, person_key: person_key.slice(0, 200) };
}
