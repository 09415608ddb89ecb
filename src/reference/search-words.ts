/** What an operation is found by. */
export interface Searched {
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly id: string;
}

/** Words that people use for the verbs of the operations. */
const SAME: readonly (readonly string[])[] = [
  ['find', 'list', 'get', 'search', 'show', 'read'],
  ['add', 'create', 'new', 'make'],
  ['edit', 'update', 'change', 'set'],
  ['remove', 'delete', 'erase'],
];

/** The words of a text in small letters; a capital letter begins one, too. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** A path with the same name for every id, without the address before it. */
const pathOf = (path: string): string =>
  path
    .toLowerCase()
    .replace(/^.*\/api\/v1(?=\/)/, '')
    .replace(/\/(\{[^/]*\}|:[^/]+|\d+)(?=\/|$)/g, '/*')
    .replace(/\/$/, '');

/** Whether the phrase is the id of the operation, or its path, with or without the method. */
export function isNamed({ method, path, id }: Searched, phrase: string): boolean {
  const typed = phrase.trim();
  const [target = '', verb, ...more] = typed.split(/\s+/).reverse();
  if (!target.includes('/') || more.length > 0) return id.toLowerCase() === typed.toLowerCase();
  const isMethod = verb === undefined || verb.toLowerCase() === method.toLowerCase();
  return isMethod && pathOf(target) === pathOf(path);
}

/** Whether the operation has all words of the phrase, or others of their meaning, in any order. */
export function hasWords({ tag, method, path, summary, id }: Searched, phrase: string): boolean {
  const own = wordsOf([tag, method, path, summary, id].join(' '));
  return wordsOf(phrase).every((word) => {
    const verbs = SAME.find((group) => group.includes(word)) ?? [];
    return own.some((one) => one.includes(word) || verbs.includes(one));
  });
}
