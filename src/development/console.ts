import { hash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import type { ConsoleFile, ConsoleFiles } from '../http/console.ts';

const SOURCE = fileURLToPath(new URL('../console/', import.meta.url));
/** What the console imports of the service. */
const SOURCES = [
  SOURCE,
  ...['../client/', '../lib/'].map((one) => fileURLToPath(new URL(one, import.meta.url))),
];
/** Where the files seem to be, so that their names begin with their path. */
const OUTPUT = '/admin';
const COMMON = {
  absWorkingDir: SOURCE,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'warning',
  write: false,
} as const satisfies BuildOptions;

/**
 * The console as its sources are now: it is built at the first request, and again after a change.
 */
export function developmentConsole(): () => Promise<ConsoleFiles> {
  let built: { readonly files: Promise<ConsoleFiles>; readonly changedAt: number } | undefined;
  return async () => {
    const changedAt = await lastChange();
    if (built?.changedAt !== changedAt)
      built = { files: buildConsole().then(({ files }) => files), changedAt };
    return built.files;
  };
}

async function lastChange(): Promise<number> {
  const times = await Promise.all(
    SOURCES.map(async (directory) => {
      const names = await readdir(directory, { recursive: true });
      const stats = await Promise.all(names.map((name) => stat(path.join(directory, name))));
      return stats.map(({ mtimeMs }) => mtimeMs);
    }),
  );
  return Math.max(...times.flat());
}

/** Builds the console from its sources; the metafile of esbuild names what it contains. */
export async function buildConsole(): Promise<{ files: ConsoleFiles; metafile: Metafile }> {
  const { metafile, outputFiles } = await build({
    ...COMMON,
    entryPoints: { console: 'main.tsx', decoder: 'door/decoder-worker.ts' },
    outdir: OUTPUT,
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    splitting: true,
    metafile: true,
  });
  const paths = outputFiles.map((file) => file.path.slice(OUTPUT.length + 1).replaceAll('\\', '/'));
  const page = pageOf(paths, metafile);
  const worker = await build({
    ...COMMON,
    entryPoints: ['service-worker.ts'],
    outdir: OUTPUT,
    format: 'iife',
    define: {
      VERSION: JSON.stringify(hash('sha256', page + paths.join(), 'base64url').slice(0, 12)),
      FILES: JSON.stringify(paths.map((name) => `${OUTPUT}/${name}`)),
    },
  });
  const file = (name: string, body: Uint8Array | string): [string, ConsoleFile] => [
    name,
    { type: path.extname(name).slice(1), body: Buffer.from(body) },
  ];
  const files = new Map([
    file('index.html', page),
    file('sw.js', worker.outputFiles[0]?.contents ?? ''),
    ...outputFiles.map(({ contents }, index) => file(paths[index] ?? '', contents)),
  ]);
  return { files, metafile };
}

function pageOf(paths: readonly string[], { outputs }: Metafile): string {
  const named = (start: string, ending: string) =>
    `${OUTPUT}/${paths.find((name) => name.startsWith(`assets/${start}-`) && name.endsWith(ending))}`;
  const script = named('console', '.js');
  const [, main] =
    Object.entries(outputs).find(([name]) => name.endsWith(path.basename(script))) ?? [];
  const preloads = (main?.imports ?? [])
    .filter(({ kind }) => kind === 'import-statement')
    .map((one) => `<link rel="modulepreload" href="${OUTPUT}/assets/${path.basename(one.path)}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="decoder" content="${named('decoder', '.js')}">
<title>Hallway</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${named('console', '.css')}">
${preloads.join('\n')}
<script type="module" src="${script}"></script>
</head>
<body><div id="console"></div><noscript>This page needs JavaScript.</noscript></body>
</html>
`;
}
