import type { Json, Mutation } from './mutations.ts';
import { HTML, mutationsAt, otherNumbers, valueAt, wrongTypes } from './mutations.ts';

/** Mutations of the envelope: contradicting codes, invalid messages, and other shapes. */
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
      ['code 1 without data', failure(1, '')],
      ['a failure without a message', failure(906, '')],
      ['a failure in HTML', failure(906, HTML)],
      ['a failure with an unknown code', failure(31_337, 'This is not in the table.')],
      ['a failure with a negative code', failure(-1, 'Less than nothing.')],
      ['a failure whose message is a number', failure(906, 17)],
      ['a failure with a very long message', failure(904, 'No. '.repeat(20_000))],
      ...[901, 902, 903, 904, 905].map((code) => [`failure ${code}`, failure(code, `Refused with ${code}.`)] as const),
    ]),
    ...mutationsAt('data', wrongTypes(valueAt(body, 'data'))),
    ...mutationsAt('status', wrongTypes(valueAt(body, 'status'))),
    ...mutationsAt('status.code', [
      ['a failure, with data', 906],
      ['code 1', 1],
      ...otherNumbers(0).filter(([name]) => name !== 'one more'),
    ]),
    ...mutationsAt('status.message', [
      ['HTML in a success', HTML],
      ...wrongTypes('').filter(([name]) => name !== 'empty text'),
    ]),
  ];
}
