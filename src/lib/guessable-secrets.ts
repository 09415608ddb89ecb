const MIN_DIFFERENT_CHARACTERS = 10;
/** In random text, the difference between one character code and the next varies. */
const MIN_DIFFERENT_STEPS = 5;

/** Words of templates and tutorials. */
const PLACEHOLDERS =
  /change.?(?:me|this|it)|replace.?(?:me|this|with)|your.?(?:secret|key|token|password)|insert.?(?:here|your)|place.?holder|example|passw[o0]rd|letmein|qwerty/i;

/** Whether a secret looks typed or copied instead of generated at random. */
export const isGuessable = (secret: string): boolean =>
  new Set(secret).size < MIN_DIFFERENT_CHARACTERS ||
  new Set(stepsOf(secret)).size < MIN_DIFFERENT_STEPS ||
  PLACEHOLDERS.test(secret);

/** `0123456789` and the alphabet have one step only. */
const stepsOf = (secret: string): number[] => {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0);
  return codes.slice(1).map((code, index) => code - (codes[index] ?? 0));
};
