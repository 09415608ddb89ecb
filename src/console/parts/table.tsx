import type { ComponentChildren } from 'preact';

/** A column of numbers, and one whose head is only heard. */
type Head = string | { readonly number: string } | { readonly hidden: string };
interface Props {
  readonly label: string;
  readonly head: readonly Head[];
  /** Of a table whose children are bodies, not all of whose rows are in the page. */
  readonly rowCount?: number;
  /** The rows of the body. */
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways on a narrow screen, also by keyboard. */
export function Table({ label, head, rowCount, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what has the focus.
    <section class="scroll" aria-label={label} tabIndex={0}>
      {/* The head is a row, too. */}
      <table aria-rowcount={rowCount && rowCount + 1}>
        <thead>
          <tr aria-rowindex={rowCount && 1}>
            {head.map((one) => (
              <Column key={JSON.stringify(one)} head={one} />
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
  if ('number' in head)
    return (
      <th scope="col" class="number">
        {head.number}
      </th>
    );
  return (
    <th scope="col">
      <span class="hidden">{head.hidden}</span>
    </th>
  );
}
