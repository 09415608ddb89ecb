import ICAL from 'ical.js';
import { type ParamsOf, type ReasonCode, type Remark, remark } from '../../domain/reasons.ts';

/** A property of a component: parameters by lower-case name, values without escapes. */
export interface IcalProperty {
  readonly parameters: Readonly<Record<string, string>>;
  readonly values: readonly string[];
}

/** An event cannot be imported. The message is shown to the organizer. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
  readonly remark: Remark;

  constructor(remark: Remark) {
    super(remark.message);
    this.remark = remark;
  }
}

/** @throws NotUnderstood with a sentence, and what it means to a program */
export function refuseEvent<C extends ReasonCode>(
  message: string,
  code: C,
  ...params: ParamsOf<C>
): never {
  throw new NotUnderstood(remark(message, code, ...params));
}

const { icalendar } = ICAL.design;

/** Values that ical.js must not parse: it truncates a wrong time silently to a valid one. */
const UNPARSED = { defaultType: 'verbatim', detectType: () => 'verbatim' };
const TEXT = { defaultType: 'text' };

const VERBATIM = new Set(
  ['dtstart', 'dtend', 'recurrence-id', 'rdate', 'exdate', 'rrule', 'duration'].concat([
    'tzoffsetfrom',
    'tzoffsetto',
    'geo',
    'url',
    'attach',
    'image',
    'organizer',
    'sequence',
    'last-modified',
    'exrule',
    'x-apple-structured-location',
    'dtstamp',
  ]),
);

const DESIGN = {
  ...icalendar,
  property: {
    ...icalendar.property,
    ...Object.fromEntries([...VERBATIM].map((name) => [name, UNPARSED])),
    ...{ name: TEXT, 'x-wr-calname': TEXT, 'x-wr-timezone': TEXT, 'x-lic-location': TEXT },
    ...{ 'x-calendarserver-access': TEXT, 'x-microsoft-cdo-alldayevent': TEXT },
    ...{ 'x-microsoft-cdo-busystatus': TEXT },
  },
};

/** The properties of one component by name. Lines that cannot be parsed are left out. */
export class IcalProperties {
  readonly #byName = new Map<string, IcalProperty[]>();

  constructor(lines: readonly string[]) {
    for (const line of lines) this.#add(line);
  }

  all(name: string): readonly IcalProperty[] {
    return this.#byName.get(name) ?? [];
  }

  /** The first property of this name that has a value. */
  first(name: string): IcalProperty | undefined {
    return this.all(name).find(({ values }) => values.some(Boolean));
  }

  text(name: string): string | null {
    return this.first(name)?.values.join(', ') ?? null;
  }

  #add(line: string): void {
    const name = line.slice(0, line.search(/[:;]/)).toLowerCase();
    const property = VERBATIM.has(name)
      ? (propertyOf(withQuotedZone(line)) ?? unparsed(line))
      : propertyOf(line);
    if (property === undefined) return;
    const sameName = this.#byName.get(name);
    if (sameName) sameName.push(property);
    else this.#byName.set(name, [property]);
  }
}

function propertyOf(line: string): IcalProperty | undefined {
  try {
    const [, parameters, , ...values]: [string, Record<string, unknown>, string, ...unknown[]] =
      ICAL.parse.property(line, DESIGN);
    return {
      parameters: Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => [name, String(value)]),
      ),
      values: values.map(String),
    };
  } catch {
    return undefined;
  }
}

/** A broken EXDATE or RRULE is kept, so that reading it fails: without it, times would be wrong. */
const unparsed = (line: string): IcalProperty => ({ parameters: {}, values: [line] });

/** Outlook writes `TZID=(UTC+01:00) Amsterdam` without the quotes that the colon requires. */
function withQuotedZone(line: string): string {
  const end = line.lastIndexOf(':');
  if (line.includes('"') || line.indexOf(':') === end) return line;
  return line.slice(0, end).replace(/(;TZID=)([^;]*)/i, '$1"$2"') + line.slice(end);
}
