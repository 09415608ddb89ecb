import { escape as escaped } from 'ical-generator';

export { foldLines } from 'ical-generator';

/**
 * Escapes a text for a line of a calendar (RFC 5545) or a vCard (RFC 2426). All kinds of line break
 * become `\n`; other control characters are removed.
 */
export const lineText = (given: string): string =>
  escaped(given.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ''), false);

/** A line, or none without a value, which is escaped already. */
export const optionalLine = (name: string, value: string | null): string[] =>
  value === null ? [] : [`${name}:${value}`];
