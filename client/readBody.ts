import { MalformedAnswer } from '../shared/wire/envelope.ts';
import { AnswerTooLarge } from './serviceErrors.ts';

/** Parses a long text that arrives in pieces, so that it never blocks the page. */
export type PieceParser = { readonly add: (piece: string) => Promise<void>; readonly finish: () => unknown };

export type Slices = {
  /** From this size on, the body is parsed while it is read. */
  readonly fromBytes: number;
  readonly createParser: () => Promise<PieceParser>;
};

export type Reading = {
  readonly maxBytes: number;
  /** Called with the size of each piece. */
  readonly onPiece: (bytes: number) => void;
  readonly slices?: Slices | undefined;
};

/**
 * Reads a JSON body, a large one in slices.
 * @throws AnswerTooLarge, or SyntaxError if the body is not JSON
 */
export async function readBody(response: Response, { maxBytes, onPiece, slices }: Reading): Promise<unknown> {
  const reader = response.body?.getReader();
  if (!reader) throw new MalformedAnswer('the answer has no body');
  const decoder = new TextDecoder();
  let parser: PieceParser | null = null;
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
    if (!slices || size < slices.fromBytes) continue;
    parser ??= await slices.createParser();
    await parser.add(text);
    text = '';
  }
  text += decoder.decode();
  if (!parser) return JSON.parse(text);
  await parser.add(text);
  return parser.finish();
}
