import { useState } from 'react';
import type { ProofFileProblem, ProofFileResult } from '../../../chain/desk/proofFileReads.ts';
import type { ProofOrder } from '../../../domain/desk/proofOrder.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { saveFile } from '../../../ui/saveFile.ts';
import type { ProofWords } from '../../../words/proof/proofWords.ts';
import { proofWords } from '../../../words/proof/proofWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './Proof.module.css';
import { chainNameOf, witnessTexts } from './proofTexts.ts';
import { useProofReads } from './useProofReads.ts';

type State =
  | { readonly kind: 'idle' | 'making' | 'notLoaded' }
  | { readonly kind: 'done'; readonly result: ProofFileResult };

/** Names the files of several transfers apart. */
const HASH_START = 10;

function problemText(problem: ProofFileProblem, words: ProofWords, chain: string): string {
  switch (problem.code) {
    case 'noDeposit':
    case 'noPayout':
    case 'recipient':
    case 'notVerified':
      return words.t(`make_${problem.code}`);
    default:
      return words.t(`make_${problem.code}`, { chain });
  }
}

/** Makes the proof of a delivery and offers it as a file. */
export function SaveProof({ order }: { readonly order: ProofOrder }) {
  const words = useWords(proofWords);
  const { makeProofFile, pins } = useProofReads();
  const [state, setState] = useState<State>({ kind: 'idle' });

  async function make(): Promise<void> {
    setState({ kind: 'making' });
    const result = await makeProofFile(order, Date.now());
    if (result.ok) saveFile(`proof-${order.deposit.hash.slice(0, HASH_START)}.json`, 'application/json', result.text);
    setState({ kind: 'done', result });
  }

  const { t } = words;
  const isMaking = state.kind === 'making';
  return (
    <div className={styles.save}>
      <p>{t('saveLine')}</p>
      <Button
        busy={isMaking}
        disabled={isMaking}
        onClick={() => void make().catch(() => setState({ kind: 'notLoaded' }))}
      >
        {t('save')}
      </Button>
      {isMaking ? (
        <p className="visuallyHidden" role="status">
          {t('making')}
        </p>
      ) : null}
      {state.kind === 'notLoaded' ? <Notice tone="danger">{t('make_notLoaded')}</Notice> : null}
      {state.kind === 'done' ? <Outcome result={state.result} words={words} pins={pins} /> : null}
    </div>
  );
}

type OutcomeProps = Pick<ReturnType<typeof useProofReads>, 'pins'> & {
  readonly result: ProofFileResult;
  readonly words: ProofWords;
};

function Outcome({ result, words, pins }: OutcomeProps) {
  const { t } = words;
  if (!result.ok) {
    const { problem } = result;
    const chain = 'chainId' in problem ? chainNameOf(problem.chainId, { words, pins }) : '';
    return (
      <Notice tone="danger" title={t('notMade')}>
        <p>{problemText(problem, words, chain)}</p>
      </Notice>
    );
  }
  const lines = witnessTexts(result.statement, result.witnesses, { words, pins });
  return (
    <Notice tone={lines.every(({ isGood }) => isGood) ? 'good' : 'warning'} title={t('saved')}>
      <p>{t('savedLine')}</p>
      {lines.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}
