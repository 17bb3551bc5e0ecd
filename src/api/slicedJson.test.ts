import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pace } from '../config/runtimeConfig.ts';
import { createSlicedParser } from './slicedJson.ts';

const BATCH_LENGTH = 40;

async function parse(pieces: readonly string[], pace: Pace = () => undefined): Promise<unknown> {
  const parser = createSlicedParser(pace, BATCH_LENGTH);
  for (const piece of pieces) await parser.add(piece);
  return parser.finish();
}

/** The value, or that the text is no JSON. */
async function outcome(run: () => unknown): Promise<unknown> {
  try {
    return { value: await run() };
  } catch (error) {
    if (error instanceof SyntaxError) return 'no JSON';
    throw error;
  }
}

function split(text: string, cuts: readonly number[]): readonly string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => text.slice(from, places[index] ?? text.length));
}

/** Items that fill several batches. */
const long = Array.from({ length: 12 }, (_, index) => ({ name: `"]},{[${index}`, amount: '1'.repeat(9) }));

const answer = fc.record({
  data: fc.record({ pair_infos: fc.oneof(fc.array(fc.jsonValue()), fc.constant(long)), other: fc.jsonValue() }),
  status: fc.jsonValue(),
});
const anyText = fc
  .oneof(answer, fc.jsonValue())
  .chain((value) => fc.constantFrom(JSON.stringify(value), JSON.stringify(value, null, 2)));
const cuts = fc.array(fc.nat(1_000_000), { maxLength: 8 });

describe('the sliced parser', () => {
  it('reads the same as JSON.parse, in whatever pieces the text arrives', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, cuts, async (text, at) => {
        expect(await parse(split(text, at))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses the same texts as JSON.parse', async () => {
    const faulty = fc.tuple(
      anyText,
      fc.nat(1_000_000),
      fc.constantFrom('', ',', ']', '}', '[', '{', '"', '\\', ' ', '1', '\u00a0'),
    );
    await fc.assert(
      fc.asyncProperty(faulty, cuts, async ([text, place, character], at) => {
        const from = place % (text.length + 1);
        const changed = text.slice(0, from) + character + text.slice(from + 1);
        expect(await outcome(() => parse(split(changed, at)))).toEqual(await outcome(() => JSON.parse(changed)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '{"data":{"pair_infos":[1,]}}',
    '{"data":{"pair_infos":[,1]}}',
    '{"data":{"pair_infos":[1}}}',
    '{"data":{"pair_infos":[1]]}',
    '{"data":{"pair_infos":[1',
    '{"data":{"pair_infos":[\u00a0]}}',
    `{"data":{"pair_infos":[${'1,'.repeat(80)}]}}`,
    '',
  ])('refuses %.40s', async (text) => {
    expect(await outcome(() => parse([text]))).toBe('no JSON');
  });

  it('keeps the last of two members with one name, and a member named __proto__', async () => {
    const text = '{"data":{"pair_infos":[1],"pair_infos":[2],"__proto__":[3]}}';
    expect(JSON.stringify(await parse([text]))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('reads a long text in linear time', async () => {
    const parser = createSlicedParser(() => undefined);
    await parser.add('{"data":{"text":"');
    for (let piece = 0; piece < 20_000; piece += 1) await parser.add('x'.repeat(1_000));
    await parser.add('"}}');
    expect(JSON.stringify(parser.finish())).toHaveLength(20_000_020);
  });

  it('rests between the batches of a long list that arrives in one piece', async () => {
    let rests = 0;
    const pace = () => {
      rests += 1;
      return Promise.resolve();
    };
    await parse([JSON.stringify({ data: { pair_infos: long } })], pace);
    expect(rests).toBeGreaterThan(2);
  });
});
