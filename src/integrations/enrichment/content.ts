import { z } from 'zod';
import type { EnrichmentContent } from '../../domain/networking/enrichments.ts';
import { hasTooManyMarks, isVisible, normalized } from '../../lib/normalized.ts';
import { isOneLine } from '../../lib/one-line.ts';

export const MAX_TAGS = 12;
export const MAX_HEADLINE = 120;
export const MAX_SUMMARY = 500;
const MAX_INTERESTS = 20;

const TAG = /^[\p{L}\p{N}+#.-][\p{L}\p{M}\p{N}+#. -]*$/u;
const MARKUP = /[<>]|&#?\w+;/;
const ADDRESS = /:\/\/|\bwww\.|@[\p{L}\p{N}_]|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu;
/** Names with a dot that are no hosts: Node.js, ASP.NET, main.py. */
const TECHNICAL = /\.(?:js|ts|py)$|^(?:ado|asp|ml|vb)\.net$/i;
const BETWEEN_NAMES = /[^\p{L}\p{N}.-]/u;

/** Whether the text has a link, an e-mail address, a handle or a host name. */
export const hasAddress = (text: string): boolean =>
  ADDRESS.test(text) || text.split(BETWEEN_NAMES).some(isHostName);

function isHostName(word: string): boolean {
  const labels = word.split('.').filter(Boolean);
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && /^\p{L}{2,}$/u.test(last) && !TECHNICAL.test(labels.join('.'));
}

const plain = (max: number) =>
  z
    .string()
    .max(4 * max)
    .refine((text) => text.isWellFormed() && isOneLine(text) && !hasTooManyMarks(text))
    .transform((text) => normalized(text).trim())
    .pipe(
      z
        .string()
        .max(max)
        .refine((text) => text === '' || isVisible(text))
        .refine((text) => !MARKUP.test(text) && !hasAddress(text)),
    );
const sentence = (max: number) =>
  plain(max)
    .nullable()
    .transform((text) => text || null);
/** Repetitions are dropped; the first spelling counts. */
const each = (items: readonly string[]) =>
  [...new Map(items.toReversed().map((item) => [item.toLowerCase(), item])).values()].toReversed();

const ContentSchema = z.strictObject({
  headline: sentence(MAX_HEADLINE),
  summary: sentence(MAX_SUMMARY),
  tags: z
    .array(
      plain(40)
        .pipe(z.string().min(2).regex(TAG))
        .transform((tag) => tag.toLowerCase()),
    )
    .max(MAX_TAGS)
    .transform(each),
  interests: z
    .array(plain(50).pipe(z.string().min(1)))
    .max(MAX_INTERESTS)
    .transform(each),
}) satisfies z.ZodType<EnrichmentContent>;

/** The content, or undefined for any other shape than the declared one. */
export const contentOf = (given: unknown): EnrichmentContent | undefined =>
  ContentSchema.safeParse(given).data;
