/**
 * Changes of a schema that break the version before, which runs beside the new one during a deployment:
 * each expression, and its name.
 */
const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/\brename\b|\.rename(?:Table|Column)\(/i, 'rename'],
  [
    /\bdrop (?:table|column|constraint)\b|\.drop(?:Table|Column|Foreign|Unique|Checks)\w*\(/i,
    'drop',
  ],
  [/\bset not null\b|\.dropNullable\(/i, 'set not null'],
  [/\balter (?:column )?"?\w+"? (?:set data )?type\b|\.alter\(/i, 'type change'],
  [/\badd column (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/i, 'column without default'],
];
const REASON = /(?:--|\/\/) contract: unused since \d+\.\d+\.\d+/;

/**
 * The breaking changes in `up` of a migration that no line right above or beside them explains with
 * `-- contract: unused since <version>`, as `line: change`. It reads text, so it does not see what
 * `create or replace` of a function, view or trigger changes.
 */
export function contractChanges(migration: string): string[] {
  const [up = ''] = migration.split('export async function down');
  const lines = up.split('\n');
  return lines.flatMap((line, index) => {
    const text = line.replace(/^\s*(?:--|\/\/|\*).*$/, '');
    const isExplained = REASON.test(line) || REASON.test(lines[index - 1] ?? '');
    return isExplained
      ? []
      : CHANGES.filter(([form]) => form.test(text)).map(([, name]) => `${index + 1}: ${name}`);
  });
}
