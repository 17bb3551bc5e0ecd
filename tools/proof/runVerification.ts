import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import type { ProvenDelivery } from '#shared/proof/verifyProof.ts';
import { verifyProof } from '#shared/proof/verifyProof.ts';
import { createEndpoints } from '../../src/chain/chainClients.ts';
import type { Texts } from '../../src/i18n/texts.ts';
import type { Agreement, BlockAnswers } from '../../src/receipts/model/blockAnswers.ts';
import { agreementOf } from '../../src/receipts/model/blockAnswers.ts';
import type { ProofSources } from '../../src/receipts/proof/proofTexts.ts';
import {
  answerTexts,
  chainNameOf,
  deliveryTexts,
  headlineOf,
  problemText,
  trustTexts,
} from '../../src/receipts/proof/proofTexts.ts';
import { createProofFileReads } from '../../src/receipts/reads/proofFileReads.ts';

const list = (title: string, lines: readonly string[]) => [title, ...lines.map((line) => `  - ${line}`), ''];

/** Asks the configured endpoints for both blocks. */
export function askEndpoints(chains: readonly ChainConfig[], delivery: ProvenDelivery) {
  const endpointsOf = (chainId: number) => chains.filter(({ id }) => id === chainId).flatMap(createEndpoints);
  return createProofFileReads(endpointsOf, chains).compareBlocks(delivery);
}

function describe(delivery: ProvenDelivery, answers: readonly BlockAnswers[] | null, sources: ProofSources): string {
  const { t } = sources.texts;
  const { deposit, payout } = delivery;
  const agreement = agreementOf(answers);
  const { title, lines } = headlineOf(delivery, agreement, sources);
  const hashes = [deposit, payout].map(
    ({ chainId, blockHash }) => `${t('blockOf', { chain: chainNameOf(chainId, sources) })}: ${blockHash}`,
  );
  return [
    ...[title, ...lines, '', ...hashes, ''],
    ...list(t(agreement === 'agreed' ? 'whatIsProven' : 'whatItStates'), [
      ...deliveryTexts(delivery, sources),
      `${t('proofDepositHash')}: ${deposit.transactionHash}`,
      `${t('proofPayoutHash')}: ${payout.transactionHash}`,
    ]),
    ...list(t('whatToTrust'), trustTexts(delivery, sources)),
    ...(answers
      ? list(
          t('askedNow'),
          answerTexts(answers, sources).map(({ text }) => text),
        )
      : []),
  ]
    .join('\n')
    .trimEnd();
}

type Options = {
  readonly pins: readonly ChainConfig[] | null;
  readonly texts: Texts<'desk'>;
  readonly isJson: boolean;
  /** Null when offline. */
  readonly ask: ((delivery: ProvenDelivery) => Promise<readonly BlockAnswers[]>) | null;
};

/** The command's exit codes: 0 only if the chains have both blocks and the configuration has both tokens. */
const CODES = { agreed: 0, differs: 1, unconfirmed: 3, notCompared: 3 } as const;

function exitCodeOf({ trust }: ProvenDelivery, agreement: Agreement) {
  return agreement === 'agreed' && trust.includes('tokens') ? 3 : CODES[agreement];
}

/** Verifies a proof's text, asks the endpoints, and writes the result in sentences or as JSON. */
export async function runVerification(text: string, { pins, texts, isJson, ask }: Options) {
  const verification = verifyProof(text, pins);
  const answers = verification.ok && ask ? await ask(verification.delivery) : null;
  const code = verification.ok ? exitCodeOf(verification.delivery, agreementOf(answers)) : (1 as const);
  if (isJson) {
    const result = verification.ok ? { ...verification, agreement: agreementOf(answers), answers } : verification;
    const output = JSON.stringify(result, (_key, value) => (typeof value === 'bigint' ? `${value}` : value), 2);
    return { output, code };
  }
  if (verification.ok) return { output: describe(verification.delivery, answers, { texts, pins }), code };
  return { output: `${texts.t('refused')}\n${problemText(verification.problem, texts)}`, code };
}
