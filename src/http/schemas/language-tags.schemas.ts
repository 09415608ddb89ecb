import { canonicalLanguageTag } from '../../lib/language-tags.ts';
import { text } from './common.ts';
import { refuse } from './reasons.schemas.ts';

/** The longest tag of a BCP 47 registry entry. */
const MAX_TAG = 35;

/** A BCP 47 language tag in its canonical spelling. */
export const LanguageTagSchema = text(MAX_TAG).transform((tag, context) => {
  const canonical = canonicalLanguageTag(tag);
  // The canonical spelling of a few tags is longer.
  if (canonical !== undefined && canonical.length <= MAX_TAG) return canonical;
  return refuse(context, [], 'expected a BCP 47 language tag, such as de-AT', 'format', {
    format: 'language',
  });
});
