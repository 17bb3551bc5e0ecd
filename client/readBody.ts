import { MalformedAnswer } from '../shared/wire/envelope.ts';
import { AnswerTooLarge } from './serviceErrors.ts';

/**
 * Reads a JSON body.
 * @param onPiece called with each piece's size in bytes
 * @throws AnswerTooLarge, or SyntaxError if the body isn't JSON
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  onPiece: (bytes: number) => void,
): Promise<unknown> {
  const reader = response.body?.getReader();
  if (!reader) throw new MalformedAnswer('the answer has no body');
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return JSON.parse(text + decoder.decode());
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new AnswerTooLarge(`the answer is larger than ${maxBytes} bytes`, maxBytes);
    }
    onPiece(value.byteLength);
    text += decoder.decode(value, { stream: true });
  }
}
