/** The longest run of combining marks in the Stream-Safe Text Format of Unicode (UAX #15). */
export const MAX_MARKS = 30;

/** Whether normalizing a text would be slow: its time is the square of the longest run of marks. */
export const hasTooManyMarks = (text: string): boolean => /\p{M}{31}/u.test(text);

/** The text in Unicode form NFC, runs of combining marks cut to 30. Takes linear time. */
export const normalized = (text: string): string => text.replace(/\p{M}+/gu, cutMarks).normalize();

const cutMarks = (run: string): string =>
  run.length > MAX_MARKS ? [...run].slice(0, MAX_MARKS).join('') : run;

/** Latin, Greek and Cyrillic letters lose these; the vowel signs of other scripts stay. */
const ACCENTS = /[\u0300-\u036f]+/g;

/** The text in lower case, without accents and typographic variants. Takes linear time. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\p{M}+/gu, cutMarks)
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize();

/** Whether a text shows anything: some names consist of zero-width spaces or fillers only. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
