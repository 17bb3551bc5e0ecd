import type { Pins } from '#shared/proof/verification.ts';
import { verifyProof } from '#shared/proof/verifyProof.ts';
import {
  chainNameOf,
  provenTexts,
  refusalRows,
  sumOf,
  trustTexts,
  witnessTexts,
} from '../../src/features/receipts/proof/proofTexts.ts';
import type { ProofWords } from '../../src/words/proof/proofWords.ts';

const list = (title: string, lines: readonly string[]) => [title, ...lines.map((line) => `  - ${line}`), ''];

type Options = { readonly pins: Pins | null; readonly words: ProofWords; readonly isJson: boolean };

/** Verifies the text of a proof, and writes the result in sentences or as JSON. */
export function runVerification(text: string, { pins, words, isJson }: Options) {
  const verification = verifyProof(text, pins);
  if (isJson) {
    const output = JSON.stringify(verification, (_key, value) => (typeof value === 'bigint' ? `${value}` : value), 2);
    return { output, isProven: verification.ok };
  }
  const { t, moment } = words;
  if (!verification.ok) {
    const rows = refusalRows(verification, words).map(([label, value]) => `  ${label}: ${value}`);
    return { output: [t('refused'), ...rows].join('\n'), isProven: false };
  }
  const { statement, witnesses, madeAt } = verification;
  const { deposit, payout } = statement;
  const sources = { words, pins, address: (address: string) => address };
  const hashes = [deposit, payout].map(
    ({ chainId, blockHash }) => `${t('blockOf', { chain: chainNameOf(chainId, sources) })}: ${blockHash}`,
  );
  const lines = [
    ...[t('proven'), t('delivered', { sum: sumOf(payout, sources), chain: chainNameOf(payout.chainId, sources) }), ''],
    ...list(t('whatIsProven'), provenTexts(verification, sources)),
    ...list(t('whatToTrust'), [...trustTexts(verification, sources), ...hashes]),
    ...list(
      t('toldThen', { moment: moment(Date.parse(madeAt)) }),
      witnessTexts(statement, witnesses, sources).map((line) => line.text),
    ),
  ];
  return { output: lines.join('\n').trimEnd(), isProven: true };
}
