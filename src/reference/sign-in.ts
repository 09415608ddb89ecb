import type { ImmutableMap, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';

/** Lets each button of the page sign in as its caller; in development only, since else there is none. */
export function offerSignIn(ui: System): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('#sign-in button')) {
    button.addEventListener('click', () => void signIn(ui, button));
  }
}

async function signIn(ui: System, button: HTMLButtonElement): Promise<void> {
  const status = document.querySelector('#sign-in [role=status]');
  const show = (text: string) => {
    if (status) status.textContent = text;
  };
  const answer = await fetch(`docs/sign-in/${button.value}.json`);
  if (!answer.ok) return show('Open this page at localhost to sign in with a button.');
  const { scheme, value } = await answer.json();
  const reference = ui.specSelectors.specJson();
  const schema = reference.getIn(['components', 'securitySchemes', scheme]) as ImmutableMap;
  ui.authActions.authorizeWithPersistOption({
    [scheme]: { name: scheme, schema: schema.toJS(), value },
  });
  show(`${button.textContent}: done. It is kept until you log out.`);
}
