import { Parser } from 'htmlparser2';
import { damagedFile } from '../errors.ts';

export type XmlAttributes = Readonly<Record<string, string>>;

/** Called by a reader for the parts of a document. Names have no namespace prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: XmlAttributes, parent: string | undefined): void;
  /** One text can arrive in several pieces. */
  text?(piece: string): void;
  close?(name: string): void;
}

/** Spreadsheets nest eight levels deep, or a dozen with extensions. */
const MAX_DEPTH = 64;

/** The parser buffers a tag or comment until it ends; real ones have at most some kilobytes. */
const MAX_TOKEN_CHARACTERS = 1_048_576;

/** Processor time of parser and handlers: eight times the time of 100,000 rows of 10 columns. */
const MAX_PARSING_MS = 10_000;

/**
 * Reads an XML document in chunks and in constant memory. It resolves only the five entities of XML
 * itself, and refuses a document that declares entities.
 */
export class XmlReader {
  readonly #handlers: XmlHandlers;
  readonly #decoder = new TextDecoder();
  readonly #parser: Parser;
  readonly #maxParsingMs: number;
  readonly #open: string[] = [];
  #parsingMs = 0;
  #charactersInToken = 0;

  constructor(handlers: XmlHandlers, maxParsingMs = MAX_PARSING_MS) {
    this.#handlers = handlers;
    this.#maxParsingMs = maxParsingMs;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#onOpen(localName(name), attributes),
        ontext: (piece) => this.#onText(piece),
        onclosetag: (name) => this.#onClose(localName(name)),
        onprocessinginstruction: (name) => {
          if (name.startsWith('!')) throw damagedFile('expected XML without a document type');
        },
      },
      { xmlMode: true },
    );
  }

  /** @throws AppError VALIDATION_ERROR when the document exceeds a limit or declares entities. */
  write(chunk: Uint8Array): void {
    this.writeText(this.#decoder.decode(chunk, { stream: true }));
  }

  /** As `write`, for a document that is decoded already. */
  writeText(piece: string): void {
    this.#charactersInToken += piece.length;
    const start = process.threadCpuUsage();
    this.#parser.write(piece);
    const { user, system } = process.threadCpuUsage(start);
    this.#parsingMs += (user + system) / 1_000;

    if (this.#charactersInToken > MAX_TOKEN_CHARACTERS) throw damagedFile('expected shorter tags');
    if (this.#parsingMs > this.#maxParsingMs)
      throw damagedFile('expected a file that takes less time to read');
  }

  #onOpen(name: string, attributes: XmlAttributes): void {
    this.#charactersInToken = 0;
    this.#handlers.open?.(name, attributes, this.#open.at(-1));
    if (this.#open.push(name) > MAX_DEPTH)
      throw damagedFile(`expected at most ${MAX_DEPTH} levels of nesting`);
  }

  #onText(piece: string): void {
    this.#charactersInToken = 0;
    this.#handlers.text?.(piece);
  }

  #onClose(name: string): void {
    this.#charactersInToken = 0;
    this.#open.pop();
    this.#handlers.close?.(name);
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);
