import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { say } from '../parts.tsx';
import { t } from './text.ts';

/** The first screen comes first; the others follow beside it, so that they open without a network. */
const AFTER_MS = 1_500;

/** A screen whose code is not part of the first load. */
export function later<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): FunctionComponent<P> {
  let Screen: FunctionComponent<P> | undefined;
  const read = async () => {
    Screen = await load();
  };
  setTimeout(() => void read().catch(() => {}), AFTER_MS);
  return (props) => {
    const [, draw] = useState(Screen !== undefined);
    useEffect(() => {
      // It may have come between the drawing and this effect.
      if (Screen) draw(true);
      else
        read().then(
          () => draw(true),
          () => say(t('state.offline')),
        );
    }, []);
    return Screen ? (
      <Screen {...props} />
    ) : (
      <p class="spinner" role="status" aria-label={t('state.loading')} />
    );
  };
}
