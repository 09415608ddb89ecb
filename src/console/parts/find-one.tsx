import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { t } from '../lib/text.ts';
import { Failure } from './states.tsx';

/** One of the things that are found. */
export interface Found {
  readonly id: number;
  readonly name: string;
  /** What tells it from others of the same name. */
  readonly more?: string | undefined;
}

interface Props {
  /** Of the field in the form, which has the id; empty for none. */
  readonly name: string;
  readonly label: string;
  /** The words of the field in which people type. */
  readonly search: string;
  /** The first parts of the key under which the results are kept. */
  readonly queryKey: readonly unknown[];
  readonly find: (q: string, signal: AbortSignal) => Promise<readonly Found[]>;
  /** What the form begins with. */
  readonly first?: Found | undefined;
  /** The words of the choice of none; without them, one must be chosen. */
  readonly none?: string;
  readonly choose?: (found: Found | undefined) => void;
}

/** Searches by words, and chooses one of the results. */
export function FindOne(props: Props) {
  const { name, label, search, queryKey, find, first, none, choose } = props;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(first);
  const q = typed.trim();
  const found = useQuery({
    queryKey: [...queryKey, q],
    enabled: q !== '',
    queryFn: ({ signal }) => find(q, signal),
    placeholderData: keepPreviousData,
  });
  const results = q === '' ? [] : (found.data ?? []);
  const offered = [first, chosen, ...results].filter((one) => one !== undefined);
  const choices = [...new Map(offered.map((one) => [one.id, one])).values()];
  const take = (one: Found | undefined) => {
    setChosen(one);
    choose?.(one);
  };
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      <input
        type="search"
        aria-label={search}
        placeholder={search}
        autocomplete="off"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        // Enter would send the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {none !== undefined && (
        <label class="check">
          <input
            name={name}
            type="radio"
            value=""
            checked={!chosen}
            onChange={() => take(undefined)}
          />
          {none}
        </label>
      )}
      {choices.map((one) => (
        <label key={one.id} class="check">
          <input
            name={name}
            type="radio"
            required={none === undefined}
            value={String(one.id)}
            checked={chosen?.id === one.id}
            onChange={() => take(one)}
          />
          <span>
            {one.name}
            {one.more && <small>{one.more}</small>}
          </span>
        </label>
      ))}
      <p class="muted" role="status">
        {q !== '' && found.data?.length === 0 ? t('find-one.none') : ''}
      </p>
      {found.error && <Failure error={found.error} />}
    </fieldset>
  );
}
