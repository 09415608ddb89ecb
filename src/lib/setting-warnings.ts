import { SETTINGS } from './settings.ts';

/** Variables of a platform that are close to a setting. */
const OTHERS = new Set(['PATH', 'HOME', 'USER', 'TERM', 'HOSTNAME', 'NODE_OPTIONS', 'NODE_PATH']);
/** A shorter name may be one letter off only: many short names are alike. */
const LONG = 8;

/** What the service ignores though someone set it, one sentence each, without values. */
export function settingWarnings(env: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(env).filter((name) => env[name]);
  return [
    ...names.flatMap((name) => {
      const setting = settingLike(name);
      return setting ? [`${name} is no setting and has no effect: did you mean ${setting}?`] : [];
    }),
    ...(env.TZ && !isTimeZone(env.TZ)
      ? ['TZ: expected an IANA time zone such as Europe/Berlin; Node.js may count in UTC instead']
      : []),
  ];
}

/** The setting whose name is at most two letters off. */
function settingLike(name: string): string | undefined {
  if (SETTINGS.includes(name) || OTHERS.has(name)) return undefined;
  const most = name.length < LONG ? 1 : 2;
  const [closest] = SETTINGS.filter((setting) => Math.abs(setting.length - name.length) <= most)
    .map((setting) => ({ setting, letters: distance(name.toUpperCase(), setting) }))
    .filter(({ letters }) => letters <= most)
    .sort((one, other) => one.letters - other.letters);
  return closest?.setting;
}

/** Letters to insert, delete, replace or swap with the next, as Damerau and Levenshtein count. */
function distance(one: string, other: string): number {
  let older: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isEqual = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isEqual ? 0 : 1),
        isSwapped ? (older[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [older, last] = [last, current];
  }
  return last[other.length] ?? 0;
}

/** `:Europe/Berlin` and a path to it mean the same to the system. */
function isTimeZone(text: string): boolean {
  try {
    return Boolean(
      new Intl.DateTimeFormat('en', { timeZone: text.replace(/^:?(.*\/zoneinfo\/)?/, '') }),
    );
  } catch {
    return false;
  }
}
