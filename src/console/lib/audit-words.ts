import type { AuditRow } from '../../client/operations.d.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../domain/operations/audit-log.ts';
import de from '../texts/audit/de.json' with { type: 'json' };
import en from '../texts/audit/en.json' with { type: 'json' };
import { language, number, textIf } from './text.ts';
import { zoneOf } from './zone.ts';

/** Both languages, since only two screens load this file. */
const own = language() === 'de' ? de : en;
/** Of what comes from an answer: a newer service has more. */
const catalog: Readonly<Record<string, string>> = own;

/** The words of the audit log, as `t`. */
export const auditText = (
  key: keyof typeof en & `audit.${string}`,
  values: Readonly<Record<string, string>> = {},
): string => own[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** What a message was about, by its type. */
export const messageText = (type: string): string => catalog[`message.type.${type}`] ?? type;

/**
 * What was done, around what it was done to: `edited the event `, and what follows the name. A newer service can
 * record what this page does not know.
 */
export function doneText(action: string, subject_type: string): readonly [string, string] {
  const verb = catalog[`audit.verb.${action.split('.')[1]}`] ?? `${action}: {what}`;
  const [before = '', after] = verb.split('{what}');
  return after === undefined
    ? [before, '']
    : [`${before}${catalog[`audit.type.${subject_type}`] ?? subject_type} `, after];
}

/** Who did it: a person, a key by its name, or an operator. */
export function whoOf({
  administrator,
  key,
  key_name,
  actor,
}: Pick<AuditRow, 'administrator' | 'actor'> &
  Partial<Pick<AuditRow, 'key' | 'key_name'>>): string {
  if (administrator) return administrator.name;
  if (key_name) return key_name;
  if (key) return auditText('audit.settings-key');
  return catalog[`audit.${actor}`] ?? actor;
}

/**
 * The actions whose words, or whose names in the API, have all words of one of the parts between
 * commas; a part that none has is sent as it is.
 */
export function actionsOf(typed: string): string {
  const parts = typed.split(',').map((part) => part.trim().toLowerCase());
  const found = parts.filter(Boolean).flatMap((part) => {
    const words = part.split(/\s+/);
    const matches = (Object.entries(AUDIT_ACTIONS) as [AuditAction, string][]).filter(
      ([action, type]) => {
        const text = `${action} ${doneText(action, type).join('')}`.toLowerCase();
        return part === action || (!part.includes('.') && words.every((one) => text.includes(one)));
      },
    );
    return matches.length > 0 ? matches.map(([action]) => action) : [part];
  });
  return [...new Set(found)].join(',');
}

/** The forms whose labels name the fields of a subject. */
const FORMS: Readonly<Record<string, string>> = {
  agenda_item: 'agenda',
  conference: 'conferences',
  conference_page: 'pages',
  event: 'events',
  feedback: 'feedback',
  notification_job: 'compose',
  quest: 'quests',
  quest_task: 'quests',
  speaker: 'speakers',
  ticket_type: 'ticket-types',
  user: 'people',
};

type Values = AuditRow['before'];

/** What says nothing to a reader: the log has a sentence for it, or it is for machines. */
const UNSAID: ReadonlySet<string> = new Set([
  ...['id', 'slug', 'version', 'created_at', 'updated_at', 'endpoint', 'edited_fields'],
  ...['import_id', 'invitation_id', 'by', 'fields', 'conference_id', 'quest_id', 'event_id'],
]);

/** A changed field by its name; `old` or `now` is absent where it is not recorded, or no words. */
export interface ChangedField {
  readonly name: string;
  readonly old: string | undefined;
  readonly now: string | undefined;
}

/** The changed fields by their names, as they were and as they are; users by their names. */
export function changesOf(
  { action, subject_type, before, after, people }: AuditRow,
  timezone: string,
): readonly ChangedField[] {
  // The whole of what was added or deleted is no change.
  if (/\.(create|delete)$/.test(action)) return [];
  const form = FORMS[subject_type] ?? '';
  const textOf = (values: Values, field: string): string | undefined => {
    const value = values?.[field];
    if (field === 'user_id') return people.find(({ id }) => id === value)?.name;
    if (value === null || value === '') return undefined;
    return wordOf(form, field, value) ?? valueText(value, timezone);
  };
  const names = Object.keys({ ...before, ...after }).filter((field) => !UNSAID.has(field));
  return names.flatMap((field) => {
    const name =
      catalog[`audit.field.${field}`] ??
      textIf(`${form}.field.${field}`) ??
      auditText('audit.field.other');
    const [old, now] = [textOf(before, field), textOf(after, field)];
    // What is empty or off says something only beside what it was.
    return before || (now !== undefined && after?.[field] !== false) ? [{ name, old, now }] : [];
  });
}

/** One of the values of a field that has few. */
const wordOf = (form: string, field: string, value: unknown): string | undefined =>
  textIf(`${form}.${field}.${value}`) ??
  (field === 'status'
    ? (textIf(`status.${value}`) ?? catalog[`audit.status.${value}`])
    : undefined);

/** Undefined for what has no words: an id, an address, or the settings of a type. */
function valueText(value: unknown, timezone: string): string | undefined {
  if (typeof value === 'boolean') return auditText(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string') {
    const [, browser] = /^Mozilla\/.*?((?:Firefox|Edg|Chrome|Version)\/\d+)/.exec(value) ?? [];
    if (browser) return browser.replace('/', ' ').replace('Version', 'Safari');
    if (/^(https?:|[a-z]+_[a-z_]+$)/.test(value)) return undefined;
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? zoneOf(timezone).dated(value) : value;
  }
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string')) return undefined;
  return value.map((one) => valueText(one, timezone)).join(', ') || undefined;
}
