/** The languages that are written from right to left. */
const RIGHT_TO_LEFT: readonly string[] = [
  'ar',
  'ckb',
  'dv',
  'fa',
  'he',
  'iw',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
];

/**
 * The direction of a text. A template may begin with `{{first_name}}`, so the language decides where
 * it is known, not the first letter.
 */
export function directionOf(tag: string | null | undefined): 'rtl' | 'ltr' | 'auto' {
  if (!tag) return 'auto';
  const [language = ''] = tag.toLowerCase().split('-');
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
}
