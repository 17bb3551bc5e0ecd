import { MalformedAnswer } from '#shared/wire/envelope.ts';
import type { Pace } from '../config/runInSlices.ts';

/** From this size on, the app parses while it reads. Smaller answers need no further code. */
const SLICED_FROM_BYTES = 400_000;

/** The answer is longer than the app reads. Asking again would load it again. */
export class AnswerTooLarge extends MalformedAnswer {
  readonly maxBytes: number;

  constructor(message: string, maxBytes: number) {
    super(message);
    this.maxBytes = maxBytes;
  }
}

type Reading = {
  readonly maxBytes: number;
  readonly pace: Pace;
  /** Called with the size of each piece. */
  readonly onPiece: (bytes: number) => void;
};

/**
 * Reads a JSON body, a large one in slices.
 * @throws AnswerTooLarge, or SyntaxError if the body is not JSON
 */
export async function readBody(response: Response, { maxBytes, pace, onPiece }: Reading): Promise<unknown> {
  const reader = response.body?.getReader();
  if (!reader) throw new MalformedAnswer('the answer has no body');
  const decoder = new TextDecoder();
  let parser: { add: (piece: string) => Promise<void>; finish: () => unknown } | null = null;
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new AnswerTooLarge(`the answer is larger than ${maxBytes} bytes`, maxBytes);
    }
    onPiece(value.byteLength);
    text += decoder.decode(value, { stream: true });
    if (size < SLICED_FROM_BYTES) continue;
    parser ??= (await import('./slicedJson.ts')).createSlicedParser(pace);
    await parser.add(text);
    text = '';
    await pace();
  }
  text += decoder.decode();
  if (!parser) return JSON.parse(text);
  await parser.add(text);
  return parser.finish();
}
