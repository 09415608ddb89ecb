import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';
import { plugin } from './plugin.ts';
import { offerSignIn } from './sign-in.ts';

const darkness = matchMedia('(prefers-color-scheme: dark)');
const colorPage = () => document.documentElement.classList.toggle('dark-mode', darkness.matches);
darkness.addEventListener('change', colorPage);
colorPage();

/** Sends the request for the document with the headers of its preload alone, which it then uses. */
const matchPreload = <Request extends { loadSpec?: boolean; headers: object }>(request: Request) =>
  request.loadSpec ? { ...request, headers: {} } : request;

const ui = SwaggerUI({
  url: new URL('openapi.json', location.href).href,
  dom_id: '#reference',
  deepLinking: true,
  // Groups are open, so that the matches of the filter are visible.
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: true,
  requestInterceptor: matchPreload,
  plugins: [plugin],
  validatorUrl: null,
});

const filter = document.querySelector<HTMLInputElement>('#filter');
if (!filter) throw new Error('The page has no filter');

const applyFilter = () => ui.layoutActions.updateFilter(filter.value);

/**
 * Filters by what the address names, of `#/Attendance/attendEvent` by the id. Swagger UI draws only the
 * operations that are in view, and opens no other one.
 */
const filterLinked = () => {
  const hash = decodeURIComponent(location.hash);
  if (hash.startsWith('#/')) filter.value = hash.split('/').at(-1) ?? '';
  applyFilter();
};

filter.addEventListener('input', applyFilter);
addEventListener('hashchange', () => {
  filterLinked();
  ui.layoutActions.parseDeepLinkHash(decodeURIComponent(location.hash));
});
filterLinked();
offerSignIn(ui);
