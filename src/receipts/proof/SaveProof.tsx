import { useState } from 'react';
import type { ProvenDelivery } from '#shared/proof/verifyProof.ts';
import type { Texts } from '../../i18n/texts.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/saveFile.ts';
import ui from '../../ui/ui.module.css';
import { agreementOf } from '../model/blockAnswers.ts';
import type { ProofFileProblem, ProofFileResult, ProofOrder } from '../reads/proofFileReads.ts';
import { EndpointAnswers, useBlockAnswers, useProofReads } from './EndpointAnswers.tsx';
import styles from './proof.module.css';
import { problemText } from './proofTexts.ts';

type State =
  | { readonly kind: 'idle' | 'making' | 'notLoaded' }
  | { readonly kind: 'done'; readonly result: ProofFileResult };

/** Gives each transfer its own file name. */
const HASH_START = 10;

function notMadeText(problem: ProofFileProblem, texts: Texts<'desk'>): string {
  if ('chain' in problem) return texts.t(`make_${problem.code}`, { chain: problem.chain.name });
  return problemText(problem, texts);
}

/** Makes the proof of a delivery, and saves it as a file. */
export function SaveProof({ order }: { readonly order: ProofOrder }) {
  const texts = useTexts('desk');
  const { makeProofFile } = useProofReads();
  const [state, setState] = useState<State>({ kind: 'idle' });

  async function make(): Promise<void> {
    setState({ kind: 'making' });
    const result = await makeProofFile(order);
    if (result.ok) saveFile(`proof-${order.deposit.hash.slice(0, HASH_START)}.json`, 'application/json', result.text);
    setState({ kind: 'done', result });
  }

  const { t } = texts;
  const isMaking = state.kind === 'making';
  return (
    <div className={`${ui.stack} ${styles.save}`}>
      <p className={ui.note}>{t('saveProofLine')}</p>
      <Button
        busy={isMaking}
        disabled={isMaking}
        onClick={() => void make().catch(() => setState({ kind: 'notLoaded' }))}
      >
        {t('saveProof')}
      </Button>
      {isMaking ? (
        <p className="visuallyHidden" role="status">
          {t('making')}
        </p>
      ) : null}
      {state.kind === 'notLoaded' ? <Notice tone="danger">{t('make_notLoaded')}</Notice> : null}
      {state.kind === 'done' ? <Outcome result={state.result} texts={texts} /> : null}
    </div>
  );
}

type OutcomeProps = { readonly result: ProofFileResult; readonly texts: Texts<'desk'> };

function Outcome({ result, texts }: OutcomeProps) {
  if (result.ok) return <Saved delivery={result.delivery} />;
  return (
    <Notice tone="danger" title={texts.t('notMade')}>
      <p>{notMadeText(result.problem, texts)}</p>
    </Notice>
  );
}

/** If the chain drops the block, the proof fails later. So the endpoints are compared right away. */
function Saved({ delivery }: { readonly delivery: ProvenDelivery }) {
  const { t } = useTexts('desk');
  const answers = useBlockAnswers(delivery);
  const isDoubtful = ['differs', 'unconfirmed'].includes(agreementOf(answers));
  return (
    <Notice tone={isDoubtful ? 'warning' : 'good'} title={t('proofSaved')}>
      <p>{t('proofSavedLine')}</p>
      <EndpointAnswers answers={answers} />
    </Notice>
  );
}
