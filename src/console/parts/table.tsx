import type { ComponentChildren } from 'preact';
import { useFilters } from '../lib/filters.ts';
import { Icon } from './icon.tsx';

/** A column of numbers, one whose head is only heard, and one that orders the rows. */
type Head =
  | string
  | { readonly number: string; readonly sorts?: Sorts }
  | { readonly hidden: string; readonly box?: Box }
  | { readonly text: string; readonly sorts: Sorts };
/** Chooses all rows, or none. */
interface Box {
  readonly isChosen: boolean;
  readonly choose: () => void;
}
/** The orders of a column, as the address has them, with their texts. */
type Sorts = Readonly<Record<string, string>>;

interface Props {
  readonly label: string;
  readonly head: readonly Head[];
  /** Of a table whose children are bodies, not all of whose rows are in the page. */
  readonly rowCount?: number;
  /** The rows of the body. */
  readonly children: ComponentChildren;
}

/** What a cell of a column is called where its head is not shown. */
const nameOf = (head: Head): string => {
  if (typeof head === 'string') return head;
  if ('hidden' in head) return '';
  return 'number' in head ? head.number : head.text;
};

/** A table, whose cells follow each other on a phone; where it is too wide, it scrolls, also by keyboard. */
export function Table({ label, head, rowCount, children }: Props) {
  const names = Object.fromEntries(
    head.map((one, at) => [`--column-${at + 1}`, JSON.stringify(nameOf(one))]),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what has the focus.
    <section class="scroll" aria-label={label} tabIndex={0}>
      {/* The head is a row, too. */}
      <table
        class={rowCount === undefined ? 'follows' : ''}
        style={names}
        aria-rowcount={rowCount && rowCount + 1}
      >
        <thead>
          <tr aria-rowindex={rowCount && 1}>
            {head.map((one, at) => (
              <Column key={String(at)} head={one} />
            ))}
          </tr>
        </thead>
        {rowCount === undefined ? <tbody>{children}</tbody> : children}
      </table>
    </section>
  );
}

function Column({ head }: { head: Head }) {
  if (typeof head === 'string') return <th scope="col">{head}</th>;
  if ('hidden' in head) {
    return (
      <th scope="col">
        {head.box ? (
          <label class="check">
            <input
              type="checkbox"
              aria-label={head.hidden}
              checked={head.box.isChosen}
              onChange={head.box.choose}
            />
          </label>
        ) : (
          <span class="hidden">{head.hidden}</span>
        )}
      </th>
    );
  }
  const isNumber = 'number' in head;
  const text = isNumber ? head.number : head.text;
  if (head.sorts && Object.keys(head.sorts).length > 0)
    return <SortedColumn text={text} sorts={head.sorts} isNumber={isNumber} />;
  return (
    <th scope="col" class="number">
      {text}
    </th>
  );
}

interface SortedProps {
  readonly text: string;
  readonly sorts: Sorts;
  readonly isNumber: boolean;
}

/** Pressed, it puts the rows in the next of its orders, and after the last one in that of the list. */
function SortedColumn({ text, sorts, isNumber }: SortedProps) {
  const { of, set } = useFilters();
  const names = Object.keys(sorts);
  const sort = names.find((name) => name === of('sort'));
  const next = names[sort === undefined ? 0 : names.indexOf(sort) + 1];
  const isDown = sort?.startsWith('-');
  return (
    <th
      scope="col"
      class={isNumber ? 'number' : ''}
      aria-sort={sort === undefined ? undefined : isDown ? 'descending' : 'ascending'}
    >
      <button type="button" onClick={() => set({ sort: next })}>
        {sort === undefined ? text : sorts[sort]}
        {sort !== undefined && <Icon name={isDown ? 'arrow-down' : 'arrow-up'} />}
      </button>
    </th>
  );
}
