import type { Component, ImmutableMap, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/**
 * An answer of an operation: of an error only its status and codes, until the reader opens its
 * examples.
 */
export const foldedError =
  (Original: Component, { React }: System): Component =>
  (props) => {
    const { createElement, useState } = React;
    const [isOpen, setOpen] = useState(false);
    const { code } = props;
    const response = props.response as ImmutableMap;
    if (Number(code) < 400) return createElement(Original, props);
    const row = createElement(
      'tr',
      { key: 'row', className: 'response' },
      createElement('td', { className: 'response-col_status' }, code),
      createElement(
        'td',
        { colSpan: 2 },
        createElement(
          'button',
          {
            type: 'button',
            className: 'error-codes',
            'aria-expanded': isOpen,
            onClick: () => setOpen(!isOpen),
          },
          response.get('description'),
        ),
      ),
    );
    // The row above has its status and its description, which names the codes.
    const answer = createElement(Original, {
      ...props,
      key: 'answer',
      className: 'opened-error',
      response: response.set('description', ''),
    });
    return createElement(React.Fragment, null, row, isOpen && answer);
  };
