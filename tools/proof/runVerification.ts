import type { Pins } from '#shared/proof/verification.ts';
import { verifyProof } from '#shared/proof/verifyProof.ts';
import {
  claimText,
  hashesToCompare,
  provenTexts,
  refusalRows,
  trustTexts,
  witnessTexts,
} from '../../src/features/receipts/proof/proofTexts.ts';
import type { ProofWords } from '../../src/words/proof/proofWords.ts';

const list = (title: string, lines: readonly string[]) => [title, ...lines.map((line) => `  - ${line}`), ''];

type Options = { readonly pins: Pins | null; readonly words: ProofWords; readonly isJson: boolean };

/**
 * Verifies the text of a proof, and writes the result in sentences or as JSON. A forged file can be consistent, so the
 * reader compares the block hashes.
 */
export function runVerification(text: string, { pins, words, isJson }: Options) {
  const verification = verifyProof(text, pins);
  if (isJson) {
    const output = JSON.stringify(verification, (_key, value) => (typeof value === 'bigint' ? `${value}` : value), 2);
    return { output, isConsistent: verification.ok };
  }
  const { t, moment } = words;
  if (!verification.ok) {
    const rows = refusalRows(verification, words).map(([label, value]) => `  ${label}: ${value}`);
    return { output: [t('refused'), ...rows].join('\n'), isConsistent: false };
  }
  const { statement, witnesses, madeAt } = verification;
  const sources = { words, pins, address: (address: string) => address };
  const lines = [
    ...list(...hashesToCompare(verification, sources)),
    ...[claimText(verification, sources), ''],
    ...list(t('whatItStates'), provenTexts(verification, sources)),
    ...list(t('whatToTrust'), trustTexts(verification, sources)),
    ...list(
      t('toldThen', { moment: moment(Date.parse(madeAt)) }),
      witnessTexts(statement, witnesses, sources).map((line) => line.text),
    ),
  ];
  return { output: lines.join('\n').trimEnd(), isConsistent: true };
}
