import { type RequestHandler, Router } from 'express';
import { methodNotAllowed } from './mount.ts';
import { CHECKED } from './pages.ts';

/** A page that this service may serve. */
export interface FrontLink {
  /** Below the address of the front page. */
  readonly path: string;
  readonly title: string;
  /** Whether it is built, and so is served. */
  isServed(): Promise<boolean>;
}

/** The page loads nothing but its icon. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h2v2h2V1h2v6H5V5H3v2H1z" fill="#175e7a"/></svg>';

/**
 * `/` leads who asks for HTML to the pages that are served; to others, as to programs that accept
 * anything, it does not exist. And `/favicon.ico`, which browsers ask of every site.
 */
export function frontPage(links: readonly FrontLink[], limitPages: RequestHandler): Router {
  const router = Router();
  const served = async () => {
    const built = await Promise.all(links.map((link) => link.isServed()));
    return links.filter((_, index) => built[index]);
  };
  router.get(
    '/',
    (req, res, next) => {
      res.vary('Accept');
      // The first one is for a client without a preference.
      next(req.accepts(['json', 'html']) === 'html' ? undefined : 'router');
    },
    limitPages,
    async (_req, res, next) => {
      const shown = await served();
      if (shown.length === 0) return next('router');
      res
        .set({ ...HEADERS, 'Cache-Control': CHECKED })
        .type('html')
        .send(pageOf(shown));
    },
  );
  router.get('/favicon.ico', limitPages, (_req, res) => {
    res.set('Cache-Control', 'public, max-age=86400').type('svg').send(ICON);
  });
  router.all('/favicon.ico', methodNotAllowed(['GET', 'HEAD']));
  return router;
}

const pageOf = (links: readonly FrontLink[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hallway</title>
<main>
<h1>Hallway</h1>
<ul>
${links.map(({ path, title }) => `<li><a href="${path}">${title}</a></li>`).join('\n')}
</ul>
</main>
</html>
`;
