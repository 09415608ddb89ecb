import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import type { PageFile, PageFiles } from '../http/pages.ts';

const COMMON = {
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
  write: false,
} as const satisfies BuildOptions;

interface Sources {
  /** Where the entries are. */
  readonly directory: string;
  /** The path of the page, with which the names of its files begin. */
  readonly output: string;
  readonly entries: Readonly<Record<string, string>>;
  /** What the build knows, such as `{ STRICT: 'true' }`. */
  readonly define?: Readonly<Record<string, string>>;
  /** What the page needs of some modules. */
  readonly edit?: Edit;
}

interface Edit {
  readonly modules: RegExp;
  /** Whether the page has use for a line of them. */
  keeps(line: string): boolean;
}

const editing = ({ modules, keeps }: Edit): Plugin => ({
  name: 'edit',
  setup: ({ onLoad }) =>
    onLoad({ filter: modules }, async ({ path }) => ({
      loader: 'ts',
      contents: (await readFile(path, 'utf8')).split('\n').filter(keeps).join('\n'),
    })),
});

/** A page whose scripts and styles are built. */
export interface Bundle {
  readonly files: readonly (readonly [name: string, file: PageFile])[];
  /** The address of the script or style of an entry. */
  address(entry: string, ending: '.js' | '.css'): string;
  /** What the head of the page loads for an entry. */
  head(entry: string): string;
  /** Which modules the files contain. */
  readonly metafile: Metafile;
}

/** Bundles the entries of a page. What several of them import, or one on demand, is a file of its own. */
export async function bundlePage({
  directory,
  output,
  entries,
  define = {},
  edit,
}: Sources): Promise<Bundle> {
  const { metafile, outputFiles } = await build({
    ...COMMON,
    absWorkingDir: directory,
    entryPoints: { ...entries },
    outdir: output,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    splitting: true,
    metafile: true,
    define: { ...define },
    plugins: edit ? [editing(edit)] : [],
  });
  const files = outputFiles.map(({ path: file, contents }) =>
    pageFile(file.slice(output.length + 1).replaceAll('\\', '/'), contents),
  );
  const address = (entry: string, ending: string) =>
    `${output}/${files.map(([name]) => name).find((name) => name.startsWith(`assets/${entry}-`) && name.endsWith(ending))}`;
  const head = (entry: string) => {
    const script = address(entry, '.js');
    const [, main] =
      Object.entries(metafile.outputs).find(([name]) => name.endsWith(path.basename(script))) ?? [];
    const preloads = (main?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .map(
        (one) => `<link rel="modulepreload" href="${output}/assets/${path.basename(one.path)}">`,
      );
    return [
      `<link rel="stylesheet" href="${address(entry, '.css')}">`,
      ...preloads,
      `<script type="module" src="${script}"></script>`,
    ].join('\n');
  };
  return { files, address, head, metafile };
}

/** One script without imports, such as a service worker. */
export async function bundleScript(
  entry: string,
  { directory, define }: { directory: string; define: Readonly<Record<string, string>> },
): Promise<Uint8Array> {
  const { outputFiles } = await build({
    ...COMMON,
    absWorkingDir: directory,
    entryPoints: [entry],
    outdir: '/',
    format: 'iife',
    define: { ...define },
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

export const pageFile = (name: string, body: Uint8Array | string): [string, PageFile] => [
  name,
  { type: path.extname(name).slice(1), body: Buffer.from(body) },
];

/** A page as its sources are now: it is built at the first request, and again after a change. */
export function freshPage(
  directories: readonly string[],
  buildPage: () => Promise<PageFiles>,
): () => Promise<PageFiles> {
  let built: { readonly files: Promise<PageFiles>; readonly changedAt: number } | undefined;
  return async () => {
    const changedAt = await lastChange(directories);
    if (built?.changedAt !== changedAt) built = { files: buildPage(), changedAt };
    return built.files;
  };
}

async function lastChange(directories: readonly string[]): Promise<number> {
  const times = await Promise.all(
    directories.map(async (directory) => {
      const names = await readdir(directory, { recursive: true });
      const stats = await Promise.all(names.map((name) => stat(path.join(directory, name))));
      return stats.map(({ mtimeMs }) => mtimeMs);
    }),
  );
  return Math.max(...times.flat());
}
