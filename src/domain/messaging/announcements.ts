import { type AppError, invalid, refusal } from '../../errors.ts';
import { type Remark, remark } from '../reasons.ts';
import { type Audience, filtersOf } from './audiences.ts';
import { type TranslatedText, type Translations, templatesOf } from './languages.ts';
import type { StartTarget } from './start-parameters.ts';
import { parseTemplate } from './templates.ts';

/** Who reads an announcement: everyone, or those with a seat or a place on the waitlist. */
export const PIN_VISIBILITIES = ['registered', 'everyone'] as const;
export type PinVisibility = (typeof PIN_VISIBILITIES)[number];

/** How a broadcast stays on the page of a conference, from its start. */
export interface Pin {
  readonly conference_id: number;
  readonly until: string;
  readonly visibility: PinVisibility;
}

/** A broadcast that is pinned now, as its readers see it. */
export interface Announcement {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly action_url: string | null;
  readonly start: StartTarget | null;
  readonly sent_at: string;
  readonly until: string;
}

/** An announcement in all its languages. */
export type TranslatedAnnouncement = Announcement & { readonly translations: Translations };

/** The most broadcasts that are pinned to a conference at a time. */
export const MAX_PINS = 10;
/** How long after the end of the conference a broadcast can stay pinned. */
const MAX_DAYS_AFTER = 7;

const SENTENCE = `This conference has ${MAX_PINS} announcements, which is the most`;

export const pinLimit = (): AppError =>
  refusal('PIN_LIMIT', null, `${SENTENCE}; take one down first`, 'pin_limit', { max: MAX_PINS });

/** Of a broadcast that started without its pin. */
export const withoutPin = (): Remark =>
  remark(`${SENTENCE}: it was sent without a pin`, 'pin_limit', { max: MAX_PINS });

/**
 * Checks that all readers of the conference may read the same text.
 * @throws AppError VALIDATION_ERROR for another audience than that of the conference, with `attendance` or
 *   without, and for a variable in any language
 */
export function checkPinnable(
  { audience, ...texts }: TranslatedText & { readonly audience: Audience },
  conference_id: number,
): void {
  const { conference_ids, attendance: _, ...others } = filtersOf(audience);
  const isOfAll = Object.values(others).every((filter) => filter === undefined);
  if (conference_ids?.length !== 1 || conference_ids[0] !== conference_id || !isOfAll)
    throw invalid('audience', 'expected the conference of the pin alone', 'not_beside', {
      field: 'pin',
    });
  for (const { field, template } of templatesOf(texts)) {
    if (parseTemplate(field, template).some((part) => 'variable' in part))
      throw invalid(field, 'expected no variables beside a pin', 'not_beside', { field: 'pin' });
  }
}

/** @throws AppError VALIDATION_ERROR for a time in the past, or too long after the conference */
export function checkPinnedUntil(
  until: string,
  { ends_at }: { readonly ends_at: string },
  now: Date,
): void {
  if (Date.parse(until) <= now.getTime())
    throw invalid('pin.until', 'expected a time in the future', 'future');
  if (Date.parse(until) > Date.parse(ends_at) + MAX_DAYS_AFTER * 24 * 60 * 60 * 1_000)
    throw invalid(
      'pin.until',
      `expected a time within ${MAX_DAYS_AFTER} days after the conference`,
      'too_long_after',
      { days: MAX_DAYS_AFTER },
    );
}
