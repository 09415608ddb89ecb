import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { PageFiles } from '../http/pages.ts';
import { type Bundle, bundlePage, bundleScript, freshPage, pageFile } from './pages.ts';

const SOURCE = fileURLToPath(new URL('../console/', import.meta.url));
/** What the console imports of the service. */
const SOURCES = [
  SOURCE,
  ...['../client/', '../domain/administration/', '../lib/'].map((one) =>
    fileURLToPath(new URL(one, import.meta.url)),
  ),
];
const OUTPUT = '/admin';

/** The console as its sources are now. Its misspelled fields are refused. */
export const developmentConsole = (): (() => Promise<PageFiles>) =>
  freshPage(SOURCES, async () => (await buildConsole({ isStrict: true })).files);

interface BuiltConsole {
  readonly files: PageFiles;
  /** What it contains, for the bill of materials. */
  readonly metafile: Bundle['metafile'];
}

/** The table of the client without what users change, which no screen of organizers calls. */
const WITHOUT_USERS = {
  modules: /client\/routes\.ts$/,
  keeps: (line: string) => !/'(POST|PUT|PATCH|DELETE)!? \/(?!admin\/)/.test(line),
};

/** Builds the console from its sources. A strict one has its misspelled fields refused. */
export async function buildConsole({ isStrict = false } = {}): Promise<BuiltConsole> {
  const bundle = await bundlePage({
    directory: SOURCE,
    output: OUTPUT,
    entries: { console: 'main.tsx', decoder: 'door/decoder-worker.ts' },
    define: { STRICT: JSON.stringify(isStrict) },
    edit: WITHOUT_USERS,
  });
  const paths = bundle.files.map(([name]) => name);
  const page = pageOf(bundle);
  const worker = await bundleScript('service-worker.ts', {
    directory: SOURCE,
    define: {
      VERSION: JSON.stringify(hash('sha256', page + paths.join(), 'base64url').slice(0, 12)),
      FILES: JSON.stringify(paths.map((name) => `${OUTPUT}/${name}`)),
    },
  });
  const files = new Map([pageFile('index.html', page), pageFile('sw.js', worker), ...bundle.files]);
  return { files, metafile: bundle.metafile };
}

const pageOf = ({ address, head }: Bundle): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="decoder" content="${address('decoder', '.js')}">
<title>Hallway</title>
<link rel="icon" href="data:,">
${head('console')}
</head>
<body><div id="console"></div><noscript>This page needs JavaScript.</noscript></body>
</html>
`;
