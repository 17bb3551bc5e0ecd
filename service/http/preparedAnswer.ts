import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

// A higher quality takes ten times as long and saves a tenth.
const BROTLI_QUALITY = 5;

/** An answer that is the same for many clients: its bytes, each encoding made once, and an entity tag for both. */
export class PreparedAnswer {
  readonly #text: Buffer;
  readonly #encoded = new Map<Encoding, Buffer | Promise<Buffer>>();
  /** Weak, because all encodings share it. */
  readonly etag: string;
  readonly type: string;

  /** @param type the media type */
  constructor(text: Buffer, type: string) {
    this.#text = text;
    this.type = type;
    this.etag = `W/"${createHash('sha256').update(this.#text).digest('base64url').slice(0, 22)}"`;
  }

  /** The bytes in an encoding, at once where they are made already. */
  bytes(encoding: Encoding): Buffer | Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const made = this.#encode(encoding).then((bytes) => {
      this.#encoded.set(encoding, bytes);
      return bytes;
    });
    this.#encoded.set(encoding, made);
    return made;
  }

  async #encode(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#text;
    if (encoding === 'gzip') return promisify(gzip)(this.#text);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.#text.length,
    };
    return promisify(brotliCompress)(this.#text, { params });
  }
}

export function prepareJson(body: unknown): PreparedAnswer {
  return new PreparedAnswer(Buffer.from(JSON.stringify(body)), 'application/json; charset=utf-8');
}
