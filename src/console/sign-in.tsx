import { useState } from 'preact/hooks';
import { isRefusal } from '../client/api-error.ts';
import { signIn } from './lib/session.ts';
import { t } from './lib/text.ts';
import { sentenceOf } from './parts/states.tsx';

/** Exchanges a key for a session in a cookie. The page does not keep the key. */
export function SignIn() {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    setProblem('');
    const key = String(new FormData(form).get('key')).trim();
    try {
      await signIn(key);
    } catch (error) {
      const isWrong = isRefusal(error, 'startAdminSession', 'UNAUTHORIZED');
      setProblem(isWrong ? t('sign-in.wrong') : sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main class="sign-in">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <h1>{t('sign-in.title')}</h1>
        <p class="muted">{t('sign-in.explanation')}</p>
        <label for="key">{t('sign-in.key')}</label>
        <input
          id="key"
          name="key"
          type="password"
          autocomplete="current-password"
          required
          aria-invalid={problem !== ''}
          aria-describedby="key-problem"
        />
        <p id="key-problem" class="problem" role="alert">
          {problem}
        </p>
        <button type="submit" class="primary" disabled={isBusy}>
          {t(isBusy ? 'sign-in.busy' : 'sign-in.submit')}
        </button>
      </form>
    </main>
  );
}
