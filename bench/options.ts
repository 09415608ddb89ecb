import { parseArgs } from 'node:util';

export interface Options {
  /** Shorter and fewer rounds, without the parts that take minutes even so. */
  readonly quick: boolean;
  /** Names of the parts and paths to run; all if empty. */
  readonly only: readonly string[];
  /** Also compares lists with a data set ten times as large. */
  readonly growth: boolean;
  /** The results file; undefined for none. */
  readonly out: string | undefined;
}

export const USAGE = `npm run bench -- [--quick] [--growth] [--only <name>,…] [--out <file>]

  --quick   shorter and fewer rounds, without the parts that take minutes even so
  --growth  also compares lists with a data set ten times as large (some minutes more)
  --only    runs these parts alone; the name paths is every path
  --out     writes the results there; bench/RESULTS.md for a run without --quick and --only`;

/** The name of all paths together. */
const PATHS = 'paths';

/**
 * @param known the names of the paths and of the parts
 * @throws Error for an unknown option or name
 */
export function readOptions(
  args: string[],
  known: { readonly paths: readonly string[]; readonly parts: readonly string[] },
): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      out: { type: 'string' },
    },
  });
  const asked = values.only.split(',').filter((name) => name !== '');
  const only = asked.flatMap((name) => (name === PATHS ? known.paths : [name]));
  const names = [PATHS, ...known.paths, ...known.parts];
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Error(`--only ${unknown.join()}: expected some of ${names.join(', ')}`);
  }
  const isWhole = !values.quick && only.length === 0;
  return {
    quick: values.quick,
    only,
    growth: values.growth || only.includes('growth'),
    out: values.out ?? (isWhole ? 'bench/RESULTS.md' : undefined),
  };
}

/** Whether a part or a path is to run. */
export const isWanted = ({ only }: Options, name: string): boolean =>
  only.length === 0 || only.includes(name);
