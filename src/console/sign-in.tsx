import { useEffect, useState } from 'preact/hooks';
import { ApiError, isRefusal } from '../client/api-error.ts';
import { signIn } from './lib/session.ts';
import { counted, t } from './lib/text.ts';
import { sentenceOf } from './parts/states.tsx';

/** Exchanges a key for a session in a cookie. The page does not keep the key. */
export function SignIn() {
  return (
    <main class="sign-in">
      {/* Over plain http browsers do not say that a request is of this page: no session would hold. */}
      {isSecureContext ? (
        <Form />
      ) : (
        <section>
          <h1>{t('sign-in.title')}</h1>
          <p class="notice">{t('sign-in.insecure')}</p>
        </section>
      )}
    </main>
  );
}

function Form() {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [wait, setWait] = useCountdown();
  const submit = async (form: HTMLFormElement) => {
    setBusy(true);
    setProblem('');
    const key = String(new FormData(form).get('key')).trim();
    try {
      await signIn(key);
    } catch (error) {
      setProblem(problemOf(error));
      if (error instanceof ApiError) setWait(Math.ceil((error.retryAfterMs ?? 0) / 1_000));
    } finally {
      setBusy(false);
    }
  };
  return (
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
      <button type="submit" class="primary" disabled={isBusy || wait > 0}>
        {wait > 0 ? counted('sign-in.wait', wait) : t(isBusy ? 'sign-in.busy' : 'sign-in.submit')}
      </button>
    </form>
  );
}

function problemOf(error: unknown): string {
  if (isRefusal(error, 'startAdminSession', 'RATE_LIMITED')) return t('sign-in.too-many');
  if (!isRefusal(error, 'startAdminSession', 'UNAUTHORIZED')) return sentenceOf(error);
  const { remaining } = error;
  return [t('sign-in.wrong'), remaining !== undefined && counted('sign-in.left', remaining)]
    .filter(Boolean)
    .join(' ');
}

/** Seconds that pass. */
function useCountdown(): [seconds: number, set: (seconds: number) => void] {
  const [seconds, set] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return undefined;
    const next = setTimeout(() => set(seconds - 1), 1_000);
    return () => clearTimeout(next);
  }, [seconds]);
  return [seconds, set];
}
