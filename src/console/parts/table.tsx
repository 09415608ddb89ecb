import type { ComponentChildren } from 'preact';

/** A column of numbers, and one whose head is only heard. */
type Head = string | { readonly number: string } | { readonly hidden: string };
interface Props {
  readonly label: string;
  readonly head: readonly Head[];
  /** The rows of the body. */
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways on a narrow screen, also by keyboard. */
export function Table({ label, head, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what has the focus.
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((one) => (
              <Column key={JSON.stringify(one)} head={one} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
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
