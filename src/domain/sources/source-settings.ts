import { invalid } from '../../errors.ts';
import { GUEST_KINDS, type SourceKind, type SourceSettings } from './sources.ts';

type Setting = keyof SourceSettings;

/** What each kind reads of the settings; it needs the first ones. */
const SETTINGS_OF: Readonly<
  Record<SourceKind, { readonly needs: readonly Setting[]; readonly takes: readonly Setting[] }>
> = {
  schedule_json: { needs: [], takes: ['lang'] },
  schedule_xml: { needs: [], takes: ['lang'] },
  sessionize: { needs: [], takes: [] },
  ical: { needs: [], takes: ['uids'] },
  pretix: {
    needs: ['organizer', 'event'],
    takes: ['lang', 'ticket_types', 'keep_email', 'withdraw_claimed'],
  },
  luma: { needs: ['event'], takes: ['ticket_types', 'keep_email', 'withdraw_claimed'] },
};

export const isGuestKind = (kind: SourceKind): kind is (typeof GUEST_KINDS)[number] =>
  GUEST_KINDS.some((one) => one === kind);

/** Whether each reading has the whole list, so that its rows can be counted against the last one. */
export const isWholeList = (kind: SourceKind): boolean => kind !== 'pretix';

/** The addresses of the shops themselves, for those who run none of their own. */
const DEFAULT_URLS: Readonly<Partial<Record<SourceKind, string>>> = {
  pretix: 'https://pretix.eu',
  luma: 'https://public-api.luma.com',
};

/** How often a kind can be read, in minutes. */
const INTERVALS = {
  programme: { least: 5, usual: 15 },
  guests: { least: 15, usual: 60 },
} as const;
const intervalOf = (kind: SourceKind) => INTERVALS[isGuestKind(kind) ? 'guests' : 'programme'];

/** What a new source has unless its organizer says otherwise. */
export const sourceDefaults = (kind: SourceKind) => ({
  url: DEFAULT_URLS[kind],
  interval_minutes: intervalOf(kind).usual,
});

interface Given {
  readonly kind: SourceKind;
  readonly settings: SourceSettings;
  readonly interval_minutes: number;
  readonly has_credential: boolean;
}

/** @throws AppError VALIDATION_ERROR for what the kind needs, or does not take */
export function checkSource({ kind, settings, interval_minutes, has_credential }: Given): void {
  const { needs, takes } = SETTINGS_OF[kind];
  for (const name of needs) {
    if (settings[name] === undefined) {
      throw invalid(`settings.${name}`, `expected a value for ${kind}`, 'required');
    }
  }
  const given = Object.keys(settings) as Setting[];
  const other = given.find((name) => !needs.includes(name) && !takes.includes(name));
  if (other) throw invalid(`settings.${other}`, `expected none for ${kind}`, 'not_allowed');
  if (isGuestKind(kind) !== has_credential) {
    throw isGuestKind(kind)
      ? invalid('credential', `expected the token or key for ${kind}`, 'required')
      : invalid('credential', `expected none for ${kind}`, 'not_allowed');
  }
  const { least } = intervalOf(kind);
  if (interval_minutes < least) {
    throw invalid('interval_minutes', `expected at least ${least} for ${kind}`, 'too_small', {
      min: least,
    });
  }
}

/** A credential goes to one origin, so another one is another source. @throws AppError VALIDATION_ERROR */
export function checkSameOrigin(before: string, after: string): void {
  if (originOf(before) === originOf(after)) return;
  throw invalid('url', `expected an address of ${originOf(before)}; make a new source`, 'invalid');
}

/** Apps write webcal: for https:. */
const originOf = (url: string): string => new URL(url.replace(/^webcals?:/i, 'https:')).origin;
