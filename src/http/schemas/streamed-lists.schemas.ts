import { Readable } from 'node:stream';
import { z } from 'zod';

/**
 * A response body that is one JSON array, streamed: a list of any length in constant memory.
 * @param id the name of the array in the API reference
 */
export const streamedList = (item: z.ZodType, id: string) =>
  z.instanceof(Readable).meta({
    mediaType: 'application/json',
    streamed: z.array(item).meta({ id }),
  });
