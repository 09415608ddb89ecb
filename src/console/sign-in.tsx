import { useEffect, useState } from 'preact/hooks';
import { ApiError, isRefusal } from '../client/api-error.ts';
import { sentenceOf } from './lib/problems.ts';
import { session, signIn, signInCode } from './lib/session.ts';
import { counted, t } from './lib/text.ts';
import { say } from './parts/toasts.tsx';

interface Props {
  /** The one-time code of the link that was opened. */
  readonly code: string | undefined;
}

/** Exchanges a key, or the code of a link, for a session in a cookie. The page does not keep them. */
export function SignIn({ code }: Props) {
  return (
    <main class="sign-in">
      {/* Over plain http browsers do not say that a request is of this page: no session would hold. */}
      {isSecureContext ? (
        <Form code={code} />
      ) : (
        <section>
          <h1>{t('sign-in.title')}</h1>
          <p class="note warn">{t('sign-in.insecure')}</p>
        </section>
      )}
    </main>
  );
}

function Form({ code }: Props) {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [wait, setWait] = useCountdown();
  const submit = async (credential: { key: string } | { code: string }) => {
    setBusy(true);
    setProblem('');
    try {
      await signIn(credential);
    } catch (error) {
      const sentence = problemOf(error, 'code' in credential);
      setProblem(sentence);
      if (session.get()) say(sentence);
      if (error instanceof ApiError) setWait(Math.ceil((error.retryAfterMs ?? 0) / 1_000));
    } finally {
      setBusy(false);
      signInCode.set(undefined);
    }
  };
  useEffect(() => {
    if (code) void submit({ code });
  }, [code]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit({ key: String(new FormData(event.currentTarget).get('key')).trim() });
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
      <button type="submit" class="btn primary" disabled={isBusy || wait > 0}>
        {wait > 0 ? counted('sign-in.wait', wait) : t(isBusy ? 'sign-in.busy' : 'sign-in.submit')}
      </button>
    </form>
  );
}

function problemOf(error: unknown, isCode: boolean): string {
  if (isRefusal(error, 'startAdminSession', 'RATE_LIMITED')) return t('sign-in.too-many');
  if (!isRefusal(error, 'startAdminSession', 'UNAUTHORIZED')) return sentenceOf(error);
  const { remaining } = error;
  return [
    t(isCode ? 'sign-in.wrong-code' : 'sign-in.wrong'),
    remaining !== undefined && counted('sign-in.left', remaining),
  ]
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
