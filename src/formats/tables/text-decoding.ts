import { createReadStream } from 'node:fs';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The encoding of a text file: by its byte order mark, else UTF-8 if the whole file is valid UTF-8,
 * else Windows-1252, in which all bytes are valid. It reads the whole file: row 90,000 may decide.
 */
export async function encodingOf(path: string, head: Buffer): Promise<TextEncoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return (await isUtf8(path)) ? 'utf-8' : 'windows-1252';
}

/** The text of a file in pieces, without its byte order mark. Undecodable bytes become U+FFFD. */
export async function* decodedText(
  path: string,
  encoding: TextEncoding,
  pieceBytes = 65_536,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  const pieces = createReadStream(path, { highWaterMark: pieceBytes });
  for await (const bytes of pieces) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of createReadStream(path)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (isInvalidText(error)) return false;
    throw error;
  }
}

const isInvalidText = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
