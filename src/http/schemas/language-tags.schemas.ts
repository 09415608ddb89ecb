import { z } from 'zod';
import { reason } from '../../domain/reasons.ts';
import { canonicalLanguageTag } from '../../lib/language-tags.ts';
import { text } from './common.ts';

/** The longest tag of a BCP 47 registry entry. */
const MAX_TAG = 35;

/** A BCP 47 language tag in its canonical spelling. */
export const LanguageTagSchema = text(MAX_TAG).transform((tag, context) => {
  const canonical = canonicalLanguageTag(tag);
  // The canonical spelling of a few tags is longer.
  if (canonical !== undefined && canonical.length <= MAX_TAG) return canonical;
  context.addIssue({
    code: 'custom',
    message: 'expected a BCP 47 language tag, such as de-AT',
    params: reason('format', { format: 'language' }),
  });
  return z.NEVER;
});
