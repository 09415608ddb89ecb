import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
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
    const [, draw] = useState(false);
    useEffect(() => {
      if (!Screen) void read().then(() => draw(true));
    }, []);
    return Screen ? (
      <Screen {...props} />
    ) : (
      <p class="spinner" role="status" aria-label={t('state.loading')} />
    );
  };
}
