import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useFilters } from '../lib/filters.ts';
import { t } from '../lib/text.ts';
import { dayText } from '../lib/zone.ts';
import { Icon } from './icon.tsx';
import { OneField } from './one-field.tsx';
import { Popover } from './popover.tsx';
import { SaveFilter } from './saved-filters.tsx';
import { Tabs, type TabsProps } from './tabs.tsx';

/** What narrows a list, by its name in the address. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  /** The values with their texts; without them, a day or words are typed. */
  readonly values?: readonly (readonly [value: string, text: string])[];
  readonly type?: 'date' | 'search' | undefined;
}

interface Choice<V extends string> {
  readonly name: string;
  readonly label: string;
  readonly values: readonly V[];
  readonly text: (value: V) => string;
}

/** A filter, or an order, of a few values. One without values is not offered. */
export const choice = <V extends string>({ values, text, ...filter }: Choice<V>): Filter => ({
  ...filter,
  values: values.map((value) => [value, text(value)]),
});

interface Props {
  /** What the search finds: the name of its words in the address, and what to type. */
  readonly search?: { readonly name?: string; readonly label: string };
  readonly filters?: readonly Filter[];
  /** The order of a list that is no table, whose first value is that without one. */
  readonly sort?: Filter;
  /** The filters that always have a tab; null where the tabs are elsewhere. */
  readonly tabs?: TabsProps | null;
  /** What else changes how the list is shown. */
  readonly children?: ComponentChildren;
}

/** What narrows a list: words, the filters that are on, those that can be added, and what is saved of them. */
export function Filters({ search, filters = [], sort, tabs, children }: Props) {
  const { of, set } = useFilters();
  const textOf = (filter: Filter) => textIn(filter, of(filter.name));
  const off = filters.filter((one) => textOf(one) === undefined && one.values?.length !== 0);
  return (
    <>
      {tabs !== null && <Tabs {...tabs} />}
      <div class="filters">
        {search && <Search {...search} />}
        {filters.map((filter) => {
          const text = textOf(filter);
          return text !== undefined && <Chip key={filter.name} filter={filter} text={text} />;
        })}
        {off.length > 0 && (
          <Popover
            class="chip add"
            button={
              <>
                <Icon name="plus" />
                {t('filter.add')}
              </>
            }
          >
            <Menu filters={off} />
          </Popover>
        )}
        {children}
        {tabs === undefined && <SaveFilter class="btn quiet" />}
        {sort && (
          <select
            aria-label={sort.label}
            value={of(sort.name) ?? ''}
            onChange={(event) => set({ [sort.name]: event.currentTarget.value })}
          >
            {sort.values?.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        )}
      </div>
    </>
  );
}

/** The text of a value; undefined where the filter is off, or the address has a value that is none. */
function textIn({ values, type }: Filter, value: string | undefined): string | undefined {
  if (values || value === undefined) return values?.find(([one]) => one === value)?.[1];
  if (type !== 'date') return value;
  return Number.isNaN(Date.parse(value)) ? undefined : dayText(value);
}

function Search({ name = 'q', label }: { name?: string; label: string }) {
  const { of, set } = useFilters();
  return (
    <label class="search">
      <Icon name="search" />
      <span class="hidden">{t('filter.search')}</span>
      <input
        type="search"
        placeholder={label}
        value={of(name) ?? ''}
        onInput={(event) => set({ [name]: event.currentTarget.value })}
        autocomplete="off"
      />
    </label>
  );
}

/** A filter that is on: pressed, it offers its other values. */
function Chip({ filter, text }: { filter: Filter; text: string }) {
  const { set } = useFilters();
  const remove = ({ currentTarget }: JSX.TargetedMouseEvent<HTMLButtonElement>) => {
    // This button goes, and the focus with it.
    currentTarget.closest('.filters')?.querySelector<HTMLElement>('.add, input')?.focus();
    set({ [filter.name]: undefined });
  };
  return (
    <span class="chip on">
      <Popover
        class=""
        button={
          <>
            <span>{filter.label}:</span> {text}
          </>
        }
      >
        <Values filter={filter} />
      </Popover>
      <button
        type="button"
        aria-label={t('filter.remove', { filter: filter.label })}
        onClick={remove}
      >
        <Icon name="x" />
      </button>
    </span>
  );
}

/** The filters that are off, then the values of the one that is pressed, in the same place. */
function Menu({ filters }: { filters: readonly Filter[] }) {
  const [name, setName] = useState<string>();
  const filter = filters.find((one) => one.name === name);
  /** A choice of a list closes the popover: this one stays in it. */
  const stay = (event: Event, next?: string) => {
    event.stopPropagation();
    setName(next);
  };
  if (!filter) {
    return (
      <ul>
        {filters.map((one) => (
          <li key={one.name}>
            <button type="button" onClick={(event) => stay(event, one.name)}>
              <span>{one.label}</span>
              <Icon name="chevron-right" />
            </button>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <Values filter={filter}>
      <li>
        <button type="button" class="muted" onClick={(event) => stay(event)}>
          <Icon name="chevron-left" />
          {filter.label}
        </button>
      </li>
    </Values>
  );
}

interface ValuesProps {
  readonly filter: Filter;
  /** The first of the list. */
  readonly children?: ComponentChildren;
}

function Values({ filter: { name, label, values, type }, children }: ValuesProps) {
  const { of, set } = useFilters();
  const place = useRef<HTMLDivElement>(null);
  // What was pressed to come here is gone, and the focus with it.
  useEffect(() => place.current?.querySelector<HTMLElement>('input, [aria-pressed]')?.focus(), []);
  return (
    <div ref={place}>
      <ul>
        {children}
        {values?.map(([value, text]) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={of(name) === value}
              onClick={() => set({ [name]: value })}
            >
              <span>{text}</span>
              {of(name) === value && <Icon name="check" />}
            </button>
          </li>
        ))}
      </ul>
      {!values && (
        <OneField
          label={label}
          type={type}
          value={of(name)}
          submit={t('filter.apply')}
          send={(text) => set({ [name]: text })}
        />
      )}
    </div>
  );
}
