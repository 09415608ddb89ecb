import { fileURLToPath } from 'node:url';
import type { PageFiles } from '../http/pages.ts';
import { type Bundle, bundlePage, freshPage, pageFile } from './pages.ts';

const SOURCE = fileURLToPath(new URL('../reference/', import.meta.url));

interface SignInLabel {
  readonly label: string;
}

/** The docs page as its sources are now, with buttons that sign in. */
export const developmentReference = (buttons: readonly SignInLabel[]): (() => Promise<PageFiles>) =>
  freshPage([SOURCE], async () => (await buildReference(buttons)).files);

interface BuiltReference {
  readonly files: PageFiles;
  /** What it contains, for the bill of materials. */
  readonly metafile: Bundle['metafile'];
}

/** Builds the docs page from its sources and Swagger UI. */
export async function buildReference(
  buttons: readonly SignInLabel[] = [],
): Promise<BuiltReference> {
  const bundle = await bundlePage({
    directory: SOURCE,
    output: '/docs',
    entries: { reference: 'main.ts' },
  });
  const files = new Map([pageFile('index.html', pageOf(bundle, buttons)), ...bundle.files]);
  return { files, metafile: bundle.metafile };
}

/** Relative to `…/docs`, below whatever path a proxy has. */
function pageOf({ address }: Bundle, buttons: readonly SignInLabel[]): string {
  const [style, script] = (['.css', '.js'] as const).map((ending) =>
    address('reference', ending).slice(1),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Hallway API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
<script type="module" src="${script}"></script>
<link rel="preload" href="openapi.json" as="fetch" crossorigin>
</head>
<body>
<header>
<h1>Hallway API</h1>
<a href="openapi.json">openapi.json</a>
<label for="filter">Find an operation</label>
<input id="filter" type="search" autocomplete="off" placeholder="A word, a path or an operation id">
${buttons.length > 0 ? signInOf(buttons) : ''}
</header>
<div id="reference"></div>
<noscript>This page needs JavaScript.</noscript>
</body>
</html>
`;
}

const signInOf = (buttons: readonly SignInLabel[]) => `<div id="sign-in">
${buttons.map(({ label }, index) => `<button type="button" value="${index}">${label}</button>`).join('\n')}
<span role="status"></span>
</div>`;
