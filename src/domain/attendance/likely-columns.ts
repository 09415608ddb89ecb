import { normalized } from '../../lib/normalized.ts';
import type { GuestColumn, GuestColumns } from './guest-list-presets.ts';

/** What people call the column of a field, in the languages in which lists are common. Best fields first. */
const HINTS: readonly (readonly [GuestColumn, RegExp])[] = [
  ['email', /e-?mail|courriel|correo|^mail/],
  ['last_name', /last ?name|surname|family|nachname|zuname|nom de famille|apellido|cognome/],
  ['first_name', /first ?name|given|forename|vorname|pr[eé]nom|nombre de pila/],
  ['company', /compan|organi[sz]ation|firma|unternehmen|entreprise|empresa|soci[eé]t/],
  ['ticket_type', /ticket ?(?:type|name|art|typ)|product|produkt|kategorie|category/],
  ['ticket_code', /ticket|barcode|code|secret/],
  ['username', /user ?name|telegram/],
  ['job_title', /title|position|role|funktion|poste|cargo/],
  ['name', /name|nombre|nom\b|teilnehmer|attendee|guest/],
];

/** The columns that are most like those that an import needs, as `columns` takes them. */
export function likelyColumns(titles: readonly string[]): GuestColumns {
  const found: Partial<Record<GuestColumn, string>> = {};
  const taken = new Set<string>();
  for (const [field, pattern] of HINTS) {
    const title = titles.find((one) => !taken.has(one) && pattern.test(spaced(one)));
    const isKnown = field === 'name' && (found.first_name ?? found.last_name) !== undefined;
    if (title === undefined || isKnown) continue;
    found[field] = title;
    taken.add(title);
  }
  return found;
}

const spaced = (title: string): string =>
  normalized(title)
    .toLowerCase()
    .replace(/[_\s]+/g, ' ');
