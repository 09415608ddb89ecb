import { fileURLToPath } from 'node:url';
import { type Request, Router } from 'express';
import type { Config } from '../config.ts';
import { type PageFiles, pageRouter } from '../http/pages.ts';
import { DEMO_PEOPLE } from './demo-data.ts';
import { signInitData } from './launch-data.ts';
import { bundlePage, freshPage, pageFile } from './pages.ts';

const SOURCE = fileURLToPath(new URL('../../examples/mini-app/', import.meta.url));
const SOURCES = [SOURCE, fileURLToPath(new URL('../client/', import.meta.url))];
/** Below `/demo`, where people choose as whom to open it. */
const OUTPUT = '/demo/app';
/** Those of the demo who can open the app: the others are there to be met. */
const OPENERS = 2;

/** The example of a mini app at `/demo`, opened as a person of the demo. */
export function demoRouter({ messenger: { botToken } }: Config): Router {
  const app = freshPage(SOURCES, buildMiniApp);
  const router = Router();
  router.get('/open', (req, res, next) => {
    const person = DEMO_PEOPLE.slice(0, OPENERS)[Number(req.query.person)];
    if (!person || !botToken) return next();
    const { startapp } = req.query;
    const conference = conferenceOf(req.query);
    if (conference === undefined) return next();
    const start = typeof startapp === 'string' && startapp !== '' && { start_param: startapp };
    // Signed at each opening, as the messenger does: no page holds launch data that grow old.
    const launchData = signInitData(person, { at: new Date(), botToken, ...start });
    const hash = new URLSearchParams({ tgWebAppData: launchData });
    res
      .set('Cache-Control', 'no-store')
      .redirect(`${OUTPUT}/${conference && `?conference=${conference}`}#${hash}`);
  });
  router.use('/app', pageRouter(app));
  router.use((req, res, next) => {
    const conference = conferenceOf(req.query) ?? '';
    const read = async () => new Map([pageFile('index.html', chooser(await app(), conference))]);
    pageRouter(read)(req, res, next);
  });
  return router;
}

/** The id of the conference to show; empty for that of the demo, undefined for what is no id. */
const conferenceOf = ({ conference = '' }: Request['query']): string | undefined =>
  typeof conference === 'string' && /^([1-9]\d{0,15})?$/.test(conference) ? conference : undefined;

/** The table of the client without the operations of administrators, which no mini app calls. */
const WITHOUT_ADMINISTRATION = {
  modules: /client\/routes\.ts$/,
  keeps: (line: string) => !line.includes(' /admin/'),
};

/** Builds the example from its sources. */
export async function buildMiniApp(): Promise<PageFiles> {
  const { files, head } = await bundlePage({
    directory: SOURCE,
    output: OUTPUT,
    entries: { app: 'main.tsx' },
    edit: WITHOUT_ADMINISTRATION,
  });
  return new Map([pageFile('index.html', pageOf(head('app'), '<div id="app"></div>')), ...files]);
}

/** A plain page with a button for each person, and fields for the conference and for what a link would open. */
function chooser(files: PageFiles, conference: string): string {
  const style = [...files.keys()].find((name) => name.endsWith('.css'));
  const buttons = DEMO_PEOPLE.slice(0, OPENERS).map(
    ({ first_name }, index) =>
      `<button class="primary" name="person" value="${index}">Open as ${first_name}</button>`,
  );
  return pageOf(
    `<link rel="stylesheet" href="${OUTPUT}/${style}">`,
    `<main>
<h1>The example of a mini app</h1>
<p>In the messenger, a person opens it from the chat of a bot. Here the service signs the launch data.</p>
<form action="/demo/open">
<label>Id of a conference (optional)
<input name="conference" inputmode="numeric" autocomplete="off" pattern="[1-9][0-9]*" value="${conference}"></label>
<label>Start parameter of a link, such as e_4 (optional)
<input name="startapp" autocomplete="off" pattern="[A-Za-z0-9_\\-]{1,64}"></label>
<div class="buttons">${buttons.join('\n')}</div>
</form>
</main>`,
  );
}

const pageOf = (head: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>Hallway mini app</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>${body}<noscript>This page needs JavaScript.</noscript></body>
</html>
`;
