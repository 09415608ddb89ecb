import type { AuditRow } from '../../client/operations.d.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../domain/operations/audit-log.ts';
import de from '../texts/audit/de.json' with { type: 'json' };
import en from '../texts/audit/en.json' with { type: 'json' };
import { language, number, type TextKey, textIf } from './text.ts';
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

/** What was done, such as "Edited". A newer service can record what this page does not know. */
export const actionText = (action: string): string =>
  catalog[`audit.verb.${action.split('.')[1]}`] ?? action;

/** As `actionText`, within a sentence. */
export const verbText = (action: string): string => {
  const text = actionText(action);
  return language() === 'en' ? `${text[0]?.toLowerCase()}${text.slice(1)}` : `· ${text} ·`;
};

/** What it was done to, such as "Event". */
export const subjectText = (type: string): string => catalog[`audit.type.${type}`] ?? type;

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
  if (key) return auditText('audit.settings-key', { key });
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
        const text = `${action} ${actionText(action)} ${subjectText(type)}`.toLowerCase();
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
  event: 'events',
  notification_job: 'compose',
  quest: 'quests',
  quest_task: 'quests',
  speaker: 'speakers',
  user: 'people',
};

type Values = AuditRow['before'];

/** What says nothing to a reader. */
const UNSAID: ReadonlySet<string> = new Set(['id', 'version', 'created_at', 'updated_at']);

/** A changed field by its name; `old` or `now` is absent where it is not recorded. */
export interface ChangedField {
  readonly name: string;
  readonly old: string | undefined;
  readonly now: string | undefined;
}

/** The changed fields by their names, as they were and as they are; users by their names. */
export function changesOf(
  { subject_type, before, after, people }: AuditRow,
  timezone: string,
): readonly ChangedField[] {
  const form = FORMS[subject_type] ?? '';
  const textOf = (values: Values, field: string): string | undefined => {
    const value = values?.[field];
    if (value === undefined) return undefined;
    if (field === 'user_id') {
      const person = people.find(({ id }) => id === value);
      if (person) return person.name;
    }
    const known = typeof value === 'string' && textIf(`${form}.${field}.${value}` as TextKey);
    return known || valueText(value, timezone);
  };
  const names = Object.keys({ ...before, ...after }).filter((field) => !UNSAID.has(field));
  return names.map((field) => {
    const name =
      catalog[`audit.field.${field}`] ??
      textIf(`${form}.field.${field}` as TextKey) ??
      field.replaceAll('_', ' ');
    return { name, old: textOf(before, field), now: textOf(after, field) };
  });
}

function valueText(value: unknown, timezone: string): string {
  if (value === null) return auditText('audit.nothing');
  if (typeof value === 'boolean') return auditText(value ? 'audit.yes' : 'audit.no');
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string') {
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? zoneOf(timezone).dated(value) : value;
  }
  if (Array.isArray(value)) return value.map((one) => valueText(one, timezone)).join(', ');
  return JSON.stringify(value);
}
