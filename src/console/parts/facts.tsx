import type { ComponentChildren } from 'preact';

interface Props {
  /** What is empty is left out. */
  readonly facts: readonly (readonly [term: string, value: ComponentChildren])[];
}

/** Names and values of one thing. */
export const Facts = ({ facts }: Props) => (
  <dl class="facts">
    {facts.map(([term, value]) =>
      value ? (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ) : null,
    )}
  </dl>
);
