import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { Router } from 'express';
import { sendJson, setPublic } from './caching.ts';
import type { AnyEndpoint } from './endpoint.ts';
import { methodNotAllowed } from './mount.ts';
import { openApiOf } from './openapi.ts';

/** Everything the page loads comes from here; its own styles are written into elements. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Hallway API</title>
    <link rel="stylesheet" href="docs/assets/swagger-ui.css" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="docs/assets/swagger-ui-bundle.js"></script>
    <script src="docs/page.js"></script>
  </body>
</html>
`;

const PAGE_SCRIPT = `SwaggerUIBundle({
  url: new URL('openapi.json', location.href).href,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
});
`;

/** `/openapi.json`, made from the declarations that route and validate, and a page to read it. */
export function apiReference(endpoints: readonly AnyEndpoint[], publicUrl: string): Router {
  const document = openApiOf(endpoints, publicUrl);
  const router = Router({ strict: true });
  router.get('/openapi.json', (req, res) => {
    setPublic(res);
    sendJson(document, req, res);
  });
  router.get('/docs', (_req, res) => {
    res.set('Content-Security-Policy', PAGE_POLICY).type('html').send(PAGE);
  });
  router.get('/docs/page.js', (_req, res) => {
    res.type('js').send(PAGE_SCRIPT);
  });
  router.all(['/openapi.json', '/docs', '/docs/page.js'], methodNotAllowed(['GET', 'HEAD']));
  const require = createRequire(import.meta.url);
  const assets = dirname(require.resolve('swagger-ui-dist/package.json'));
  router.use('/docs/assets', express.static(assets, { index: false, fallthrough: true }));
  return router;
}
