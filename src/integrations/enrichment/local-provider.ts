import {
  type EnrichmentContent,
  type EnrichmentInput,
  hasText,
  NO_CONTENT,
} from '../../domain/networking/enrichments.ts';
import { STOP_WORDS } from '../../domain/networking/match-terms.ts';
import { folded } from '../../lib/normalized.ts';
import { oneLine } from '../../lib/one-line.ts';
import { ChatEnrichmentProvider, type ChatSettings } from './chat-provider.ts';
import { contentOf, hasAddress, MAX_HEADLINE, MAX_SUMMARY, MAX_TAGS } from './content.ts';
import type { EnrichmentProvider } from './provider.ts';

/** The weight of a word, by its field. */
const WEIGHTS = { interests: 5, headline: 3, job_title: 2, offering: 2, looking_for: 2, bio: 1 };
/** Words of nearly every profile, which are not topics. */
const FILLERS: ReadonlySet<string> = new Set(
  `based build building builds built company day enjoy excited focus focused good great happy help helping i'm
  interest interested interests i've job join keen keeps know last learn learning lot love made makes meet meeting
  new next now old part passionate role runs share since start take talk talking team things time today
  together try use used using work worked working world write years year`.split(/\s+/),
);
/** As many as a profile shows without folding. */
const MAX_INTERESTS = 5;

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]/u;
const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Works on the profile's own words, inside the process: equal profiles have equal results. */
class LocalEnrichmentProvider implements EnrichmentProvider {
  readonly name = 'local';
  readonly isOutside = false;

  async enrich(input: EnrichmentInput) {
    return { kind: 'enriched', content: localContent(input) } as const;
  }

  async close(): Promise<void> {}
}

export function localContent(input: EnrichmentInput): EnrichmentContent {
  if (!hasText(input)) return NO_CONTENT;
  const tags = tagsOf(input);
  const interests = input.interests.length > 0 ? input.interests : tags.slice(0, MAX_INTERESTS);
  const content = {
    headline: cut(clean(input.headline) || roleOf(input), MAX_HEADLINE),
    summary: cut(summaryOf(input, tags), MAX_SUMMARY),
    tags,
    interests: interests.map(clean).filter((one) => contentOf(only({ interests: [one] }))),
  };
  // A user can write text that no provider may answer, such as markup: it is left out.
  return (
    contentOf(content) ??
    contentOf({ ...content, summary: null }) ??
    contentOf({ ...content, headline: null, summary: null }) ??
    NO_CONTENT
  );
}

const only = (part: Partial<EnrichmentContent>) => ({ ...NO_CONTENT, ...part });

/** The words of the profile by weight, then by first appearance; interests as a whole. */
function tagsOf(input: EnrichmentInput): string[] {
  const weights = new Map<string, number>();
  const add = (word: string, weight: number) =>
    weights.set(word, (weights.get(word) ?? 0) + weight);
  for (const interest of input.interests) add(clean(interest).toLowerCase(), WEIGHTS.interests);
  for (const field of ['headline', 'job_title', 'offering', 'looking_for', 'bio'] as const) {
    for (const word of wordsOf(clean(input[field]))) add(word, WEIGHTS[field]);
  }
  return [...weights]
    .filter(([word]) => contentOf(only({ tags: [word] })))
    .sort(([, one], [, other]) => other - one)
    .slice(0, MAX_TAGS)
    .map(([word]) => word);
}

/** Words of letters, digits, `+` and `#`, with dots and hyphens inside: c++, node.js, open-source. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}+#.'’-]/u)
    .flatMap((word) => (UNSPACED.test(word) ? segmentsOf(word) : [trimmed(word)]))
    .filter((word) => word.length >= 2 && /\p{L}/u.test(word) && !isBland(word));

const isBland = (word: string): boolean => STOP_WORDS.has(folded(word)) || FILLERS.has(word);

const segmentsOf = (text: string): string[] =>
  [...SEGMENTER.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);

const PUNCTUATION = new Set(['.', '-', "'", '’', '+', '#']);

/** Without punctuation around it; a C++ or C# keeps its end, a .NET its beginning. */
function trimmed(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && PUNCTUATION.has(word[from] ?? '') && word[from] !== '.') from += 1;
  while (to > from && /[.'’-]/.test(word[to - 1] ?? '')) to -= 1;
  return word.slice(from, to).replaceAll('’', "'");
}

const roleOf = ({ job_title, company }: EnrichmentInput): string =>
  [clean(job_title), clean(company)].filter(Boolean).join(' at ');

function summaryOf(input: EnrichmentInput, tags: readonly string[]): string {
  const parts = [
    roleOf(input),
    firstSentence(clean(input.bio)),
    tags.length > 0 && `Topics: ${tags.slice(0, MAX_INTERESTS).join(', ')}`,
    input.offering && `Offers: ${clean(input.offering)}`,
    input.looking_for && `Looks for: ${clean(input.looking_for)}`,
  ];
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => (/[.!?。]$/.test(String(part)) ? part : `${part}.`))
    .join(' ');
}

const firstSentence = (text: string): string =>
  /^[^.!?。]{20,}?[.!?。](?=\s|$)/.exec(text)?.[0] ?? text;

/** One line without addresses and markup. */
const clean = (text: string | null): string =>
  oneLine(text ?? '')
    .split(/\s+/)
    .filter((word) => !hasAddress(word) && !/[<>]|&#?\w+;/.test(word))
    .join(' ');

/** At most `max` characters, cut between words if possible. */
function cut(text: string, max: number): string | null {
  if (text.length <= max) return text || null;
  const short = text.slice(0, max - 1);
  const end = short.lastIndexOf(' ');
  return `${short
    .slice(0, end > 0 ? end : undefined)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}

/** @param chat undefined without an outside provider */
export const openEnrichmentProvider = (chat: ChatSettings | undefined): EnrichmentProvider =>
  chat ? new ChatEnrichmentProvider(chat) : new LocalEnrichmentProvider();
