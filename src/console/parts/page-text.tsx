import { blocksOf, type Span } from '../../client/page-text.ts';

/** The text of an information page: elements of its paragraphs, lists, bold parts and links. */
export const PageText = ({ of }: { of: string }) => (
  <div class="stack" dir="auto">
    {blocksOf(of).map(({ kind, lines }) =>
      kind === 'paragraph' ? (
        <p>
          {lines.map((spans, index) => (
            <>
              {index > 0 && <br />}
              <Line of={spans} />
            </>
          ))}
        </p>
      ) : (
        <Items isNumbered={kind === 'numbered'} of={lines} />
      ),
    )}
  </div>
);

// The lists of the console have no marks.
const LIST = { paddingInlineStart: 20 };

function Items({ isNumbered, of }: { isNumbered: boolean; of: readonly (readonly Span[])[] }) {
  const items = of.map((spans) => (
    <li>
      <Line of={spans} />
    </li>
  ));
  return isNumbered ? (
    <ol style={{ ...LIST, listStyle: 'decimal' }}>{items}</ol>
  ) : (
    <ul style={{ ...LIST, listStyle: 'disc' }}>{items}</ul>
  );
}

const Line = ({ of }: { of: readonly Span[] }) => (
  <>
    {of.map(({ text, isBold, href }) => {
      const shown = isBold ? <strong>{text}</strong> : text;
      return href === undefined ? (
        shown
      ) : (
        <a href={href} target="_blank" rel="noreferrer">
          {shown}
        </a>
      );
    })}
  </>
);
