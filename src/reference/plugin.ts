import type { Plugin, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { foldedError } from './folded-errors.ts';
import { resolved } from './references.ts';
import { findOperations } from './search.ts';

/** What this page changes in Swagger UI. */
export const plugin = ({ React: { createElement } }: System): Plugin => ({
  fn: {
    opsFilter: findOperations,
    // All references of the document are local. ApiDOM, which resolves any others as well, took 5 s of
    // CPU for each opened operation.
    resolveSubtree: async (document: unknown, path: readonly string[]) => ({
      spec: resolved(document, path),
      errors: [],
    }),
  },
  statePlugins: {
    spec: {
      wrapActions: {
        // As JSON, not as YAML.
        parseToJson:
          (_original, { specActions }) =>
          (text: string) =>
            specActions.updateJsonSpec(JSON.parse(text)),
      },
    },
    layout: {
      wrapActions: { scrollToElement: () => (element: Element) => element.scrollIntoView() },
    },
  },
  wrapComponents: {
    // The page itself has a filter, above all else.
    FilterContainer: () => () => null,
    // There is one.
    ServersContainer: () => () => null,
    InfoContainer:
      (_original, { getComponent, specSelectors }) =>
      () =>
        createElement(
          'details',
          { className: 'prose' },
          createElement('summary', null, createElement('h2', null, 'How to use this API')),
          createElement(getComponent('Markdown', true), {
            source: specSelectors.info().get('description'),
          }),
        ),
    operations:
      (Original, { specSelectors }) =>
      (props) =>
        specSelectors.taggedOperations().size > 0
          ? createElement(Original, props)
          : createElement('p', { role: 'status' }, 'No operation has these words.'),
    response: foldedError,
    headers: (Original) => (props) =>
      createElement(
        'details',
        null,
        createElement('summary', null, 'Headers'),
        createElement(Original, props),
      ),
    // Its field has no name without the label.
    ExamplesSelect: (Original) => (props) =>
      createElement('label', { 'aria-label': 'Example' }, createElement(Original, props)),
  },
});
