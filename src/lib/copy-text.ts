type CopyValue = string | number | readonly string[] | null | undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

/** Formats one row in the text format of PostgreSQL's COPY. Null and undefined become NULL. */
export const copyLine = (values: readonly CopyValue[]): string =>
  `${values.map(field).join('\t')}\n`;

function field(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'number') return String(value);
  return textOf(value).replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}

function textOf(value: string | readonly string[]): string {
  if (typeof value === 'string') return value;
  return `{${value.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
