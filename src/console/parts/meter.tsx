interface Props {
  readonly value: number;
  /** Null where there is no end. */
  readonly max: number | null;
}

/** A share as a bar, beside its numbers. Over its end it is striped. */
export function Meter({ value, max }: Props) {
  if (max === null) return null;
  const share = max === 0 ? 0 : Math.min(1, value / max);
  return (
    <span class={value > max ? 'meter over' : 'meter'} aria-hidden="true">
      <i style={{ '--to': `${100 * share}%` }} />
    </span>
  );
}
