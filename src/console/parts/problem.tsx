import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../../client/api-error.ts';
import { sentenceOf } from '../lib/problems.ts';

/**
 * Why the service refused. A wrong field of the form around it is marked, with its sentence under it,
 * and the first one gets the focus; what belongs to no field of the form is said here.
 */
export function Problem({ error }: { error: unknown }) {
  const element = useRef<HTMLParagraphElement>(null);
  const [rest, setRest] = useState('');
  useEffect(() => {
    const form = element.current?.closest('form');
    const errors = error instanceof ApiError ? error.errors : [];
    let clear: (() => void) | undefined = () => {};
    const say = (sentence: string) => {
      setRest(sentence);
      if (sentence) element.current?.scrollIntoView({ block: 'nearest' });
    };
    if (!form || errors.length === 0) say(error ? sentenceOf(error) : '');
    else
      import('../lib/wrong-fields.ts').then(
        ({ markWrong }) => {
          if (!clear) return;
          const marked = markWrong(form, errors);
          clear = marked.clear;
          say(marked.rest);
        },
        () => say(sentenceOf(error)),
      );
    return () => {
      clear?.();
      clear = undefined;
    };
  }, [error]);
  return (
    <p ref={element} class="problem" role="alert">
      {rest}
    </p>
  );
}
