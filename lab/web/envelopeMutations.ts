import type { Json, Mutation } from './mutations.ts';
import { HTML, mutationsAt, otherNumbers, valueAt, wrongTypes } from './mutations.ts';

/** An answer's outer shape: codes that do not go with the data, messages that are none, no envelope at all. */
export function envelopeMutations(body: Json): readonly Mutation[] {
  const failure = (code: Json, message: Json): Json => ({ data: null, status: { code, message } });
  return [
    ...mutationsAt('', [
      ['null', null],
      ['text', 'ok'],
      ['a number', 0],
      ['an empty array', []],
      ['an empty object', {}],
      ['wrapped once more', { data: body, status: { code: 0, message: '' } }],
      ['data without the envelope', valueAt(body, 'data')],
      ['success without data', failure(0, '')],
      ['the example’s success without data', failure(1, '')],
      ['a failure without a word', failure(906, '')],
      ['a failure in HTML', failure(906, HTML)],
      ['a failure of a code nobody knows', failure(31_337, 'This is not in the table.')],
      ['a failure of a negative code', failure(-1, 'Less than nothing.')],
      ['a failure whose message is no text', failure(906, 17)],
      ['a failure with an endless message', failure(904, 'No. '.repeat(20_000))],
      ...[901, 902, 903, 904, 905].map((code) => [`failure ${code}`, failure(code, `Refused with ${code}.`)] as const),
    ]),
    ...mutationsAt('data', wrongTypes(valueAt(body, 'data'))),
    ...mutationsAt('status', wrongTypes(valueAt(body, 'status'))),
    ...mutationsAt('status.code', [
      ['a failure, with data', 906],
      ['the example’s success', 1],
      ...otherNumbers(0).filter(([name]) => name !== 'one more'),
    ]),
    ...mutationsAt('status.message', [
      ['HTML in a success', HTML],
      ...wrongTypes('').filter(([name]) => name !== 'empty text'),
    ]),
  ];
}
