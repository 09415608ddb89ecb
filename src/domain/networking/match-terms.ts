import { folded } from '../../lib/normalized.ts';
import type { User } from '../people/users.ts';
import { STOP_WORDS } from './stop-words.ts';

export const TERM_KINDS = ['i', 'l', 'o', 't'] as const;
/** `i`: interest, `l`: word of `looking_for`, `o`: word of `offering`, `t`: tag of the enrichment. */
export type TermKind = (typeof TERM_KINDS)[number];

/** A term that recommendations compare between two users. */
export interface MatchTerm {
  readonly kind: TermKind;
  readonly term: string;
}

/** The terms of one user. */
export interface OwnedTerm extends MatchTerm {
  readonly user_id: number;
}

/** The fields of a profile that have terms. */
export type TermFields = Pick<User, 'interests' | 'looking_for' | 'offering'>;

/** The kinds of terms that follow from the profile itself. */
export const PROFILE_KINDS = ['i', 'l', 'o'] as const satisfies readonly TermKind[];

/** The kinds of terms that follow from a synced enrichment. */
export const TAG_KINDS = ['t'] as const satisfies readonly TermKind[];

const MAX_WORDS = 24;
const MIN_LENGTH = 2;
const MAX_LENGTH = 40;
/** A folded ligature has up to 18 letters; the index takes no text of any length. */
const MAX_INTEREST_LENGTH = 200;

/** `+` and `#` belong to the names of programming languages. */
const WORD = /[\p{L}\p{M}\p{N}+#]+/gu;
const OTHER = /[^\p{L}\p{M}\p{N}+#]+/gu;
const LETTER = /[\p{L}\p{N}]/u;

/** A word as it is written, and as it is compared. */
interface Word {
  readonly written: string;
  readonly term: string;
}

function* wordsIn(text: string): Generator<Word> {
  for (const [written] of text.matchAll(WORD)) {
    const term = folded(written).replace(OTHER, '');
    const length = [...term].length;
    if (length < MIN_LENGTH || length > MAX_LENGTH) continue;
    if (LETTER.test(term) && !STOP_WORDS.has(term)) yield { written, term };
  }
}

/** The first 24 different words of a text, without stop words. */
export function wordsOf(text: string | null): string[] {
  const terms = new Set<string>();
  for (const { term } of wordsIn(text ?? '')) {
    terms.add(term);
    if (terms.size === MAX_WORDS) break;
  }
  return [...terms];
}

/** An interest or a tag is compared as a whole. */
const wholeTerm = (text: string): string => folded(text).slice(0, MAX_INTEREST_LENGTH);

/** Interests as they are compared, each once. */
export const interestTerms = (interests: readonly string[]): string[] => [
  ...new Set(interests.map(wholeTerm)),
];

/** The terms of the kinds `PROFILE_KINDS`. */
export const profileTerms = ({ interests, looking_for, offering }: TermFields): MatchTerm[] => [
  ...interestTerms(interests).map((term) => ({ kind: 'i', term }) as const),
  ...wordsOf(looking_for).map((term) => ({ kind: 'l', term }) as const),
  ...wordsOf(offering).map((term) => ({ kind: 'o', term }) as const),
];

/** The terms of the kind `t`. */
export const tagTerms = (tags: readonly string[]): MatchTerm[] =>
  interestTerms(tags).map((term) => ({ kind: 't', term }));

/** The terms of a user, of all given kinds; the tags come from a synced enrichment. */
export const ownedTerms = ({
  id,
  tags = [],
  ...profile
}: TermFields & { readonly id: number; readonly tags?: readonly string[] }): OwnedTerm[] =>
  [...profileTerms(profile), ...tagTerms(tags)].map((term) => ({ ...term, user_id: id }));

/** The terms that are kept of a user, each with whether the user is listed. */
export interface KeptTerms {
  readonly is_listed: boolean;
  readonly terms: readonly (readonly [kind: TermKind, term: string, is_listed: boolean])[];
}

/** Compares the kept terms of a user with those that follow from the profile. */
export function termDifferences(
  owned: readonly MatchTerm[],
  { is_listed, terms }: KeptTerms,
): { readonly missing: number; readonly superfluous: number; readonly wrongly_listed: number } {
  const expected = new Set(owned.map(({ kind, term }) => `${kind} ${term}`));
  const right = terms.filter(([kind, term]) => expected.has(`${kind} ${term}`));
  return {
    missing: expected.size - right.length,
    superfluous: terms.length - right.length,
    wrongly_listed: right.filter(([, , isListed]) => isListed !== is_listed).length,
  };
}

export const hasTermFields = (changes: Partial<Record<keyof TermFields, unknown>>): boolean =>
  changes.interests !== undefined ||
  changes.looking_for !== undefined ||
  changes.offering !== undefined;

/** The words of a text that have these terms, as they are written, in the order of the terms. */
export function wordsWritten(text: string | null, terms: readonly string[]): string[] {
  const written = new Map<string, string>();
  const wanted = new Set(terms);
  for (const word of wordsIn(text ?? '')) {
    if (wanted.delete(word.term)) written.set(word.term, word.written);
    // To fold the rest of many profiles would cost as much as all else of an answer.
    if (wanted.size === 0) break;
  }
  return terms.flatMap((term) => written.get(term) ?? []);
}

/** The interests that have these terms, as they are written, in the order of the terms. */
export function interestsWritten(interests: readonly string[], terms: readonly string[]): string[] {
  const written = new Map(interests.map((interest) => [wholeTerm(interest), interest]));
  return terms.flatMap((term) => written.get(term) ?? []);
}
