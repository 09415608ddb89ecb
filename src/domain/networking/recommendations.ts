import { oneLine } from '../../lib/one-line.ts';
import { interestsWritten, type TermFields, wordsWritten } from './match-terms.ts';

export const REASON_KINDS = [
  'offers_what_you_look_for',
  'looks_for_what_you_offer',
  'shared_interests',
  'shared_events',
  'shared_conferences',
  'common_connections',
  'similar_profile',
  'new_here',
] as const;
export type ReasonKind = (typeof REASON_KINDS)[number];

/** Why a user is recommended. */
export interface Reason {
  readonly kind: ReasonKind;
  /** One English line of at most 120 characters; clients translate by `kind`. */
  readonly label: string;
  /** The shared events or conferences that the label names. */
  readonly ids?: readonly number[];
}

/** Things that two users share: the sum of their weights, and the three that weigh most. */
export interface Shared<Item> {
  readonly weight: number;
  readonly items: readonly Item[];
}
export interface Titled {
  readonly id: number;
  readonly title: string;
}

/** The things that the caller shares with another user. An absent kind has none. */
export interface Signals {
  /** Terms of the other's `offering` that the caller looks for. */
  readonly offers?: Shared<string>;
  /** Terms of the other's `looking_for` that the caller offers. */
  readonly looks_for?: Shared<string>;
  readonly interests?: Shared<string>;
  readonly events?: Shared<Titled>;
  readonly conferences?: Shared<Titled>;
  /** The sum of the weights of shared tags. Tags are generated, so they are never shown. */
  readonly tags?: number;
  /** How many users both are connected with; absent below `MIN_CONNECTIONS_FOR_COMMON`. */
  readonly common?: number;
}

/** A user whom the caller may want to meet. */
export interface RankedUser {
  readonly id: number;
  /** From 0 to 1, in thousandths. */
  readonly score: number;
  readonly signals: Signals;
}

/** The most that each kind adds to a score of 0. */
export const SHARES = {
  needs: 0.5,
  interests: 0.4,
  events: 0.4,
  conferences: 0.2,
  tags: 0.2,
} as const;

/**
 * From this many connections of the caller on, common connections order users of equal score, and
 * are a reason. With fewer, they would reveal the connections of other users.
 */
export const MIN_CONNECTIONS_FOR_COMMON = 10;
/** The maximum weight of common connections among the reasons; they are not part of a score. */
const COMMON_SHARE = 0.4;

/** The most users that one caller is recommended. */
export const MAX_RECOMMENDED = 200;

const MAX_REASONS = 4;
const MAX_LABEL_LENGTH = 120;

/**
 * The weight of a shared thing: 1 if no other user has it, 0 if all users have it.
 * @param people who have it, as last counted
 * @param listed users who are listed
 */
export function weightOf(people: number, listed: number): number {
  const all = Math.max(1, listed);
  return 1 - Math.log1p(Math.min(people, all)) / Math.log1p(all);
}

const saturated = (sum: number): number => 1 - Math.exp(-sum);
const ofCommon = (common: number): number => 1 - Math.exp(-Math.log1p(common) / 2);

/**
 * From 0 to 1. The statement that recommends users computes the same. Common connections are not
 * part of it: a score of 0.117 would say "connected with your only connection".
 */
export function scoreOf(signals: Signals): number {
  const needs = (signals.offers?.weight ?? 0) + (signals.looks_for?.weight ?? 0);
  const parts = [
    SHARES.needs * saturated(needs),
    SHARES.interests * saturated(signals.interests?.weight ?? 0),
    SHARES.events * saturated(signals.events?.weight ?? 0),
    SHARES.conferences * saturated(signals.conferences?.weight ?? 0),
    SHARES.tags * saturated(signals.tags ?? 0),
  ];
  return 1 - parts.reduce((rest, part) => rest * (1 - part), 1);
}

interface Candidate {
  readonly strength: number;
  readonly reason: Reason | undefined;
}

/**
 * One to four reasons, strongest first. Labels quote only what the caller has too, as `profile`, the
 * recommended user, wrote it. A single common connection is no reason: "1" would name it.
 */
export function reasonsOf(signals: Signals, profile: TermFields): Reason[] {
  const reasons = candidatesOf(signals, profile)
    .filter(({ strength }) => strength > 0)
    .toSorted((a, b) => b.strength - a.strength)
    .flatMap(({ reason }) => reason ?? [])
    .slice(0, MAX_REASONS);
  if (reasons.length > 0) return reasons;
  return [
    scoreOf(signals) > 0
      ? { kind: 'similar_profile', label: SIMILAR }
      : { kind: 'new_here', label: 'New here' },
  ];
}

const SIMILAR = 'You have things in common';

function candidatesOf(signals: Signals, profile: TermFields): Candidate[] {
  const { offers, looks_for, interests, events, conferences, tags = 0, common = 0 } = signals;
  const words = [
    {
      strength: SHARES.needs * saturated(offers?.weight ?? 0),
      reason: quoting(
        'offers_what_you_look_for',
        'Offers what you look for',
        wordsWritten(profile.offering, offers?.items ?? []),
      ),
    },
    {
      strength: SHARES.needs * saturated(looks_for?.weight ?? 0),
      reason: quoting(
        'looks_for_what_you_offer',
        'Looks for what you offer',
        wordsWritten(profile.looking_for, looks_for?.items ?? []),
      ),
    },
    {
      strength: SHARES.interests * saturated(interests?.weight ?? 0),
      reason: quoting(
        'shared_interests',
        'Shares your interests',
        interestsWritten(profile.interests, interests?.items ?? []),
      ),
    },
  ];
  return [
    ...words,
    {
      strength: SHARES.events * saturated(events?.weight ?? 0),
      reason: naming('shared_events', 'Events you share', events),
    },
    {
      strength: SHARES.conferences * saturated(conferences?.weight ?? 0),
      reason: naming('shared_conferences', 'Conferences you share', conferences),
    },
    {
      strength: COMMON_SHARE * ofCommon(common),
      reason:
        common > 1
          ? { kind: 'common_connections', label: `${common} common connections` }
          : undefined,
    },
    {
      strength: SHARES.tags * saturated(tags),
      reason: { kind: 'similar_profile', label: SIMILAR },
    },
  ];
}

const quoting = (kind: ReasonKind, text: string, words: readonly string[]): Reason | undefined =>
  words.length > 0 ? { kind, label: labelOf(text, words) } : undefined;

const naming = (kind: ReasonKind, text: string, shared?: Shared<Titled>): Reason | undefined =>
  shared && {
    kind,
    label: labelOf(
      text,
      shared.items.map(({ title }) => title),
    ),
    ids: shared.items.map(({ id }) => id),
  };

function labelOf(text: string, quoted: readonly string[]): string {
  const label = oneLine(`${text}: ${quoted.join(', ')}`);
  if (label.length <= MAX_LABEL_LENGTH) return label;
  // Removes half a surrogate pair at the end.
  return `${label.slice(0, MAX_LABEL_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
