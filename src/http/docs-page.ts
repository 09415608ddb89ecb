/** A button on the docs page that fills in the credentials of a demo caller. Development only. */
export interface SignInButton {
  readonly label: string;
  /** The security scheme of the API reference. */
  readonly scheme: 'messenger' | 'apiKey';
  /** Returns a new credential at each click, because launch data expires. */
  credential(): string;
}

/** The page loads everything from this service; Swagger UI writes styles into elements. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const pageWith = (buttons: readonly SignInButton[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Hallway API</title>
    <link rel="icon" href="docs/assets/favicon-32x32.png" />
    <link rel="stylesheet" href="docs/assets/swagger-ui.css" />
    <style>
      #sign-in { max-width: 1460px; margin: 0 auto; padding: 20px 20px 0; font: 14px sans-serif; }
      #sign-in button { margin-right: 8px; padding: 6px 12px; font: inherit; cursor: pointer; }
    </style>
  </head>
  <body>${buttons.length > 0 ? signInOf(buttons) : ''}
    <div id="reference"></div>
    <script src="docs/assets/swagger-ui-bundle.js"></script>
    <script src="docs/page.js"></script>
  </body>
</html>
`;

const signInOf = (buttons: readonly SignInButton[]) => `
    <div id="sign-in">
${buttons.map(({ label }, index) => `      <button data-index="${index}">${label}</button>`).join('\n')}
      <span role="status"></span>
    </div>`;

/** Swagger UI filters groups by name only; here the box searches summaries, paths and operation ids. */
export const PAGE_SCRIPT = `const words = (text) => text.toLowerCase().replaceAll('-', ' ');

const search = () => ({
  fn: {
    opsFilter: (groups, phrase) => {
      const isFound = (tag, operation) =>
        [
          tag,
          operation.get('path'),
          operation.getIn(['operation', 'summary']),
          operation.getIn(['operation', 'operationId']),
        ].some((text) => words(text ?? '').includes(words(phrase).trim()));
      return groups
        .map((group, tag) =>
          group.update('operations', (all) => all.filter((one) => isFound(tag, one))),
        )
        .filter((group) => group.get('operations').size > 0);
    },
  },
});

const ui = SwaggerUIBundle({
  url: new URL('openapi.json', location.href).href,
  dom_id: '#reference',
  deepLinking: true,
  // Groups are open, so that the matches of the filter are visible.
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: true,
  plugins: [search],
  validatorUrl: null,
});

const status = document.querySelector('#sign-in [role=status]');
for (const button of document.querySelectorAll('#sign-in button')) {
  button.addEventListener('click', async () => {
    const res = await fetch('docs/sign-in/' + button.dataset.index + '.json');
    if (!res.ok) {
      status.textContent = 'Open this page at localhost to sign in with a button.';
      return;
    }
    const { scheme, value } = await res.json();
    const schema = ui.specSelectors.specJson().getIn(['components', 'securitySchemes', scheme]);
    ui.authActions.authorizeWithPersistOption({
      [scheme]: { name: scheme, schema: schema.toJS(), value },
    });
    status.textContent = button.textContent + ': done. It is kept until you log out.';
  });
}
`;
