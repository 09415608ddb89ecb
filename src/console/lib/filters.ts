import { useEffect } from 'preact/hooks';
import { useLocation, useSearchParams } from 'wouter-preact';

type Changes = Readonly<Record<string, string | undefined>>;

/** What an address says beside filters: what is open, and how it is shown. */
const SHOWN = ['id', 'event', 'quest', 'edit', 'tab', 'sort', 'day', 'bucket', 'do', 'import'];

/** The filters of a list. They are in the address, so that another screen can link to them. */
export function useFilters() {
  const [path, go] = useLocation();
  const [search] = useSearchParams();
  /** The address with other filters; one without a value is left out. */
  const at = (changes: Changes): string => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    return next.size > 0 ? `${path}?${next}` : path;
  };
  return {
    /** The value of a filter; undefined without one. */
    of: (name: string): string | undefined => search.get(name) || undefined,
    /** As `of`, where only some values are known. */
    oneOf: <V extends string>(name: string, values: readonly V[]): V | undefined =>
      values.find((value) => value === search.get(name)),
    /** As `of`, of a positive integer, such as an id. */
    idOf: (name: string): number | undefined =>
      /^[1-9]\d{0,14}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : undefined,
    at,
    /** The names of the filters that are on. */
    on: (): readonly string[] =>
      [...search].flatMap(([name, value]) =>
        value.trim() && value !== 'all' && !SHOWN.includes(name) ? [name] : [],
      ),
    set: (changes: Changes): void => go(at(changes), { replace: true }),
  };
}

/** Runs what the address asks a screen to do, once: `?do=add` opens its form. */
export function useAsked(run: Readonly<Record<string, () => void>>): void {
  const { of, set } = useFilters();
  const asked = of('do');
  useEffect(() => {
    if (asked === undefined) return;
    set({ do: undefined });
    run[asked]?.();
  }, [asked]);
}
