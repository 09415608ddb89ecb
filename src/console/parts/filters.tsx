import { type ComponentChildren, toChildArray, type VNode } from 'preact';
import { useFilters } from '../lib/filters.ts';
import { useMediaQuery } from '../lib/media-query.ts';
import { t } from '../lib/text.ts';

interface Props {
  /** The name of the filter in the address. */
  readonly name: string;
  readonly label: string;
}

interface ChoiceProps<V extends string> extends Props {
  readonly values: readonly V[];
  readonly text: (value: V) => string;
  /** What the list shows without this filter. */
  readonly all?: string;
}

/** One of a few values, or all. */
export function ChoiceFilter<V extends string>({
  name,
  label,
  values,
  text,
  all = t('filter.all'),
}: ChoiceProps<V>) {
  const { oneOf, set } = useFilters();
  return (
    <label class="field">
      {label}
      <select
        value={oneOf(name, values) ?? ''}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      >
        <option value="">{all}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {text(value)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Words that the list is searched for. */
export function SearchFilter({ name, label }: Props) {
  const { of, set } = useFilters();
  return (
    <label class="field">
      {label}
      <input
        type="search"
        value={of(name) ?? ''}
        onInput={(event) => set({ [name]: event.currentTarget.value })}
        autocomplete="off"
      />
    </label>
  );
}

/** A day of the conference. */
export function DayFilter({ name, label }: Props) {
  const { of, set } = useFilters();
  return (
    <label class="field">
      {label}
      <input
        type="date"
        value={of(name) ?? ''}
        onChange={(event) => set({ [name]: event.currentTarget.value })}
      />
    </label>
  );
}

/** Filters that a narrow screen has behind one button, which counts those that are on. */
export function FilterFold({ children }: { children: ComponentChildren }) {
  const { of } = useFilters();
  if (!useMediaQuery('(max-width: 1000px)')) return <>{children}</>;
  const names = (toChildArray(children) as VNode<{ name?: string }>[]).map(
    ({ props }) => props.name,
  );
  const count = names.filter((name) => name && of(name)).length;
  return (
    <details class="fold">
      <summary class="btn">{count > 0 ? t('filter.on', { count }) : t('filter.open')}</summary>
      <div class="bar">{children}</div>
    </details>
  );
}
